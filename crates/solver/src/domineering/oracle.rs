//! The brute-force oracle of the tests: plain search with a memory and nothing else.

use lastmove_board::{Bits, Geometry, Size, mix};
use lastmove_domineering::{Player, Position};
use std::collections::HashMap;

/// Who wins on small boards of one size.
pub(crate) struct Oracle {
    pub(crate) geometry: Geometry<u64>,
    memory: HashMap<Position<u64>, bool>,
}

impl Oracle {
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        let geometry = Geometry::new(Size::new(columns, rows).unwrap());
        Self { geometry, memory: HashMap::new() }
    }

    /// Whether the player to move wins.
    pub(crate) fn wins(&mut self, position: Position<u64>) -> bool {
        if let Some(&known) = self.memory.get(&position) {
            return known;
        }
        let win = position.moves(&self.geometry).any(|mv| {
            let mut after = position;
            after.play_unchecked(&self.geometry, mv);
            !self.wins(after)
        });
        self.memory.insert(position, win);
        win
    }

    /// Whether this player wins with that one to move first.
    pub(crate) fn winner_is(&mut self, player: Player, empty: u64, first: Player) -> bool {
        self.wins(Position::new(empty, first)) == (player == first)
    }

    /// Forgets what takes too much memory.
    pub(crate) fn trim(&mut self) {
        if self.memory.len() > 4_000_000 {
            self.memory.clear();
        }
    }
}

/// Random positions: a board of up to 6x6, with a random share of holes, at most `most` free.
pub(crate) struct RandomBoards {
    state: u64,
}

impl RandomBoards {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// Columns and rows, up to 6, seldom few.
    pub(crate) fn sides(&mut self) -> (usize, usize) {
        let mut side = || 1 + (self.next() % 6).max(self.next() % 6) as usize;
        (side(), side())
    }

    /// Free squares of a random position on this board: some dominoes of either player, then
    /// some single holes.
    pub(crate) fn position(&mut self, size: Size, most: u32) -> u64 {
        let geometry = Geometry::<u64>::new(size);
        let mut empty = geometry.all();
        let target = 2 + (self.next() as u32 % (most - 1)).max(self.next() as u32 % (most - 1));
        let holes = self.next() % 4;
        while empty.count() > target {
            let square = (self.next() % size.squares() as u64) as u8;
            if self.next() % 4 < holes {
                empty &= !u64::bit(square);
            } else {
                let step = if self.next() & 1 == 0 { 1 } else { size.width() as u8 };
                let fits = if step == 1 {
                    size.column(square) + 1 < size.width()
                } else {
                    size.row(square) + 1 < size.height()
                };
                if fits && empty.has(square) && empty.has(square + step) {
                    empty &= !(u64::bit(square) | u64::bit(square + step));
                } else if self.next().is_multiple_of(8) {
                    empty &= !u64::bit(square);
                }
            }
        }
        empty
    }
}
