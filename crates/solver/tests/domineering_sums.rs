//! Domineering boards of several regions: winner and winning moves, compared with brute force.

use lastmove_board::{Bits, Side, Size};
use lastmove_domineering::{Orientation, Position};
use lastmove_oracle::domineering::Oracle;
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Random};

/// Four places for regions of 3x3 with walls between them.
const SIZE: (usize, usize) = (7, 7);
const PLACES: [(usize, usize); 4] = [(0, 0), (4, 0), (0, 4), (4, 4)];

/// Two to four regions with at most 12 free squares in all; every third position holds a region
/// and its negative.
fn position(random: &mut Random, size: Size) -> u64 {
    let regions = 2 + random.below(3);
    let squares = |region: u64, (x, y): (usize, usize), turned: bool| {
        u64::from_squares(region.squares().map(|square| {
            let (i, j) = (usize::from(square) % 3, usize::from(square) / 3);
            if turned { size.square(x + j, y + i) } else { size.square(x + i, y + j) }
        }))
    };
    let mut free = 0;
    let mut last = 0;
    for i in 0..regions {
        let negative = i > 0 && random.below(3) == 0;
        let wanted = 3 + random.below(4);
        let region = if negative { last } else { random.subset(0x1ff, wanted) };
        if (free | squares(region, PLACES[i], negative)).count() <= 12 {
            free |= squares(region, PLACES[i], negative);
        }
        last = region;
    }
    free
}

fn compare(count: usize, seed: u64) {
    let size = Size::new(SIZE.0, SIZE.1).unwrap();
    let solver = DomineeringSolver::<u64>::new(size, Shares::default());
    let budget = Budget::unlimited(Cancel::new());
    let mut oracle = Oracle::new(SIZE.0, SIZE.1);
    let mut random = Random::new(seed);
    let mut first = 0;
    for _ in 0..count {
        let free = position(&mut random, size);
        for player in Orientation::BOTH {
            let position = Position::new(free, player);
            let vertical = player == Orientation::Vertical;
            let win = oracle.wins(free, vertical);
            let solution = solver.solve(&position, &budget, &mut |_| {}).unwrap();
            let own = if vertical { Side::Vertical } else { Side::Horizontal };
            assert_eq!(solution.winner == own, win, "{free:x} {vertical}");
            assert_eq!(solution.best_move.is_some(), win, "{free:x} {vertical}");
            first += usize::from(win);
            let (moves, _) = solver.moves(&position, &budget, &mut |_| {}).unwrap();
            for found in moves {
                let step = if vertical { size.width() as u8 } else { 1 };
                let domino = u64::bit(found.mv.0) | u64::bit(found.mv.0 + step);
                let wins = !oracle.wins(free & !domino, !vertical);
                assert_eq!(found.winner == own, wins, "{free:x} {vertical} {:?}", found.mv);
            }
        }
        oracle.tidy();
    }
    println!("{count} positions, {first} of {} won by the first player", 2 * count);
}

#[test]
fn regions_agree_with_brute_force() {
    compare(1_000, 1);
}

#[test]
#[ignore = "heavy"]
fn regions_of_100_000_positions_agree_with_brute_force() {
    compare(100_000, 2);
}
