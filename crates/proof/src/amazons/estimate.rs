//! How large the certificate of a sum will be, before it is written.
//!
//! A position of a sum is a choice of one position for each area, so the number of positions grows
//! with the product of the numbers of positions of the areas. A certificate holds only those that the
//! winner's moves lead to, and ends in positions that are plainly won.

use super::{Amazons, Sight};
use crate::claim::{Claim, Game};
use crate::key::{Key, Wide};
use crate::rules::{Mover, Rules, State};
use lastmove_board::Bits;
use std::collections::HashSet;

/// Positions of one area are counted up to this number.
const MOST: usize = 5_000;

/// An estimate of the size of a certificate of a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SumEstimate {
    /// the areas, without pairs of an area and its negative
    pub areas: usize,
    /// the product of the numbers of positions that can arise in the areas, each counted up to a
    /// limit
    pub product: f64,
}

impl SumEstimate {
    /// The positions that the certificate may have, to an order of magnitude. On random boards of
    /// two to five areas of 3x3 that were hard to certify, they were about this power of the product;
    /// many others need far fewer.
    pub fn positions(&self) -> f64 {
        self.product.powf(0.3)
    }
}

/// An estimate for a claim about a position of Amazons; `None` if no more than one area is left once
/// pairs are burnt, or the game is another one.
pub fn estimate(claim: &Claim) -> Option<SumEstimate> {
    if claim.game() != Game::Amazons {
        return None;
    }
    let rules = Amazons::<u128, Wide>::new(claim.size(), Sight::Sums, 0);
    let state = rules.state(rules.normal_key(&claim.state()))?;
    let areas: Vec<_> = rules.areas(&state).collect();
    (areas.len() > 1).then(|| SumEstimate {
        areas: areas.len(),
        product: areas.into_iter().map(|area| rules.positions_of(area) as f64).product(),
    })
}

impl<B: Bits, K: Key> Amazons<B, K> {
    /// The positions that can arise in an area, whoever moves how often, counted up to [`MOST`].
    fn positions_of(&self, [winner, loser, empty]: [B; 3]) -> usize {
        let start = State { winner, loser, empty };
        let (mut seen, mut open) = (HashSet::from([self.normal_key(&start)]), vec![start]);
        while let Some(state) = open.pop().filter(|_| seen.len() < MOST) {
            for mover in [Mover::Winner, Mover::Loser] {
                self.each_move(&state, mover, |_, after| {
                    if seen.insert(self.normal_key(&after)) {
                        open.push(after);
                    }
                    seen.len() < MOST
                });
            }
        }
        seen.len()
    }
}
