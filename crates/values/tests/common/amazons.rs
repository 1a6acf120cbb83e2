//! Plain Amazons, for tests and benches. Black is Left.

use super::grid::Grid;
use lastmove_values::{Component, Player, Rules};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position {
    pub empty: u32,
    pub black: u32,
    pub white: u32,
}

/// Rules on one board of at most 32 squares.
pub struct Amazons {
    grid: Grid,
    rays: Vec<[Vec<u32>; 8]>,
}

impl Amazons {
    pub fn new(rows: usize, columns: usize) -> Amazons {
        let grid = Grid::new(rows, columns);
        let around = (0..9).filter(|&i| i != 4).map(|i| (i / 3 - 1, i % 3 - 1));
        let directions: Vec<(i32, i32)> = around.collect();
        let ray = |square: usize, (r, c): (i32, i32)| {
            let mut squares = Vec::new();
            let mut set = grid.step(1 << square, r, c);
            while set != 0 {
                squares.push(set as u32);
                set = grid.step(set, r, c);
            }
            squares
        };
        let rays = (0..rows * columns)
            .map(|square| std::array::from_fn(|d| ray(square, directions[d])))
            .collect();
        Amazons { grid, rays }
    }

    /// Rules and position of a position string.
    pub fn parse(text: &str) -> (Amazons, Position) {
        let rows: Vec<String> = text
            .split('/')
            .map(|row| {
                let run = |ch: char| match ch.to_digit(10) {
                    Some(n) => ".".repeat(n as usize),
                    None => ch.to_string(),
                };
                row.chars().map(run).collect()
            })
            .collect();
        let rules = Amazons::new(rows.len(), rows.iter().map(|row| row.len()).max().unwrap_or(0));
        let mut position = Position { empty: 0, black: 0, white: 0 };
        for (r, row) in rows.iter().enumerate() {
            for (c, ch) in row.chars().enumerate() {
                let square = 1 << (r * rules.grid.width + c);
                match ch {
                    '.' => position.empty |= square,
                    'q' => position.black |= square,
                    'Q' => position.white |= square,
                    _ => {}
                }
            }
        }
        (rules, position)
    }

    fn normal(&self, p: Position) -> Component<Position> {
        let most = Position { empty: u32::MAX, black: 0, white: 0 };
        let mut best = Component { position: most, negated: false };
        let slide = p.empty | p.black | p.white;
        for symmetry in self.grid.symmetries() {
            let slack = self.grid.slack(symmetry.apply(u64::from(slide)));
            let image = |set: u32| (symmetry.apply(u64::from(set)) >> slack) as u32;
            let empty = image(p.empty);
            if empty > best.position.empty {
                continue;
            }
            let (black, white) = (image(p.black), image(p.white));
            let plain = Position { empty, black, white };
            if plain < best.position {
                best = Component { position: plain, negated: false };
            }
            let swapped = Position { empty, black: white, white: black };
            if swapped < best.position {
                best = Component { position: swapped, negated: true };
            }
        }
        best
    }

    fn slides(&self, from: u32, empty: u32, mut visit: impl FnMut(u32)) {
        for ray in &self.rays[from.trailing_zeros() as usize] {
            for &square in ray.iter().take_while(|&&square| empty & square != 0) {
                visit(square);
            }
        }
    }
}

impl Rules for Amazons {
    type Position = Position;

    fn components(&self, p: &Position, out: &mut Vec<Component<Position>>) {
        let all = u64::from(p.empty | p.black | p.white);
        let mut queens = u64::from(p.black | p.white);
        while queens != 0 {
            let part = self.grid.flood(queens, all, true);
            queens &= !part;
            let part = part as u32;
            let empty = p.empty & part;
            if empty != 0 {
                out.push(self.normal(Position {
                    empty,
                    black: p.black & part,
                    white: p.white & part,
                }));
            }
        }
    }

    fn moves(&self, &p: &Position, player: Player, out: &mut Vec<Position>) {
        let mut queens = if player == Player::Left { p.black } else { p.white };
        while queens != 0 {
            let queen = queens & queens.wrapping_neg();
            queens ^= queen;
            self.slides(queen, p.empty, |to| {
                let empty = p.empty ^ to | queen;
                let (mut black, mut white) = (p.black, p.white);
                let own = if player == Player::Left { &mut black } else { &mut white };
                *own ^= queen | to;
                self.slides(to, empty, |arrow| {
                    out.push(Position { empty: empty ^ arrow, black, white });
                });
            });
        }
    }
}
