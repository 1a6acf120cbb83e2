//! Counting move sequences: the cheapest test of the rules of a game.

use crate::evaluate::{Player, Rules};

/// The number of sequences of `depth` moves from a position, made by the players in turn; 1 at
/// depth 0. Moves that lead to the same position count apart.
pub fn perft<R: Rules>(rules: &R, position: &R::Position, first: Player, depth: u32) -> u64 {
    let Some(below) = depth.checked_sub(1) else { return 1 };
    let mut moves = Vec::new();
    rules.moves(position, first, &mut moves);
    match below {
        0 => moves.len() as u64,
        _ => moves.iter().map(|after| perft(rules, after, first.opponent(), below)).sum(),
    }
}
