//! Plain Domineering, for tests and benches. Vertical is Left.

use super::grid::Grid;
use lastmove_values::{Component, Player, Rules};

/// Positions are the sets of free squares on a square board.
pub struct Domineering(pub Grid);

impl Domineering {
    /// Rules for all boards up to `size` rows and columns.
    pub fn new(size: usize) -> Domineering {
        Domineering(Grid::new(size, size))
    }

    pub fn board(&self, rows: usize, columns: usize) -> u64 {
        (0..rows).fold(0, |set, r| set | ((1 << columns) - 1) << (r * self.0.width))
    }

    pub fn parse(&self, text: &str) -> u64 {
        let mut set = 0;
        for (r, row) in text.split('/').enumerate() {
            let mut c = 0;
            for byte in row.bytes() {
                match byte {
                    b'1'..=b'9' => {
                        for _ in b'0'..byte {
                            set |= 1 << (r * self.0.width + c);
                            c += 1;
                        }
                    }
                    _ => c += 1,
                }
            }
        }
        set
    }

    fn normal(&self, set: u64) -> Component<u64> {
        let mut best = Component { position: u64::MAX, negated: false };
        for symmetry in self.0.symmetries() {
            let image = symmetry.apply(set);
            let image = image >> self.0.slack(image);
            if image < best.position {
                best = Component { position: image, negated: symmetry.turns };
            }
        }
        best
    }
}

impl Rules for Domineering {
    type Position = u64;

    fn components(&self, &position: &u64, out: &mut Vec<Component<u64>>) {
        let mut rest = position;
        while rest != 0 {
            let part = self.0.flood(rest, rest, false);
            rest &= !part;
            if part.count_ones() > 1 {
                out.push(self.normal(part));
            }
        }
    }

    fn moves(&self, &position: &u64, player: Player, out: &mut Vec<u64>) {
        let grid = &self.0;
        let (mut from, step) = match player {
            Player::Left => (position & grid.step(position, -1, 0), grid.width),
            Player::Right => (position & grid.step(position, 0, -1), 1),
        };
        while from != 0 {
            let square = from & from.wrapping_neg();
            from ^= square;
            out.push(position ^ square ^ square << step);
        }
    }
}
