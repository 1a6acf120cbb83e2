//! Bullock's figure 5.1: the number of different positions of 10x10 by ply.

use crate::bullock::TIME;
use crate::table::{Measured, TableResult, rounded};
use crate::{Lab, LabError};
use lastmove_board::{Bits, Geometry, Size, mix};
use lastmove_domineering::{Orientation, Position};
use serde_json::json;
use std::time::Instant;

/// By ply, as printed: moves of a position, different positions, factor to the next ply.
const GROWTH: [(u64, u64, Option<u64>); 6] = [
    (90, 1, Some(25)),
    (86, 25, Some(77)),
    (83, 1944, Some(41)),
    (79, 81_609, Some(43)),
    (77, 3_520_539, Some(48)),
    (74, 169_944_142, None),
];

/// The number of passes in which the last ply is counted: each stores its share of the positions.
const PASSES: u64 = 8;

/// The different positions of one ply, or a share of them.
struct Ply {
    player: Orientation,
    positions: Vec<u128>,
}

/// Plays moves on 10x10.
struct Growth<'l> {
    lab: &'l Lab<'l>,
    geometry: Geometry<u128>,
    /// a random number for each square, the same for its mirror images: the sum over the free
    /// squares determines the pass in which a position is counted
    marks: Vec<u64>,
    end: Instant,
}

impl<'l> Growth<'l> {
    fn new(lab: &'l Lab<'l>, end: Instant) -> Result<Self, LabError> {
        let geometry = Geometry::<u128>::new(Size::new(10, 10).map_err(LabError::failed)?);
        let image = |s: u8| {
            let images = geometry.symmetries()[..4].iter().map(|sym| sym.image(u128::bit(s)));
            images.min().unwrap_or_default()
        };
        let marks = (0..100).map(|s| mix(image(s).trailing_zeros().into())).collect();
        Ok(Self { lab, marks, geometry, end })
    }

    /// The positions of this pass after one more move; `None` if the time has run out.
    fn after(&self, ply: &Ply, pass: u64, passes: u64) -> Result<Option<Ply>, LabError> {
        let mut positions = Vec::new();
        for (i, &empty) in ply.positions.iter().enumerate() {
            if i.is_multiple_of(1024) {
                self.lab.unless_cancelled()?;
                if Instant::now() > self.end {
                    return Ok(None);
                }
            }
            let position = Position::new(empty, ply.player);
            let mark = |squares: u128| {
                squares.squares().fold(0u64, |sum, s| sum.wrapping_add(self.marks[s as usize]))
            };
            let whole = mark(empty);
            for mv in position.moves(&self.geometry) {
                let domino = mv.domino(&self.geometry, ply.player);
                if (whole.wrapping_sub(mark(domino)) >> 32) % passes == pass {
                    let after = empty & !domino;
                    let images = self.geometry.symmetries()[..4].iter();
                    positions.extend(images.map(|s| s.image(after)).min());
                }
            }
        }
        positions.sort_unstable();
        positions.dedup();
        Ok(Some(Ply { player: ply.player.opponent(), positions }))
    }

    /// The number of positions, and the number of their moves.
    fn count(&self, ply: &Ply) -> (u64, u64) {
        let moves = |&empty: &u128| Position::new(empty, ply.player).count_moves(&self.geometry);
        (ply.positions.len() as u64, ply.positions.iter().map(moves).sum())
    }
}

/// Different positions by ply, for as long as there is time for all of the next ply.
pub(crate) fn growth(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let growth = Growth::new(lab, Instant::now() + lab.time_or(TIME))?;
    let mut ply = Ply { player: Orientation::Vertical, positions: vec![u128::first_n(100)] };
    let mut counts = vec![growth.count(&ply)];
    while counts.len() + 1 < GROWTH.len() {
        match growth.after(&ply, 0, 1)? {
            Some(next) => ply = next,
            None => return Ok(table(&counts)),
        }
        counts.push(growth.count(&ply));
    }
    // the last ply is not stored
    let mut last = (0, 0);
    for pass in 0..PASSES {
        let Some(part) = growth.after(&ply, pass, PASSES)? else { return Ok(table(&counts)) };
        let (positions, moves) = growth.count(&part);
        last = (last.0 + positions, last.1 + moves);
    }
    counts.push(last);
    Ok(table(&counts))
}

fn table(counts: &[(u64, u64)]) -> TableResult {
    let mut measured = Measured::with("none");
    for (i, &(moves, positions, factor)) in GROWTH.iter().enumerate().take(counts.len()) {
        let (count, total) = counts[i];
        let times = |next: &(u64, u64)| rounded(next.0 as f64 / count as f64);
        measured.rows.push(json!({
            "ply": i,
            "published_branching": moves,
            "branching": rounded(total as f64 / count as f64),
            "published": positions,
            "positions": count,
            "published_effective": factor,
            "effective": counts.get(i + 1).map(times),
        }));
    }
    measured.notes = vec![
        "branching: moves of a position on average; effective: how many times more positions \
         follow, up to reflection"
            .into(),
        "positions differ by their free squares; ply 3 has 81,412 of them (printed: 81,609). The \
         printed numbers from there on are larger than any count without repetitions: even told \
         apart by their dominoes there are 81,432 at ply 3"
            .into(),
    ];
    if counts.len() < GROWTH.len() {
        measured.notes.push(format!(
            "the time was too short for ply {}; all of them take some minutes (--time)",
            counts.len()
        ));
    }
    measured.into()
}
