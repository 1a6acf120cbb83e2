//! Finds the winner where the solver's static evaluation knows it.

use super::settled::settled;
use lastmove_amazons::Position;
use lastmove_board::{Bits, Geometry};
use lastmove_endgame::Databases;
use lastmove_solver::Verdict;
use lastmove_solver::amazons::{Evaluator, Reduced, Settings};

/// One thread's prover.
pub(crate) struct Prover<'a, B> {
    geometry: &'a Geometry<B>,
    evaluator: Evaluator<'a, B>,
}

/// A proven result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Proof {
    /// whether the side to move wins
    pub(crate) win: bool,
    /// the exact lead, where all areas are settled
    pub(crate) score: Option<f32>,
}

/// The most positions that one filling may enter.
const FILLING: u64 = 2_000;

impl<'a, B: Bits> Prover<'a, B> {
    pub(crate) fn new(geometry: &'a Geometry<B>, databases: &'a Databases) -> Self {
        Self { geometry, evaluator: Evaluator::new(geometry, databases, Settings::default()) }
    }

    /// The proven result of a position, if there is one. `contested` says whether to ask the static
    /// evaluation about shared areas.
    pub(crate) fn prove(&mut self, position: &Position<B>, contested: bool) -> Option<Proof> {
        if let Some(numbers) = settled(self.geometry, position, FILLING) {
            return Some(Proof { win: numbers.wins(), score: Some(numbers.score()) });
        }
        if !contested {
            return None;
        }
        let reduced = Reduced::new(&mut self.evaluator, position);
        match self.evaluator.assess(&reduced).verdict {
            Verdict::Win => Some(Proof { win: true, score: None }),
            Verdict::Loss => Some(Proof { win: false, score: None }),
            Verdict::Unknown => None,
        }
    }
}
