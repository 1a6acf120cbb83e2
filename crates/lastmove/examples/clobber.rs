//! A game of your own in one file: Clobber, on boards of up to 8x8.
//!
//! Left has the stones `x`, Right the stones `o`. A player moves a stone onto a neighbouring stone
//! of the opponent, which leaves the board. Whoever makes the last move wins.
//!
//! `cargo run --release -p lastmove --example clobber "xox/ox."`

use lastmove::values::{
    AppraisalLimits, FormEvaluator, Forms, NormalForm, Player, Rules, Sum, SumSearch,
    ThermographEvaluator, ThermographStore, perft,
};
use std::error::Error;

/// The stones of both players; square (row, column) is bit 8 * row + column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stones {
    left: u64,
    right: u64,
}

impl Stones {
    /// Reads rows from top to bottom, joined by `/`.
    fn read(text: &str) -> Result<Self, String> {
        let mut stones = Self { left: 0, right: 0 };
        for (row, line) in text.split('/').enumerate() {
            for (column, cell) in line.chars().enumerate() {
                if row >= 8 || column >= 8 {
                    return Err(format!("{text}: expected a board of at most 8x8"));
                }
                let square = 1 << (8 * row + column);
                match cell {
                    'x' => stones.left |= square,
                    'o' => stones.right |= square,
                    '.' => {}
                    _ => return Err(format!("{text}: expected x, o or . in place of {cell}")),
                }
            }
        }
        Ok(stones)
    }

    fn exchanged(self) -> Self {
        Self { left: self.right, right: self.left }
    }

    fn map(self, image: impl Fn(u64) -> u64) -> Self {
        Self { left: image(self.left), right: image(self.right) }
    }

    /// Moved to the corner of the board.
    fn in_corner(self) -> Self {
        let all = self.left | self.right;
        let columns = (0..8).fold(0, |columns, row| columns | all >> (8 * row) & 0xff);
        let shift = all.trailing_zeros() / 8 * 8 + columns.trailing_zeros();
        self.map(|set| set >> shift)
    }
}

/// The squares beside those of a set.
fn beside(set: u64) -> u64 {
    let (west, east) = (set & !0x0101_0101_0101_0101, set & !0x8080_8080_8080_8080);
    west >> 1 | east << 1 | set >> 8 | set << 8
}

struct Clobber;

impl Rules for Clobber {
    type Position = Stones;

    /// Connected groups; a group of one colour is worth 0.
    fn components(&self, stones: &Stones, out: &mut Vec<Stones>) {
        let mut rest = stones.left | stones.right;
        while rest != 0 {
            let mut group = rest & rest.wrapping_neg();
            while beside(group) & rest & !group != 0 {
                group |= beside(group) & rest;
            }
            rest &= !group;
            let part = stones.map(|set| set & group);
            if part.left != 0 && part.right != 0 {
                out.push(part);
            }
        }
    }

    /// The least image under shifts, mirrors and exchange of colours.
    fn normal_form(&self, part: &Stones) -> NormalForm<Stones> {
        let rows = part.map(u64::swap_bytes);
        let both = rows.map(u64::reverse_bits);
        let columns = part.map(|set| set.swap_bytes().reverse_bits());
        let images = [*part, rows, columns, both].map(Stones::in_corner);
        let upright = images.map(|position| NormalForm { position, negated: false });
        let exchanged =
            images.map(|image| NormalForm { position: image.exchanged(), negated: true });
        let all = upright.into_iter().chain(exchanged);
        all.min_by_key(|form| form.position).expect("a position has images")
    }

    /// A move leaves one stone less, and the last stone has no move.
    fn bounds(&self, part: &Stones) -> (i64, i64) {
        let moves = i64::from((part.left | part.right).count_ones()) - 1;
        (-moves.max(0), moves.max(0))
    }

    fn moves(&self, stones: &Stones, player: Player, out: &mut Vec<Stones>) {
        let own = if player == Player::Left { *stones } else { stones.exchanged() };
        let squares =
            |set: u64| (0..64).map(|square| 1u64 << square).filter(move |bit| set & bit != 0);
        for from in squares(own.left) {
            for to in squares(beside(from) & own.right) {
                let after = Stones { left: own.left & !from | to, right: own.right & !to };
                out.push(if player == Player::Left { after } else { after.exchanged() });
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "xox/ox.".into());
    let stones = Stones::read(&text)?;
    println!("Clobber {text}");
    for depth in 1..=4 {
        println!("{depth} moves       {} sequences", perft(&Clobber, &stones, Player::Left, depth));
    }

    // The canonical form, and the thermograph from the positions alone.
    let mut evaluator = FormEvaluator::new(Clobber, Forms::new());
    let value = evaluator.value(&stones)?;
    println!("value         {}", evaluator.forms().print(value, 200).unwrap_or_default());
    let mut walls = ThermographEvaluator::new(Clobber, ThermographStore::new());
    let thermograph = walls.thermograph(&stones)?;
    let thermograph = walls.store().get(thermograph);
    println!("mean          {}", thermograph.mean());
    println!("temperature   {}", thermograph.temperature());

    // Who wins, alone and beside a position of Amazons.
    let limits = AppraisalLimits::default();
    let mut search = SumSearch::new(Clobber, &limits);
    let mut sum = Sum::default();
    search.add(&mut sum, &stones, false)?;
    winners(&mut search, &sum, "alone")?;
    let amazons = lastmove::amazons::start::parse("1q1/2Q")?;
    let mut appraisers = lastmove::report::Appraisers::new(lastmove::Game::Amazons, limits);
    let beside = appraisers.value(&amazons, search.forms())??;
    search.add_form(&mut sum, beside)?;
    winners(&mut search, &sum, &format!("beside Amazons {amazons}"))
}

fn winners(
    search: &mut SumSearch<Clobber>,
    sum: &Sum<Stones>,
    what: &str,
) -> Result<(), Box<dyn Error>> {
    for first in Player::BOTH {
        let winner = if search.wins(sum, first)? { first } else { first.opponent() };
        println!("{what}: {} first, {} wins", first.name(), winner.name());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> String {
        let mut evaluator = FormEvaluator::new(Clobber, Forms::new());
        let value = evaluator.value(&Stones::read(text).unwrap()).unwrap();
        evaluator.forms().print(value, 200).unwrap()
    }

    /// `xox|ox.` is in the tests of CGSuite 2.1.1 (`GameGridTest`); the rows are in M. H. Albert, J. P.
    /// Grossman, R. J. Nowakowski and D. Wolfe, *An Introduction to Clobber*, INTEGERS 5(2), 2005.
    #[test]
    fn values_are_those_of_cgsuite_and_of_the_literature() {
        assert_eq!(value("xox/ox."), "{^^*|*,v}");
        assert_eq!(value("xo"), "*");
        assert_eq!(value("xxo"), "^");
    }
}
