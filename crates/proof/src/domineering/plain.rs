//! The worth of sets of squares by simple search, for comparison with the library.

use super::library::Library;
use super::number::{NONE, Number, Worth, below};
use crate::board::Board;
use lastmove_board::{Bits, Size};
use lastmove_work::Random;
use std::cell::RefCell;
use std::collections::HashMap;

/// Searches sets and stores their worth.
struct Plain<B> {
    /// whether the winner places horizontal dominoes
    across: bool,
    worths: RefCell<HashMap<B, Worth>>,
    switches: RefCell<HashMap<(B, Number), Number>>,
}

impl<B: Bits> Plain<B> {
    fn new(across: bool) -> Self {
        Self { across, worths: RefCell::default(), switches: RefCell::default() }
    }

    fn worth(&self, board: &Board<B>, set: B) -> Worth {
        let set = normal(board, set);
        if let Some(&known) = self.worths.borrow().get(&set) {
            return known;
        }
        let moved = placements(board, set, self.across)
            .map(|after| self.worth(board, after).second)
            .max()
            .unwrap_or(NONE);
        let mut second = placements(board, set, !self.across)
            .map(|after| self.worth(board, after).first())
            .min()
            .unwrap_or(2 * set.count() as Number);
        while below(second) > moved {
            second -= 1;
        }
        let worth = Worth { second, moved };
        self.worths.borrow_mut().insert(set, worth);
        worth
    }

    fn switch(&self, board: &Board<B>, set: B, a: Number) -> Number {
        if self.worth(board, set).first() < a {
            return NONE;
        }
        let set = normal(board, set);
        if let Some(&known) = self.switches.borrow().get(&(set, a)) {
            return known;
        }
        let b = placements(board, set, !self.across)
            .map(|after| {
                placements(board, after, self.across)
                    .map(|answer| self.switch(board, answer, a))
                    .fold(self.worth(board, after).second, Number::max)
            })
            .fold(a, Number::min);
        self.switches.borrow_mut().insert((set, a), b);
        b
    }
}

/// What is left of a set after each placement of a domino.
fn placements<B: Bits>(board: &Board<B>, set: B, across: bool) -> impl Iterator<Item = B> {
    let starts = board.pairs(set, across);
    starts.squares().map(move |s| set & !(B::bit(s) | B::bit(board.partner(s, across))))
}

/// The set without the squares that no domino can cover, moved to the top left corner.
fn normal<B: Bits>(board: &Board<B>, set: B) -> B {
    board.to_corner(board.alive(set))
}

/// A random connected part of at most `most` squares.
fn random_part(board: &Board<u64>, random: &mut Random, most: u32) -> u64 {
    let n = board.squares() as usize;
    let mut set = 1u64 << random.below(n);
    while set.count_ones() < most {
        let beside: Vec<u8> = (board.grow(set) & !set).squares().collect();
        if beside.is_empty() {
            break;
        }
        set |= 1 << beside[random.below(beside.len())];
    }
    board.part(set)
}

/// Compares worths and switches of random parts.
fn compare(parts: usize, most: u32) {
    let mut random = Random::new(5);
    let boards = [(4, 4), (3, 6), (6, 3), (5, 5), (2, 9), (8, 8)];
    let (mut numbers, mut switches) = (0, 0);
    for (w, h) in boards {
        let board = Board::<u64>::new(Size::new(w, h).unwrap(), false);
        for across in [true, false] {
            let (mut library, plain) = (Library::new(across), Plain::new(across));
            for _ in 0..parts / (2 * boards.len()) {
                let squares = 2 + random.below(most as usize - 1) as u32;
                let part = random_part(&board, &mut random, squares);
                let (ours, theirs) = (library.worth(&board, part), plain.worth(&board, part));
                assert_eq!(ours.second, theirs.second, "{part:b}");
                assert_eq!(ours.is_number(), theirs.is_number(), "{part:b}");
                if ours.is_number() {
                    numbers += 1;
                    continue;
                }
                assert_eq!(ours.moved, theirs.moved, "{part:b}");
                let a = ours.moved - random.below(4) as Number;
                let ours = library.switch(&board, part, a);
                assert_eq!(ours, plain.switch(&board, part, a), "{part:b} {a}");
                switches += 1;
            }
        }
    }
    println!("{numbers} numbers, {switches} switches");
    assert!(numbers > parts / 10 && switches > parts / 10);
}

#[test]
fn the_library_agrees() {
    compare(6_000, 13);
}

#[test]
#[ignore = "heavy"]
fn the_library_agrees_on_many_parts() {
    compare(102_000, 15);
}
