//! Bullock's figure 5.1: the number of different positions of 10x10 by ply, and the nodes of a search
//! whose table loses some of them.

use crate::bullock::TIME;
use crate::bullock_duplicates::search_nodes;
use crate::schemes::Scheme;
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

/// The entries of the tables of searches: those of the thesis had from one million to eight.
const ENTRIES: [usize; 2] = [1 << 22, 1 << 23];

/// The last ply of these searches, which takes a minute; one more ply takes some minutes each.
const SEARCHED: usize = 4;

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

    /// The counts of all plies for which there is time.
    fn counts(&self) -> Result<Vec<(u64, u64)>, LabError> {
        let mut ply = Ply { player: Orientation::Vertical, positions: vec![u128::first_n(100)] };
        let mut counts = vec![self.count(&ply)];
        while counts.len() + 1 < GROWTH.len() {
            match self.after(&ply, 0, 1)? {
                Some(next) => ply = next,
                None => return Ok(counts),
            }
            counts.push(self.count(&ply));
        }
        // the last ply is not stored
        let mut last = (0, 0);
        for pass in 0..PASSES {
            let Some(part) = self.after(&ply, pass, PASSES)? else { return Ok(counts) };
            let (positions, moves) = self.count(&part);
            last = (last.0 + positions, last.1 + moves);
        }
        counts.push(last);
        Ok(counts)
    }
}

/// Different positions by ply, for as long as there is time for all of the next ply, and the nodes
/// of searches with tables of the thesis' sizes.
pub(crate) fn growth(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let growth = Growth::new(lab, Instant::now() + lab.time_or(TIME))?;
    let counts = growth.counts()?;
    let memory = lab.settings.memory.unwrap_or(1 << 30);
    let mut searches = Vec::new();
    for entries in ENTRIES {
        let bytes = (entries * Scheme::ENTRY_BYTES) as u64;
        let end = Instant::now() + lab.time_or(TIME);
        let nodes = match bytes <= memory {
            true => {
                search_nodes(lab, &growth.geometry, (Scheme::FIND_FIRST, entries), SEARCHED, end)?
            }
            false => None,
        };
        searches.push(nodes.unwrap_or_default());
    }
    Ok(table(&counts, &searches))
}

fn table(counts: &[(u64, u64)], searches: &[Vec<u64>]) -> TableResult {
    let mut measured = Measured::with("none");
    for (i, &(moves, positions, factor)) in GROWTH.iter().enumerate().take(counts.len()) {
        let (count, total) = counts[i];
        let times = |next: &(u64, u64)| rounded(next.0 as f64 / count as f64);
        let mut row = json!({
            "ply": i,
            "published_branching": moves,
            "branching": rounded(total as f64 / count as f64),
            "published": positions,
            "positions": count,
            "published_effective": factor,
            "effective": counts.get(i + 1).map(times),
        });
        for (entries, nodes) in ENTRIES.iter().zip(searches) {
            row[format!("searched_{}m", entries >> 20)] = json!(nodes.get(i));
        }
        measured.rows.push(row);
    }
    measured.notes = vec![
        "branching: moves of a position on average; effective: how many times more positions \
         follow, up to reflection; positions differ by their free squares"
            .into(),
        "searched: the nodes of a search of all moves to ply 4 whose table has 4 or 8 million \
         (2^22, 2^23) entries and the scheme FindFirst. A position that the table has lost counts \
         again. The column of the thesis is headed \"nodes\", and its surplus over the different \
         positions is of the same size (0.24 % at ply 3, 8 % at ply 4): it counts such a search, of \
         which the thesis does not give the table"
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LabSettings;
    use lastmove_work::{Cancel, Silent};
    use std::time::Duration;

    /// 81,412 positions are different at ply 3. A table of a million entries loses a few of them, as
    /// that of the thesis, where the printed number is 81,609; a smaller one loses many.
    #[test]
    fn positions_that_the_table_lost_count_again() {
        let cancel = Cancel::new();
        let settings = LabSettings::default();
        let lab = Lab { settings, progress: &Silent, cancel: &cancel, warn: &|_| {} };
        let end = Instant::now() + Duration::from_secs(300);
        let geometry = Growth::new(&lab, end).unwrap().geometry;
        let nodes = |entries| {
            let found = search_nodes(&lab, &geometry, (Scheme::FIND_FIRST, entries), 3, end);
            found.unwrap().unwrap()
        };
        let many = nodes(1 << 20);
        assert!(many[..3] == [1, 25, 1944] && (81_412..82_000).contains(&many[3]), "{many:?}");
        let few = nodes(1 << 16);
        assert!(few[2] >= 1944 && few[3] > 90_000, "{few:?}");
    }
}
