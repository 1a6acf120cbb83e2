//! The answers of the commands.

mod common;

use common::{Folder, line, run};

#[test]
fn perft_counts() {
    for (arguments, board, position, nodes) in [
        ("perft amazons 10x10 2", "10x10", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", 4_307_152),
        ("perft amazons 8x8 2", "8x8", "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w", 1_331_198),
        ("perft amazons 5x6 0", "5x6", "1q1q1/q3q/5/5/Q3Q/1Q1Q1 w", 1),
        ("perft amazons 5x6 1", "5x6", "1q1q1/q3q/5/5/Q3Q/1Q1Q1 w", 410),
        ("perft domineering 4x5 1", "4x5", "5/5/5/5 v", 15),
        ("perft domineering 2x2 2", "2x2", "2/2 v", 0),
    ] {
        let run = line(&format!("{arguments} --json"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
        let json = run.json();
        assert_eq!(json["nodes"], nodes, "{arguments}");
        assert_eq!(json["board"], board);
        assert_eq!(json["position"], position);
        assert!(json["seconds"].is_f64() && json["depth"].is_u64(), "{json}");
        assert_eq!(json["game"], arguments.split(' ').nth(1).unwrap());
    }
    let json = run(["perft", "domineering", "4/4 h", "1", "--json"]).json();
    assert_eq!((json["nodes"].as_u64(), json["position"].as_str()), (Some(6), Some("4/4 h")));
}

#[test]
fn perft_divides() {
    let json = line("perft amazons 4x4 2 --divide --json").json();
    let parts = json["divide"].as_array().unwrap();
    assert_eq!(parts.len(), 88);
    assert_eq!(parts.iter().map(|p| p["nodes"].as_u64().unwrap()).sum::<u64>(), 4336);
    assert!(parts.iter().any(|p| p["move"] == "b1-b3/c2"));
    let text = line("perft amazons 4x4 2 --divide").stdout;
    assert!(text.contains("Amazons 4x4, depth 2: 4,336 leaves\n"), "{text}");
}

#[test]
fn show_draws_and_counts() {
    let text = line("show amazons 4x4").stdout;
    let expected = "\
Amazons 4x4, White to move

  +---------+
4 | . q q . |
3 | q . . q |
2 | Q . . Q |
1 | . Q Q . |
  +---------+
    a b c d

position  1qq1/q2q/Q2Q/1QQ1 w
moves     White 88, Black 88
squares   8 empty, 0 burnt
";
    assert_eq!(text, expected);
    let json = run(["show", "amazons", "5x6", "--moves", "1. b1-b4 (d4)", "--json"]).json();
    assert_eq!(json["moves"]["black"], 157);
    assert_eq!(json["to_move"], "black");
    assert_eq!(json["played"], serde_json::json!(["b1-b4/d4"]));
    let json = run(["show", "amazons", "1q2/4/4/2Q1", "--json"]).json();
    assert!(json["to_move"].is_null());
    let json = run(["show", "domineering", "3x3", "--moves", "1,1 2,2", "--list", "--json"]).json();
    assert_eq!(json["position"], "*2/***/3 v");
    assert_eq!(json["list"], serde_json::json!([]));
    let highlighted = run(["show", "domineering", "1x2", "--highlight", "1,2"]).stdout;
    assert!(highlighted.contains("| .[.]|"), "{highlighted}");
}

#[test]
fn games_are_saved_and_shown_again() {
    let folder = Folder::new("sgf");
    let path = folder.path().join("game.sgf");
    let path = path.to_str().unwrap();
    let moves = "b1-b4/d4 b6-b5/d3";
    let saved = run(["show", "amazons", "5x6", "--moves", moves, "--write-sgf", path, "--json"]);
    let again = run(["show", "amazons", "--sgf", path, "--json"]);
    assert_eq!((saved.code, again.code), (0, 0), "{saved:?} {again:?}");
    assert_eq!(saved.json(), again.json());
    let first = run(["show", "amazons", "--sgf", path, "--ply", "1", "--json"]).json();
    assert_eq!(first["played"].as_array().unwrap().len(), 1);
    let late = run(["show", "amazons", "--sgf", path, "--ply", "3"]);
    assert_eq!(late.code, 2);
    assert!(late.stderr.contains("game.sgf: --ply 3: the game has only 2 moves"), "{late:?}");
    let missing = folder.path().join("no").join("game.sgf");
    let unwritable = run(["show", "amazons", "5x6", "--write-sgf", missing.to_str().unwrap()]);
    assert_eq!(unwritable.code, 1);
    assert!(unwritable.stderr.contains("cannot write"), "{unwritable:?}");
}

#[test]
fn bench_has_the_same_checksum_every_time() {
    let [first, second] = [(); 2].map(|()| line("bench --quick --json").json());
    assert_eq!(first["checksum"], second["checksum"]);
    let entries = first["sections"][0]["entries"].as_array().unwrap();
    assert_eq!(entries[0]["nodes"], 129_436);
}

#[test]
fn a_bare_call_gives_an_overview() {
    let bare = line("");
    assert_eq!((bare.code, bare.stderr.as_str()), (0, ""));
    let json = line("--json").json();
    for command in json["commands"].as_array().unwrap() {
        assert!(bare.stdout.contains(command["command"].as_str().unwrap()));
    }
}

#[test]
fn positions_of_games_are_solved() {
    let folder = Folder::new("solve-game");
    let path = folder.path().join("game.sgf");
    let path = path.to_str().unwrap();
    run(["show", "amazons", "4x4", "--moves", "b1-b3/c2 a3-b2/b1", "--write-sgf", path]);
    let solve = |more: &[&str]| {
        let arguments = ["solve", "amazons", path, "--databases", "none", "--json"];
        run(arguments.iter().chain(more)).json()
    };
    assert_eq!(solve(&[])["position"], "1qq1/1Q1q/Qq*Q/1*Q1 w");
    assert_eq!(solve(&["--ply", "0"])["position"], "1qq1/q2q/Q2Q/1QQ1 w");
    let late = solve(&["--ply", "3"]);
    assert!(late["error"].as_str().unwrap().contains("game.sgf: --ply 3: the game has only 2"));
    let board = run(["solve", "amazons", "4x4", "--ply", "1"]);
    assert_eq!(board.code, 2, "{board:?}");
    let missing = run(["solve", "amazons", "no.sgf"]);
    assert!(missing.stderr.contains("no.sgf: "), "{missing:?}");
}

#[test]
fn pages_for_man_are_made_from_the_definitions() {
    let folder = Folder::new("man");
    let made = run(["man", folder.path().to_str().unwrap(), "--json"]).json();
    let pages = made["pages"].as_array().unwrap();
    assert!(pages.contains(&"lastmove-db-build.1".into()), "{made}");
    for page in pages {
        let text = std::fs::read_to_string(folder.path().join(page.as_str().unwrap())).unwrap();
        assert!(text.contains(".SH SYNOPSIS"), "{page}: {text}");
    }
    let solve = std::fs::read_to_string(folder.path().join("lastmove-solve.1")).unwrap();
    assert!(solve.contains(".SH EXAMPLES\n.nf\nlastmove solve amazons 4x4\n"), "{solve}");
}

#[test]
fn nothing_is_coloured_in_a_pipe() {
    for arguments in ["--help", "solve --help", "solve amazons 5x", "--wrong"] {
        let mut command = common::command();
        command.env("TERM", "xterm-256color").env_remove("NO_COLOR");
        let run = common::Run::of(command.args(arguments.split(' ')).output().unwrap());
        assert!(!run.stdout.contains('\x1b') && !run.stderr.contains('\x1b'), "{run:?}");
    }
}

#[test]
fn paragraphs_of_help_are_wrapped() {
    let wide = line("solve --help").stdout;
    assert!(wide.lines().all(|line| line.chars().count() <= 100), "{wide}");
    let mut command = common::command();
    command.env("COLUMNS", "60").args(["solve", "--help"]);
    let narrow = common::Run::of(command.output().unwrap()).stdout;
    assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
    assert!(narrow.contains("\nLimits apply to the whole command: to all moves of --moves,\n"));
}

#[test]
fn spellings_of_analyse_are_one_command() {
    let fields = |command| line(&format!("{command} amazons 4x4 --nodes 20 --json")).json();
    assert_eq!(fields("analyse")["best_move"], fields("analyze")["best_move"]);
}

#[test]
fn completions_know_values_that_are_open() {
    let bash = line("completions bash").stdout;
    for values in ["none quick standard", "1 2 3 4 5 6 7 8 9 10", "song-b1"] {
        assert!(bash.contains(values), "{values}");
    }
}

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = line(&format!("completions {shell}"));
        assert_eq!(run.code, 0);
        assert!(run.stdout.contains("perft"), "{shell}");
    }
    assert_eq!(line("completions fish --json").json()["shell"], "fish");
}
