//! From a claim to the rules of its game, with the narrowest words that hold its board.

use crate::amazons::{self, Amazons};
use crate::claim::{Claim, Game};
use crate::domineering::{self, Domineering};
use crate::format::{VERSION, VERSION_OF_SUMS};
use crate::key::Wide;
use crate::rules::Rules;
use lastmove_board::Side;

/// A task that needs the rules of a claim, whatever their type.
pub(crate) trait WithRules {
    type Output;
    fn run<R: Rules + 'static>(self, rules: R) -> Self::Output;
}

/// The version in which a certificate of these claims is written: the one of sums if a position of
/// Amazons falls apart into several areas, and else [`VERSION`].
pub(crate) fn version_for(claims: &[Claim]) -> u16 {
    let is_sum = |claim: &Claim| {
        let rules = || Amazons::<u128, Wide>::new(claim.size(), amazons::Sight::Sums, 0);
        claim.game() == Game::Amazons && rules().falls_apart(&claim.state())
    };
    if claims.iter().any(is_sum) { VERSION_OF_SUMS } else { VERSION }
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
