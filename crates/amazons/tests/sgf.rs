//! SGF: games are the same after writing and reading, and no file does harm.

use lastmove_amazons::sgf::{GameRecord, MAX_BYTES, MAX_NODES, NodeId, SgfProblem};
use lastmove_amazons::{Colour, Move, ParseOn, parse_move, split_moves, start};
use lastmove_board::Geometry;
use proptest::prelude::*;

/// The game YAMAZON against ANKY (5th round of the Amazons tournament of the Computer Olympiad
/// 2000), as printed in appendix A of P. Hensgens, "A knowledge-based approach of the game of
/// Amazons" (2001).
const YAMAZON_ANKY: &str = include_str!("data/yamazon_anky.txt");

fn replay(start: &str, moves: &str) -> GameRecord {
    let mut record = GameRecord::new(&start::parse(start).unwrap()).unwrap();
    let mut last = GameRecord::ROOT;
    for (i, (_, text)) in split_moves(moves).enumerate() {
        let mv = parse_move(record.size(), text).unwrap_or_else(|e| panic!("{text}: {e}"));
        last = record.add_move(last, mv).unwrap_or_else(|e| panic!("ply {}: {e}", i + 1));
    }
    record
}

#[test]
fn a_tournament_game_from_print_to_sgf_and_back() {
    let mut record = replay("10x10", YAMAZON_ANKY);
    record.set_text(GameRecord::ROOT, "PW", "YAMAZON");
    record.set_text(GameRecord::ROOT, "PB", "ANKY");
    assert_eq!(record.nodes().len(), 1 + 2 * 44);
    let text = record.to_string();
    assert!(text.contains(";W[djddgd]\n;B[addgad]\n;W[gjehea]"), "{text}");
    let again = GameRecord::read(text.as_bytes()).unwrap();
    assert_eq!(again, record);
    assert_eq!(again.to_string(), text);
    let printed: Vec<String> = again
        .main_line()
        .filter_map(|node| node.played())
        .map(|(_, mv)| mv.display(again.size()).to_string())
        .collect();
    let expected: Vec<String> =
        split_moves(YAMAZON_ANKY).map(|(_, m)| m.replace(" (", "/").replace(')', "")).collect();
    assert_eq!(printed, expected);
    // Black made the last move and won "by one square".
    let geometry = Geometry::<u128>::new(record.size());
    let end = *again.main_line().last().unwrap().position();
    assert_eq!(end.to_move(), Colour::White);
    assert!(!end.can_move(&geometry, Colour::White), "{}", end.to_diagram(record.size()));
    assert!(end.can_move(&geometry, Colour::Black));
}

#[test]
fn a_collection_has_several_games() {
    let games = [replay("4x4", "b1-b3/c2"), replay("5x6", "b1-b4/d4 e5-e3/e6"), replay("4x4", "")];
    let text: String = games.iter().map(ToString::to_string).collect();
    assert_eq!(GameRecord::read_all(text.as_bytes()).unwrap(), games);
    assert_eq!(GameRecord::read(text.as_bytes()).unwrap(), games[0]);
    // The error names the line of a truncated game, and the first game can still be read.
    let cut = &text[..text.len() - 3];
    let problem = GameRecord::read_all(cut.as_bytes()).unwrap_err();
    assert_eq!(problem.line, text.lines().count(), "{problem}");
    assert_eq!(GameRecord::read(cut.as_bytes()).unwrap(), games[0]);
    assert_eq!(GameRecord::read_all(b"").unwrap_err().problem, SgfProblem::NoGame);
}

#[test]
fn the_formats_own_default_has_black_below_and_starting() {
    let record = GameRecord::read(b"(;GM[18];B[djddgd];W[addgad];B[gjehea])").unwrap();
    let root = record.nodes()[0].position().to_diagram(record.size());
    assert_eq!(root.to_string(), "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b");
    let text = record.to_string();
    assert!(text.contains("AW[da][ga][ad][jd]AB[ag][jg][dj][gj]PL[B]"), "{text}");
}

#[test]
fn set_up_is_read_from_the_file() {
    let position = |text: &str| {
        let record = GameRecord::read(text.as_bytes()).unwrap();
        let last = record.nodes().last().unwrap();
        last.position().to_diagram(record.size()).to_string()
    };
    assert_eq!(position("(;SZ[3:2]AW[aa]AB[cb]AA[ba:bb])"), "Q*1/1*q w");
    assert_eq!(position("(;SZ[3:2]AW[aa]AB[cb]PL[B])"), "Q2/2q b");
    assert_eq!(position("(;SZ[3:1]AW[aa]AB[ca];B[cabaca])"), "Qq* w");
    assert_eq!(position("(;SZ[4:1]AW[aa]AB[ca];AE[ca]AA[da]PL[B];)"), "Q2* b");
    assert_eq!(position("(;SZ[2]AE[aa])"), "2/2 w");
    assert_eq!(position("(;SZ[10]AE[aa])"), "10/10/10/10/10/10/10/10/10/10 w");
    assert_eq!(position("mail header (see) (;GaMe[18]SiZe[1])"), "1 w");
}

#[test]
fn comments_and_unknown_properties_are_kept() {
    let source = "(;FF[4]GM[18]SZ[4]AW[ad]AB[da]PL[W]C[a \\] and \\\\ and\\\n a soft break]XY[1][2\\:]\n\
                  (;W[adacad]C[main])(;W[adabac];B[dadbda])(;W[adbdad]TE[1]))";
    let record = GameRecord::read(source.as_bytes()).unwrap();
    assert_eq!(record.nodes()[0].text("C").unwrap(), "a ] and \\ and a soft break");
    assert_eq!(record.nodes()[0].children().len(), 3);
    let text = record.to_string();
    assert!(text.contains("XY[1][2\\:]") && text.contains("TE[1]"), "{text}");
    assert_eq!(GameRecord::read(text.as_bytes()).unwrap(), record);
    // Latin-1, the format's default
    let record = GameRecord::read(b"(;SZ[1]PB[M\xfcller])").unwrap();
    assert_eq!(record.nodes()[0].text("PB").unwrap(), "Müller");
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (text, expected) in [
        ("", "line 1: no game"),
        ("(x)", "line 1: no game"),
        ("(;GM[1])", "line 1: GM[1] is another game"),
        ("(;SZ[0])", "line 1: a board needs at least one row"),
        ("(;SZ[12])", "line 1: a board has at most 128 squares"),
        ("(;SZ[x])", "line 1: SZ[x] is not a size"),
        ("(;SZ[2:60])", "line 1: 2x60 is too large for SGF"),
        ("(;SZ[4]\nAB[zz])", "line 1: AB[zz]: expected two letters"),
        ("(;SZ[4]\nAB[é])", "line 1: AB[é]: expected two letters"),
        ("(;SZ[4]AB[aa]AW[aa])", "line 1: a4 is set up twice"),
        ("(;SZ[4]PL[red])", "line 1: PL[red]: expected B or W"),
        ("(;SZ[4]AW[aa]\n;W[aa])", "line 2: W[aa]: expected a move"),
        ("(;SZ[4]AW[aa]\n\n;B[aaabac])", "line 3: move 1: black has no amazon on a4"),
        ("(;SZ[4]AW[aa];W[aaabac];W[abacad])", "line 1: move 2: the amazon on a3 cannot"),
        ("(;SZ[4]AW[aa];W[aaabac]B[aaabac])", "line 1: a node holds one move"),
        ("(;SZ[4]AW[aa];W[aaabac]AA[dd])", "line 1: a node holds one move"),
        ("(;SZ[4]\n C[never ends)", "line 2: column 3: expected ']'"),
        ("(;SZ[4]\n(C[1]))", "line 2: column 2: expected ';' after '('"),
        ("(;SZ[4]", "line 1: column 8: expected '(', ';' or ')'"),
        ("(;SZ)", "line 1: column 5: expected '['"),
        ("(;size[4])", "line 1: column 3: expected the name"),
    ] {
        let error = GameRecord::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn large_files_are_refused_and_deep_ones_do_not_overflow() {
    let long = vec![b' '; MAX_BYTES + 1];
    assert!(matches!(GameRecord::read(&long).unwrap_err().problem, SgfProblem::TooLong(_)));
    let many = format!("(;SZ[1]{})", ";".repeat(MAX_NODES));
    assert_eq!(GameRecord::read(many.as_bytes()).unwrap_err().problem, SgfProblem::TooManyNodes);
    let brackets = "(;".repeat(MAX_BYTES / 2);
    assert_eq!(
        GameRecord::read(brackets.as_bytes()).unwrap_err().problem,
        SgfProblem::TooManyNodes
    );
    let depth = MAX_NODES - 1;
    let deep = format!("(;SZ[1]{}{})", "(;".repeat(depth), ")".repeat(depth));
    let record = GameRecord::read(deep.as_bytes()).unwrap();
    assert_eq!(record.nodes().len(), MAX_NODES);
    assert_eq!(GameRecord::read(record.to_string().as_bytes()).unwrap(), record);
}

/// A random tree of moves: each step adds a random move after the latest node, or a new variation
/// beside it, always at the end of the record so that nodes stay in reading order.
fn random_record(board: &str, choices: &[(u16, bool, String)]) -> GameRecord {
    let mut record = GameRecord::new(&start::parse(board).unwrap()).unwrap();
    let geometry = Geometry::<u128>::new(record.size());
    let mut at: NodeId = GameRecord::ROOT;
    for (choice, vary, comment) in choices {
        if *vary {
            at = record.nodes()[at].parent().unwrap_or(at);
        }
        let moves: Vec<Move> = record.nodes()[at].position().moves(&geometry).collect();
        if moves.is_empty() {
            break;
        }
        at = record.add_move(at, moves[*choice as usize % moves.len()]).unwrap();
        if !comment.is_empty() {
            record.set_comment(at, comment);
        }
    }
    record
}

proptest! {
    #[test]
    fn records_survive_a_round_trip(
        board in prop::sample::select(vec!["4x4", "5x6", "10x10", "26x4", "1q2/4/*3/2Q1 b"]),
        choices in prop::collection::vec((any::<u16>(), any::<bool>(), "(\\PC|[\\]\\[\\\\\r\n:]){0,8}"), 0..40),
    ) {
        let record = random_record(board, &choices);
        let text = record.to_string();
        let again = GameRecord::read(text.as_bytes()).unwrap();
        prop_assert_eq!(&again, &record);
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn no_bytes_do_harm(bytes: Vec<u8>) {
        let _ = GameRecord::read(&bytes);
        let _ = GameRecord::read(&[b"(;SZ[4]", &bytes[..]].concat());
    }

    #[test]
    fn nearly_sgf_does_no_harm(text in "\\(;(SZ\\[[0-9:]{1,4}\\])?(A[ABEW]\\[[a-e:]{1,5}\\]|[BW]\\[[a-e]{6}\\]|PL\\[[BW]\\]|C\\[[\\\\a]{0,3}\\]|;|\\(;|\\)| ){0,12}\\)") {
        if let Ok(record) = GameRecord::read(text.as_bytes()) {
            prop_assert_eq!(GameRecord::read(record.to_string().as_bytes()).unwrap(), record);
        }
    }
}

#[test]
fn parse_on_is_parse_move() {
    let size = start::parse("4x4").unwrap().size();
    assert_eq!("a1-a2/a3".parse_on(size), parse_move(size, "a1-a2/a3"));
}
