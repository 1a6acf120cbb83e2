//! A sheet for placing parts of boards, so that equal shapes become equal sets, wherever they were.
//!
//! Values of games do not depend on the place of an area, nor on the size of the board around it. A
//! sheet is a rectangle large enough for many boards; a set is shifted into its top left corner,
//! rotated and mirrored in all ways that fit.

use crate::{Bits, Cell, Diagram, Geometry, Size, Symmetry};

/// A sheet with its lines and symmetries.
///
/// ```
/// use lastmove_board::{Bits, Sheet, Size};
/// let sheet = Sheet::<u64>::new(Sheet::<u64>::size_for(Size::new(3, 5).unwrap()).unwrap());
/// assert_eq!(sheet.geometry().size(), Size::new(8, 8).unwrap());
/// // An upright domino in the middle, pushed into the corner.
/// let domino = u64::bit(2 * 8 + 3) | u64::bit(3 * 8 + 3);
/// assert_eq!(domino >> sheet.slack(domino), u64::bit(0) | u64::bit(8));
/// ```
#[derive(Clone, Debug)]
pub struct Sheet<B> {
    geometry: Geometry<B>,
    first_column: B,
}

impl<B: Bits> Sheet<B> {
    /// A sheet of this size.
    ///
    /// # Panics
    /// If it has more squares than `B` holds.
    pub fn new(size: Size) -> Self {
        let first_column = B::from_squares((0..size.height()).map(|row| size.square(0, row)));
        Self { geometry: Geometry::new(size), first_column }
    }

    /// The sheet for a board: the largest square that the word holds if the board fits into it,
    /// otherwise as many rows of the board's width as fit. `None` if the board has more squares
    /// than the word.
    pub fn size_for(board: Size) -> Option<Size> {
        let side = B::CAPACITY.isqrt();
        let (width, height) = if board.width() <= side && board.height() <= side {
            (side, side)
        } else {
            (board.width(), B::CAPACITY / board.width())
        };
        Size::new(width, height).ok().filter(|_| board.height() <= height)
    }

    /// The lines of the sheet.
    #[inline]
    pub fn geometry(&self) -> &Geometry<B> {
        &self.geometry
    }

    /// The squares of a diagram with the content `cell`, placed on the sheet.
    ///
    /// # Panics
    /// If the diagram does not fit.
    pub fn place(&self, diagram: &Diagram, cell: Cell) -> B {
        let (from, to) = (diagram.size(), self.geometry.size());
        assert!(from.width() <= to.width() && from.height() <= to.height(), "{from} on {to}");
        let cells = diagram.cells().iter().enumerate().filter(|&(_, &c)| c == cell);
        let squares = cells.map(|(i, _)| to.square(i % from.width(), i / from.width()));
        B::from_squares(squares)
    }

    /// The number of bits by which a set can be shifted towards the top left corner; 0 for the
    /// empty set.
    #[inline]
    pub fn slack(&self, set: B) -> u32 {
        if set.is_empty() {
            return 0;
        }
        let width = self.geometry.size().width() as u32;
        let mut column = 0;
        while !set.meets(self.first_column << column) {
            column += 1;
        }
        u32::from(set.lowest()) / width * width + column
    }

    /// The symmetries of the sheet.
    #[inline]
    pub fn symmetries(&self) -> &[Symmetry<B>] {
        self.geometry.symmetries()
    }

    /// The smallest board that contains all these sets; its other squares are burnt. If all sets
    /// are empty, it is a single burnt square.
    pub fn crop(&self, sets: &[(Cell, B)]) -> Diagram {
        let size = self.geometry.size();
        let whole = sets.iter().fold(B::NONE, |whole, &(_, set)| whole | set);
        let slack = self.slack(whole);
        let (mut width, mut height) = (1, 1);
        for square in (whole >> slack).squares() {
            width = width.max(size.column(square) + 1);
            height = height.max(size.row(square) + 1);
        }
        let board = Size::new(width, height).expect("a part of the sheet");
        let mut cells = vec![Cell::Burnt; board.squares()];
        for &(cell, set) in sets {
            for square in (set >> slack).squares() {
                cells[board.square(size.column(square), size.row(square)) as usize] = cell;
            }
        }
        Diagram::new(board, cells, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_hold_their_boards() {
        let size = |w, h| Size::new(w, h).unwrap();
        assert_eq!(Sheet::<u64>::size_for(size(8, 8)), Some(size(8, 8)));
        assert_eq!(Sheet::<u64>::size_for(size(9, 6)), Some(size(9, 7)));
        assert_eq!(Sheet::<u64>::size_for(size(1, 64)), Some(size(1, 64)));
        assert_eq!(Sheet::<u64>::size_for(size(9, 8)), None);
        assert_eq!(Sheet::<u128>::size_for(size(10, 10)), Some(size(11, 11)));
        assert_eq!(Sheet::<u128>::size_for(size(15, 2)), Some(size(15, 8)));
        assert_eq!(Sheet::<u128>::size_for(size(2, 15)), Some(size(2, 64)));
        assert_eq!(Sheet::<u128>::size_for(size(128, 1)), Some(size(128, 1)));
    }

    #[test]
    fn placed_and_cropped_again() {
        let sheet = Sheet::<u64>::new(Size::new(8, 8).unwrap());
        let diagram: Diagram = "***/*q1/*1Q".parse().unwrap();
        let sets = [Cell::Empty, Cell::Black, Cell::White].map(|c| (c, sheet.place(&diagram, c)));
        assert_eq!(sheet.crop(&sets).to_string(), "q1/1Q");
        assert_eq!(sheet.crop(&[]).to_string(), "*");
    }
}
