//! The positions that the papers draw, as far as their text allows to rebuild them.

use super::databases;
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Diagram, Geometry};
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{Evaluator, Explained, Settings};
use lastmove_values::{Bounds, End};

fn explained(text: &str, databases: &Databases) -> Explained<u64> {
    let diagram: Diagram = text.parse().unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = Position::with_side(&diagram, Colour::White).unwrap();
    Evaluator::new(&geometry, databases, Settings::default()).explain(&position)
}

/// The bounds as the paper writes them.
fn bounds(text: &str, databases: &Databases) -> String {
    let [lower, upper] = explained(text, databases).bounds;
    let bounds = Bounds {
        lower: lower.value,
        lower_end: lower.end,
        upper: upper.value,
        upper_end: upper.end,
    };
    bounds.to_string()
}

fn without(text: &str) -> String {
    bounds(text, &Databases::none())
}

/// A blocker between two territories goes to the larger one, wherever that lies.
#[test]
fn a_blocker_serves_the_larger_territory_from_every_side() {
    let [one, other] = ["2***/**q1Q/*1***", "*1***/**q1Q/2***"].map(without);
    assert_eq!(one, other);
    assert!(one.starts_with("[1, "), "{one}");
    let [one, other] = ["2***4/**q1Q4/*1***4", "*1***4/**q1Q4/2***4"]
        .map(|text| explained(text, databases()).bounds);
    assert_eq!(one, other);
    assert_eq!(one[0].value.to_string(), "-11");
}

/// Figure 4.15 of the thesis as far as its text goes: one blocker, territories of 1 and 2 squares.
#[test]
fn the_combined_bound_of_two_territories_is_their_maximum() {
    let [lower, upper] = explained("2***/**q1Q/*1***", &Databases::none()).bounds;
    assert_eq!((lower.value.to_string(), lower.end), ("1".to_owned(), End::Exact));
    assert_eq!(upper.end, End::Exact);
}

/// Rules 5 and 6: an amazon that is set free by the opponent's leaving (figures 4.4 and 4.5 of
/// the thesis, figure 8 of the paper).
#[test]
fn blocking_sets_another_amazon_free() {
    assert_eq!(without("**1*/Q1*q/***Q"), "[-2, 0]");
    let upper = explained("*Q**/q***/*2*/**1Q", &Databases::none()).bounds[1];
    assert_eq!((upper.value.to_string(), upper.end), ("1".to_owned(), End::Exact));
}

/// Figure 4.6: Black's amazon stands between two zones and has a safe move in the two together;
/// White's amazons may not count two.
#[test]
fn a_blocker_between_zones_has_a_safe_move_in_them_together() {
    assert_eq!(without("Q1*1Q/*1q1*"), "[-2, 2]");
}

/// ½ and -½ from the databases add up to 0.
#[test]
fn fractions_keep_their_value_in_the_sum() {
    let found = explained("*qQ*qQ1/1*1*1**", databases());
    assert_eq!(found.winners, [Some(Colour::Black), Some(Colour::White)]);
}

/// Territories that one walk does not fill.
#[test]
fn fills_are_searched_within_a_limit() {
    let found = explained("4*q1/1***1**/1******", &Databases::none());
    assert_eq!(found.areas[0].value.as_deref(), Some("7"));
}

/// White's centre after Black's 26th move of the game that Hensgens' report shows (diagram 2): all
/// 15 squares can be filled.
#[test]
fn the_centre_of_the_second_diagram_is_filled() {
    let moves = "d1-d7/g7 a7-d4/a7 g1-e3/e10 g10-e8/e6 d7-d8/c9 d10-b10/b3 a4-b4/b9 d4-f4/b8 \
        j4-i4/f7 e8-c6/d6 b4-e4/c4 b10-d10/f8 i4-j5/f9 d10-e9/d9 e4-h7/i6 f4-f5/a5 e3-f3/g4 \
        f5-g5/g6 h7-h8/i8 g5-i5/h6 h8-h10/j8 j7-h7/h9 f3-f2/f3 h7-h8/g9 h10-i10/i9 h8-j6/j7 \
        d8-b6/d8 c6-e4/b7 b6-b5/e8 e4-d4/d5 f2-d2/d3 i5-i2/i4 d2-h2/b2 i2-h1/g2 j5-i5/e1 e9-f10/h10 \
        i5-g5/i5 h1-g1/e3 g5-j2/j5 d4-c5/a3 j2-f6/d4 c5-b4/a4 b5-c5/b5 g1-i1/i3 f6-h4/h3 b4-d2/f2 \
        h2-i2/h2 d2-c3/b4 i2-h1/j3 i1-i2/i1 h1-f1/h1 c3-d2/e2";
    let diagram = lastmove_amazons::start::parse("10x10").unwrap();
    let geometry = Geometry::<u128>::new(diagram.size());
    let mut position = Position::<u128>::from_diagram(&diagram).unwrap();
    for text in moves.split_whitespace() {
        let mv = lastmove_amazons::parse_move(diagram.size(), text).unwrap();
        position = position.play(&geometry, mv).unwrap();
    }
    let none = Databases::none();
    let settings = Settings { fill_steps: 100_000, ..Settings::default() };
    let found = Evaluator::new(&geometry, &none, settings).explain(&position);
    let values: Vec<_> = found.areas.iter().filter_map(|area| area.value.as_deref()).collect();
    assert!(values.contains(&"-15"), "{values:?}");
}
