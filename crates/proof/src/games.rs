//! From a claim to the rules of its game, with the narrowest words that hold its board.

use crate::amazons::{self, Amazons};
use crate::claim::{Claim, Game};
use crate::domineering::{self, Domineering};
use crate::key::Wide;
use crate::rules::Rules;
use lastmove_board::Side;

/// A task that needs the rules of a claim, whatever their type.
pub(crate) trait WithRules {
    type Output;
    fn run<R: Rules + 'static>(self, rules: R) -> Self::Output;
}

/// Runs `task` with the rules of a claim in format `version`. `memory` limits their caches, in
/// bytes.
pub(crate) fn with_rules<T: WithRules>(
    claim: &Claim,
    version: u16,
    memory: usize,
    task: T,
) -> T::Output {
    let size = claim.size();
    let across = claim.winner() == Side::Horizontal;
    let plain = amazons::Sight::of(version);
    let sight = domineering::Sight::of(version);
    match (claim.game(), size.squares()) {
        (Game::Amazons, ..=32) => task.run(Amazons::<u64, u64>::new(size, plain, memory)),
        (Game::Amazons, ..=64) => task.run(Amazons::<u64, u128>::new(size, plain, memory)),
        (Game::Amazons, _) => task.run(Amazons::<u128, Wide>::new(size, plain, memory)),
        (Game::Domineering, ..=63) => {
            task.run(Domineering::<u64, u64>::new(size, across, sight, memory))
        }
        (Game::Domineering, 64) => {
            task.run(Domineering::<u64, u128>::new(size, across, sight, memory))
        }
        (Game::Domineering, _) => {
            task.run(Domineering::<u128, Wide>::new(size, across, sight, memory))
        }
    }
}
