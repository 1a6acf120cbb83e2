//! The counts of Müller and Tegos' paper: regions, defective regions, zugzwangs.

use super::{Args, Row, Table};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_regions::{Census, census, zugzwangs};
use lastmove_work::Stop;

pub(super) const T1: Table = Table {
    name: "muller-tegos-1",
    about: "Müller and Tegos, table 1: regions and line segment graphs",
    compare: regions_and_graphs,
};

pub(super) const T2: Table = Table {
    name: "muller-tegos-2",
    about: "Müller and Tegos, table 2: defective regions with one amazon",
    compare: defective,
};

pub(super) const F19: Table = Table {
    name: "muller-tegos-19",
    about: "Müller and Tegos, figure 19: graphs of the smallest zugzwangs",
    compare: smallest_zugzwangs,
};

/// Size, regions, graphs.
const REGIONS: [(usize, u64, u64); 10] = [
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

/// Size, then regions and graphs with 1, 2, … defects.
const DEFECTIVE: [(usize, &[(u64, u64)]); 9] = [
    (3, &[(2, 1)]),
    (4, &[(2, 1), (1, 1)]),
    (5, &[(37, 6)]),
    (6, &[(236, 12), (23, 3)]),
    (7, &[(2238, 125), (101, 8), (5, 1)]),
    (8, &[(16442, 666), (1111, 71), (12, 1)]),
    (9, &[(125_797, 4610), (12974, 370), (274, 14)]),
    (10, &[(929_277, 28_500), (137_976, 2665), (5464, 70), (42, 3)]),
    (11, &[(6_747_413, 186_564), (1_208_467, 17974), (193_410, 1310), (1188, 17)]),
];

fn stopped(stop: Stop) -> Failure {
    Failure::stopped(stop, "a count cannot be resumed, run it again")
}

fn count(size: usize, amazons: usize, session: &Session) -> Result<Census, Failure> {
    census(size, amazons, &*session.progress, &session.cancel).map_err(stopped)
}

fn regions_and_graphs(session: &Session, _: &Args) -> Result<Vec<Row>, Failure> {
    let row = |(size, regions, graphs): (usize, u64, u64)| {
        let found = count(size, 0, session)?;
        let graphs = ("line_segment_graphs", graphs, found.line_segment_graphs);
        Ok(Row::new(format!("size {size}"), &[("regions", regions, found.regions), graphs]))
    };
    REGIONS.into_iter().map(row).collect()
}

fn defective(session: &Session, _: &Args) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for (size, published) in DEFECTIVE {
        let found = count(size, 1, session)?.defective;
        let most = found.iter().map(|group| group.defects as usize).max().unwrap_or(0);
        for defects in 1..=most.max(published.len()) {
            let (regions, graphs) = published.get(defects - 1).copied().unwrap_or((0, 0));
            let group = found.iter().find(|group| group.defects as usize == defects);
            let of = |number: fn(&lastmove_regions::Defective) -> u64| group.map_or(0, number);
            let numbers = [
                ("regions", regions, of(|group| group.regions)),
                ("line_segment_graphs", graphs, of(|group| group.line_segment_graphs)),
            ];
            rows.push(Row::new(format!("size {size}, {defects}-defective"), &numbers));
        }
    }
    Ok(rows)
}

fn smallest_zugzwangs(session: &Session, _: &Args) -> Result<Vec<Row>, Failure> {
    let row = |size| {
        let found = zugzwangs(size, &*session.progress, &session.cancel).map_err(stopped)?;
        let published = if size == 6 { 4 } else { 0 };
        let graphs = ("line_segment_graphs", published, found.graphs.len() as u64);
        Ok(Row::new(format!("size {size}"), &[graphs]))
    };
    (2..=6).map(row).collect()
}
