//! Rows of a board, from the point of view of a player whose dominoes lie along the rows.
//!
//! Every analysis is written once, for a player who plays along the rows; the other player is
//! analysed on the transposed board.

use lastmove_board::{Bits, Key, MAX_SQUARES, Size, Square};

/// The widest slice.
pub(crate) const WIDEST: usize = 8;
/// The kinds of slices.
pub(crate) const KINDS: usize = 3;

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
    /// slices of columns on the transposed board, by their width less one: the squares of the first
    /// such slice, and the start of the keys of slices, by their kind
    slices: [(B, [Key; KINDS]); WIDEST],
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
            slices: std::array::from_fn(|i| {
                let (rows, width) = (size.height(), i + 1);
                let kind = |kind: usize| [rows as u8, width as u8, kind as u8, 0, 0, 0, 0, 0];
                let keys = std::array::from_fn(|i| Key::EMPTY.and(kind(i)));
                (B::first_n(width * rows), keys)
            }),
            row_start,
        }
    }

    /// The key of a set of squares, the same on all boards with rows of this length.
    #[inline(always)]
    pub(crate) fn key(&self, set: B) -> Key {
        self.key.and(set)
    }

    /// The key of the squares of some columns, column by column: slices of the same size and kind
    /// share it on all boards. `turned` is the transposed board.
    #[inline(always)]
    pub(crate) fn slice_key(&self, turned: B, start: usize, width: usize, kind: usize) -> Key {
        let (first, keys) = &self.slices[width - 1];
        keys[kind].and((turned >> (start as u32 * self.rows)) & *first)
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
        set & !self.even_from_left(set)
    }

    /// The squares at even places of their run in a row, from its left end, which is at place 0.
    #[inline(always)]
    fn even_from_left(&self, set: B) -> B {
        even_places(set, set & self.right(set), self.columns, |set, steps| set << steps)
    }

    /// The squares, of the set or not, with an odd run of the set directly to their left, and to
    /// their right.
    #[inline(always)]
    pub(crate) fn odd_along(&self, set: B) -> [B; 2] {
        let left = |set: B, steps| set >> steps;
        let from_right = even_places(set, set & self.left(set), self.columns, left);
        [self.right(self.even_from_left(set)), self.left(from_right)]
    }

    /// The squares, of the set or not, with an odd run of the set directly above them, and below
    /// them.
    #[inline(always)]
    pub(crate) fn odd_across(&self, set: B) -> [B; 2] {
        let up = |set: B, steps| set >> (steps * self.width);
        let from_bottom = even_places(set, set & self.up(set), self.rows, up);
        [self.down(self.even_from_top(set)), self.up(from_bottom)]
    }

    /// The squares at even places of their run in a column, from its top.
    #[inline(always)]
    fn even_from_top(&self, set: B) -> B {
        let down = |set: B, steps| set << (steps * self.width);
        even_places(set, set & self.down(set), self.rows, down)
    }

    /// The greatest number of dominoes that fit along the rows.
    #[inline(always)]
    pub(crate) fn most(&self, empty: B) -> u32 {
        self.pack(empty).count()
    }

    /// The greatest number of dominoes that fit across the rows.
    #[inline(always)]
    pub(crate) fn across_most(&self, empty: B) -> u32 {
        (empty & !self.even_from_top(empty)).count()
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
        let (to_left, to_right) = (through & self.not_last, through & self.not_first);
        let mut reached = seed;
        loop {
            // first along the rows, then across them: fewer rounds than all four steps at once
            let row = reached | (reached >> 1 & to_left) | (reached << 1 & to_right);
            let next = row | ((row >> self.width | row << self.width) & through);
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
        let other = self.across_most(rest) as i32;
        (hot, own - other)
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
}

/// The squares at even places of runs of at most `length` squares, by doubling. `linked` are those
/// that follow another one of their run, and `step` moves squares along the run.
#[inline(always)]
fn even_places<B: Bits>(set: B, linked: B, length: u32, step: impl Fn(B, u32) -> B) -> B {
    let mut even = set & !linked;
    let mut link = linked;
    let mut reach = 1;
    while 2 * reach < length {
        link &= step(link, reach);
        reach *= 2;
        even |= link & step(even, reach);
    }
    even
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
