//! The facts of version 2 of Amazons, compared with brute force: claims, sums of walks and claims,
//! and one move of looking ahead.

use super::brute::{AmazonsOracle, state};
use super::random::{RandomPosition, contested};
use crate::amazons::{Amazons, Sight};
use crate::rules::{Mover, Rules};
use lastmove_amazons::Colour;
use lastmove_board::{Bits, Size};
use lastmove_work::Random;

/// Counts of the accepted facts, and of kinds of positions.
#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    eight_empty_and_contested: usize,
    /// by a walk of all amazons
    walks: usize,
    /// by a walk of all amazons, but not by [`Amazons::wins_by_count`]
    walks_alone: usize,
    /// by claims alone
    claims: usize,
    /// by claims and a walk, neither of which is enough
    sums: usize,
    /// by none of these, but after one move
    moves: usize,
}

/// Compares the accepted facts with brute force on `positions` positions of each board.
fn check(positions: usize, seed: u64, most_empty: usize) -> Seen {
    let mut random = Random::new(seed);
    let mut seen = Seen::default();
    for (width, height) in [(5, 3), (3, 4), (4, 4), (3, 5), (7, 2), (4, 5)] {
        let size = Size::new(width, height).unwrap();
        let rules = Amazons::<u64, u64>::new(size, Sight::Claims, 1 << 20);
        let mut oracle = AmazonsOracle::new(size);
        for large in [false, true].into_iter().cycle().take(positions) {
            let position = loop {
                let each = [1 + random.below(3), 1 + random.below(3)];
                let room = size.squares() - each[0] - each[1];
                let empty =
                    if large { 8 + random.below(most_empty - 8 + 1) } else { random.below(8) };
                let position = random.amazons(size, each, empty.min(room));
                let wide = room >= 8 && contested(&oracle.geometry, &position);
                if !large || wide {
                    break position;
                }
            };
            seen.positions += 1;
            let wide = position.empty().count() >= 8 && contested(&oracle.geometry, &position);
            seen.eight_empty_and_contested += usize::from(wide);
            oracle.forget();
            for winner in Colour::BOTH {
                let state = state(&position, winner);
                for mover in [Mover::Winner, Mover::Loser] {
                    let to_move = if mover == Mover::Winner { winner } else { winner.opponent() };
                    let asked =
                        if position.to_move() == to_move { position } else { position.passed() };
                    let walk = rules.wins_by_walk(&state, mover);
                    let count = rules.wins_by_count(&state, mover);
                    let moved = mover == Mover::Winner && rules.wins_by_move(&state);
                    assert_eq!(rules.visible(&state, mover), count || moved);
                    seen.walks += usize::from(walk);
                    // An amazon that claims cannot follow another one on a walk.
                    seen.walks_alone += usize::from(walk && !count);
                    if count && !walk {
                        let alone = rules.wins_by_claims(&state, mover);
                        seen.claims += usize::from(alone);
                        seen.sums += usize::from(!alone);
                    }
                    seen.moves += usize::from(moved && !count);
                    if count || moved {
                        let won = oracle.mover_wins(&asked) == (mover == Mover::Winner);
                        assert!(won, "{winner} does not win {asked:?}");
                    }
                }
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.eight_empty_and_contested * 2 >= seen.positions);
    let each = seen.positions / 100;
    assert!(seen.claims > each && seen.sums > each / 20 && seen.moves > each, "{seen:?}");
    seen
}

#[test]
fn counts_are_true() {
    check(1_500, 8, 8);
}

/// `cargo test --release -p lastmove-proof -- --ignored counts_are_true_in_many_positions --nocapture`
#[test]
#[ignore = "heavy"]
fn counts_are_true_in_many_positions() {
    let seen = check(20_000, 9, 9);
    assert!(seen.positions >= 100_000);
}
