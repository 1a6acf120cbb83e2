//! Plain Domineering, for tests and benches. Vertical is Left.

use super::grid::{flood, rows, slack, square, step, symmetries};
use lastmove_values::{NormalForm, Player, Rules};

/// Positions are the sets of free squares.
pub struct Domineering;

impl Domineering {
    pub fn board(height: usize, width: usize) -> u64 {
        let squares = (0..height * width).map(|i| square(i / width, i % width));
        squares.fold(0, |set, square| set | square)
    }

    pub fn parse(text: &str) -> u64 {
        let mut free = 0;
        for (r, row) in rows(text).iter().enumerate() {
            for (c, _) in row.chars().enumerate().filter(|&(_, ch)| ch == '.') {
                free |= square(r, c);
            }
        }
        free
    }
}

/// The least image under symmetries and shifts.
fn normal(set: u64) -> NormalForm<u64> {
    let mut best = NormalForm { position: u64::MAX, negated: false };
    for (i, image) in symmetries(set).into_iter().enumerate() {
        let image = image >> slack(image);
        if image < best.position {
            best = NormalForm { position: image, negated: i % 2 == 1 };
        }
    }
    best
}

impl Rules for Domineering {
    type Position = u64;

    fn components(&self, &position: &u64, out: &mut Vec<u64>) {
        let mut rest = position;
        while rest != 0 {
            let part = flood(rest, rest, false);
            rest &= !part;
            if part.count_ones() > 1 {
                out.push(part);
            }
        }
    }

    fn normal_form(&self, &part: &u64) -> NormalForm<u64> {
        normal(part)
    }

    fn moves(&self, &position: &u64, player: Player, out: &mut Vec<u64>) {
        let (mut from, next) = match player {
            Player::Left => (position & step(position, -1, 0), 8),
            Player::Right => (position & step(position, 0, -1), 1),
        };
        while from != 0 {
            let square = from & from.wrapping_neg();
            from ^= square;
            let after = position ^ square ^ square << next;
            // Squares without a free neighbour have value 0; removing them here makes more
            // positions equal.
            let beside = step(after, 0, 1) | step(after, 0, -1) | after << 8 | after >> 8;
            out.push(after & beside);
        }
    }
}
