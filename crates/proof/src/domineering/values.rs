//! The bounds of parts, cached.

use super::library::Library;
use super::number::{Bound, Bounds, NONE, Worth};
use super::sight::Sight;
use crate::board::Board;
use crate::memo::Memo;
use lastmove_board::Bits;
use std::sync::{Mutex, PoisonError};

/// The least memory of a library, in bytes: with less it would drop what the next part needs.
const LEAST: usize = 1 << 20;

/// Computes bounds and caches them.
pub(super) struct Values<B> {
    bounds: Memo<B, Bounds>,
    library: Mutex<Library<B>>,
    /// whether the winner places horizontal dominoes
    across: bool,
    sight: Sight,
    /// limit on the size of the library, in bytes
    memory: usize,
}

impl<B: Bits> Values<B> {
    pub(super) fn new(across: bool, sight: Sight, memory: usize) -> Self {
        let library = Mutex::new(Library::new(across));
        let bounds = Memo::new(memory / 4);
        Self { bounds, library, across, sight, memory: (memory / 4 * 3).max(LEAST) }
    }

    /// The numbers and switches that are lower bounds of a connected part.
    pub(super) fn bounds(&self, board: &Board<B>, part: B) -> Bounds {
        self.bounds.get(board.to_corner(part), || {
            let mut library = self.library.lock().unwrap_or_else(PoisonError::into_inner);
            if library.bytes() > self.memory {
                *library = Library::new(self.across); // what is still needed is computed again
            }
            let Worth { second: x, moved: a } = library.worth(board, part);
            let number = Bound::number(x);
            if a < x {
                return Bounds::only(number);
            }
            let mut switch = |a| Bound::switch(a, library.switch(board, part, a));
            let mut wide = switch(a);
            if !self.sight.choice {
                let best = if wide.doubled_mean() > number.doubled_mean() { wide } else { number };
                return Bounds::only(best);
            }
            // An `a` that is half a move less may raise `b` by more than that.
            let mut cool = wide;
            for a in (x..=a - 2).rev().step_by(2) {
                if cool.b >= x {
                    break;
                }
                let next = switch(a);
                if next.doubled_mean() > wide.doubled_mean() {
                    wide = next;
                }
                if next.b > cool.b {
                    cool = next;
                }
            }
            let best = if wide.doubled_mean() > number.doubled_mean() { wide } else { number };
            debug_assert!(wide.b > NONE, "what the winner moves to is within his reach");
            Bounds { best, all: [number, wide, cool] }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::number::ONE;
    use super::*;
    use lastmove_board::Size;

    /// The bound for Horizontal of a set drawn with `.` for its squares.
    fn bound(rows: &[&str]) -> Bound {
        let size = Size::new(rows[0].len(), rows.len()).unwrap();
        let text = rows.concat();
        let squares = text.bytes().enumerate().filter(|&(_, cell)| cell == b'.');
        let set = u64::from_squares(squares.map(|(i, _)| i as u8));
        let values = Values::new(true, Sight::of(2), 1 << 20);
        values.bounds(&Board::new(size, false), set).best
    }

    /// Values from Berlekamp, Conway and Guy's table, with Horizontal as Left.
    #[test]
    fn known_values() {
        assert_eq!(bound(&[".."]), Bound::number(ONE));
        assert_eq!(bound(&["....."]), Bound::number(2 * ONE));
        assert_eq!(bound(&[".", ".", "."]), Bound::number(-ONE));
        assert_eq!(bound(&["..", ".#"]), Bound::switch(0, 0));
        assert_eq!(bound(&["..", ".."]), Bound::switch(ONE, -ONE));
        assert_eq!(bound(&[".#", "..", ".#"]), Bound::switch(0, 0));
        assert_eq!(bound(&["..", ".#", ".."]), Bound::number(0));
        assert_eq!(bound(&["...", ".##"]), Bound::number(ONE / 2));
    }
}
