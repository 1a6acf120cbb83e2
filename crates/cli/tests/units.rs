//! Work units: split, solved with interruptions, merged, with certificates.

mod common;

use common::{Folder, command, has_ended, line, run, wait_until};
use serde_json::Value;
use std::process::Stdio;

/// Solves units, with occasional kills, and merges, until the root is decided. Returns the answer,
/// the rounds, and the kills that came before the end of a run.
fn rounds(folder: &Folder, flags: &str, most_kills: usize) -> (Value, usize, usize) {
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, parts, joined) = (path("units"), path("parts"), path("joined"));
    let mut kills = 0;
    for round in 1..40 {
        while kills < most_kills {
            let done = || std::fs::metadata(format!("{file}.done")).map_or(0, |data| data.len());
            let before = done();
            let mut child = command()
                .args(["solve", "--units", &file, "--proof", &parts, "--quiet"])
                .args(flags.split_whitespace())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            wait_until("a unit is done", || done() > before || has_ended(&mut child));
            child.kill().unwrap();
            if child.wait().unwrap().code().is_some() {
                break;
            }
            kills += 1;
        }
        let worked = line(&format!("solve --units {file} --proof {parts} {flags} --json"));
        assert_eq!(worked.code, 0, "{worked:?}");
        let worked = worked.json();
        assert_eq!(worked["open"], 0);
        let number = |name: &str| worked[name].as_u64().unwrap();
        assert_eq!(number("done") + number("moot"), number("units"));
        if number("refuted") == 0 {
            assert_eq!(number("moot"), 0);
        }
        let merged = line(&format!("solve --units {file} --merge --proof {joined} {flags} --json"));
        assert_eq!(merged.code, 0, "{merged:?}");
        let merged = merged.json();
        if merged["winner"] != Value::Null {
            return (merged, round, kills);
        }
        assert!(merged["added"].as_u64().unwrap() > 0, "{merged}");
    }
    panic!("it goes round and round");
}

fn split(folder: &Folder, arguments: &[&str], flags: &str) -> Value {
    let file = folder.path().join("units").to_str().unwrap().to_owned();
    let mut all = vec!["solve"];
    all.extend(arguments);
    all.extend(["--units", &file, "--json"]);
    all.extend(flags.split_whitespace());
    run(all).json()
}

#[test]
fn units_of_a_board_make_up_its_proof_though_runs_are_killed() {
    let folder = Folder::new("units");
    let flags = "--databases none --memory 256M --threads 2";
    let written = split(&folder, &["amazons", "4x5", "--split", "2", "--assume", "black"], flags);
    assert!(written["units"].as_u64().unwrap() > 10, "{written}");
    assert_eq!(written["winner"], Value::Null);
    let (merged, rounds, kills) = rounds(&folder, flags, 5);
    eprintln!("{rounds} rounds, {kills} kills, {merged}");
    assert!(kills > 0, "no run was killed in time");
    assert_eq!(merged["winner"], "black");
    let joined = folder.path().join("joined");
    let joined = joined.to_str().unwrap();
    let verified = run(["verify", joined, "--expect", "amazons 4x5 black", "--json"]).json();
    assert_eq!(verified["valid"], true, "{verified}");
}

/// The wrong side is assumed to win: all its moves are refuted, and the proof is for the other
/// side.
#[test]
fn a_wrong_assumption_is_refuted_with_a_proof() {
    let folder = Folder::new("refuted");
    let flags = "--databases none --memory 64M --threads 1";
    let written = split(&folder, &["amazons", "4x4", "--split", "1", "--assume", "white"], flags);
    assert_eq!(written["assumed"], "white");
    let (merged, rounds, _) = rounds(&folder, flags, 0);
    assert_eq!(merged["winner"], "black", "{rounds} rounds");
    let joined = folder.path().join("joined");
    let verified = run(["verify", joined.to_str().unwrap(), "--expect", "amazons 4x4 black"]);
    assert_eq!(verified.code, 0, "{verified:?}");
}

#[test]
fn domineering_has_units_too() {
    let folder = Folder::new("dominoes");
    let board = format!("{}/6 v", ["6"; 5].join("/"));
    let whole = run(["solve", "domineering", &board, "--json"]).json();
    let winner = whole["first"]["vertical"]["winner"].as_str().unwrap();
    for assumed in ["vertical", "horizontal"] {
        let file = folder.path().join(assumed).to_str().unwrap().to_owned();
        let flags = ["--split", "3", "--assume", assumed, "--units", &file, "--json"];
        let mut found = run(["solve", "domineering", &board].iter().chain(&flags)).json();
        for _ in 0..60 {
            if found["winner"] != Value::Null {
                break;
            }
            let worked = line(&format!("solve --units {file} --threads 1"));
            assert_eq!(worked.code, 0, "{worked:?}");
            found = line(&format!("solve --units {file} --merge --json")).json();
        }
        assert_eq!(found["winner"], winner, "{assumed} assumed: {found}");
    }
}

/// The certificates of the units are joined into that of the board, whichever side was assumed to
/// win.
#[test]
fn units_of_domineering_make_up_a_proof() {
    let flags = "--databases none --memory 64M --threads 2";
    // a board whose winner neither the evaluation nor the checker sees at once
    let board = "6/6/2*1**/6/*4*/6/1*4 h";
    for assumed in ["vertical", "horizontal"] {
        let folder = Folder::new(&format!("domino-proof-{assumed}"));
        let arguments = ["domineering", board, "--split", "2", "--assume", assumed];
        let written = split(&folder, &arguments, flags);
        assert!(written["units"].as_u64().unwrap() > 1, "{written}");
        let (merged, rounds, _) = rounds(&folder, flags, 0);
        assert_eq!(merged["winner"], "horizontal", "{rounds} rounds");
        assert!(merged["certificate"]["positions"].as_u64().unwrap() > 1, "{merged}");
        let joined = folder.path().join("joined");
        let expect = format!("domineering {board} horizontal");
        let verified = run(["verify", joined.to_str().unwrap(), "--expect", &expect]);
        assert_eq!(verified.code, 0, "{verified:?}");
    }
}

#[test]
fn units_that_reach_a_limit_stay_open_and_mistakes_are_named() {
    let folder = Folder::new("limits");
    let flags = "--databases none --memory 64M --threads 1";
    split(&folder, &["amazons", "4x5", "--split", "2", "--assume", "black"], flags);
    let file = folder.path().join("units").to_str().unwrap().to_owned();
    let limited = line(&format!("solve --units {file} {flags} --nodes 1 --json"));
    assert_eq!(limited.code, 3, "{limited:?}");
    assert!(limited.json()["open"].as_u64().unwrap() > 0);
    // a result that a kill left incomplete is dropped
    let done = format!("{file}.done");
    let mut results = std::fs::read_to_string(&done).unwrap();
    results += "{\"unit\":1,\"posi";
    std::fs::write(&done, results).unwrap();
    let again = line(&format!("solve --units {file} {flags} --nodes 1 --json"));
    assert_eq!(again.code, 3, "{again:?}");
    assert!(!std::fs::read_to_string(&done).unwrap().contains("\"posi{"));
    let refused = |arguments: &str, says: &str| {
        let result = line(arguments);
        assert_eq!(result.code, 2, "{arguments}: {result:?}");
        assert!(result.stderr.contains(says), "{arguments}: {result:?}");
    };
    refused(&format!("solve amazons 4x4 --split 2 --units {file} {flags}"), "exists");
    refused(&format!("solve domineering --units {file} {flags}"), "of Amazons");
    refused(&format!("solve amazons 4x4 --units {file} {flags}"), "leave it out");
    refused(&format!("solve --units {file} --databases quick"), "--databases none");
    refused("solve --units /nowhere/units", "No such file");
    refused(
        &format!("solve amazons 4x4 --split 2 --assume grey --units {file}x"),
        "white or black",
    );
    refused(&format!("solve domineering 4x4 --split 2 --units {file}x"), "side to move");
    refused("solve amazons 4x4 --split 2", "--units");
    refused("solve", "<GAME>");
}

/// With its first move given, a board is proved from its start by the units after that move.
#[test]
fn units_after_a_first_move_prove_the_board() {
    let folder = Folder::new("first-move");
    let flags = "--databases none --memory 64M --threads 1";
    let first = ["amazons", "5x4", "--split", "1", "--first-move", "b1b2,b2d2"];
    let written = split(&folder, &first, flags);
    assert_eq!(written["position"], "1q1q1/q3q/Q3Q/1Q1Q1 w", "{written}");
    let (merged, _, _) = rounds(&folder, flags, 0);
    assert_eq!(merged["winner"], "white");
    let joined = folder.path().join("joined");
    let verified = run(["verify", joined.to_str().unwrap(), "--expect", "amazons 5x4 white"]);
    assert_eq!(verified.code, 0, "{verified:?}");
    // a losing move, an illegal one, and one of the loser
    let file = folder.path().join("other").to_str().unwrap().to_owned();
    let split = format!("solve amazons 4x4 --split 1 --units {file} {flags} --first-move");
    let refused = |arguments: &str, says: &str| {
        let refused = line(arguments);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.stderr.contains(says), "{refused:?}");
    };
    refused(&format!("{split} b1-b9/b1"), "--first-move");
    refused(&format!("{split} b1-b2/b1 --assume black"), "is not to move");
    refused(&format!("solve --units {file} --first-move b1-b2/b1 {flags}"), "--first-move");
}
