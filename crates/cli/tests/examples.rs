//! Every example in every help text runs, and so does every command in the manual, with the output
//! printed there.

mod common;

use common::{CACHE, Folder, LASTMOVE, Run, run};
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

/// The commands that a help text lists, each with its parent commands before it.
fn commands_in(help: &str, path: &[String]) -> Vec<Vec<String>> {
    help.lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .map(|name| [path, &[name.to_owned()]].concat())
        .collect()
}

#[test]
fn every_example_in_the_help_texts_runs() {
    let folder = Folder::new("examples");
    // A file for the example of `site`; tools/site.sh makes the real one.
    std::fs::write(folder.path().join("lastmove_engine.wasm"), b"\0asm\x01\0\0\0").unwrap();
    let mut paths = vec![Vec::new()];
    let mut ran = 0;
    while let Some(path) = paths.pop() {
        let help = run(path.iter().map(String::as_str).chain(["--help"]));
        assert_eq!(help.code, 0, "{path:?}");
        paths.extend(commands_in(&help.stdout, &path));
        let examples: Vec<&str> = help
            .stdout
            .lines()
            .skip_while(|line| *line != "Examples:")
            .filter_map(|line| line.strip_prefix("  "))
            .collect();
        let is_leaf = commands_in(&help.stdout, &path).is_empty();
        // The tests of the farm run the examples that need a server.
        let elsewhere = help.stdout.lines().any(|line| line == "Examples with a server:");
        assert!(!is_leaf || elsewhere || !examples.is_empty(), "{path:?} has no examples");
        for example in examples {
            let result = shell(example, folder.path());
            assert_eq!(result.code, 0, "{example}: {result:?}");
            if example.contains("--json") {
                result.json();
            }
            ran += 1;
        }
    }
    assert!(ran >= 10, "{ran}");
}

/// The commands after `$ ` in a text, each with the output printed below it.
fn sessions(text: &str) -> Vec<(String, String)> {
    let mut sessions: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("$ ") {
            Some(command) => {
                inside = true;
                sessions.push((command.to_owned(), String::new()));
            }
            None if line.starts_with("```") => inside = false,
            None if inside => {
                let (_, output) = sessions.last_mut().expect("a command comes first");
                *output += line;
                *output += "\n";
            }
            None => {}
        }
    }
    sessions
}

/// The text without times, which differ from run to run.
fn without_times(text: &str) -> String {
    text.trim().lines().filter(|line| !line.ends_with(" a second")).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_command_in_the_manual_gives_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.md")];
    let manual = std::fs::read_dir(root.join("docs/manual/src")).unwrap();
    let manual = manual.map(|entry| entry.unwrap().path());
    files.extend(manual.filter(|path| path.extension().is_some_and(|end| end == "md")));
    let folder = Folder::new("manual");
    let mut seen = HashSet::new();
    for file in files {
        for (command, expected) in sessions(&std::fs::read_to_string(&file).unwrap()) {
            if !seen.insert(command.clone()) {
                continue;
            }
            let result = shell(&command, folder.path());
            let refused = expected.starts_with("lastmove: ");
            assert_eq!(result.code != 0, refused, "{command}: {result:?}");
            let given = if refused { &result.stderr } else { &result.stdout };
            if !expected.trim().is_empty() {
                assert_eq!(without_times(given), without_times(&expected), "{command}");
            }
        }
    }
    assert!(seen.len() >= 8, "{seen:?}");
}

/// Runs a line in a shell, with the program under test in the path.
fn shell(line: &str, folder: &Path) -> Run {
    let programs = Path::new(LASTMOVE).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).env("LASTMOVE_CACHE", CACHE);
    command.env("PATH", format!("{}:{path}", programs.display()));
    Run::of(command.output().unwrap())
}
