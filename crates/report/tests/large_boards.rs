//! Positions on boards of 65 to 128 squares, with smaller boards among them in random order, all
//! through one desk, as in a batch or in a server: winners and moves against brute force.
//!
//! `cargo test --release -p lastmove-report --test large_boards -- --ignored --nocapture` runs as
//! many as the design asks for.

use lastmove_board::{Cell, Diagram, Game, Side, Size};
use lastmove_endgame::Databases;
use lastmove_oracle::{Set, amazons, domineering};
use lastmove_report::solve::{Question, SearchHooks, SearchResources};
use lastmove_solver::Shares;
use lastmove_work::{Budget, Cancel, Random};
use std::collections::HashMap;
use std::sync::Arc;

/// A board of 65 to 128 squares, half of them with more than 120; one in four is smaller.
fn size(random: &mut Random) -> Size {
    let range = match random.below(8) {
        0 | 1 => 2..=64,
        2..=4 => 65..=120,
        _ => 121..=128,
    };
    loop {
        let [width, height] = [(); 2].map(|()| 1 + random.below(26));
        if range.contains(&(width * height)) {
            return Size::new(width, height).unwrap();
        }
    }
}

/// So many squares in a few clusters, most of them in the last rows and columns: keys had their
/// faults there.
fn clusters(random: &mut Random, size: Size, squares: usize) -> u128 {
    let around = |square: usize, random: &mut Random| {
        let (x, y) = (square % size.width(), square / size.width());
        let step = |at: usize, length: usize, random: &mut Random| {
            (at + random.below(3)).saturating_sub(1).min(length - 1)
        };
        let (x, y) = (step(x, size.width(), random), step(y, size.height(), random));
        y * size.width() + x
    };
    let corner = |random: &mut Random| {
        let near = |length: usize, random: &mut Random| length - 1 - random.below(length.min(3));
        match random.below(3) {
            0 => near(size.height(), random) * size.width() + random.below(size.width()),
            1 => random.below(size.height()) * size.width() + near(size.width(), random),
            _ => random.below(size.squares()),
        }
    };
    let (mut set, mut at) = (0u128, corner(random));
    for _ in 0..100 * squares {
        if set.count_ones() as usize >= squares {
            break;
        }
        set |= 1 << at;
        at = if random.below(4) == 0 { corner(random) } else { around(at, random) };
    }
    set
}

fn diagram(size: Size, cell: impl Fn(u8) -> Cell, side: Side) -> Diagram {
    Diagram::new(size, (0..size.squares() as u8).map(cell).collect(), Some(side))
}

/// Solves positions, on one desk with one thread and on another with two, and compares.
struct Batch {
    desks: [SearchResources; 2],
    solved: usize,
    large: usize,
    /// moves whose results were compared
    moves: usize,
}

impl Batch {
    fn new() -> Self {
        let desk = |threads| {
            SearchResources::new(Arc::new(Databases::none()), Shares::of(1 << 26, threads).unwrap())
        };
        Self { desks: [desk(1), desk(2)], solved: 0, large: 0, moves: 0 }
    }

    /// Solves a position; every third time with the results of all moves. `wins` tells the truth of
    /// a side's moves by their names.
    fn check(&mut self, game: Game, diagram: &Diagram, wins: bool, moves: &HashMap<String, bool>) {
        let with_moves = self.solved.is_multiple_of(3);
        let desk = &self.desks[self.solved / 3 % 2];
        let question = Question { moves: with_moves, ..Question::new(game, diagram.clone()) };
        let budget = Budget::unlimited(Cancel::new());
        let solved = desk.solve(&question, &budget, SearchHooks::new(&mut |_| {})).unwrap();
        let side = diagram.side().unwrap();
        assert_eq!(solved.winner == Some(side), wins, "{game:?} {diagram}");
        let best = solved.best_move.as_ref();
        assert_eq!(best.map(|mv| moves[mv]), wins.then_some(true), "{game:?} {diagram}: {best:?}");
        if with_moves {
            let first = solved.both.map(|both| both.first);
            let first = first.map(|first| first.vertical.or(first.horizontal).unwrap());
            let told = first.map_or(solved.moves, |opening| opening.moves).unwrap();
            assert_eq!(told.len(), moves.len(), "{diagram}");
            for result in told {
                let wins = result.winner == side;
                assert_eq!(wins, moves[&result.mv], "{game:?} {diagram}: {}", result.mv);
                self.moves += 1;
            }
        }
        self.solved += 1;
        self.large += usize::from(diagram.size().squares() > 64);
    }
}

fn domineering_positions(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut batch = Batch::new();
    while batch.large < count {
        let size = size(&mut random);
        let free = 4 + random.below(17);
        let free = clusters(&mut random, size, free);
        let vertical = random.below(2) == 0;
        let mut oracle = domineering::Oracle::<u128>::new(size.width(), size.height());
        let sides = [size.width(), size.height()];
        let step = if vertical { size.width() as u8 } else { 1 };
        let moves = domineering::moves(sides, |s| free.holds(s), vertical).map(|s| {
            let name = format!("{},{}", size.row(s) + 1, size.column(s) + 1);
            (name, !oracle.wins(free & !(1 << s | 1 << (s + step)), !vertical))
        });
        let moves: HashMap<String, bool> = moves.collect();
        let wins = oracle.wins(free, vertical);
        let cell = |s: u8| if free.holds(s) { Cell::Empty } else { Cell::Burnt };
        let side = if vertical { Side::Vertical } else { Side::Horizontal };
        batch.check(Game::Domineering, &diagram(size, cell, side), wins, &moves);
    }
    println!("{} of {} on large boards, {} moves", batch.large, batch.solved, batch.moves);
}

fn amazons_positions(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut batch = Batch::new();
    while batch.large < count {
        let size = size(&mut random);
        let [empty, mover, other] = [6 + random.below(6), 1 + random.below(3), 1 + random.below(3)];
        let squares = clusters(&mut random, size, empty + mover + other);
        let mut list: Vec<u8> = (0..128).filter(|&s| squares.holds(s)).collect();
        if list.len() < empty + mover + other {
            continue;
        }
        let mut take = |n: usize| {
            (0..n).fold(0u128, |set, _| set | 1 << list.swap_remove(random.below(list.len())))
        };
        let (mover, other) = (take(mover), take(other));
        let plain = amazons::Plain { mover, other, empty: squares & !mover & !other };
        let mut oracle = amazons::Oracle::<u128>::new(size.width(), size.height());
        let name = |s: u8| {
            let file = (b'a' + size.column(s) as u8) as char;
            format!("{file}{}", size.height() - size.row(s))
        };
        let mut after = Vec::new();
        amazons::Lines::new(size.width(), size.height()).moves(
            |s| mover.holds(s),
            |s| plain.empty.holds(s),
            |from, to, arrow| {
                let moved = mover & !(1 << from) | 1 << to;
                let empty = (plain.empty | 1 << from) & !(1 << to) & !(1 << arrow);
                let mv = format!("{}-{}/{}", name(from), name(to), name(arrow));
                after.push((mv, amazons::Plain { mover: other, other: moved, empty }));
                false
            },
        );
        let moves: HashMap<String, bool> =
            after.into_iter().map(|(mv, child)| (mv, !oracle.wins(child))).collect();
        let wins = oracle.wins(plain);
        let side = random.pick(&[Side::White, Side::Black]);
        let [own, theirs] = match side {
            Side::White => [Cell::White, Cell::Black],
            _ => [Cell::Black, Cell::White],
        };
        let cell = |s: u8| match s {
            _ if mover.holds(s) => own,
            _ if other.holds(s) => theirs,
            _ if plain.empty.holds(s) => Cell::Empty,
            _ => Cell::Burnt,
        };
        batch.check(Game::Amazons, &diagram(size, cell, side), wins, &moves);
    }
    println!("{} of {} on large boards, {} moves", batch.large, batch.solved, batch.moves);
}

#[test]
fn domineering_on_large_boards_agrees_with_brute_force() {
    domineering_positions(2000, 1);
}

#[test]
fn amazons_on_large_boards_agrees_with_brute_force() {
    amazons_positions(300, 2);
}

#[test]
#[ignore = "heavy"]
fn domineering_on_large_boards_agrees_with_brute_force_on_20_000_positions() {
    domineering_positions(20_000, 3);
}

#[test]
#[ignore = "heavy"]
fn amazons_on_large_boards_agrees_with_brute_force_on_20_000_positions() {
    amazons_positions(20_000, 4);
}

/// Two boards on which the number of columns in a key lay over squares 120 to 127.
#[test]
fn squares_beyond_120_count_in_batches_and_in_lists_of_moves() {
    let desk = SearchResources::new(Arc::new(Databases::none()), Shares::of(1 << 26, 1).unwrap());
    let solve = |text: &str| {
        let diagram = text.parse().unwrap();
        let question = Question { moves: true, ..Question::new(Game::Domineering, diagram) };
        let budget = Budget::unlimited(Cancel::new());
        let solved = desk.solve(&question, &budget, SearchHooks::new(&mut |_| {})).unwrap();
        (solved.winner, solved.both.unwrap().first.vertical.unwrap().moves.unwrap())
    };
    let large = "***************1/**************2/**************2/***************1/****************/\
                 ****************/****************/**************** v";
    assert!(solve(large).0.is_some());
    assert_eq!(solve("**1***1/******1 v").0, Some(Side::Vertical));
    let board = "****************/**********2****/****************/****************/\
                 *******2******1/***************1/***********2***/***********2*2 v";
    let (winner, moves) = solve(board);
    assert_eq!(winner, Some(Side::Horizontal));
    assert!(moves.len() == 3 && moves.iter().all(|mv| mv.winner == Side::Horizontal));
}
