//! Moves, squares and names of boards: every spelling is read, and no input does harm.

use lastmove_amazons::{Move, parse_move, parse_square, split_moves, square_name, start};
use lastmove_board::Size;
use proptest::prelude::*;

fn error(text: &str) -> String {
    parse_move(Size::new(5, 6).unwrap(), text).unwrap_err().to_string()
}

#[test]
fn errors_name_the_place() {
    assert!(error("").starts_with("column 1: expected a square"));
    assert!(error("b1-").starts_with("column 4: expected a square"));
    assert!(error("b1-b9/d4").starts_with("column 4: 'b9' is not on the 5x6 board"));
    assert!(error("b1-f4/d4").starts_with("column 4: 'f4'"));
    assert!(error("b0-b4/d4").starts_with("column 1: 'b0'"));
    assert!(error("b99999999999999999999999-b4/d4").starts_with("column 1: 'b9999999'"));
    assert!(error("b1-b4").starts_with("column 6: expected a square"));
    assert!(error("b1-b4+d4").starts_with("column 6: expected a square"));
    assert!(error("b1-b4(d4").starts_with("column 9: expected ')'"));
    assert!(error("b1 b4").starts_with("column 6: expected a square"));
    assert!(error("b1b4,b3d4").starts_with("column 6: the arrow must start"));
    assert!(error("b1-b4/d4 e5").starts_with("column 10: unexpected text"));
    assert!(error("é1-b4/d4").starts_with("column 1: expected a square"));
}

#[test]
fn printed_games_are_cut_into_moves() {
    let cut = |text| split_moves(text).map(|(_, mv)| mv).collect::<Vec<_>>();
    assert_eq!(
        cut("  1. a1-a2 (a3)\n\tb1-b2(b3) 2. c1c2,c2c3 "),
        ["a1-a2 (a3)", "b1-b2(b3)", "c1c2,c2c3"]
    );
    assert!(cut("").is_empty() && cut(" 1. 2. ").is_empty());
    assert_eq!(cut("(a1)"), ["(a1)"]);
    assert_eq!(cut("1. a1 a2 a3 b1b2b3 c1 c2"), ["a1 a2 a3", "b1b2b3", "c1", "c2"]);
}

proptest! {
    #[test]
    fn every_spelling_of_every_move(w in 1usize..=26, h in 1usize..=12, seed: [u8; 3]) {
        let Ok(size) = Size::new(w, h) else { return Ok(()) };
        let [from, to, arrow] = seed.map(|s| s % size.squares() as u8);
        let mv = Move { from, to, arrow };
        let [f, t, a] = [from, to, arrow].map(|s| square_name(size, s).to_string());
        prop_assert_eq!(mv.display(size).to_string(), format!("{f}-{t}/{a}"));
        for spelling in [
            format!("{f}-{t}/{a}"), format!("{f}-{t}({a})"), format!("{f}-{t} ({a})"),
            format!("{f}-{t}x{a}"), format!("{f}-{t}×{a}"), format!("{f}{t},{t}{a}"),
            format!("{f} {t} {a}"), format!("{f}{t}{a}"), format!("{f}-{t}-{a}"),
        ] {
            prop_assert_eq!(parse_move(size, &spelling), Ok(mv));
            prop_assert_eq!(parse_move(size, &spelling.to_uppercase()), Ok(mv));
            prop_assert_eq!(split_moves(&spelling).collect::<Vec<_>>(), [(1, &spelling[..])]);
        }
        prop_assert_eq!(parse_square(size, &f), Ok(from));
    }

    #[test]
    fn no_input_panics(text in "\\PC*", near in "[a-f0-9x/(), -]{0,20}") {
        let size = Size::new(5, 6).unwrap();
        for text in [text, near] {
            let _ = (parse_move(size, &text), parse_square(size, &text), start::parse(&text));
            split_moves(&text).for_each(drop);
        }
    }

    #[test]
    fn nearly_board_names_never_panic(text in "[0-9]{0,25}x[0-9]{0,25}(-[a-z]{0,8})?") {
        if let Ok(diagram) = start::parse(&text) {
            prop_assert_eq!(start::parse(&diagram.to_string()), Ok(diagram));
        }
    }
}
