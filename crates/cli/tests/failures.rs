//! Bad input and early ends: the exit code and one line that names the place.

mod common;

use common::{Folder, LASTMOVE, Run, line, run};
#[cfg(unix)]
use common::{signal, wait_until_at_work};
use proptest::prelude::*;
use std::process::{Command, Stdio};

/// Fails with exit code 2 and one line; `--json` carries the same line.
fn refused(arguments: &[&str]) -> String {
    let plain = run(arguments);
    assert_eq!((plain.code, plain.stdout.as_str()), (2, ""), "{arguments:?} {plain:?}");
    assert_eq!(plain.stderr.lines().count(), 1, "{plain:?}");
    let json = run([arguments, &["--json"]].concat());
    assert_eq!(json.code, 2);
    assert_eq!(json.stderr, plain.stderr);
    let said = plain.stderr.trim_end().strip_prefix("lastmove: ").unwrap();
    assert_eq!(json.json()["error"], said);
    said.to_owned()
}

#[test]
fn bad_boards() {
    for (game, board, expected) in [
        (
            "amazons",
            "4/3/4/4 w",
            "board \"4/3/4/4 w\": row 2 has 3 squares, expected 4 as in row 1",
        ),
        ("amazons", "4/2z1/4 w", "column 4: 'z' is not a square; expected Q, q,"),
        ("amazons", "12x12", "a board has at most 128 squares, 12x12 has 144"),
        ("amazons", "27x4", "at most 26 files, got 27"),
        ("amazons", "4", "board \"4\": one number is no board; name it by two, such as 5x6"),
        ("amazons", "5x", "board \"5x\": a board is named by two numbers, such as 5x6"),
        ("domineering", "x5", "board \"x5\": a board is named by two numbers, such as 5x6"),
        ("amazons", "3x3", "the corner layout needs at least 4 files and 4 ranks"),
        ("amazons", "0x5", "board \"0x5\": a board needs at least one row and one column"),
        ("amazons", "", "board \"\": the position is empty"),
        ("amazons", "1q2/4/4/2Q1", "names no side to move; add w or b"),
        ("amazons", "4/4 v", "the side to move is that of Domineering; expected w or b"),
        ("amazons", "1b2/4 w", "square b2: blockers (B or b) are allowed in areas only"),
        ("amazons", "4/4 w extra", "column 7: 'extra' is unexpected"),
        ("amazons", "6x6-outer", "'outer' is not a layout"),
        ("amazons", "5x3-two", "the layout -two needs at least 2 files and 4 ranks, got 5x3"),
        ("amazons", "4//4 w", "row 2 is empty (column 3)"),
        ("amazons", "4\n4 w", "board \"4\\n4 w\": column 3: '4' is not a side to move"),
        ("domineering", "0x5", "a board needs at least one row and one column, got 0x5"),
        ("domineering", "12x12", "more than 128 squares"),
        ("domineering", "", "the position is empty"),
        ("domineering", "4/3", "row 2 has 3 squares, expected 4"),
        ("domineering", "4/1q2", "row 2, column 2: Domineering has no amazons"),
        ("domineering", "4/4 w", "the side to move is that of Amazons; expected v or h"),
    ] {
        let said = refused(&["perft", game, board, "1"]);
        assert!(said.contains(expected), "{board}: {said}");
    }
}

#[test]
fn bad_moves() {
    for (game, board, moves, expected) in [
        (
            "amazons",
            "5x6",
            "b1-b4/d4 b6-b9/a1",
            "move 2 (column 10) \"b6-b9/a1\": column 4: 'b9' is not on the 5x6 board",
        ),
        ("amazons", "5x6", "a1-a3/a4", "move 1 (column 1) \"a1-a3/a4\": white has no amazon on a1"),
        ("amazons", "5x6", "b1-c3/a4", "the amazon on b1 cannot move to c3"),
        ("amazons", "5x6", "b1-b4/d3", "the arrow cannot fly from b4 to d3"),
        ("amazons", "5x6", "b1:b4", "column 3: expected a square such as d7"),
        ("amazons", "1q2/4/4/2Q1", "b1-b2/b1", "names no side to move"),
        (
            "domineering",
            "2x3",
            "1,1 1,1",
            "move 2 (column 5) \"1,1\": horizontal cannot place a domino at 1,1",
        ),
        (
            "domineering",
            "2x3",
            "3,1",
            "row 3, column 1 is not on the board of 2 rows and 3 columns",
        ),
        ("domineering", "2x3", "a1", "column 1: expected row,column"),
    ] {
        let said = refused(&["show", game, board, "--moves", moves]);
        assert!(said.contains(expected), "{moves}: {said}");
    }
    assert!(refused(&["show", "amazons", "5x6", "--highlight", "z9"]).contains("'z9' is not on"));
}

#[test]
fn bad_usage() {
    for (arguments, expected) in [
        (
            &["perft"][..],
            "required arguments were not provided: <GAME> <BOARD> <DEPTH>; see `lastmove perft --help`",
        ),
        (&["perft", "chess", "5x6", "1"], "invalid value 'chess'"),
        (
            &["perft", "amazons", "5x6", "deep"],
            "invalid value 'deep' for '<DEPTH>': expected a number of moves such as 3",
        ),
        (&["perft", "amazons", "5x6", "-1"], "expected a number of moves such as 3"),
        (
            &["analyse", "amazons", "nosuch"],
            "nor is it a file that exists or a printed game such as yamazon-anky",
        ),
        (&["analyse", "domineering", "nosuch"], "nor is it a file that exists"),
        (&["perft", "amazons", "5x6", "1", "--time", "soon"], "expected a time such as 30"),
        (
            &["perft", "amazons", "5x6", "1", "--nodes", "-1"],
            "invalid value '-1' for '--nodes <N>': expected a count",
        ),
        (&["frob"], "unrecognized subcommand 'frob'; see `lastmove --help`"),
        (&["--fly"], "unexpected argument '--fly'"),
        (&["show", "amazons", "--sgf", "/nowhere/game.sgf"], "/nowhere/game.sgf: No such file"),
        (&["show", "domineering", "--sgf", "x"], "SGF has no Domineering"),
    ] {
        let said = refused(arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn broken_games_name_file_and_line() {
    let folder = Folder::new("broken");
    let path = folder.path().join("broken.sgf");
    std::fs::write(&path, "(;GM[18]SZ[4]AW[aa]\n;W[aaacab]\n;W[acadae])").unwrap();
    let said = refused(&["show", "amazons", "--sgf", path.to_str().unwrap()]);
    assert!(said.contains("broken.sgf: line 3: W[acadae]: expected a move"), "{said}");
    std::fs::write(&path, "(;".repeat(1_000_000)).unwrap();
    let said = refused(&["show", "amazons", "--sgf", path.to_str().unwrap()]);
    assert!(said.contains("more than the 1048576 that are read"), "{said}");
}

#[test]
fn a_limit_is_exit_code_3() {
    let run = line("perft amazons 10x10 5 --nodes 1M --json");
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.stderr.starts_with("lastmove: the node limit was reached;"), "{run:?}");
    let json = run.json();
    assert!(json["error"].as_str().unwrap().starts_with("the node limit was reached"));
    assert!((990_000..=1_000_000).contains(&json["nodes"].as_u64().unwrap()), "{json}");
    assert_eq!(line("perft amazons 10x10 5 --time 50ms").code, 3);
    assert_eq!(line("bench --quick --nodes 1000").code, 3);
}

#[test]
fn a_closed_pipe_is_a_normal_end() {
    let mut child = Command::new(LASTMOVE)
        .args(["perft", "amazons", "10x10", "1", "--divide", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_cleanly_with_130() {
    let mut child = Command::new(LASTMOVE)
        .args(["perft", "amazons", "10x10", "6", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_at_work(&mut child);
    signal(&child, "INT");
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, 130, "{run:?}");
    assert!(run.stderr.contains("interrupted") && run.stderr.contains("run it again"), "{run:?}");
    assert!(run.json()["nodes"].as_u64().unwrap() > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn odd_arguments_never_crash(
        words in prop::collection::vec(prop_oneof![
            8 => prop::sample::select(vec![
                "show", "perft", "completions", "amazons", "domineering", "5x6", "0x5", "1x1", "",
                "1", "2", "0", "--json", "--divide", "--moves", "--list", "--ascii", "--highlight",
                "--nodes", "--time", "-1", "b1-b4/d4", "1,1", "q1Q w", "2*1/4 h", "--", "--help",
                "--sgf", "-q", "bash", "128x1", "1x128", "11x11", "26x4",
            ]).prop_map(str::to_owned),
            1 => "[^0-9\u{0}]{0,8}",
        ], 0..7),
    ) {
        let run = run(&words);
        prop_assert!([0, 1, 2, 3].contains(&run.code), "{words:?} {run:?}");
        if run.code != 0 {
            prop_assert_eq!(run.stderr.lines().count(), 1, "{:?} {:?}", words, run);
        }
        let plain = words.iter().any(|w| w == "--" || w == "--help");
        if words.iter().any(|w| w == "--json") && !plain && !run.stdout.starts_with("lastmove ") {
            run.json();
        }
    }
}
