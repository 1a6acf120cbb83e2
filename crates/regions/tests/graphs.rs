//! Regions and their graphs: the published counts, and canonical labelling against brute force.

mod laws;

use lastmove_regions::{CanonicalGraph, LineGraph, MAX_SIDE, Region, regions};
use lastmove_work::Budget;
use laws::{BoardLaw, Flaw, check_board, check_form};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Müller and Tegos' table 1: size, regions, graphs.
const TABLE: [(usize, usize, usize); 10] = [
    (1, 1, 1),
    (2, 2, 1),
    (3, 5, 3),
    (4, 22, 11),
    (5, 94, 42),
    (6, 524, 199),
    (7, 3031, 960),
    (8, 18769, 4945),
    (9, 118_069, 25_786),
    (10, 755_047, 137_988),
];

fn all(size: usize) -> Vec<Region> {
    regions(size, &Budget::default()).unwrap()
}

fn check_counts(rows: &[(usize, usize, usize)]) {
    for &(size, expected, graphs) in rows {
        let regions = all(size);
        let found: HashSet<CanonicalGraph> =
            regions.par_iter().map(|&region| LineGraph::of(region).canonical()).collect();
        assert_eq!((size, regions.len(), found.len()), (size, expected, graphs));
    }
}

#[test]
fn counts_are_those_published() {
    check_counts(&TABLE);
}

/// The least list of lines over all numberings of the points.
fn by_brute_force(graph: &LineGraph, numbering: &mut Vec<u8>, best: &mut Vec<Vec<u8>>) {
    let n = graph.points() as u8;
    if numbering.len() < usize::from(n) {
        for label in 0..n {
            if !numbering.contains(&label) {
                numbering.push(label);
                by_brute_force(graph, numbering, best);
                numbering.pop();
            }
        }
        return;
    }
    let mut lines: Vec<Vec<u8>> = graph
        .lines()
        .map(|line| {
            let there: Vec<u8> = line.iter().map(|&p| numbering[usize::from(p)]).collect();
            let back: Vec<u8> = there.iter().rev().copied().collect();
            there.min(back)
        })
        .collect();
    lines.sort();
    if best.is_empty() || lines < *best {
        *best = lines;
    }
}

#[test]
fn canonical_graphs_are_equal_exactly_where_a_bijection_exists() {
    for size in 2..=6 {
        let pairs: Vec<(CanonicalGraph, Vec<Vec<u8>>)> = all(size)
            .par_iter()
            .map(|&region| {
                let graph = LineGraph::of(region);
                let mut best = Vec::new();
                by_brute_force(&graph, &mut Vec::new(), &mut best);
                (graph.canonical(), best)
            })
            .collect();
        let (mut there, mut back) = (HashMap::new(), HashMap::new());
        for (canonical, brute) in pairs {
            assert_eq!(there.entry(canonical.clone()).or_insert(brute.clone()), &brute);
            assert_eq!(back.entry(brute).or_insert(canonical.clone()), &canonical);
        }
    }
}

#[test]
fn graphs_of_boards_obey_the_laws_and_embed_again() {
    for size in 1..=7 {
        let graphs: HashSet<CanonicalGraph> = all(size)
            .into_iter()
            .map(|region| {
                let graph = LineGraph::of(region);
                check_form(&graph).unwrap();
                check_board(&graph, MAX_SIDE).unwrap();
                graph.canonical()
            })
            .collect();
        for canonical in graphs {
            let graph = canonical.to_graph();
            assert_eq!(graph.canonical(), canonical);
            let squares = graph.embed().unwrap();
            let region = Region::new(&squares).unwrap();
            assert_eq!(LineGraph::of(region).canonical(), canonical, "{squares:?}");
        }
    }
}

#[test]
fn fingerprints_tell_graphs_apart() {
    let graphs: HashSet<CanonicalGraph> =
        all(8).into_iter().map(|region| LineGraph::of(region).canonical()).collect();
    let prints: HashSet<u128> = graphs.iter().map(CanonicalGraph::fingerprint).collect();
    assert_eq!(prints.len(), graphs.len());
}

#[test]
fn broken_laws_are_named() {
    let graph = |points, lines: &[&[u8]]| {
        let mut graph = LineGraph::without_lines(points);
        lines.iter().for_each(|line| graph.add_line(line));
        graph
    };
    assert_eq!(check_form(&graph(2, &[&[0]])), Err(Flaw::ShortLine));
    assert_eq!(check_form(&graph(2, &[&[0, 1, 0]])), Err(Flaw::Twice(0)));
    assert_eq!(check_form(&graph(3, &[&[0, 1]])), Err(Flaw::OffLines(2)));
    assert_eq!(check_form(&graph(3, &[&[0, 1, 2], &[2, 0]])), Err(Flaw::TwoLines(2, 0)));
    let star: [&[u8]; 5] = [&[0, 1], &[0, 2], &[0, 3], &[0, 4], &[0, 5]];
    assert_eq!(check_board(&graph(6, &star), 10), Err(BoardLaw::Grid(0)));
    assert_eq!(check_board(&graph(3, &[&[0, 1, 2]]), 2), Err(BoardLaw::LineLength(3)));
    // a line of five points and a way of three steps between its ends
    let short = graph(7, &[&[0, 1, 2, 3, 4], &[0, 5], &[5, 6], &[6, 4]]);
    assert_eq!(check_board(&short, 10), Err(BoardLaw::ShortestPath(0, 4)));
    assert_eq!(short.embed(), None);
}
