//! Every spelling of moves, boards and values that the sources print, each with its source.

mod common;

use common::{Folder, piped, run};
use serde_json::Value;

/// Moves of Amazons: board, printed move, our notation, source.
const AMAZONS: &[[&str; 4]] = &[
    ["10x10", "d1-d7(g7)", "d1-d7/g7", "Hensgens, section 1.1.2"],
    ["10x10", "d1-d7 (g7)", "d1-d7/g7", "Hensgens, appendix A"],
    [
        "10x10",
        "1. d1-d7 (g7) a7-d4 (a7) 2. g1-e3 (e10)",
        "d1-d7/g7 a7-d4/a7 g1-e3/e10",
        "Hensgens, appendix A",
    ],
    ["10x10", "d1-d7 (g7)??", "d1-d7/g7", "Hensgens, appendix A, move 30 (the sign)"],
    [
        "4x4",
        "Move 1\tb1-b3 (c2)\ta3-b2 (c3)\nMove 2\ta2-a3 (a4)",
        "b1-b3/c2 a3-b2/c3 a2-a3/a4",
        "Hensgens, section 5.4.1",
    ],
    ["5x5", "b1-b4 (d4) d5-b3(b1)", "b1-b4/d4 d5-b3/b1", "Hensgens, section 5.4.2"],
    ["6x6", "B1-B4×E4", "b1-b4/e4", "Song, section 1.1"],
    ["6x6", "B1 - B4 × E4", "b1-b4/e4", "Song, section 1.1 (with spaces)"],
    ["6x6", r"B1 - B4 \times E4", "b1-b4/e4", "Song, section 1.1 (the text copy)"],
    ["6x6", "B1 − B4 × E4", "b1-b4/e4", "Song, section 1.1 (the minus sign of TeX)"],
    ["5x6", "B1-B4xD4", "b1-b4/d4", "Song and Müller, section VI"],
    ["5x6", "1. B1-B4xD4, 2. E5-E3xE5", "b1-b4/d4 e5-e3/e5", "Song and Müller, section VI"],
    ["6x6", "b1 b4 e4", "b1-b4/e4", "squares alone"],
    ["6x6", "b1b4,b4e4", "b1-b4/e4", "Fairy-Stockfish"],
];

/// Moves of Domineering, in the same columns.
const DOMINEERING: &[[&str; 4]] = &[
    ["4x5", "(2,2)", "2,2", "Bullock, figure 1.1"],
    ["4x5", "(2,2) (2,3)", "2,2 2,3", "Bullock, figure 1.1"],
    [
        "4x5",
        "(2,2), (2,3), (3,4), (4,2), (1,1), (1,4), (3,1), (1,2), (2,5).",
        "2,2 2,3 3,4 4,2 1,1 1,4 3,1 1,2 2,5",
        "Bullock, figure 1.1",
    ],
    ["4x5", "(2,2) and (2,3).", "2,2 2,3", "Bullock, figure 1.1 (the end of a list)"],
    ["4x5", "1. (2,2), and (2,3)", "2,2 2,3", "Bullock, figure 1.1 (with a number)"],
    ["10x10", "(1, 2)", "1,2", "Bullock, section 5 (with a space)"],
    ["4x5", "2 2", "2,2", "numbers alone"],
    ["4x5", "2 2 2 3", "2,2 2,3", "numbers alone"],
];

/// Names of boards: game, printed name, our name, source.
const BOARDS: &[[&str; 4]] = &[
    ["amazons", "10×10", "10x10", "Müller and Tegos, section 1"],
    ["amazons", "5 × 6", "5x6", "Song, table C.3"],
    ["amazons", r"6 \times 5", "6x5", "Song and Müller, table II (the text copy)"],
    ["domineering", "4 × 5", "4x5", "Bullock, figure 1.1"],
];

/// Boards with a side to move: game, as given, the position.
const SIDES: &[[&str; 3]] = &[
    ["amazons", "5x6 b", "1q1q1/q3q/5/5/Q3Q/1Q1Q1 b"],
    ["amazons", "5 x 6 w", "1q1q1/q3q/5/5/Q3Q/1Q1Q1 w"],
    ["amazons", "5 × 6 b", "1q1q1/q3q/5/5/Q3Q/1Q1Q1 b"],
    ["amazons", "4x4 - - 0 1", "1qq1/q2q/Q2Q/1QQ1 w"],
    ["amazons", "6x6-inner b - - 0 1", "2qq2/6/q4q/Q4Q/6/2QQ2 b"],
    ["amazons", "5x5-two", "5/q3q/5/Q3Q/5 w"],
    ["amazons", "4 × 3-one b", "2q1/4/1Q2 b"],
    ["domineering", "2x3 h", "3/3 h"],
    ["domineering", "2 × 3 V", "3/3 v"],
];

/// Values: printed value, our notation, source.
const VALUES: &[[&str; 3]] = &[
    ["3|6", "4", "Müller and Tegos, figure 15"],
    ["{3 | 6}", "4", "Song, section 2.3"],
    ["-10|-2", "-3", "Müller and Tegos, section 5.1"],
    ["{-3, -6|5, 7}", "0", "Müller and Tegos, figure 16"],
    ["8|7", "{8|7}", "Müller and Tegos, figure 17"],
    ["0| - 2||2|0", "0", "Müller and Tegos, figure 18"],
    [r"{2 \mid -2}", "±2", "Song (the text copy)"],
    [r"\{2 \mid -2\}", "±2", "Song (the text copy)"],
    [r"\{0 \mid *\}", "^", "Song (the text copy)"],
    [r"\pm 1", "±1", "Song (the text copy)"],
    [r"\frac{1}{2}", "1/2", "Song (the text copy)"],
    ["±1", "±1", "Song"],
    ["3½", "7/2", "one character for a fraction"],
    ["¼ + ¾", "1", "one character for a fraction"],
    ["–3", "-3", "a dash for the minus sign"],
    ["−3", "-3", "the minus sign of TeX"],
];

fn played(game: &str, [board, moves, expected, source]: &[&str; 4]) {
    let shown = run(["show", game, board, "--moves", moves, "--json"]);
    assert_eq!(shown.code, 0, "{moves} ({source}): {shown:?}");
    let expected: Vec<&str> = expected.split(' ').collect();
    assert_eq!(shown.json()["played"], serde_json::json!(expected), "{moves} ({source})");
}

#[test]
fn moves_of_the_sources() {
    AMAZONS.iter().for_each(|row| played("amazons", row));
    DOMINEERING.iter().for_each(|row| played("domineering", row));
}

#[test]
fn boards_and_values_of_the_sources() {
    for [game, printed, ours, source] in BOARDS {
        let shown = run(["show", game, printed, "--json"]).json();
        assert_eq!(shown["board"], *ours, "{source}");
    }
    for [printed, ours, source] in VALUES {
        let answer = run(["value", "cgt", printed, "--json"]).json();
        assert_eq!(answer["canonical"], *ours, "{printed} ({source})");
    }
    assert_eq!(run(["value", "cgt", "3|6 = 4", "--json"]).json()["holds"], true);
}

#[test]
fn a_side_may_follow_the_name_of_a_board() {
    for [game, given, position] in SIDES {
        let shown = run(["show", game, given, "--json"]).json();
        assert_eq!(shown["position"], *position, "{game} {given}");
    }
    // As with a position string, only this side is searched as the first player.
    let solved = run(["solve", "domineering", "4x5 h", "--json"]).json();
    assert_eq!(solved["position"], "5/5/5/5 h");
    assert_eq!((&solved["class"], &solved["first"]["vertical"]), (&Value::Null, &Value::Null));
    assert_eq!(solved["first"]["horizontal"]["winner"], "vertical");
    let answered = piped("solve amazons --batch - --databases none", "4x4 b\n4x4 - - 0 1\n4x4 z\n");
    let lines: Vec<Value> =
        answered.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!([&lines[0]["to_move"], &lines[1]["to_move"]], ["black", "white"]);
    let error = lines[2]["error"].as_str().unwrap();
    assert!(error.contains("column 5: 'z'"), "{error}");
}

#[test]
fn expectations_take_the_same_names() {
    let folder = Folder::new("expectations");
    let path = folder.path().join("4x4.proof");
    let path = path.to_str().unwrap();
    let solved = run(["solve", "amazons", "4x4", "--databases", "none", "--proof", path]);
    assert_eq!(solved.code, 0, "{solved:?}");
    for expect in [
        "amazons 4x4 black",
        "amazons 4×4 black",
        "amazons 4 × 4 black",
        r"amazons 4 \times 4 black",
        "Amazons 4×4 Black",
        "amazons 4 x 4 w black",
    ] {
        assert_eq!(run(["verify", path, "--expect", expect]).code, 0, "{expect}");
    }
    let other = run(["verify", path, "--expect", "amazons 4 × 4 white", "--json"]);
    assert_eq!(other.code, 1, "{other:?}");
    let claim = &other.json()["claim"];
    assert_eq!(
        (&claim["position"], &claim["winner"]),
        (&"1qq1/q2q/Q2Q/1QQ1 w".into(), &"black".into())
    );
}

#[test]
fn answers_have_one_spelling() {
    for [game, given, position] in [
        ["amazons", " .x.o|*#.. ", "1q1Q/**2"],
        ["domineering", "2x3 + 3/3 ", "3/3 + 3/3"],
        ["cgt", " {2|0}", "{2|0}"],
    ] {
        let drawn = run(["thermograph", game, given, "--json"]).json();
        assert_eq!(drawn["position"], position);
    }
    let first = ["--first-move", "B1-B3×C2", "--databases", "none", "--json"];
    let solved = run(["solve", "amazons", "4x4"].into_iter().chain(first)).json();
    assert_eq!(solved["first_move"], "b1-b3/c2");
}

#[test]
fn a_game_in_the_terminal_takes_numbered_moves() {
    let said = piped(
        "play amazons 4x4 --side both --databases none --json",
        "1. b1-b3(c2)\n1. a3-b2(c3)\nMove 2 a2-a3 (a4)\n3. b2-b9(c3)\n",
    );
    let played = serde_json::json!(["b1-b3/c2", "a3-b2/c3", "a2-a3/a4"]);
    assert_eq!(said.json()["moves"], played, "{said:?}");
    assert!(said.stderr.contains("\"b2-b9(c3)\" is neither a command nor a move: column 4"));
    let said = piped("play domineering 4x5 --side both --json", "1. (2,2)\n(2,3)\n");
    assert_eq!(said.json()["moves"], serde_json::json!(["2,2", "2,3"]), "{said:?}");
}

#[test]
fn other_commands_take_the_same_spellings() {
    let answered = piped("gtp --board 10x10", "play w d1-d7 (g7)\nplay b A7 − D4 × A7\nquit\n");
    assert_eq!(answered.stdout.matches("= ").count(), 3, "{answered:?}");
    let answered = piped("gtp --game domineering --board 4x5", "play v (2,2)\nplay h 2 3\nquit\n");
    assert_eq!(answered.stdout.matches("= ").count(), 3, "{answered:?}");
    let solved =
        run(["solve", "amazons", "4 × 4", "--first-move", "B1-B3×C2", "--databases", "none"]);
    assert_eq!(solved.code, 0, "{solved:?}");
}

#[test]
fn a_misprint_is_refused_in_one_line() {
    // Song and Müller, section VI: the print lacks the letter of the arrow's square.
    let refused = run(["show", "amazons", "5x6", "--moves", "B1-B4xD4 E5-E3x6"]);
    assert_eq!((refused.code, refused.stderr.lines().count()), (2, 1), "{refused:?}");
    assert!(refused.stderr.contains("move 2 (column 10)"), "{refused:?}");
}
