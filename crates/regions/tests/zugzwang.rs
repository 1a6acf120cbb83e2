//! Zugzwangs of small sizes, compared with exact values.

use lastmove_amazons::Colour;
use lastmove_regions::{LineGraph, Region, Scorer, Zugzwang, Zugzwangs, zugzwangs};
use lastmove_work::{Budget, Silent};

fn find(size: usize) -> Zugzwangs {
    zugzwangs(size, &Silent, &Budget::default()).unwrap()
}

#[test]
fn the_smallest_have_six_squares() {
    for size in 2..=5 {
        assert!(find(size).positions.is_empty(), "size {size}");
    }
    let found = find(6);
    assert_eq!((found.positions.len(), found.graphs.len()), (5, 4));
    let lines: Vec<String> = found
        .positions
        .iter()
        .map(|z| format!("{} {} {} {}", z.diagram(), z.options, z.black_first, z.white_first))
        .collect();
    assert_eq!(
        lines,
        [
            "1*q1/*Q**/1*1* {-3|1,{2|0}} -2 0",
            "1*q*/*Q*1/1*1* {{-1|-2}|*,±{1,±1}} -2 0",
            "*q1*/1**Q/*2* {{0|-2}|{2|0}} -2 2",
            "*q1*/1**1/*Q1* {{0|-2}|{2|0}} -2 2",
            "*1*1/**q*/*Q*1/1*** {-1,{0|-2}|3} 0 2",
        ]
    );
    assert!(found.positions.iter().all(|z| z.value == "0" && z.agrees()));
    assert_eq!(found.disagreements, []);
}

#[test]
fn those_with_seven_squares() {
    let found = find(7);
    assert_eq!((found.positions.len(), found.graphs.len()), (685, 104));
    assert!(found.positions.iter().all(Zugzwang::agrees));
    let misled: Vec<String> = found
        .disagreements
        .iter()
        .map(|d| format!("{} {:?} {:?}", d.diagram(), d.searched, d.settled))
        .collect();
    // The first positions that the searches miss: a further zugzwang follows.
    let expected = ["*1q*/1Q*1/*2* [-3, -3] [-3, -1]", "*2*/qQ*1/*2* [-3, -3] [-3, -1]"];
    assert_eq!(misled, expected);
}

#[test]
fn published_positions_are_among_them() {
    let found = find(6);
    // Müller and Tegos, figures 18 and 19
    for text in ["*1q*/Q**1/*2*", "*1*1/**q*/*Q*1/1***", "*1*1/**q*/*Q*1/*1**"] {
        let (region, black, white) = Region::of_diagram(&text.parse().unwrap()).unwrap();
        let graph = LineGraph::of(region);
        let [black, white] = [black, white].map(|set| set.trailing_zeros() as u8);
        let mut scorer = Scorer::default();
        let mut scoring = scorer.score(&graph).unwrap();
        let score = |first| scoring.play(black, white, first);
        let [low, high] = [Colour::Black, Colour::White].map(score);
        assert!(high - low >= 2, "{text}: {low} {high}");
        assert!(found.positions.iter().any(|z| z.region == region), "{text}");
    }
}
