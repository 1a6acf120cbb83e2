//! Boards of several areas: winner, winning moves, lines and values, compared with brute force.

#[path = "quick/mod.rs"]
mod quick;

use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Geometry, Side, Size};
use lastmove_endgame::Databases;
use lastmove_oracle::amazons::{Oracle, PARTS, Plain};
use lastmove_solver::amazons::{AmazonsGame, AmazonsSolver, Reduced, Settings};
use lastmove_solver::dfpn::{Dfpn, Store, Tuning};
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Random};
use std::sync::Arc;

/// Four places for areas of 3x3 with walls between them.
const SIZE: (usize, usize) = (7, 7);
const PLACES: [(usize, usize); 4] = [(0, 0), (4, 0), (0, 4), (4, 4)];

fn coloured(position: Plain) -> Position<u64> {
    Position::new(position.mover, position.other, position.empty, Colour::White)
}

fn passed(Plain { mover, other, empty }: Plain) -> Plain {
    Plain { mover: other, other: mover, empty }
}

/// A position of two to four areas with at most 12 empty squares in all.
fn position(random: &mut Random, size: Size) -> Plain {
    let mut places = PLACES.to_vec();
    let areas = 2 + random.below(3);
    // Brute force must finish: few positions have 10 or more empty squares.
    let mut left = match random.below(32) {
        0..=15 => 4 + random.below(3),
        16..=27 => 7 + random.below(2),
        28..=30 => 9,
        _ => 10 + random.below(3),
    };
    let mut position = Plain { mover: 0, other: 0, empty: 0 };
    for i in 0..areas {
        let (x, y) = places.swap_remove(random.below(places.len()));
        let all = u64::from_squares((0..9).map(|i| size.square(x + i % 3, y + i / 3)));
        let [first, second] = [(); 2].map(|()| 1 + usize::from(random.below(4) == 0));
        let mover = random.subset(all, first);
        let other = random.subset(all & !mover, second);
        let rest = all & !mover & !other;
        let share = if i + 1 == areas { left } else { left.div_ceil(areas - i) };
        let wanted = share.min(rest.count() as usize);
        left -= wanted;
        position.mover |= mover;
        position.other |= other;
        position.empty |= random.subset(rest, wanted);
    }
    position
}

/// Compares so many positions, with both sides to move.
fn compare(databases: &Databases, known_areas: u32, count: usize, seed: u64) {
    let size = Size::new(SIZE.0, SIZE.1).unwrap();
    let geometry = Geometry::<u64>::new(size);
    let shares = Shares::of(1 << 26, 1).unwrap();
    let store = Store::new(&shares);
    let settings = Settings { known_areas, ..Settings::default() };
    let solver = AmazonsSolver::new(&geometry, databases, settings, &store, shares);
    let game = AmazonsGame::new(&geometry, databases, settings, Arc::default());
    let budget = Budget::unlimited(Cancel::new());
    let mut search = Dfpn::new(&game, Tuning::default(), &store, &budget, None);
    let mut oracle = Oracle::new(SIZE.0, SIZE.1);
    let mut random = Random::new(seed);
    let (mut nodes, mut known) = (0, 0);
    for number in 0..count {
        let position = position(&mut random, size);
        for plain in [position, passed(position)] {
            let real = coloured(plain);
            let shown = real.to_diagram(size).to_string();
            let win = oracle.wins(plain);
            let solution = solver.solve(&real, &budget, &mut |_| {}).unwrap();
            nodes += solution.counters.nodes;
            assert_eq!(solution.winner == Side::White, win, "{shown}");
            assert_eq!(solution.best_move.is_some(), win, "{shown}");
            let mut at = real;
            for &mv in &solution.pv {
                at = at.play(&geometry, mv).unwrap();
                let white = at.to_move() == Colour::White;
                let (mover, other) =
                    if white { (at.white(), at.black()) } else { (at.black(), at.white()) };
                let wins = oracle.wins(Plain { mover, other, empty: at.empty() });
                assert_eq!(
                    wins,
                    at.to_move().side() == solution.winner,
                    "{shown} {:?}",
                    solution.pv
                );
            }
            let (moves, _) = solver.moves(&real, &budget, &mut |_| {}).unwrap();
            for found in moves {
                let after = real.play(&geometry, found.mv).unwrap();
                let (mover, other) = (after.black(), after.white());
                let wins = !oracle.wins(Plain { mover, other, empty: after.empty() });
                assert_eq!(found.winner == Side::White, wins, "{shown} {:?}", found.mv);
            }
            let reduced = Reduced::new(search.worker(), &real);
            known += usize::from(reduced.empty == 0);
            // The value, compared with integers, which takes brute force long.
            let integers: &[i16] = if number % 8 == 0 { &[-2, -1, 1, 2] } else { &[] };
            for &n in integers {
                let shifted = Reduced { balance: reduced.balance + n, ..reduced };
                let win = oracle.wins_with(plain, i32::from(n) * PARTS);
                assert_eq!(search.solve(&shifted).unwrap(), win, "{shown} + {n}");
            }
        }
        oracle.tidy();
    }
    println!("{count} positions: {known} of {} known, {nodes} nodes", 2 * count);
}

#[test]
fn sums_agree_with_brute_force() {
    compare(&Databases::none(), 10, 150, 1);
    compare(&Databases::none(), 3, 150, 2);
    compare(&Databases::none(), 1, 50, 3);
    compare(quick::databases(), 2, 50, 4);
}

/// A number from the environment.
fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
}

#[test]
#[ignore = "heavy"]
fn sums_agree_with_brute_force_on_100_000_positions() {
    let count = number("LASTMOVE_POSITIONS", 100_000) as usize;
    let seed = number("LASTMOVE_SEED", 10);
    for (i, known_areas) in [3, 10, 2, 4, 1].into_iter().enumerate() {
        compare(&Databases::none(), known_areas, count * 4 / 25, seed + i as u64);
        compare(quick::databases(), known_areas, count / 25, seed + 5 + i as u64);
    }
}
