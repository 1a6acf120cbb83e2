//! Who wins, by brute force: its own lists of lines, its own moves, every line played out, and no
//! idea of areas or values.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A board of at most 64 squares seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Plain {
    pub(crate) mover: u64,
    pub(crate) other: u64,
    pub(crate) empty: u64,
}

/// The keys are mixed already.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }
    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

/// One board's lines and what was found out before.
pub(crate) struct Oracle {
    /// from each square, in each of eight directions, the squares up to the edge
    lines: Vec<[Vec<u8>; 8]>,
    known: HashMap<Plain, bool, BuildHasherDefault<Mixer>>,
}

impl Oracle {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let line = |square: usize, (dx, dy): (i32, i32)| {
            let (mut x, mut y) = ((square % width) as i32, (square / width) as i32);
            let mut squares = Vec::new();
            loop {
                (x, y) = (x + dx, y + dy);
                if x < 0 || y < 0 || x >= width as i32 || y >= height as i32 {
                    return squares;
                }
                squares.push((y * width as i32 + x) as u8);
            }
        };
        let lines = (0..width * height).map(|s| steps.map(|step| line(s, step))).collect();
        Self { lines, known: HashMap::default() }
    }

    /// The positions after each move.
    pub(crate) fn children(&self, position: Plain, mut visit: impl FnMut(Plain) -> bool) -> bool {
        let Plain { mover, other, empty } = position;
        for from in (0..self.lines.len()).filter(|&s| mover >> s & 1 == 1) {
            let vacated = empty | 1 << from;
            for out in &self.lines[from] {
                for &to in out.iter().take_while(|&&to| empty >> to & 1 == 1) {
                    let moved = mover ^ 1 << from ^ 1 << to;
                    let left = vacated & !(1 << to);
                    for shot in &self.lines[to as usize] {
                        for &arrow in shot.iter().take_while(|&&arrow| left >> arrow & 1 == 1) {
                            let empty = left & !(1 << arrow);
                            if visit(Plain { mover: other, other: moved, empty }) {
                                return true;
                            }
                        }
                    }
                }
            }
        }
        false
    }

    /// Whether the player to move wins.
    pub(crate) fn wins(&mut self, position: Plain) -> bool {
        if let Some(&win) = self.known.get(&position) {
            return win;
        }
        let mut children = Vec::new();
        self.children(position, |child| {
            children.push((self.freedom(child.mover, child.empty), child));
            false
        });
        // The order changes the work only: first where the opponent has least room.
        children
            .sort_unstable_by_key(|&(room, child)| (room, child.mover, child.other, child.empty));
        children.dedup();
        let mut win = children.iter().any(|(_, child)| self.known.get(child) == Some(&false));
        win = win || children.into_iter().any(|(_, child)| !self.wins(child));
        self.known.insert(position, win);
        win
    }

    /// The empty squares that some amazons can step to.
    fn freedom(&self, amazons: u64, empty: u64) -> u32 {
        let mut steps = 0u64;
        for from in (0..self.lines.len()).filter(|&s| amazons >> s & 1 == 1) {
            steps |= self.lines[from]
                .iter()
                .filter_map(|line| line.first())
                .fold(0, |all, &s| all | 1 << s);
        }
        (steps & empty).count_ones()
    }

    /// Forgets what takes too much room.
    pub(crate) fn tidy(&mut self) {
        if self.known.len() > 4_000_000 {
            self.known = HashMap::default();
        }
    }
}
