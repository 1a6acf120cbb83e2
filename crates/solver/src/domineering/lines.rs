//! Rows of a board, from the point of view of a player whose dominoes lie along the rows.
//!
//! Every analysis is written once, for a player who plays along the rows; the other player is
//! analysed on the transposed board.

use lastmove_board::{Bits, Key, MAX_SQUARES, Size, Square};

/// Steps on a board, and operations on all rows at once.
#[derive(Clone, Debug)]
pub(crate) struct Lines<B> {
    /// the distance from a square to the one below it; 0 if there is one row only
    pub(crate) width: u32,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    pub(crate) all: B,
    not_first: B,
    not_last: B,
    not_bottom: B,
    squares: u32,
    /// the start of the keys of sets of squares, which depend on the length of a row
    key: Key,
    /// the first square of the row of each square
    row_start: [Square; MAX_SQUARES],
}

impl<B: Bits> Lines<B> {
    pub(crate) fn new(size: Size) -> Self {
        let column = |c: usize| B::from_squares((0..size.height()).map(|r| size.square(c, r)));
        let all = B::first_n(size.squares());
        let mut row_start = [0; MAX_SQUARES];
        for s in 0..size.squares() {
            row_start[s] = (s - s % size.width()) as Square;
        }
        Self {
            width: if size.height() > 1 { size.width() as u32 } else { 0 },
            columns: size.width() as u32,
            rows: size.height() as u32,
            all,
            not_first: all & !column(0),
            not_last: all & !column(size.width() - 1),
            not_bottom: B::first_n(size.squares() - size.width()),
            squares: size.squares() as u32,
            key: Key::EMPTY.and([size.width() as u8, 0, 0, 0, 0, 0, 0, 0]),
            row_start,
        }
    }

    /// The key of a set of squares, the same on all boards with rows of this length.
    #[inline(always)]
    pub(crate) fn key(&self, set: B) -> Key {
        self.key.and(set)
    }

    /// Each square moved one to the right.
    #[inline(always)]
    pub(crate) fn right(&self, set: B) -> B {
        (set & self.not_last) << 1
    }
    /// Each square moved one to the left.
    #[inline(always)]
    pub(crate) fn left(&self, set: B) -> B {
        (set & self.not_first) >> 1
    }
    /// Each square moved one down.
    #[inline(always)]
    pub(crate) fn down(&self, set: B) -> B {
        (set & self.not_bottom) << self.width
    }
    /// Each square moved one up.
    #[inline(always)]
    pub(crate) fn up(&self, set: B) -> B {
        (set >> self.width) & self.not_bottom
    }
    /// The squares above and below those of a set.
    #[inline(always)]
    pub(crate) fn beside(&self, set: B) -> B {
        self.up(set) | self.down(set)
    }

    /// The left squares of all dominoes that fit along the rows.
    #[inline(always)]
    pub(crate) fn along(&self, empty: B) -> B {
        empty & self.left(empty)
    }
    /// The squares that a domino along the rows can cover.
    #[inline(always)]
    pub(crate) fn usable_along(&self, empty: B) -> B {
        empty & (self.left(empty) | self.right(empty))
    }
    /// The squares that a domino can cover.
    #[inline(always)]
    pub(crate) fn usable(&self, empty: B) -> B {
        self.usable_along(empty) | self.usable_across(empty)
    }
    /// The squares that a domino across the rows can cover.
    #[inline(always)]
    pub(crate) fn usable_across(&self, empty: B) -> B {
        empty & self.beside(empty)
    }

    /// Packs every run of squares in a row with dominoes from its left end. Returns the right
    /// square of each: as many as dominoes fit there.
    #[inline(always)]
    pub(crate) fn pack(&self, set: B) -> B {
        // the squares at even places of their run, by doubling
        let linked = set & self.right(set);
        let mut even = set & !linked;
        let mut link = linked & (linked << 1);
        even |= link & (even << 2);
        let mut reach = 2;
        while 2 * reach < self.columns {
            link &= link << reach;
            reach *= 2;
            even |= link & (even << reach);
        }
        set & !even
    }

    /// The greatest number of dominoes that fit along the rows.
    #[inline(always)]
    pub(crate) fn most(&self, empty: B) -> u32 {
        self.pack(empty).count()
    }

    /// The greatest number of dominoes that fit across the rows, by a slow count.
    pub(crate) fn across_most(&self, empty: B) -> u32 {
        let (mut last, mut count) = (B::NONE, 0);
        for row in 0..self.rows {
            // the lower squares in this row of dominoes packed from the top
            let here = empty & self.row(row) & self.down(empty & !last);
            count += here.count();
            last = here;
        }
        count
    }

    /// The connected components of a set.
    #[inline(always)]
    pub(crate) fn components(&self, set: B) -> impl Iterator<Item = B> {
        let mut rest = set;
        std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| {
                let component = self.flood(rest & !rest.without_lowest(), rest);
                rest &= !component;
                component
            })
        })
    }

    /// The squares of `through` that are connected with those of `seed`.
    #[inline(always)]
    pub(crate) fn flood(&self, seed: B, through: B) -> B {
        let mut reached = seed;
        loop {
            let next = through
                & (reached | self.left(reached) | self.right(reached) | self.beside(reached));
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Removes the components in which only one player can move. Returns the rest and the number of
    /// those moves, positive for the player along the rows.
    #[inline]
    pub(crate) fn without_integers(&self, empty: B) -> (B, i32) {
        let (along, across) = (self.usable_along(empty), self.usable_across(empty));
        let both = along & across;
        // Only components without a square that both players can use are candidates.
        let hot = self.flood(both, empty);
        let rest = empty & !hot;
        if rest.is_empty() {
            return (empty, 0);
        }
        // Without a square for both players, no component turns a corner: all are straight lines.
        let own = self.most(rest) as i32;
        let other = ((rest & across).count() as i32 - self.odd_lines_across(rest & across)) / 2;
        (hot, own - other)
    }

    /// The number of straight lines across the rows with an odd number of squares.
    #[inline]
    fn odd_lines_across(&self, set: B) -> i32 {
        self.components(set).map(|line| (line.count() % 2) as i32).sum()
    }

    /// The set moved as far up and to the left as possible.
    #[inline(always)]
    pub(crate) fn to_corner(&self, set: B) -> B {
        if set.is_empty() {
            return set;
        }
        let up = set >> u32::from(self.row_start[set.lowest() as usize]);
        let mut folded = up;
        let mut step = self.width;
        while step > 0 && step < self.squares {
            folded |= folded >> step;
            step *= 2;
        }
        up >> u32::from(folded.lowest())
    }

    /// The squares of a set in `width` columns from column `start` on.
    #[inline(always)]
    pub(crate) fn slice(&self, set: B, start: usize, width: usize) -> B {
        let first = self.all & !self.not_first;
        (0..width).fold(B::NONE, |slice, i| slice | set & (first << (start + i) as u32))
    }

    /// The squares of the row with this index.
    #[inline(always)]
    pub(crate) fn row(&self, row: u32) -> B {
        B::first_n(self.columns as usize) << (row * self.columns)
    }
}

/// The dominoes of `worth` that no other one dominates: at the end of a run, `[x][y]` z is no
/// better than x `[y][z]` if the opponent cannot use x. The first leaves z to the opponent alone,
/// the second leaves x, which the opponent cannot use.
///
/// Dominoes are identified by their first squares; `all` are those that fit, `protected` the
/// squares that the opponent cannot use, and `next` and `previous` step along the run.
#[inline(always)]
pub(crate) fn undominated<B: Bits>(
    worth: B,
    all: B,
    protected: B,
    next: impl Fn(B) -> B,
    previous: impl Fn(B) -> B,
) -> B {
    // the domino one step further is legal and ends its run; likewise one step back
    let last = all & !previous(all);
    let dominated = worth & protected & previous(last);
    let first = all & !next(all) & !dominated;
    worth & !dominated & !(previous(protected) & next(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_board::mix;

    #[test]
    fn packing_equals_counting_runs() {
        for (columns, rows) in [(1, 1), (2, 3), (3, 2), (7, 4), (16, 4), (27, 2), (64, 1), (1, 64)]
        {
            let size = Size::new(columns, rows).unwrap();
            let lines = Lines::<u64>::new(size);
            for seed in 0..300u64 {
                let set = (mix(seed) | mix(seed + 1000)) & lines.all;
                let mut most = 0;
                for r in 0..rows {
                    let mut run = 0;
                    for c in 0..columns {
                        run = if set.has(size.square(c, r)) { run + 1 } else { 0 };
                        if run == 2 {
                            most += 1;
                            run = 0;
                        }
                    }
                }
                assert_eq!(lines.most(set), most, "{columns} {rows} {set:x}");
                let right = lines.pack(set);
                assert_eq!(right & set, right);
                assert_eq!(lines.left(right) & set, lines.left(right));
                assert!(!lines.left(right).meets(right));
            }
        }
    }
}
