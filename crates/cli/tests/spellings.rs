//! Every spelling of moves, boards and values that the sources print, each with its source.

mod common;

use common::{piped, run};

/// Moves of Amazons: board, as printed, as we write them, source.
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
    ["10x10", "(1, 2)", "1,2", "Bullock, section 5 (with a space)"],
    ["4x5", "2 2", "2,2", "numbers alone"],
    ["4x5", "2 2 2 3", "2,2 2,3", "numbers alone"],
];

/// Names of boards: game, as printed, as we write it, source.
const BOARDS: &[[&str; 4]] = &[
    ["amazons", "10×10", "10x10", "Müller and Tegos, section 1"],
    ["amazons", "5 × 6", "5x6", "Song, table C.3"],
    ["amazons", r"6 \times 5", "6x5", "Song and Müller, table II (the text copy)"],
    ["domineering", "4 × 5", "4x5", "Bullock, figure 1.1"],
];

/// Values: as printed, as we write them, source.
const VALUES: &[[&str; 3]] = &[
    ["3|6", "4", "Müller and Tegos, figure 15"],
    ["{3 | 6}", "4", "Song, section 2.3"],
    ["-10|-2", "-3", "Müller and Tegos, section 5.1"],
    ["{-3, -6|5, 7}", "0", "Müller and Tegos, figure 16"],
    ["8|7", "{8|7}", "Müller and Tegos, figure 17"],
    ["0| - 2||2|0", "0", "Müller and Tegos, figure 18"],
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
    // Song and Müller, section VI: the letter of the arrow's square is lost.
    let refused = run(["show", "amazons", "5x6", "--moves", "B1-B4xD4 E5-E3x6"]);
    assert_eq!((refused.code, refused.stderr.lines().count()), (2, 1), "{refused:?}");
    assert!(refused.stderr.contains("move 2 (column 10)"), "{refused:?}");
}
