//! Looking ahead, compared with brute force and with its definition.

use super::brute::{AmazonsOracle, DomineeringOracle, state};
use super::random::{RandomPosition, contested};
use super::reading::sees_ahead;
use crate::amazons::{Amazons, Sight};
use crate::domineering::{self as cuts, Domineering};
use crate::key::Wide;
use crate::rules::{Mover, Rules, State};
use lastmove_amazons::Colour;
use lastmove_board::{Bits, Size};
use lastmove_domineering as domineering;
use lastmove_work::Random;

/// Counts of the positions whose win was seen.
#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    /// positions with this winner to move that are not plainly won
    open: usize,
    /// of these, positions whose win is seen by looking ahead
    ahead: usize,
}

impl Seen {
    fn add(&mut self, plain: bool, ahead: bool) {
        self.open += usize::from(!plain);
        self.ahead += usize::from(!plain && ahead);
    }
}

/// Compares `positions` positions of Amazons, with either side as the winner.
fn amazons(positions: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut seen = Seen::default();
    let boards = [(3, 3), (5, 3), (3, 4), (4, 4), (3, 5), (7, 2), (4, 5)];
    for (width, height) in boards {
        let size = Size::new(width, height).unwrap();
        let rules = Amazons::<u64, u64>::new(size, Sight::of(crate::VERSION), 1 << 20);
        let mut oracle = AmazonsOracle::new(size);
        for _ in 0..positions.div_ceil(boards.len()) {
            let position = loop {
                let each = [1 + random.below(2), 1 + random.below(2)];
                let room = size.squares() - each[0] - each[1];
                let empty = (4 + random.below(6)).min(room);
                let position = random.amazons(size, each, empty);
                if contested(&oracle.geometry, &position) {
                    break position;
                }
            };
            seen.positions += 1;
            oracle.forget();
            for winner in Colour::BOTH {
                let state = state(&position, winner);
                let ahead = rules.looks_ahead(&state);
                assert_eq!(ahead, sees_ahead(&rules, &state), "{winner} in {position:?}");
                let plain = rules.visible(&state, Mover::Winner);
                seen.add(plain, ahead);
                let to_move = position.to_move() == winner;
                let asked = if to_move { position } else { position.passed() };
                assert!(!ahead || oracle.mover_wins(&asked), "{winner} loses {asked:?}");
            }
        }
    }
    println!("Amazons: {seen:?}");
    assert!(seen.positions >= positions && seen.ahead > positions / 50, "{seen:?}");
}

/// Compares `positions` positions of Domineering, with either side as the winner.
fn domineering(positions: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut seen = Seen::default();
    let boards = [(4, 4), (6, 3), (3, 7), (6, 4), (4, 6), (5, 5), (6, 5)];
    for (width, height) in boards {
        let size = Size::new(width, height).unwrap();
        let rules = [false, true].map(|across| {
            Domineering::<u64, u64>::new(size, across, cuts::Sight::of(crate::VERSION), 1 << 24)
        });
        for _ in 0..positions.div_ceil(boards.len()) {
            let mut oracle = DomineeringOracle::new(size);
            let free = size.squares().min(23) - random.below(6);
            let empty = random.region(size, free);
            seen.positions += 1;
            for (player, rules) in domineering::Orientation::BOTH.into_iter().zip(&rules) {
                let state = State { winner: 0, loser: 0, empty };
                let ahead = rules.looks_ahead(&state);
                let plain = rules.visible(&state, Mover::Winner);
                seen.add(plain, ahead);
                let position = domineering::Position::new(empty, player);
                assert!(!ahead || oracle.mover_wins(&position), "{position:?}");
                assert!(!plain || oracle.mover_wins(&position), "{position:?}");
            }
        }
    }
    println!("Domineering: {seen:?}");
    assert!(seen.positions >= positions && seen.open > 0, "{seen:?}");
}

#[test]
fn looks_are_true() {
    amazons(5_000, 21);
    domineering(5_000, 22);
}

/// `cargo test --release -p lastmove-proof -- --ignored looks_are_true_in_many_positions --nocapture`
#[test]
#[ignore = "heavy"]
fn looks_are_true_in_many_positions() {
    amazons(100_000, 23);
    domineering(100_000, 24);
}

/// Boards of more than 64 squares, which are too large for brute force: looking ahead agrees with
/// its definition, and a position on a part of the board gives the same result as on a board of
/// that size.
#[test]
fn looks_on_large_boards() {
    let mut random = Random::new(25);
    let (small, large) = (Size::new(4, 4).unwrap(), Size::new(11, 8).unwrap());
    let sight = Sight::of(crate::VERSION);
    let narrow = Amazons::<u64, u64>::new(small, sight, 1 << 20);
    let wide = Amazons::<u128, Wide>::new(large, sight, 1 << 20);
    let mut seen = Seen::default();
    for round in 0..600 {
        let each = [1 + random.below(2), 1 + random.below(2)];
        let empty = 4 + random.below(7);
        let position = random.amazons(small, each, empty);
        let state = state(&position, Colour::BOTH[round % 2]);
        let (left, top) = (random.below(8), random.below(5));
        let moved = |set: u64| {
            let squares = set.squares().map(usize::from);
            let place = |s: usize| (s / 4 + top) * large.width() + s % 4 + left;
            u128::from_squares(squares.map(|s| place(s) as u8))
        };
        let on_large = State {
            winner: moved(state.winner),
            loser: moved(state.loser),
            empty: moved(state.empty),
        };
        let ahead = wide.looks_ahead(&on_large);
        assert_eq!(ahead, sees_ahead(&wide, &on_large), "{position:?}");
        assert_eq!(ahead, narrow.looks_ahead(&state), "{position:?}");
        seen.positions += 1;
        seen.add(narrow.visible(&state, Mover::Winner), ahead);
    }
    println!("{seen:?}");
    assert!(seen.ahead > 5, "{seen:?}");
}
