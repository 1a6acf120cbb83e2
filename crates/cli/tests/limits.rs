//! Limits are kept: nodes, time, memory and signals.

mod common;

use common::{CACHE, Folder, LASTMOVE, Run, command, line, piped, run};
#[cfg(unix)]
use common::{signal, wait_until_at_work};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The nodes that an answer or a failure reports.
fn nodes(run: &Run) -> u64 {
    run.json()["nodes"].as_u64().unwrap_or_else(|| panic!("{run:?}"))
}

#[test]
fn one_thread_never_does_more_nodes_than_it_may() {
    let folder = Folder::new("nodes");
    let proof = folder.path().join("proof");
    let proof = format!("--proof {}", proof.display());
    let amazons = "solve amazons 5x4 --databases none";
    let domineering = "solve domineering 5x9 --databases none";
    let commands = [
        (amazons.to_owned(), "nodes searched"),
        (format!("{amazons} --moves"), "nodes searched"),
        (format!("{amazons} --algorithm alphabeta"), "nodes searched"),
        (domineering.to_owned(), "nodes searched"),
        (format!("{domineering} --moves"), "nodes searched"),
        (format!("{amazons} {proof}"), "--checkpoint"),
        (format!("solve domineering 7x7 --databases none {proof}"), ""),
        ("perft amazons 5x4 3".to_owned(), "leaves counted"),
        ("perft domineering 5x9 4".to_owned(), "leaves counted"),
    ];
    let mut stopped = 0;
    for (command, said) in commands {
        for most in [1, 7, 40, 150, 700, 1500] {
            let threads = if command.starts_with("solve") { "--threads 1" } else { "" };
            let run = line(&format!("{command} {threads} --nodes {most} --json --quiet"));
            assert!([0, 3].contains(&run.code), "{command} --nodes {most}: {run:?}");
            assert!(nodes(&run) <= most, "{command} --nodes {most}: {run:?}");
            if run.code == 3 {
                stopped += 1;
                assert!(run.stderr.contains(said), "{run:?}");
                let none = run.stderr.contains("0 nodes searched;") && nodes(&run) == 0;
                assert!(!none || most == 1, "{run:?}");
                let advice = run.stderr.contains("--checkpoint");
                assert!(!advice || !command.contains("alphabeta"), "{run:?}");
            }
        }
    }
    assert!(stopped > 20, "{stopped}: the limits are too wide to mean something");
    // All lines of a batch together. (Each move of a match: see the engine's tests.)
    let batch = piped(
        "solve amazons --batch - --databases none --threads 1 --nodes 700",
        &"5x4\n4x4\n1q2/4/4/2Q1 w\n".repeat(3),
    );
    let lines = batch.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let done: u64 = lines.filter_map(|line| line["nodes"].as_u64()).sum();
    assert!((1..=700).contains(&done), "{batch:?}");
    assert_eq!(batch.code, 3);
}

/// Commands that run for minutes.
const LONG: &[&str] = &[
    "solve amazons 6x6 --databases none",
    "solve domineering 10x10 --databases none",
    "perft amazons 10x10 5",
    "perft domineering 8x8 200",
    "value domineering 6x6",
    "value amazons 4x4",
    "thermograph domineering 6x6",
    "regions --size 11 --amazons 2",
    "zugzwang --size 10",
    "bench",
];

/// Commands whose longest runs take a second or two, each with a time limit that is too short.
const SHORT: &[&str] = &["graph q4/5 --catalogue 10 --time 20ms"];

/// Commands whose `--time` applies to each search, move or request.
const EACH: [&str; 3] = ["reproduce", "match", "serve"];

/// Flags that change the amount of work or the form of the output, but not the kind of work.
const NEUTRAL: &[&str] = &[
    "ascii",
    "assume",
    "checkpoint-every",
    "databases",
    "help",
    "json",
    "local-search",
    "max-forms",
    "max-positions",
    "memory",
    "nodes",
    "quiet",
    "record-nodes",
    "size",
    "threads",
    "time",
    "unicode",
];

/// Flags that change the kind of work, with their values in the test; files are in its folder.
/// Those of `--split` are tested with `--units`.
const MODES: &[(&str, &str, &str)] = &[
    ("solve", "batch", "FOLDER/batch"),
    ("solve", "proof", "FOLDER/proof"),
    ("solve", "first-move", "b1-b2/b1"),
    ("solve", "algorithm", "alphabeta"),
    ("solve", "checkpoint", "FOLDER/checkpoint"),
    ("solve", "record", "FOLDER/record"),
    ("solve", "split", "3 --units FOLDER/units"),
    ("solve", "moves", ""),
    ("solve", "stats", ""),
    ("value", "batch", "FOLDER/batch"),
    ("value", "options", ""),
    ("thermograph", "output", "FOLDER/t.svg"),
    ("perft", "divide", ""),
    ("regions", "amazons", "2"),
    ("regions", "svg", "FOLDER/r.svg"),
    ("zugzwang", "svg", "FOLDER/z.svg"),
    ("bench", "only", "solve"),
];

/// Modes that need the output of another run, or that end within a moment.
const NO_LONG_RUN: &[(&str, &str)] = &[
    ("solve", "resume"), // of a checkpoint; see the tests of long runs
    ("solve", "units"),  // limits apply to each unit; see the tests of units
    ("solve", "merge"),
    ("solve", "ply"),   // of a file with a game
    ("solve", "first"), // of `solve cgt`, in a test of its own
    ("zugzwang", "sum"),
    ("zugzwang", "first"),
    ("bench", "quick"),
    ("graph", "catalogue"), // in `SHORT`
    ("graph", "output"),
];

/// The flags of each command, read from the completions, which are generated from the definitions.
fn flags() -> BTreeMap<String, BTreeSet<String>> {
    let fish = line("completions fish").stdout;
    let mut flags: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in fish.lines() {
        let Some((_, rest)) = line.split_once("using_subcommand ") else { continue };
        let command = rest.split([' ', ';', '"']).next().unwrap_or_default();
        let flag = line.split(" -l ").nth(1).and_then(|rest| rest.split(' ').next());
        flags.entry(command.to_owned()).or_default().extend(flag.map(str::to_owned));
    }
    flags
}

fn of<'a>(command: &str, all: &'a [(&str, &str, &str)]) -> Vec<&'a (&'a str, &'a str, &'a str)> {
    all.iter().filter(|(name, ..)| *name == command).collect()
}

#[test]
fn every_command_and_mode_with_a_time_is_known_here() {
    let timed = flags().into_iter().filter(|(_, flags)| flags.contains("time"));
    let mut commands = 0;
    for (command, flags) in timed.filter(|(command, _)| !EACH.contains(&command.as_str())) {
        let of_it = |line: &&str| line.split(' ').next() == Some(&command);
        assert!(LONG.iter().chain(SHORT).any(of_it), "{command} has --time and no test");
        for flag in flags.iter().filter(|flag| !NEUTRAL.contains(&flag.as_str())) {
            let tested = of(&command, MODES).iter().any(|(_, mode, _)| mode == flag);
            let short = NO_LONG_RUN.contains(&(command.as_str(), flag.as_str()));
            assert!(tested || short, "{command} --{flag} is not tested with --time");
        }
        commands += 1;
    }
    assert!(commands >= 8, "{commands}");
}

/// Every combination of mode flags that the program accepts ends with its time limit. Without the
/// limit it would run for minutes.
#[test]
fn every_combination_of_modes_ends_with_its_time() {
    let folder = Folder::new("modes");
    let (mut ended, mut refused) = (0, 0);
    for command in LONG {
        let modes = of(command.split(' ').next().unwrap(), MODES);
        for chosen in 0..1usize << modes.len() {
            let _ = std::fs::remove_dir_all(folder.path());
            std::fs::create_dir_all(folder.path()).unwrap();
            let game = command.split(' ').nth(1).unwrap_or_default();
            let board = command.split(' ').nth(2).unwrap_or_default();
            std::fs::write(folder.path().join("batch"), format!("{board}\n")).unwrap();
            let picked = (0..modes.len()).filter(|i| chosen >> i & 1 == 1).map(|i| modes[i]);
            let mut arguments = command.to_string();
            for (_, flag, value) in picked {
                if *flag == "batch" {
                    arguments =
                        arguments.replacen(&format!(" {game} {board}"), &format!(" {game}"), 1);
                }
                arguments += &format!(" --{flag} {value}");
            }
            let arguments = arguments.replace("FOLDER", folder.path().to_str().unwrap());
            let run = line(&format!("{arguments} --time 30ms --quiet"));
            match run.code {
                3 => ended += 1,
                2 => refused += 1,
                code => panic!("{arguments}: {code} {run:?}"),
            }
        }
    }
    println!("{ended} combinations ended with their time, {refused} were refused");
    assert!(ended > 40, "{ended} ended, {refused} refused");
}

#[test]
fn short_commands_end_with_their_time() {
    for command in SHORT {
        let run = line(&format!("{command} --quiet"));
        assert_eq!(run.code, 3, "{command}: {run:?}");
    }
}

#[test]
fn a_sum_ends_with_its_time() {
    let arguments = ["solve", "cgt", "[amazons 6x6]", "--first", "left", "--time", "300ms"];
    let run = run(arguments);
    assert_eq!(run.code, 3, "{run:?}");
}

/// A split has no answer without all its looks at positions, which count for both limits.
#[test]
fn a_split_keeps_its_limits() {
    let folder = Folder::new("split-limits");
    let units = folder.path().join("units");
    let domineering = format!("{}10 v", "10/".repeat(9));
    for (game, board) in [("amazons", "6x6"), ("domineering", &domineering)] {
        for limit in [["--nodes", "20"], ["--time", "30ms"]] {
            let arguments =
                ["solve", game, board, "--databases", "none", "--split", "4", "--units"];
            let run = run(arguments.into_iter().chain([units.to_str().unwrap()]).chain(limit));
            assert_eq!(run.code, 3, "{game} {limit:?}: {run:?}");
            assert!(!units.exists());
        }
    }
}

#[test]
#[ignore = "heavy"]
fn every_command_ends_with_its_time() {
    for command in LONG {
        let begun = Instant::now();
        let run = line(&format!("{command} --time 1s --quiet --json"));
        let took = begun.elapsed();
        println!("{took:.2?} {command}");
        assert_eq!(run.code, 3, "{command}: {run:?}");
        assert!(took < Duration::from_millis(1500), "{command}: {took:?}");
    }
}

#[test]
#[ignore = "heavy"]
fn an_answer_survives_an_end_of_time_while_its_certificate_is_written() {
    let folder = Folder::new("late");
    let proof = folder.path().join("proof");
    let command =
        format!("solve domineering 7x9 --threads 1 --memory 64M --proof {}", proof.display());
    let run = line(&format!("{command} --databases none --time 3s --quiet --json"));
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.json()["class"], "H", "{run:?}");
    assert!(!proof.exists());
}

/// The output of a command and the time until it ended after signals, which are sent once it is at
/// work.
#[cfg(unix)]
fn ended_by(arguments: &str, signals: &[&str]) -> (Run, Duration) {
    let mut child = start(arguments, Stdio::null());
    wait_until_at_work(&mut child);
    let begun = Instant::now();
    for name in signals {
        signal(&child, name);
    }
    let run = Run::of(child.wait_with_output().unwrap());
    (run, begun.elapsed())
}

fn start(arguments: &str, input: Stdio) -> Child {
    let mut command = command();
    command.args(arguments.split_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(input).spawn().unwrap()
}

#[cfg(unix)]
#[test]
fn signals_end_a_command_cleanly() {
    for (command, name) in [
        ("perft domineering 8x8 200", "TERM"),
        ("solve amazons 6x6 --databases none --threads 1", "INT"),
        ("solve domineering 10x10 --databases none --threads 2", "TERM"),
    ] {
        let (run, _) = ended_by(&format!("{command} --quiet"), &[name]);
        assert_eq!(run.code, 130, "{command}: {run:?}");
        assert!(run.stderr.contains("interrupted"), "{run:?}");
    }
    let folder = Folder::new("signals");
    let file = folder.path().join("checkpoint");
    let long = format!(
        "solve amazons 6x6 --databases none --memory 64M --quiet --checkpoint {}",
        file.display()
    );
    let (run, _) = ended_by(&long, &["TERM"]);
    assert_eq!(run.code, 130);
    assert!(run.stderr.contains("is being saved"), "{run:?}");
    assert!(run.stderr.contains("--resume"), "{run:?}");
    assert!(file.exists());
}

#[cfg(unix)]
#[test]
#[ignore = "heavy"]
fn every_command_ends_within_half_a_second_of_a_signal() {
    for command in LONG {
        for name in ["INT", "TERM"] {
            let (run, took) = ended_by(&format!("{command} --quiet"), &[name]);
            println!("{took:.2?} {command}");
            assert_eq!(run.code, 130, "{command}: {run:?}");
            assert!(took < Duration::from_millis(520), "{command}: {took:?}");
        }
    }
}

/// Also while a move is searched, and while nothing happens.
#[cfg(unix)]
#[test]
fn protocols_end_with_130_after_a_signal() {
    for (protocol, thinks) in [("gtp", "genmove w\n"), ("uci", "go infinite\n"), ("gtp", "")] {
        for name in ["INT", "TERM"] {
            let arguments = format!("{protocol} --databases none --time-per-move 1h");
            let mut child = start(&arguments, Stdio::piped());
            let mut input = child.stdin.take().unwrap();
            input.write_all(b"isready\nname\n").unwrap();
            input.write_all(thinks.as_bytes()).unwrap();
            if thinks.is_empty() {
                let mut answer = [0];
                child.stdout.as_mut().unwrap().read_exact(&mut answer).unwrap();
            } else {
                wait_until_at_work(&mut child);
            }
            signal(&child, name);
            let run = Run::of(child.wait_with_output().unwrap());
            assert_eq!(run.code, 130, "{protocol} {thinks:?} {name}: {run:?}");
            drop(input);
        }
    }
}

/// The peak anonymous memory of a process, in megabytes, measured every 10 ms.
#[cfg(target_os = "linux")]
fn anonymous(child: &mut Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
        most = most.max(kilobytes.unwrap_or(0) / 1024);
        std::thread::sleep(Duration::from_millis(10));
    }
    most
}

/// Runs a search for some time and compares its memory with the limit; returns the memory used, or
/// `None` if the search was refused.
#[cfg(target_os = "linux")]
fn within(board: &str, memory: u64, threads: usize, proof: bool, seconds: u64) -> Option<u64> {
    let folder = Folder::new(&format!("memory-{memory}-{threads}-{proof}"));
    let mut arguments = format!(
        "solve {board} --databases none --quiet --memory {memory}M --threads {threads} --time {seconds}s"
    );
    if proof {
        arguments += &format!(" --proof {}", folder.path().join("proof").display());
    }
    let mut child = Command::new(LASTMOVE)
        .env("LASTMOVE_CACHE", CACHE)
        .args(arguments.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let most = anonymous(&mut child);
    let run = Run::of(child.wait_with_output().unwrap());
    println!("{board} {memory}M {threads} threads proof {proof}: {most} MB, exit {}", run.code);
    if run.code == 2 {
        assert!(begun.elapsed() < Duration::from_secs(60));
        let needed = run.stderr.split("at least ").nth(1).and_then(|rest| rest.split('M').next());
        let needed: u64 =
            needed.and_then(|n| n.trim().parse().ok()).unwrap_or_else(|| panic!("{run:?}"));
        assert!(needed > memory && needed <= 256, "{run:?}");
        return None;
    }
    assert!([0, 3].contains(&run.code), "{arguments}: {run:?}");
    assert!(most <= memory + 64, "{arguments}: {most} MB");
    Some(most)
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_the_memory() {
    assert!(within("amazons 6x6", 64, 1, false, 1).is_some());
    assert!(within("domineering 8x8", 64, 1, false, 1).is_some());
    assert!(within("amazons 6x6", 16, 64, false, 1).is_none());
    assert!(within("amazons 6x6", 256, 64, false, 1).is_some());
    let much = line("solve amazons 4x4 --databases none --memory 900000G --json");
    assert_eq!(much.code, 2, "{much:?}");
    assert!(much.json()["error"].as_str().unwrap().contains("--memory"), "{much:?}");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "heavy"]
fn memory_is_the_memory_everywhere() {
    for board in ["amazons 6x6", "amazons 5x5", "domineering 9x9", "domineering 8x8"] {
        for memory in [64, 256, 1024] {
            for threads in [1, 64] {
                for proof in [false, true] {
                    within(board, memory, threads, proof, 25);
                }
            }
        }
    }
}
