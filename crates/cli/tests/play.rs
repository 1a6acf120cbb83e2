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

    // A game is played again if its line is incomplete.
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
        "match strong",
        "match strong strong strong --sprt 0 80",
        "match strong strong --game domineering --sgf x",
        "match strong strong --board 9x9 --openings balanced",
        "match strong strong --openings /no/such/file",
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
    let broken = line("match strong gtp:false --games 2 --board 5x5 --databases none");
    assert_eq!(broken.code, 1, "{broken:?}");
    assert!(broken.stderr.contains("gtp:false does not play"), "{}", broken.stderr);
}

#[test]
fn a_tournament_has_a_cross_table() {
    let arguments = "match strong strong:level=5 strong:level=1 --board 4x5 --games 2 --nodes 9 \
         --databases none --quiet";
    let said = line(arguments);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.stdout.contains("points(score)"), "{}", said.stdout);
    assert_eq!(said.stdout.matches("X / X").count(), 3, "{}", said.stdout);
    let table = line(&format!("{arguments} --gauntlet --json")).json();
    assert_eq!(table["games"], 4, "{table}");
    let standings = table["standings"].as_array().unwrap();
    let points: u64 = standings.iter().map(|line| line["points"].as_u64().unwrap()).sum();
    assert_eq!(points, 4, "{table}");
    let met = |name: &str| {
        let line = standings.iter().find(|line| line["contestant"] == name).unwrap();
        line["against"].as_array().unwrap().len()
    };
    assert_eq!((met("strong"), met("strong:level=1")), (2, 1));
}

#[test]
fn domineering_by_protocol_and_match() {
    let said =
        piped("gtp --game domineering --board 4x4", "play v 1,1\ngenmove h\nundo\nfinal_score\n");
    assert!(said.stdout.starts_with("= \n\n= "), "{}", said.stdout);
    assert!(said.stdout.contains("? cannot score"), "{}", said.stdout);
    let said = piped("uci --game domineering --board 4x4", "uci\ngo nodes 50\n");
    assert!(said.stdout.contains("default domineering var domineering"), "{}", said.stdout);
    assert!(said.stdout.contains("\nbestmove "), "{}", said.stdout);
    let own = env!("CARGO_BIN_EXE_lastmove");
    let other = format!("gtp:{own} gtp --game domineering --nodes 40");
    let arguments =
        ["match", "strong", &other, "--game", "domineering", "--board", "4x5", "--games"];
    let said = run(arguments.into_iter().chain(["2", "--nodes", "40", "--scores", "--json"]));
    assert_eq!(said.code, 0, "{said:?}");
    let answer = said.json();
    assert_eq!((&answer["games"], &answer["games_with_score"]), (&2.into(), &2.into()), "{answer}");
}

#[test]
fn openings_are_made_and_used() {
    let folder = Folder::new("openings");
    let file = folder.path().join("suite.txt");
    let path = file.to_str().unwrap();
    let make = || {
        let arguments = ["openings", "amazons", "5x5", "--count", "2", "--nodes", "20", "-o", path];
        run(arguments.into_iter().chain(["--balance", "0.3", "--databases", "none", "--quiet"]))
    };
    assert_eq!(make().code, 0);
    let first = std::fs::read_to_string(&file).unwrap();
    assert_eq!(first.lines().filter(|line| line.starts_with("5x5 moves ")).count(), 2, "{first}");
    assert_eq!(make().code, 0);
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        first,
        "the same command, the same openings"
    );
    let arguments = ["match", "strong", "strong:level=1", "--board", "5x5", "--openings", path];
    let said = run(arguments.into_iter().chain(["--games", "2", "--nodes", "5", "--quiet"]));
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn positions_and_games_are_analysed() {
    let said = line("analyse amazons 5x6 --nodes 60 --databases none --json");
    let answer = said.json();
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 5, "{answer}");
    // The start position is its own mirror image, so only one of two mirrored moves is shown.
    let names: Vec<&str> = lines.iter().map(|line| line["move"].as_str().unwrap()).collect();
    let mirror = |name: &str| -> String {
        name.chars()
            .map(|c| if c.is_ascii_lowercase() { (b'a' + b'e' - c as u8) as char } else { c })
            .collect()
    };
    assert!(names.iter().all(|name| !names.contains(&mirror(name).as_str())), "{names:?}");
    let said = line("analyse domineering 4x4 --nodes 200");
    assert!(said.stdout.starts_with("Vertical wins, proved"), "{}", said.stdout);

    let folder = Folder::new("analyse");
    let [game, review] = ["game.txt", "review.sgf"].map(|name| folder.path().join(name));
    std::fs::write(&game, "4x4 moves b1-b2/b1 b4-b3/a4 d2-d1/d2\n").unwrap();
    let [game, review] = [game.to_str().unwrap(), review.to_str().unwrap()];
    let said = run(["analyse", "amazons", game, "--nodes", "200", "--sgf", review, "--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    let moves = said.json()["moves"].clone();
    assert_eq!(moves.as_array().unwrap().len(), 3, "{moves}");
    let sgf = std::fs::read_to_string(review).unwrap();
    assert!(sgf.contains("C[White: "), "{sgf}");
    assert_eq!(run(["show", "amazons", "--sgf", review]).code, 0);
    assert_eq!(line("analyse amazons 5x5 --sgf x.sgf").code, 2);
    assert_eq!(line("analyse amazons no-such-game.sgf").code, 2);

    // No plural for one move, and capitals do not matter in the name of a printed game.
    std::fs::write(game, "4x4 moves b1-b3/c2\n").unwrap();
    let said = run(["analyse", "amazons", game, "--nodes", "20", "--databases", "none"]);
    assert!(said.stdout.starts_with("Amazons 4x4, 1 move\n"), "{said:?}");
    assert!(said.stdout.contains("\nWhite: 0 inaccuracies, "), "{said:?}");
    let said = line("analyse amazons Hensgens-4x4 --nodes 5 --databases none");
    assert!(said.stdout.starts_with("Amazons 4x4, 8 moves\n"), "{said:?}");
    let folder = folder.path().to_str().unwrap();
    assert!(run(["analyse", "amazons", folder]).stderr.contains("is a folder"));
}

#[test]
fn a_reviewed_record_keeps_what_the_opened_file_had() {
    let folder = Folder::new("kept-record");
    let [opened, review] = ["final.sgf", "review.sgf"].map(|name| folder.path().join(name));
    let had = ["PW[Ada]", "PB[Bob]", "DT[1999-12-31]", "EV[Cup]", "GN[Final]", "RE[W+2]"];
    let head = "GM[18]SZ[5:6]AW[bf][df][ae][ee]AB[ba][da][ab][eb]PL[W]";
    let record = format!("(;{head}{};W[bfbcdc];B[babbaa])", had.concat());
    std::fs::write(&opened, record).unwrap();
    let [opened, review] = [opened.to_str().unwrap(), review.to_str().unwrap()];
    let said = run(["analyse", "amazons", opened, "--nodes", "20", "--sgf", review]);
    assert_eq!(said.code, 0, "{said:?}");
    let sgf = std::fs::read_to_string(review).unwrap();
    for part in had.iter().chain(&["AP[Lastmove:"]) {
        assert!(sgf.contains(part), "{part} in {sgf}");
    }
}

#[test]
fn the_explorer_is_named_while_a_game_is_in_it() {
    let folder = Folder::new("explorer");
    let game = folder.path().join("game.txt");
    // A mirrored first move, and one that nobody explores after it.
    std::fs::write(&game, "6x6 moves e1-e4/c4 a5-a4/a3 b1-c1/b1 a4-a5/a4 c1-d1/c1\n").unwrap();
    let game = game.to_str().unwrap();
    let said = run(["analyse", "amazons", game, "--nodes", "9", "--databases", "none", "--json"]);
    let moves = said.json()["moves"].clone();
    let explorer = |i: usize| &moves[i]["explorer"];
    let chance = explorer(0)["chance"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&chance) && explorer(0)["visits"].as_u64() > Some(0), "{moves}");
    assert!(explorer(4).is_null(), "{moves}");
    let said = run(["analyse", "amazons", game, "--nodes", "9", "--databases", "none"]);
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert!(lines[1].contains(&format!("explorer: {:.1} %", 100.0 * chance)), "{said:?}");
    assert!(!lines[5].contains("explorer"), "{said:?}");
    let start = line("analyse amazons 6x6 --nodes 9 --databases none --json").json();
    assert!(start["explorer"]["visits"].as_u64() > Some(0), "{start}");
    let other = line("analyse amazons 6x6-inner --nodes 9 --databases none --json").json();
    assert!(other["explorer"].is_null(), "{other}");
}

#[test]
fn a_game_is_kept_and_continued() {
    let folder = Folder::new("kept");
    let play = |arguments: &str, input: &str| {
        let mut command = command();
        command.args(arguments.split(' ')).env("LASTMOVE_CACHE", folder.path());
        piped_to(&mut command, input)
    };
    let said = play("play amazons --continue --nodes 5 --databases none", "");
    assert_eq!(said.code, 2, "{said:?}");
    let said = play("play amazons 5x6 --side both --databases none", "b1 b4 d4\nquit\n");
    assert_eq!(said.code, 0, "{said:?}");
    let said = play(
        "play amazons --continue --side both --databases none --json",
        "moves\nresign\nb6b5b6\n",
    );
    let end = said.json();
    assert_eq!(end["moves"], serde_json::json!(["b1-b4/d4"]), "{end}");
    assert_eq!((&end["winner"], &end["result"]), (&"white".into(), &"W+Resign".into()), "{end}");
    assert!(said.stderr.contains("Black gives up: White wins"), "{}", said.stderr);
    assert!(said.stderr.contains("the game is over"), "{}", said.stderr);
    play("play domineering 4x4 --side both", "2,2\n1,3\nquit\n");
    let said = play("play domineering --continue --side both --json", "quit\n");
    assert_eq!(said.json()["moves"], serde_json::json!(["2,2", "1,3"]));
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
    assert!(out.contains("\n  d1-d7/g7 or 2,3    plays a move"), "{out}");
    assert!(out.contains("\n  undo               takes back your last move"), "{out}");
    let sgf = std::fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(sgf.contains("W[bfbcdc]"), "{sgf}");
}

#[test]
fn a_game_to_its_end() {
    let said = piped("play amazons 4x4 --side none --nodes 20 --databases none --json", "");
    assert_eq!(said.code, 0, "{said:?}");
    let end = said.json();
    assert!(end["winner"].is_string(), "{end}");
    let result = end["result"].as_str().unwrap();
    assert!(result[2..].parse::<u32>().is_ok(), "{result}");
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
