//! Every example in every help text runs.

mod common;

use common::{Folder, LASTMOVE, Run, run};
use std::path::Path;
use std::process::Command;

/// The commands that a help text lists, each with what leads to it.
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
        assert!(!is_leaf || !examples.is_empty(), "{path:?} has no examples");
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

/// As a user would type it, with the program under test in the path.
fn shell(line: &str, folder: &Path) -> Run {
    let programs = Path::new(LASTMOVE).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder);
    command.env("PATH", format!("{}:{path}", programs.display()));
    Run::of(command.output().unwrap())
}
