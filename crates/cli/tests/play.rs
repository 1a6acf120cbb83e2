//! The commands that play: protocols, matches, and the board in the terminal.

mod common;

use common::{Folder, command, line, piped, piped_to, run};

#[test]
fn gtp_and_uci_answer() {
    let input = "boardsize 5 6\n1 showboard\n2 play w b1-b4/d4\n3 genmove b\nquit\n";
    let said = piped("gtp --nodes 10 --databases none", input);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.stdout.starts_with("= \n\n=1 \n") || said.stdout.starts_with("= \n\n=1   +"));
    assert!(said.stdout.contains("| . q . q . |"), "{}", said.stdout);
    assert!(said.stdout.contains("\n\n=2 \n\n=3 "), "{}", said.stdout);
    let said = piped("uci --databases none", "uci\ngo nodes 5\n");
    assert!(said.stdout.contains("uciok\n") && said.stdout.contains("\nbestmove "), "{said:?}");
    for protocol in ["gtp", "uci"] {
        let refused = line(&format!("{protocol} --json"));
        assert_eq!(refused.code, 2);
        assert!(refused.json()["error"].as_str().unwrap().contains("--json"));
    }
}

#[test]
fn a_match_is_kept_and_resumed() {
    let folder = Folder::new("match");
    let file = folder.path().join("duel.jsonl");
    let games = folder.path().join("games");
    let play = |n: &str, more: &[&str]| {
        let mut arguments = vec!["match", "strong", "strong:level=1", "--board", "5x5", "--json"];
        arguments.extend(["--nodes", "10", "--databases", "none", "--games", n, "--resume"]);
        arguments.extend([file.to_str().unwrap(), "--sgf", games.to_str().unwrap()]);
        arguments.extend(more);
        run(arguments)
    };
    let first = play("2", &[]);
    assert_eq!(first.code, 0, "{first:?}");
    let answer = first.json();
    assert_eq!(answer["games"], 2);
    let wins = answer["wins"].as_array().unwrap();
    assert_eq!(wins[0].as_u64().unwrap() + wins[1].as_u64().unwrap(), 2);
    assert_eq!(first.stderr.matches("game ").count(), 2, "{}", first.stderr);
    let kept = std::fs::read_to_string(&file).unwrap();
    assert_eq!(kept.lines().count(), 3);

    // A line that was cut short is played again.
    std::fs::write(&file, format!("{kept}{{\"game\": 2, \"whi")).unwrap();
    let more = play("4", &["--quiet"]);
    assert_eq!(more.json()["games"], 4);
    assert!(more.stderr.is_empty(), "{}", more.stderr);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(&kept) && text.lines().count() == 5, "{text}");

    let other = play("4", &["--seed", "2"]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("another match"), "{}", other.stderr);

    assert_eq!(std::fs::read_dir(&games).unwrap().count(), 4);
    let sgf = games.join("game-0001.sgf");
    let shown = run(["show", "amazons", "--sgf", sgf.to_str().unwrap(), "--json"]);
    assert_eq!(shown.code, 0, "{shown:?}");
    let text = std::fs::read_to_string(sgf).unwrap();
    assert!(text.contains("PW[strong]PB[strong:level=1]RE["), "{text}");
}

#[test]
fn bad_matches_are_refused() {
    for arguments in [
        "match strong weak",
        "match strong strong --sprt 80 0",
        "match strong strong --board 3x3",
        "match strong strong --games 0",
        "match strong strong --increment 1s",
    ] {
        let refused = line(arguments);
        assert_eq!(refused.code, 2, "{arguments}: {refused:?}");
    }
    let broken = line("match strong gtp:/no/such/program --games 10 --board 5x5 --databases none");
    assert_eq!(broken.code, 1, "{broken:?}");
    assert!(broken.stderr.contains("cannot start"), "{}", broken.stderr);
}

#[test]
fn a_game_of_amazons_in_the_terminal() {
    let input = "\
b1-b9/b1
nonsense
b1-b4/d4
moves
undo
moves
hint
analyse 50ms
legal
side both
b1-b4/d4
moves
save game.sgf
new
show
help
quit
";
    let folder = Folder::new("play");
    let said = piped_to(
        command()
            .args(["play", "amazons", "5x6", "--nodes", "10", "--databases", "none"])
            .current_dir(folder.path()),
        input,
    );
    assert_eq!(said.code, 0, "{said:?}");
    let out = &said.stdout;
    assert!(out.contains("'b9' is not on the 5x6 board"), "{out}");
    assert!(out.contains("\"nonsense\" is neither a command nor a move"), "{out}");
    assert_eq!(out.matches("Black plays ").count(), 1, "{out}");
    assert!(out.contains("no moves yet"), "{out}");
    assert!(out.contains("410 moves: "), "{out}");
    assert!(out.contains("\n1. "), "{out}");
    assert!(out.contains("\nb1-b4/d4\n"), "{out}");
    assert!(out.contains("takes back your last move"), "{out}");
    let sgf = std::fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(sgf.contains("W[bfbcdc]"), "{sgf}");
}

#[test]
fn a_game_to_its_end() {
    let said = piped("play amazons 4x4 --side none --nodes 20 --databases none --json", "");
    assert_eq!(said.code, 0, "{said:?}");
    let end = said.json();
    assert!(end["winner"].is_string(), "{end}");
    assert!(said.stderr.contains("has no move: "), "{}", said.stderr);
    let said = piped("play domineering 2x2", "1,1\nmoves\nundo\n1,2\nquit\n");
    assert!(said.stdout.contains("Horizontal has no move: Vertical wins"), "{}", said.stdout);
    assert!(said.stdout.contains("A"), "{}", said.stdout);
    let said =
        piped("play domineering 4x4 --side horizontal --time-per-move 100ms", "hint\nquit\n");
    assert!(said.stdout.contains("Vertical plays ") && said.stdout.contains("proved"), "{said:?}");
    assert_eq!(line("play domineering 4x4 --side white").code, 2);
    assert_eq!(line("play amazons 3x3").code, 2);
}
