//! Domineering, square by square.

use crate::Set;
use crate::search::Search;

/// The moves of a player: the upper or left square of each domino that fits.
pub fn moves(
    [width, height]: [usize; 2],
    free: impl Fn(u8) -> bool,
    vertical: bool,
) -> impl Iterator<Item = u8> {
    let (dx, dy) = if vertical { (0, 1) } else { (1, 0) };
    (0..width * height).filter_map(move |square| {
        let (x, y) = (square % width, square / width);
        let other = square + dx + dy * width;
        let fits = x + dx < width && y + dy < height && free(square as u8) && free(other as u8);
        fits.then_some(square as u8)
    })
}

/// Finds the winner on one board.
pub struct Oracle<S = u64> {
    size: [usize; 2],
    search: Search<(S, bool)>,
}

impl<S: Set> Oracle<S> {
    /// An oracle with an empty cache.
    pub fn new(width: usize, height: usize) -> Self {
        Self { size: [width, height], search: Search::default() }
    }

    /// Whether the player to move wins, with these squares free.
    pub fn wins(&mut self, free: S, vertical: bool) -> bool {
        let size = self.size;
        self.search.wins((free, vertical), &|(free, vertical)| {
            let step = if vertical { size[0] as u8 } else { 1 };
            let moves = moves(size, |square| free.holds(square), vertical);
            let domino = |square: u8| S::square(square) | S::square(square + step);
            moves.map(|square| (free & !domino(square), !vertical)).collect()
        })
    }

    /// Clears the cache if it takes too much memory.
    pub fn tidy(&mut self) {
        self.search.tidy();
    }
}
