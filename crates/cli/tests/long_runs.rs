//! Long runs: checkpoints are usable after kills, limits and mistakes.

mod common;

use common::{Folder, Run, command, has_ended, line, run, wait_until};
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;

/// Starts the program and kills it (SIGKILL) once a file has been written `times` more times;
/// returns its exit code if it ended before.
fn killed(arguments: &[String], file: &str, times: usize) -> Option<i32> {
    let mut child = command()
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let written = || std::fs::metadata(file).and_then(|data| data.modified()).ok();
    for _ in 0..times {
        let before = written();
        wait_until("a checkpoint is written", || written() != before || has_ended(&mut child));
    }
    child.kill().unwrap();
    child.wait().unwrap().code()
}

/// Kills a search with checkpoints `kills` times, then lets it finish with a certificate.
fn survives(board: &str, flags: &str, kills: usize) -> Value {
    let folder = Folder::new(&format!("kill-{board}"));
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (checkpoint, proof) = (path("checkpoint"), path("proof"));
    let arguments = |checkpoint: &str| -> Vec<String> {
        let how = if Path::new(checkpoint).exists() { "--resume" } else { "--checkpoint" };
        let line = format!("solve amazons {board} {flags} --json --quiet {how} {checkpoint}");
        let line = format!("{line} --proof {proof}");
        line.split_whitespace().map(str::to_owned).collect()
    };
    let mut seconds = 0.0;
    for kill in 0..kills {
        if killed(&arguments(&checkpoint), &checkpoint, 1 + kill % 3).is_some() {
            eprintln!("{board}: finished before kill {}", kill + 1);
        }
    }
    assert!(Path::new(&checkpoint).exists(), "no checkpoint was written in time");
    let answer = run(arguments(&checkpoint)).json();
    seconds += answer["earlier"]["seconds"].as_f64().unwrap();
    assert!(seconds > 0.0);
    let winner = answer["winner"].as_str().unwrap();
    let expect = format!("amazons {board} {winner}");
    let verified = run(["verify", &proof, "--expect", &expect, "--json"]).json();
    assert_eq!(verified["valid"], true, "{verified}");
    answer
}

#[test]
fn a_search_that_is_killed_again_and_again_ends_with_the_right_answer_and_a_proof() {
    let flags = "--databases none --memory 64M --threads 2 --checkpoint-every 100ms";
    let answer = survives("4x5", flags, 6);
    assert_eq!(answer["winner"], "black");
}

#[test]
fn a_certificate_that_was_begun_is_finished() {
    let folder = Folder::new("begun");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (checkpoint, proof, again) = (path("checkpoint"), path("proof"), path("again"));
    let flags = "--databases none --memory 64M --threads 1 --quiet";
    line(&format!("solve amazons 4x5 {flags} --checkpoint {checkpoint} --proof {proof}"));
    let whole = std::fs::read(&proof).unwrap();
    let resume = format!("solve amazons --resume {checkpoint} --proof {again} {flags}");
    // as if the machine had crashed while the file was written
    let partial = format!("{again}.partial");
    std::fs::write(&partial, &whole[..whole.len() * 3 / 4]).unwrap();
    assert_eq!(line(&resume).code, 0);
    assert!(!Path::new(&partial).exists());
    let finished = std::fs::read(&again).unwrap();
    assert_eq!(finished[..whole.len() / 2], whole[..whole.len() / 2]);
    let verify = format!("verify {again} --expect");
    let mut arguments: Vec<&str> = verify.split(' ').collect();
    arguments.push("amazons 4x5 black");
    assert_eq!(run(arguments).code, 0);
    // after a limit, incomplete files are left alone, and the message says how to continue
    std::fs::write(&partial, &whole[..whole.len() * 3 / 4]).unwrap();
    let stopped = line(&format!("{resume} --time 1ms"));
    assert_eq!(stopped.code, 3, "{stopped:?}");
    let advice = format!("--resume {checkpoint} --proof {again}`");
    assert!(stopped.stderr.contains(&advice), "{stopped:?}");
    let left = std::fs::read(&partial).unwrap();
    assert!(left.len() > 100 && whole.starts_with(&left), "{} bytes", left.len());
}

/// Takes some minutes.
#[test]
#[ignore = "heavy"]
fn five_by_five_survives_twenty_kills() {
    let flags = "--databases quick --memory 256M --checkpoint-every 1s";
    line("db list --databases quick"); // built before the first kill
    let answer = survives("5x5", flags, 20);
    assert_eq!(answer["winner"], "white");
}

#[test]
fn a_limit_says_how_to_go_on_and_the_rest_is_less() {
    let folder = Folder::new("resume");
    let path = folder.path().join("c").to_str().unwrap().to_owned();
    let flags = "--databases none --threads 1 --memory 64M";
    let whole = line(&format!("solve amazons 4x6 {flags} --json")).json();
    let nodes = whole["nodes"].as_u64().unwrap();
    let half = nodes * 3 / 4;
    let stopped =
        line(&format!("solve amazons 4x6 {flags} --nodes {half} --json --checkpoint {path}"));
    assert_eq!(stopped.code, 3);
    let advice = format!("lastmove solve amazons --resume {path}");
    assert!(stopped.stderr.contains(&advice), "{stopped:?}");
    // The board is in the file; naming it is allowed.
    let rest = line(&format!("solve amazons --resume {path} --databases none --threads 1 --json"));
    let rest = rest.json();
    assert_eq!(rest["winner"], whole["winner"]);
    assert_eq!(rest["earlier"]["nodes"], half, "what was done before is not forgotten");
    assert!(rest["nodes"].as_u64().unwrap() < nodes, "{rest}");
    // A solved board stays solved.
    let again = line(&format!("solve amazons 4x6 --resume {path} --databases none --json")).json();
    assert!(again["nodes"].as_u64().unwrap() < 10 + nodes / 10, "{again}");
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let folder = Folder::new("mismatch");
    let path = folder.path().join("c").to_str().unwrap().to_owned();
    let made =
        line(&format!("solve amazons 4x4 --databases none --memory 16M --checkpoint {path}"));
    assert_eq!(made.code, 0, "{made:?}");
    let refused = |arguments: &str, says: &str| {
        let result = line(&format!("{arguments} --quiet")); // databases may have to be built first
        assert_eq!(result.code, 2, "{arguments}: {result:?}");
        assert!(result.stderr.contains(says), "{arguments}: {result:?}");
        assert_eq!(result.stderr.lines().count(), 1, "{result:?}");
    };
    refused(&format!("solve amazons 4x5 --databases none --resume {path}"), "not of \"1qq1/q2q");
    refused(&format!("solve domineering 4x4 --resume {path}"), "it is of amazons");
    refused(
        &format!("solve amazons 4x4 --databases none --memory 32M --resume {path}"),
        "--memory",
    );
    refused(&format!("solve amazons --databases quick --resume {path}"), "--databases none");
    refused(&format!("solve amazons 4x4 --databases none --checkpoint {path}"), "--resume");
    refused("solve amazons --resume /nowhere/at/all", "cannot read");
    let flags = "--databases none --algorithm alphabeta";
    refused(&format!("solve amazons 4x4 {flags} --checkpoint {path}.b"), "dfpn");
    // altered, truncated, another kind of file
    let bytes = std::fs::read(&path).unwrap();
    let mut altered = bytes.clone();
    altered[bytes.len() / 2] ^= 4;
    for (bad, says) in [
        (&altered[..], "altered"),
        (&bytes[..bytes.len() - 20], "truncated"),
        (&b"something else"[..], "not a checkpoint file"),
    ] {
        std::fs::write(&path, bad).unwrap();
        refused(&format!("solve amazons 4x4 --databases none --resume {path}"), says);
    }
}

#[test]
fn domineering_has_checkpoints_too() {
    let folder = Folder::new("domineering");
    let path = folder.path().join("c").to_str().unwrap().to_owned();
    let whole = line("solve domineering 8x8 --threads 1 --json").json();
    let some = whole["nodes"].as_u64().unwrap() * 3 / 4;
    let stopped = line(&format!(
        "solve domineering 8x8 --threads 1 --nodes {some} --json --checkpoint {path}"
    ));
    assert_eq!(stopped.code, 3, "{stopped:?}");
    let rest = line(&format!("solve domineering --resume {path} --threads 1 --json")).json();
    assert_eq!(rest["class"], whole["class"]);
    assert!(rest["nodes"].as_u64() < whole["nodes"].as_u64(), "{rest}");
}

#[test]
fn a_record_is_continued() {
    let folder = Folder::new("record");
    let record = folder.path().join("7x9.record").to_str().unwrap().to_owned();
    let flags = "--databases none --threads 1 --quiet --json";
    let search = format!("solve domineering 7x9 {flags}");
    let whole = line(&search).json();
    let search = format!("{search} --record {record} --record-nodes 100");
    let stopped = line(&format!("{search} --nodes 4000"));
    assert_eq!(stopped.code, 3, "{stopped:?}");
    let told = line(&format!("{search} --nodes 1").replace(" --json", ""));
    assert!(told.stderr.contains("go on with the same command"), "{told:?}");
    // as if the machine had crashed in the middle of a line
    let text = std::fs::read_to_string(&record).unwrap();
    assert!(text.lines().count() > 10, "{text}");
    std::fs::write(&record, &text[..text.len() - 20]).unwrap();
    let nodes = |answer: &Value| answer["nodes"].as_u64().unwrap();
    let rest = line(&search).json();
    assert_eq!(rest["class"], whole["class"]);
    assert!(nodes(&rest) < nodes(&whole) - 1000, "{rest} {whole}");
    // every line is right, and the last one counts all runs
    let text = std::fs::read_to_string(&record).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.last().unwrap()["total"].as_u64().unwrap() > nodes(&rest) + 1000, "{text}");
    for line in lines[1..].iter().step_by(8) {
        let position = line["position"].as_str().unwrap();
        let arguments = ["solve", "domineering", position, "--databases", "none", "--json"];
        assert_eq!(run(arguments).json()["winner"], line["winner"], "{line}");
    }
    let again = line(&search).json();
    assert_eq!(again["class"], whole["class"]);
    assert!(nodes(&again) < 200, "{again}");

    let refused = |arguments: &str, why: &str| {
        let refused = line(&format!("solve {arguments} --quiet --record {record}"));
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.stderr.contains(why), "{refused:?}");
    };
    refused("domineering 8x8", "the record of domineering 9/9/9/9/9/9/9");
    refused("amazons 4x4 --databases none", "is for Domineering");
    std::fs::write(&record, text.replacen("\"winner\"", "\"loser\"", 1)).unwrap();
    refused("domineering 7x9", "line 2: ");
    let of_another = text.replacen(lines[1]["position"].as_str().unwrap(), "9/9 v", 1);
    std::fs::write(&record, of_another).unwrap();
    refused("domineering 7x9", "a position of another board");
}

/// Runs the program with a limit of `blocks` blocks of 512 bytes for files, as on a full disk.
#[cfg(unix)]
fn on_a_full_disk(blocks: usize, arguments: &str) -> Run {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {arguments}");
    let mut shell = std::process::Command::new("sh");
    let shell = shell.args(["-c", &script, common::LASTMOVE]).env("LASTMOVE_CACHE", common::CACHE);
    Run::of(shell.output().unwrap())
}

#[cfg(unix)]
#[test]
fn a_checkpoint_that_could_not_be_written_is_not_advised() {
    let folder = Folder::new("full");
    let path = folder.path().join("c");
    let flags = "--databases none --threads 1 --memory 16M --nodes 5000 --quiet";
    let run = on_a_full_disk(
        1,
        &format!(
            "solve amazons 5x5 {flags} --checkpoint-every 50ms --checkpoint {}",
            path.display()
        ),
    );
    assert_eq!(run.code, 3, "{run:?}");
    assert!(!path.exists() && !run.stderr.contains("--resume"), "{run:?}");
    assert!(run.stderr.contains("no checkpoint could be written"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_record_that_cannot_be_written_is_told_once_and_by_the_exit_code() {
    let folder = Folder::new("full-record");
    let path = folder.path().join("record");
    let flags = "--databases none --threads 1 --record-nodes 1 --quiet";
    let arguments = format!("solve domineering 8x8 {flags} --record {}", path.display());
    let run = on_a_full_disk(1, &arguments);
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    assert!(run.stderr.contains("--record") && run.stderr.contains("not whole"), "{run:?}");
    assert!(run.stdout.contains("first player"), "the answer is not lost: {run:?}");
    let json = on_a_full_disk(1, &format!("{arguments} --json"));
    assert_eq!((json.code, &json.json()["class"]), (1, &Value::from("1")), "{json:?}");
    // complete lines are used, and the search continues
    assert_eq!(line(&arguments).code, 0);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{text}");
}
