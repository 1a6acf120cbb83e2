//! Small parts as games, each stored once.
//!
//! A part is a number or an *atom*, which is given by its options for both sides. These options are
//! sums of a number and atoms, since a move may divide a part. Parts with the same options are one
//! atom, a sum that turns out to be a number is written as one, and options that a number shows to
//! be no better than another are left out. None of this changes the value of a part, but there are
//! far fewer sums than sets of squares. The manual proves each of these steps.

use super::number::{NONE, Number, Worth};
use crate::board::Board;
use crate::memo::Map;
use lastmove_board::Bits;
use std::sync::Arc;

/// The most squares of a part.
pub(super) const LARGEST: u32 = 18;
/// The most atoms of a sum: each comes from three squares at least.
const MOST_ATOMS: usize = LARGEST as usize / 3;

/// Atoms by their numbers, in descending order, filled up with zeros.
type Atoms = [u32; MOST_ATOMS];

/// The sum of a number and atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Sum {
    atoms: Atoms,
    number: Number,
}

impl Sum {
    const fn number(number: Number) -> Self {
        Self { atoms: [0; MOST_ATOMS], number }
    }

    fn plus(mut self, other: &Self) -> Self {
        for &atom in other.atoms.iter().take_while(|&&atom| atom > 0) {
            let at = self.atoms.partition_point(|&a| a > atom);
            self.atoms[at..].rotate_right(1);
            self.atoms[at] = atom;
        }
        self.number += other.number;
        self
    }
}

/// The options of the winner and those of the loser.
type Options = [Box<[Sum]>; 2];
const WINNER: usize = 0;
const LOSER: usize = 1;

/// All parts met so far.
pub(super) struct Library<B> {
    /// whether the winner places horizontal dominoes
    across: bool,
    parts: Map<B, Sum>,
    /// options by atom; atom 1 comes first
    atoms: Vec<Arc<Options>>,
    numbers: Map<Arc<Options>, u32>,
    worths: Map<Atoms, Worth>,
    switches: Map<(Atoms, Number), Number>,
    /// sums in the options of all atoms
    options: usize,
}

impl<B: Bits> Library<B> {
    pub(super) fn new(across: bool) -> Self {
        Self {
            across,
            parts: Map::default(),
            atoms: Vec::new(),
            numbers: Map::default(),
            worths: Map::default(),
            switches: Map::default(),
            options: 0,
        }
    }

    /// The approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        fn map<Q, A>(map: &Map<Q, A>) -> usize {
            map.capacity() * 8 / 7 * (size_of::<(Q, A)>() + 1)
        }
        let maps = map(&self.parts) + map(&self.numbers) + map(&self.worths) + map(&self.switches);
        let atoms = self.atoms.capacity() * (size_of::<Options>() + 64);
        maps + atoms + self.options * size_of::<Sum>()
    }

    /// The worth of a connected part of at most [`LARGEST`] squares.
    pub(super) fn worth(&mut self, board: &Board<B>, part: B) -> Worth {
        let sum = self.part(board, part);
        self.worth_of(&sum)
    }

    /// The greatest b, at most a, such that the part, which is connected, is at least {a | b};
    /// `NONE` if there is none.
    pub(super) fn switch(&mut self, board: &Board<B>, part: B, a: Number) -> Number {
        let sum = self.part(board, part);
        self.switch_of(&sum, a)
    }

    /// A connected part as a number or an atom.
    fn part(&mut self, board: &Board<B>, part: B) -> Sum {
        let part = normal(board, part);
        if let Some(&known) = self.parts.get(&part) {
            return known;
        }
        let winner = self.after(board, part, self.across);
        let loser = self.after(board, part, !self.across);
        let moved = winner.iter().map(|(_, worth)| worth.second).max().unwrap_or(NONE);
        let most = 2 * part.count() as Number; // an upper bound on the moves
        let least = loser.iter().map(|(_, worth)| worth.first()).min().unwrap_or(most);
        let worth = Worth::of_options(moved, least);
        let sum = if worth.is_number() {
            Sum::number(worth.second)
        } else {
            self.atom([best_of(winner), least_of(loser)], worth)
        };
        self.parts.insert(part, sum);
        sum
    }

    /// What each placement of a domino leaves of a part, with its worth.
    fn after(&mut self, board: &Board<B>, part: B, across: bool) -> Vec<(Sum, Worth)> {
        let starts = board.pairs(part, across);
        let rests =
            starts.squares().map(|s| part & !(B::bit(s) | B::bit(board.partner(s, across))));
        rests
            .map(|mut rest| {
                let mut sum = Sum::number(0);
                while !rest.is_empty() {
                    let component = board.part(rest);
                    rest &= !component;
                    if component.count() > 1 {
                        sum = sum.plus(&self.part(board, component));
                    }
                }
                let worth = self.worth_of(&sum);
                (if worth.is_number() { Sum::number(worth.second) } else { sum }, worth)
            })
            .collect()
    }

    /// The atom with these options, as a sum.
    fn atom(&mut self, options: Options, worth: Worth) -> Sum {
        let next = self.atoms.len() as u32 + 1;
        let options = Arc::new(options);
        let atom = *self.numbers.entry(Arc::clone(&options)).or_insert(next);
        let mut sum = Sum::number(0);
        sum.atoms[0] = atom;
        if atom == next {
            self.options += options[WINNER].len() + options[LOSER].len();
            self.atoms.push(options);
            self.worths.insert(sum.atoms, worth);
        }
        sum
    }

    fn worth_of(&mut self, sum: &Sum) -> Worth {
        if sum.atoms[0] == 0 {
            return Worth::number(sum.number);
        }
        let worth = match self.worths.get(&sum.atoms) {
            Some(&worth) => worth,
            None => {
                let (mut moved, mut least) = (NONE, Number::MAX);
                self.each_option(&sum.atoms, WINNER, |library, after| {
                    moved = moved.max(library.worth_of(&after).second);
                    true
                });
                self.each_option(&sum.atoms, LOSER, |library, after| {
                    least = least.min(library.worth_of(&after).first());
                    true
                });
                let worth = Worth::of_options(moved, least);
                self.worths.insert(sum.atoms, worth);
                worth
            }
        };
        worth.plus(sum.number)
    }

    fn switch_of(&mut self, sum: &Sum, a: Number) -> Number {
        let a = a - sum.number;
        let atoms = Sum { number: 0, ..*sum };
        if self.worth_of(&atoms).first() < a {
            return NONE;
        }
        if sum.atoms[0] == 0 {
            return a + sum.number;
        }
        let key = (sum.atoms, a);
        let b = match self.switches.get(&key) {
            Some(&b) => b,
            None => {
                let mut b = a;
                self.each_option(&sum.atoms, LOSER, |library, after| {
                    let mut answer = library.worth_of(&after).second;
                    if answer < b {
                        library.each_option(&after.atoms, WINNER, |library, mut reply| {
                            reply.number += after.number;
                            answer = answer.max(library.switch_of(&reply, a));
                            answer < b
                        });
                    }
                    b = b.min(answer);
                    true
                });
                self.switches.insert(key, b);
                b
            }
        };
        if b == NONE { NONE } else { b + sum.number }
    }

    /// Calls `visit` with what each move of `side` leaves of a sum of atoms, until it returns
    /// `false`.
    fn each_option(
        &mut self,
        atoms: &Atoms,
        side: usize,
        mut visit: impl FnMut(&mut Self, Sum) -> bool,
    ) {
        for i in 0..MOST_ATOMS {
            let atom = atoms[i];
            if atom == 0 {
                return;
            }
            if i > 0 && atoms[i - 1] == atom {
                continue; // the same options as before
            }
            let mut rest = Sum { atoms: *atoms, number: 0 };
            rest.atoms[i] = 0;
            rest.atoms[i..].rotate_left(1);
            let options = Arc::clone(&self.atoms[atom as usize - 1]);
            for option in &options[side] {
                if !visit(self, rest.plus(option)) {
                    return;
                }
            }
        }
    }
}

/// The winner's options, without those that are at most some number x while another option is at
/// least x.
fn best_of(options: Vec<(Sum, Worth)>) -> Box<[Sum]> {
    let best = options.iter().map(|(_, worth)| worth.second).max();
    let kept = options.iter().position(|(_, worth)| Some(worth.second) == best);
    let keep =
        |&(i, (_, worth)): &(usize, &(Sum, Worth))| Some(i) == kept || Some(worth.first()) >= best;
    sorted(options.iter().enumerate().filter(keep).map(|(_, &(sum, _))| sum).collect())
}

/// The loser's options, without those that are at least some number x while another option is at
/// most x.
fn least_of(options: Vec<(Sum, Worth)>) -> Box<[Sum]> {
    let least = options.iter().map(|(_, worth)| worth.first()).min();
    let kept = options.iter().position(|(_, worth)| Some(worth.first()) == least);
    let keep = |&(i, (_, worth)): &(usize, &(Sum, Worth))| {
        Some(i) == kept || least.is_some_and(|least| worth.second <= least)
    };
    sorted(options.iter().enumerate().filter(keep).map(|(_, &(sum, _))| sum).collect())
}

fn sorted(mut sums: Vec<Sum>) -> Box<[Sum]> {
    sums.sort_unstable();
    sums.dedup();
    sums.into()
}

/// The least image of a part among its mirror images, each moved to the top left corner.
fn normal<B: Bits>(board: &Board<B>, part: B) -> B {
    let images = (0..board.symmetries()).map(|s| board.to_corner(board.image(s, part)));
    images.min().unwrap_or(part)
}
