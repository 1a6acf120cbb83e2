//! Bullock's figure 5.1: how many different positions of 10x10 there are by ply.

use crate::bullock::TIME;
use crate::table::{Found, Measured, rounded};
use crate::{Error, Lab};
use lastmove_board::{Bits, Geometry, Size, mix};
use lastmove_domineering::{Player, Position};
use serde_json::json;
use std::collections::HashSet;
use std::time::Instant;

/// By ply, as printed: moves of a position, different positions, how many times more follow.
const GROWTH: [(u64, u64, Option<u64>); 6] = [
    (90, 1, Some(25)),
    (86, 25, Some(77)),
    (83, 1944, Some(41)),
    (79, 81_609, Some(43)),
    (77, 3_520_539, Some(48)),
    (74, 169_944_142, None),
];

/// In how many passes the last ply is counted: each keeps its share of the positions.
const PASSES: u64 = 8;

/// One ply, and the moves of its positions.
struct Ply<'g> {
    geometry: &'g Geometry<u128>,
    player: Player,
    positions: HashSet<u128>,
}

impl Ply<'_> {
    fn moves(&self, empty: u128) -> u64 {
        Position::new(empty, self.player).count_moves(self.geometry)
    }

    /// The positions after one more move whose hash leaves this rest, and the moves of all of
    /// them; `None` if the time is up.
    fn next(&self, lab: &Lab<'_>, end: Instant, rest: u64, passes: u64) -> Next {
        let mut next = HashSet::new();
        for (i, &empty) in self.positions.iter().enumerate() {
            if i.is_multiple_of(1024) {
                lab.unless_cancelled()?;
                if Instant::now() > end {
                    return Ok(None);
                }
            }
            let position = Position::new(empty, self.player);
            for mv in position.moves(self.geometry) {
                let mut after = position;
                after.play_unchecked(self.geometry, mv);
                let images = self.geometry.symmetries()[..4].iter();
                let least = images.map(|s| s.image(after.empty())).min().unwrap_or(after.empty());
                if passes == 1 || mix(least as u64 ^ (least >> 64) as u64) % passes == rest {
                    next.insert(least);
                }
            }
        }
        Ok(Some(next))
    }
}

type Next = Result<Option<HashSet<u128>>, Error>;

/// Different positions by ply, for as long as there is time for all of the next ply.
pub(crate) fn growth(lab: &Lab<'_>) -> Result<Found, Error> {
    let geometry = Geometry::<u128>::new(Size::new(10, 10).map_err(Error::failed)?);
    let end = Instant::now() + lab.time_or(TIME);
    let start = HashSet::from([u128::first_n(100)]);
    let mut ply = Ply { geometry: &geometry, player: Player::Vertical, positions: start };
    // positions and moves of each ply
    let mut counts: Vec<(u64, u64)> = Vec::new();
    let total = |ply: &Ply<'_>| ply.positions.iter().map(|&empty| ply.moves(empty)).sum::<u64>();
    counts.push((1, total(&ply)));
    while counts.len() < GROWTH.len() {
        let last = counts.len() + 1 == GROWTH.len();
        let passes = if last { PASSES } else { 1 };
        let player = ply.player.opponent();
        let (mut count, mut moves) = (0, 0);
        let mut whole = None;
        for rest in 0..passes {
            let Some(positions) = ply.next(lab, end, rest, passes)? else {
                return Ok(table(&counts));
            };
            let part = Ply { geometry: &geometry, player, positions };
            (count, moves) = (count + part.positions.len() as u64, moves + total(&part));
            whole = Some(part);
        }
        counts.push((count, moves));
        match whole {
            Some(part) if !last => ply = part,
            _ => break,
        }
    }
    Ok(table(&counts))
}

fn table(counts: &[(u64, u64)]) -> Found {
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
        "positions differ by their free squares; ply 3 has 81,412 of them (printed: 81,609). Told \
         apart by their dominoes they would be 81,432"
            .into(),
    ];
    if counts.len() < GROWTH.len() {
        measured.notes.push(format!(
            "the time was too short for ply {}; all of them take minutes (--time)",
            counts.len()
        ));
    }
    measured.into()
}
