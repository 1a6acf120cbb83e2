//! Random positions of Domineering: the winner with either player first, compared with brute force.

use lastmove_board::{Bits, Size};
use lastmove_domineering::{Orientation, Position};
use lastmove_oracle::Set;
use lastmove_oracle::domineering::Oracle;
use lastmove_solver::domineering::DomineeringSolver;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Random};

/// The most free squares of a position.
const MOST_FREE: u32 = 24;

/// Up to three rectangles anywhere on the board, from which dominoes and single squares are taken
/// until at most [`MOST_FREE`] squares are free.
fn random_position<B: Bits>(random: &mut Random, size: Size) -> B {
    let (columns, rows) = (size.width(), size.height());
    let mut free = B::NONE;
    for _ in 0..1 + random.below(3) {
        let (w, h) = (1 + random.below(columns.min(7)), 1 + random.below(rows.min(7)));
        let (x, y) = (random.below(columns - w + 1), random.below(rows - h + 1));
        let squares = (0..w * h).map(|i| size.square(x + i % w, y + i / w));
        free |= B::from_squares(squares);
    }
    let target = 6 + random.below(MOST_FREE as usize - 5) as u32;
    let holes = random.below(4);
    while free.count() > target {
        let squares: Vec<u8> = free.squares().collect();
        let square = random.pick(&squares);
        let along = random.below(2) == 0;
        let last =
            if along { size.column(square) + 1 == columns } else { size.row(square) + 1 == rows };
        let other = square + if along { 1 } else { columns as u8 };
        if !last && free.has(other) && random.below(4) >= holes {
            free &= !(B::bit(square) | B::bit(other));
        } else if random.below(4) == 0 {
            free &= !B::bit(square);
        }
    }
    free
}

/// Compares positions on boards of these sizes with brute force. Returns how many have at least 16
/// free squares, and the nodes of all searches.
fn compare<B: Bits + Set>(sizes: &[(usize, usize)], count: usize, seed: u64) -> (usize, u64) {
    let budget = Budget::unlimited(Cancel::new());
    let (mut large, mut nodes) = (0, 0);
    for (i, &(columns, rows)) in sizes.iter().enumerate() {
        let size = Size::new(columns, rows).unwrap();
        let mut random = Random::new(seed + i as u64);
        let mut oracle = Oracle::<B>::new(columns, rows);
        let solver = DomineeringSolver::<B>::new(size, Shares::default());
        for _ in 0..count / sizes.len() {
            let free = random_position::<B>(&mut random, size);
            large += usize::from(free.count() >= 16);
            for player in Orientation::BOTH {
                let position = Position::new(free, player);
                let solution = solver.solve(&position, &budget, &mut |_| {}).unwrap();
                let win = oracle.wins(free, player == Orientation::Vertical);
                assert_eq!(solution.winner == player.side(), win, "{size} {free:?} {player}");
                assert_eq!(solution.best_move.is_some(), win, "{size} {free:?} {player}");
                nodes += solution.counters.nodes;
            }
            oracle.tidy();
        }
    }
    (large, nodes)
}

/// Boards of up to 64 squares, columns by rows.
const SMALL: [(usize, usize); 10] =
    [(4, 6), (6, 4), (5, 5), (6, 6), (7, 5), (5, 7), (8, 4), (3, 8), (7, 7), (8, 8)];
/// Boards of more than 64 squares.
const LARGE: [(usize, usize); 10] =
    [(9, 9), (8, 9), (10, 8), (15, 6), (6, 15), (10, 10), (11, 11), (16, 8), (8, 16), (32, 4)];

fn check(small: usize, large: usize) {
    let seed = 1;
    let (wide, nodes) = compare::<u64>(&SMALL, small, seed);
    println!("{small} positions, {wide} with 16 or more free squares: {nodes} nodes, none wrong");
    let (wide, more) = compare::<u128>(&LARGE, large, seed);
    println!("{large} on large boards, {wide} with 16 or more: {more} nodes, none wrong");
    // the same nodes every time
    let some = |count: usize| (count / 20).max(SMALL.len());
    let again = |seed| compare::<u128>(&LARGE, some(large), seed);
    assert_eq!(again(7), again(7));
}

#[test]
fn random_positions_agree_with_brute_force() {
    check(1_000, 100);
}

#[test]
#[ignore = "heavy"]
fn random_positions_of_24_squares_agree_with_brute_force() {
    check(100_000, 2_000);
}
