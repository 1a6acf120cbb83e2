//! Helpers of the tests: brute force and random boards.

use lastmove_board::{Bits, Geometry, Size};
use lastmove_domineering::{Orientation, Position};
use lastmove_oracle::domineering;
use lastmove_work::Random;

/// Finds the winner on small boards of one size by brute force.
pub(crate) struct Oracle(domineering::Oracle);

impl Oracle {
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        Self(domineering::Oracle::new(columns, rows))
    }

    /// Whether the player to move wins.
    pub(crate) fn wins(&mut self, position: Position<u64>) -> bool {
        self.0.wins(position.empty(), position.to_move() == Orientation::Vertical)
    }

    /// Whether `player` wins if `first` moves first.
    pub(crate) fn winner_is(
        &mut self,
        player: Orientation,
        empty: u64,
        first: Orientation,
    ) -> bool {
        self.wins(Position::new(empty, first)) == (player == first)
    }

    /// Clears the cache if it takes too much memory.
    pub(crate) fn trim(&mut self) {
        self.0.tidy();
    }
}

/// A random position for checking the claims of a bound.
pub(crate) struct Board<'b> {
    pub(crate) size: Size,
    pub(crate) empty: u64,
    oracle: &'b mut Oracle,
    random: &'b mut RandomBoards,
    /// the number of claims, and of positions without a claim
    counts: &'b mut [u64; 2],
}

impl Board<'_> {
    pub(crate) fn random(&mut self) -> u64 {
        self.random.next()
    }

    /// Counts whether a bound claims that a player wins with these free squares; a claim must be
    /// true.
    pub(crate) fn claims(
        &mut self,
        player: Orientation,
        empty: u64,
        first: Orientation,
        wins: bool,
    ) {
        self.counts[usize::from(!wins)] += 1;
        assert!(
            !wins || self.oracle.winner_is(player, empty, first),
            "{player} should win {} {empty:#x} with {first} first",
            self.size
        );
    }
}

/// Compares claims with brute force on 100,000 random positions with at most `most` free squares,
/// and prints how many claims were made.
pub(crate) fn fight(seed: u64, most: u32, mut check: impl FnMut(&mut Board<'_>)) {
    let mut random = RandomBoards::new(seed);
    let mut oracles: Vec<Option<Oracle>> = (0..49).map(|_| None).collect();
    let (mut counts, mut large) = ([0; 2], 0);
    for _ in 0..100_000 {
        let (columns, rows) = random.sides();
        let size = Size::new(columns, rows).unwrap();
        let empty = random.position(size, most.min(size.squares() as u32 + 1));
        large += u32::from(empty.count() >= 8);
        let oracle = oracles[columns * 7 + rows].get_or_insert_with(|| Oracle::new(columns, rows));
        let (random, counts) = (&mut random, &mut counts);
        check(&mut Board { size, empty, oracle: &mut *oracle, random, counts });
        oracle.trim();
    }
    let [made, open] = counts;
    println!(
        "100000 positions, {large} with 8 or more free squares: {made} claims hold, {open} not made"
    );
}

/// Random positions: boards of up to 6x6 with a random share of holes and at most `most` free
/// squares.
pub(crate) struct RandomBoards(Random);

impl RandomBoards {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Random numbers of columns and rows, up to 6, rarely small.
    pub(crate) fn sides(&mut self) -> (usize, usize) {
        let mut side = || 1 + (self.next() % 6).max(self.next() % 6) as usize;
        (side(), side())
    }

    /// The free squares of a random position on this board: some dominoes of both players, then
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
