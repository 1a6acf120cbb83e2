//! Plain Amazons, for tests and benches. Black is Left.

use super::grid::{flood, rows, slack, square, step, symmetries};
use lastmove_values::{NormalForm, Player, Rules};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position {
    pub empty: u64,
    pub black: u64,
    pub white: u64,
}

pub struct Amazons;

impl Amazons {
    pub fn parse(text: &str) -> Position {
        let mut position = Position { empty: 0, black: 0, white: 0 };
        for (r, row) in rows(text).iter().enumerate() {
            for (c, ch) in row.chars().enumerate() {
                match ch {
                    '.' => position.empty |= square(r, c),
                    'q' => position.black |= square(r, c),
                    'Q' => position.white |= square(r, c),
                    _ => {}
                }
            }
        }
        position
    }
}

/// The least image under symmetries, shifts and exchange of colours.
fn normal(p: Position) -> NormalForm<Position> {
    let most = Position { empty: u64::MAX, black: 0, white: 0 };
    let mut best = NormalForm { position: most, negated: false };
    let [empty, black, white] = [p.empty, p.black, p.white].map(symmetries);
    for i in 0..8 {
        let slack = slack(empty[i] | black[i] | white[i]);
        let (empty, black, white) = (empty[i] >> slack, black[i] >> slack, white[i] >> slack);
        for (black, white, negated) in [(black, white, false), (white, black, true)] {
            let image = Position { empty, black, white };
            if image < best.position {
                best = NormalForm { position: image, negated };
            }
        }
    }
    best
}

const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

fn slides(from: u64, empty: u64, mut visit: impl FnMut(u64)) {
    for (rows, columns) in DIRECTIONS {
        let mut to = step(from, rows, columns) & empty;
        while to != 0 {
            visit(to);
            to = step(to, rows, columns) & empty;
        }
    }
}

impl Rules for Amazons {
    type Position = Position;

    fn components(&self, p: &Position, out: &mut Vec<Position>) {
        let all = p.empty | p.black | p.white;
        let mut queens = p.black | p.white;
        while queens != 0 {
            let part = flood(queens, all, true);
            queens &= !part;
            let empty = p.empty & part;
            if empty != 0 {
                out.push(Position { empty, black: p.black & part, white: p.white & part });
            }
        }
    }

    fn normal_form(&self, &part: &Position) -> NormalForm<Position> {
        normal(part)
    }

    fn moves(&self, &p: &Position, player: Player, out: &mut Vec<Position>) {
        let mut queens = if player == Player::Left { p.black } else { p.white };
        while queens != 0 {
            let queen = queens & queens.wrapping_neg();
            queens ^= queen;
            slides(queen, p.empty, |to| {
                let empty = p.empty ^ to | queen;
                let (mut black, mut white) = (p.black, p.white);
                let own = if player == Player::Left { &mut black } else { &mut white };
                *own ^= queen | to;
                slides(to, empty, |arrow| {
                    out.push(Position { empty: empty ^ arrow, black, white });
                });
            });
        }
    }
}
