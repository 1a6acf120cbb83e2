//! Moves as numbers, as Song's databases store them (thesis, appendix A).

use crate::Move;
use lastmove_board::{Size, Square};

/// Bits of a square.
const BITS: u32 = 9;
/// The index of a square is this many times its row from the top, plus its column, both from 1.
const ROW: u32 = 20;

impl Move {
    /// The move's number: nine bits each for the square where it starts, the square where it
    /// arrives, and the arrow. On boards of more than 19 columns or 25 rows there is none.
    ///
    /// ```
    /// use lastmove_amazons::{Move, parse_move};
    /// use lastmove_board::Size;
    /// let size = Size::new(3, 3).unwrap();
    /// let mv = parse_move(size, "a2-a3/a2").unwrap();
    /// assert_eq!(mv.number(size), Some(10758697));
    /// assert_eq!(Move::from_number(size, 10758697), Some(mv));
    /// ```
    pub fn number(self, size: Size) -> Option<u32> {
        if size.width() >= ROW as usize || size.height() > 24 {
            return None;
        }
        let index =
            |square: Square| ROW * (size.row(square) as u32 + 1) + size.column(square) as u32 + 1;
        let squares = [self.from, self.to, self.arrow];
        Some(squares.into_iter().fold(0, |number, square| number << BITS | index(square)))
    }

    /// The move of a number; `None` if a square is not on the board.
    pub fn from_number(size: Size, number: u32) -> Option<Self> {
        let square = |place: u32| {
            let index = number >> (BITS * place) & ((1 << BITS) - 1);
            let (row, column) = ((index / ROW) as usize, (index % ROW) as usize);
            let inside = (1..=size.height()).contains(&row) && (1..=size.width()).contains(&column);
            inside.then(|| size.square(column - 1, row - 1))
        };
        let unused = number >> (3 * BITS) != 0;
        let mv = Self { from: square(2)?, to: square(1)?, arrow: square(0)? };
        (!unused).then_some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, start};
    use lastmove_board::Geometry;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for board in ["4x4", "5x6", "10x10"] {
            let diagram = start::parse(board).unwrap();
            let geometry = Geometry::<u128>::new(diagram.size());
            for mv in Position::from_diagram(&diagram).unwrap().moves(&geometry) {
                let number = mv.number(diagram.size()).unwrap();
                assert_eq!(Move::from_number(diagram.size(), number), Some(mv));
            }
        }
        let size = Size::new(3, 3).unwrap();
        for bad in [0, 41, 10758697 | 1 << 30, 10758697 + 3] {
            assert_eq!(Move::from_number(size, bad), None, "{bad}");
        }
    }
}
