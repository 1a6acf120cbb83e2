//! Defective regions: the published counts, and the same numbers by other methods.

use lastmove_amazons::most_moves;
use lastmove_board::{Cell, Geometry};
use lastmove_regions::{
    Filler, LineGraph, Region, RegionCounts, census, dead_ends, least_defects, placements, regions,
};
use lastmove_work::{Budget, Silent};
use std::collections::HashMap;

/// Müller and Tegos' table 2: size, defects, regions, graphs.
const TABLE: [(usize, u32, u64, u64); 15] = [
    (3, 1, 2, 1),
    (4, 1, 2, 1),
    (4, 2, 1, 1),
    (5, 1, 37, 6),
    (6, 1, 236, 12),
    (6, 2, 23, 3),
    (7, 1, 2238, 125),
    (7, 2, 101, 8),
    (7, 3, 5, 1),
    (8, 1, 16442, 666),
    (8, 2, 1111, 71),
    (8, 3, 12, 1),
    (9, 1, 125_797, 4610),
    (9, 2, 12974, 370),
    (9, 3, 274, 14),
];

fn count(size: usize, amazons: usize) -> RegionCounts {
    census(size, amazons, &Silent, &Budget::default()).unwrap()
}

fn rows(size: usize, amazons: usize) -> Vec<(usize, u32, u64, u64)> {
    let defective = count(size, amazons).defective;
    defective.iter().map(|d| (size, d.defects, d.regions, d.line_segment_graphs)).collect()
}

#[test]
fn counts_with_one_amazon_are_those_published() {
    for size in 1..=9 {
        let expected: Vec<_> = TABLE.iter().copied().filter(|row| row.0 == size).collect();
        assert_eq!(rows(size, 1), expected);
    }
}

#[test]
fn counts_with_two_amazons() {
    let regions = |size| -> Vec<(u32, u64)> {
        rows(size, 2).into_iter().map(|(_, defects, regions, _)| (defects, regions)).collect()
    };
    assert_eq!(regions(3), []);
    assert_eq!(regions(5), [(1, 45)]);
    assert_eq!(regions(6), [(1, 145), (2, 23)]);
}

#[test]
fn fills_are_those_of_the_territory_search() {
    let mut filler = Filler::default();
    for size in 2..=6 {
        for region in regions(size, &Budget::default()).unwrap() {
            let graph = LineGraph::of(region);
            let mut filling = filler.fill(&graph).unwrap();
            for amazons in 1..=3 {
                for set in placements(region, amazons) {
                    let diagram = region.diagram(set, 0);
                    let geometry = Geometry::<u64>::new(diagram.size());
                    let sets = [Cell::Black, Cell::Empty].map(|cell| diagram.set::<u64>(cell));
                    let expected = most_moves(&geometry, sets[0], sets[1]);
                    assert_eq!(filling.most_moves(set as u16), expected, "{diagram}");
                }
            }
        }
    }
}

/// Checks the bounds; returns the number of defective regions, and the number of those that dead
/// ends prove defective.
fn check_claims(size: usize, amazons: usize) -> (usize, usize) {
    let mut filler = Filler::default();
    let (mut claims, mut defective) = (0, 0);
    for region in regions(size, &Budget::default()).unwrap() {
        let graph = LineGraph::of(region);
        let mut filling = filler.fill(&graph).unwrap();
        for set in placements(region, amazons) {
            let defects = filling.defects(set as u16);
            let claimed = least_defects(&graph, set as u16);
            assert!(claimed <= defects, "{}", region.diagram(set, 0));
            claims += usize::from(claimed > 0);
            defective += usize::from(defects > 0);
        }
    }
    (defective, claims)
}

#[test]
fn dead_ends_never_claim_too_much() {
    for (size, amazons) in [(3, 1), (4, 1), (4, 2), (5, 1), (5, 2), (6, 1), (6, 2), (7, 1)] {
        let (defective, claims) = check_claims(size, amazons);
        println!("size {size}, {amazons} amazons: dead ends see {claims} of {defective}");
        assert!(amazons > 1 || size < 6 || claims > 0);
    }
}

#[test]
fn bent_strips_are_dead_ends() {
    // From the middle square two strips lead away, each around corners: an amazon that enters one
    // must shoot ahead or behind. It can end in one of them; in the other a square is lost.
    let diagram = "**q**/*1*1*/*1*1*/1***1".parse().unwrap();
    let (region, black, _) = Region::of_diagram(&diagram).unwrap();
    let graph = LineGraph::of(region);
    let ends = dead_ends(&graph, black as u16);
    assert!(
        ends.iter().any(|end| end.points.count_ones() == 3 && end.defects == Some(1)),
        "{ends:?}"
    );
    assert_eq!(least_defects(&graph, black as u16), 1);
    assert!(Filler::default().fill(&graph).unwrap().defects(black as u16) >= 1);
}

/// If an amazon cannot leave, no defect count is given.
#[test]
fn amazons_that_cannot_leave_are_told_apart() {
    for text in ["qq1", "q1*q/**1*/**1*"] {
        let (region, black, _) = Region::of_diagram(&text.parse().unwrap()).unwrap();
        let graph = LineGraph::of(region);
        let ends = dead_ends(&graph, black as u16);
        assert!(ends.iter().any(|end| end.defects.is_none()), "{text}: {ends:?}");
        let most = graph.points() as u32;
        assert!(ends.iter().all(|end| end.defects.is_none_or(|n| n <= most)), "{text}: {ends:?}");
    }
}

/// The game depends on the graph alone, so graphs with the same canonical form have the same
/// defects.
#[test]
fn isomorphic_graphs_have_the_same_defects() {
    let mut filler = Filler::default();
    let mut defects = HashMap::new();
    let mut placed = 0;
    for size in 2..=7 {
        for region in regions(size, &Budget::default()).unwrap() {
            let graph = LineGraph::of(region);
            let mut filling = filler.fill(&graph).unwrap();
            for amazons in 1..=2 {
                for set in placements(region, amazons) {
                    let canonical = graph.clone().with_amazons(set, 0).canonical();
                    let found = filling.defects(set as u16);
                    assert_eq!(*defects.entry(canonical).or_insert(found), found);
                    placed += 1;
                }
            }
        }
    }
    println!("{placed} placements, {} graphs", defects.len());
    assert!(2 * defects.len() < placed);
}
