//! Openings: random moves from the start position, the same for both games of a pair.

use crate::History;
use crate::judge::Judge;
use crate::options::random;
use lastmove_amazons::PositionError;
use lastmove_board::{Diagram, mix};

/// Attempts at an opening that decides nothing.
const ATTEMPTS: u64 = 100;

/// A game after so many random moves. An opening after which the winner is known is drawn anew.
pub(super) fn opening(
    start: &Diagram,
    plies: usize,
    seed: u64,
    pair: usize,
    judge: &Judge,
) -> Result<History, PositionError> {
    let mut game = History::new(start)?;
    for attempt in 0..ATTEMPTS {
        let mut random = random(mix(seed ^ mix(pair as u64 + 1)).wrapping_add(attempt));
        for _ in 0..plies {
            let position = *game.position();
            let count = position.count_moves(game.geometry());
            if count == 0 {
                break;
            }
            let choice = (random.unit() * count as f64) as usize;
            let mv = position.moves(game.geometry()).nth(choice);
            if mv.is_none_or(|mv| game.play(mv).is_err()) {
                break;
            }
        }
        if game.moves().len() == plies && judge.decided(game.size(), game.position()).is_none() {
            return Ok(game);
        }
        while game.undo().is_some() {}
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn openings_differ_and_repeat() {
        let start = lastmove_amazons::start::parse("6x6").unwrap();
        let judge = Judge::new(None, 1 << 16);
        let draw = |seed, pair| opening(&start, 2, seed, pair, &judge).unwrap().moves().to_vec();
        let all: HashSet<_> = (0..50).map(|pair| draw(1, pair)).collect();
        assert!(all.len() >= 48, "{}", all.len());
        assert!(all.iter().all(|moves| moves.len() == 2));
        assert_eq!(draw(1, 7), draw(1, 7));
        assert_ne!(draw(1, 7), draw(2, 7));
    }
}
