//! A board drawn with characters, framed and with coordinates.

use lastmove_board::{Bits, Cell, Diagram, Square};
use std::fmt;

/// How rows and columns are named beside the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// files a, b, c… and ranks counted from the bottom
    Amazons,
    /// rows and columns counted from the top left
    Domineering,
}

/// A drawing of a diagram; print it with `{}`.
///
/// ```
/// use lastmove_draw::{Labels, TextDrawing};
/// let diagram = "1q1/*2/2Q w".parse().unwrap();
/// assert_eq!(
///     TextDrawing::new(&diagram, Labels::Amazons).to_string(),
///     "  ┌───────┐\n\
///      3 │ · ♛ · │\n\
///      2 │ ■ · · │\n\
///      1 │ · · ♕ │\n  \
///        └───────┘\n    \
///          a b c\n"
/// );
/// assert_eq!(
///     TextDrawing::new(&diagram, Labels::Amazons).ascii(true).highlight(0b11).to_string(),
///     "  +-------+\n\
///      3 |[.|q].'|\n\
///      2 | * . . |\n\
///      1 | . . Q |\n  \
///        +-------+\n    \
///          a b c\n".replace('\'', " ")
/// );
/// ```
#[derive(Clone, Debug)]
pub struct TextDrawing<'d> {
    diagram: &'d Diagram,
    labels: Labels,
    ascii: bool,
    highlighted: u128,
    dominoes: Vec<(Square, Square)>,
}

impl<'d> TextDrawing<'d> {
    /// A drawing in Unicode.
    pub fn new(diagram: &'d Diagram, labels: Labels) -> Self {
        Self { diagram, labels, ascii: false, highlighted: 0, dominoes: Vec::new() }
    }

    /// Whether to use ASCII only: `Q`, `q`, `*` and `.` as in the position string.
    pub fn ascii(mut self, ascii: bool) -> Self {
        self.ascii = ascii;
        self
    }

    /// Puts brackets around a set of squares.
    pub fn highlight(mut self, squares: u128) -> Self {
        self.highlighted = squares;
        self
    }

    /// Draws two neighbouring squares, the upper or left one first, as a domino.
    pub fn domino(mut self, first: Square, second: Square) -> Self {
        self.dominoes.push((first, second));
        self
    }

    fn glyph(&self, square: Square) -> char {
        for &(first, second) in &self.dominoes {
            let upright = second != first + 1;
            let part = usize::from(square == second);
            if square == first || square == second {
                return match (self.ascii, upright) {
                    (false, true) => ['╻', '╹'][part],
                    (false, false) => ['╺', '╸'][part],
                    (true, true) => ['A', 'V'][part],
                    (true, false) => ['<', '>'][part],
                };
            }
        }
        match (self.ascii, self.diagram.cells()[square as usize]) {
            (false, Cell::Empty) => '·',
            (false, Cell::Burnt) => '■',
            (false, Cell::White) => '♕',
            (false, Cell::Black) => '♛',
            (false, Cell::WhiteBlocker) => '♖',
            (false, Cell::BlackBlocker) => '♜',
            (true, Cell::Empty) => '.',
            (true, Cell::Burnt) => '*',
            (true, Cell::White) => 'Q',
            (true, Cell::Black) => 'q',
            (true, Cell::WhiteBlocker) => 'B',
            (true, Cell::BlackBlocker) => 'b',
        }
    }

    /// What stands between two squares of a row, or beside its first or last.
    fn gap(&self, left: Option<Square>, right: Option<Square>) -> char {
        let flat = |d: &(Square, Square)| Some(d.0) == left && Some(d.1) == right && d.1 == d.0 + 1;
        if self.dominoes.iter().any(flat) {
            return if self.ascii { '-' } else { '━' };
        }
        let marked = |square: Option<Square>| square.is_some_and(|s| self.highlighted.has(s));
        match (marked(left), marked(right)) {
            (false, false) => ' ',
            (false, true) => '[',
            (true, false) => ']',
            (true, true) => '|',
        }
    }

    fn row_label(&self, row: usize) -> String {
        match self.labels {
            Labels::Amazons => (self.diagram.size().height() - row).to_string(),
            Labels::Domineering => (row + 1).to_string(),
        }
    }

    fn column_label(&self, column: usize) -> String {
        match self.labels {
            Labels::Amazons if column < 26 => ((b'a' + column as u8) as char).to_string(),
            _ => (column + 1).to_string(),
        }
    }
}

impl fmt::Display for TextDrawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.diagram.size();
        let (width, height) = (size.width(), size.height());
        let margin = height.to_string().len();
        let line = if self.ascii { "-" } else { "─" }.repeat(2 * width + 1);
        let [top_left, top_right, bottom_left, bottom_right, side] = if self.ascii {
            ['+', '+', '+', '+', '|']
        } else {
            ['┌', '┐', '└', '┘', '│']
        };

        writeln!(f, "{:margin$} {top_left}{line}{top_right}", "")?;
        for row in 0..height {
            write!(f, "{:>margin$} {side}", self.row_label(row))?;
            let mut left = None;
            for column in 0..width {
                let square = size.square(column, row);
                write!(f, "{}{}", self.gap(left, Some(square)), self.glyph(square))?;
                left = Some(square);
            }
            writeln!(f, "{}{side}", self.gap(left, None))?;
        }
        writeln!(f, "{:margin$} {bottom_left}{line}{bottom_right}", "")?;

        // Labels of more than one digit stand upright, one digit below the other.
        let labels: Vec<Vec<char>> =
            (0..width).map(|column| self.column_label(column).chars().collect()).collect();
        let digits = labels.iter().map(Vec::len).max().unwrap_or(0);
        for digit in 0..digits {
            let letter = |label: &Vec<char>| {
                (digit + label.len()).checked_sub(digits).map_or(' ', |i| label[i])
            };
            let letters: String = labels.iter().flat_map(|label| [' ', letter(label)]).collect();
            writeln!(f, "{:margin$}  {}", "", letters.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_board::Size;
    use proptest::prelude::*;

    fn lines(text: &str) -> Vec<&str> {
        text.lines().collect()
    }

    #[test]
    fn wide_boards_write_their_numbers_upright() {
        let diagram: Diagram = "12".parse().unwrap();
        let drawing = TextDrawing::new(&diagram, Labels::Domineering).ascii(true).to_string();
        assert_eq!(
            lines(&drawing),
            [
                "  +-------------------------+",
                "1 | . . . . . . . . . . . . |",
                "  +-------------------------+",
                "                      1 1 1",
                "    1 2 3 4 5 6 7 8 9 0 1 2",
            ]
        );
    }

    #[test]
    fn dominoes() {
        let diagram: Diagram = "*1/***".replace("*1/", "*2/").parse().unwrap();
        let drawing =
            TextDrawing::new(&diagram, Labels::Domineering).domino(0, 3).domino(4, 5).to_string();
        assert_eq!(lines(&drawing)[1..3], ["1 │ ╻ · · │", "2 │ ╹ ╺━╸ │"]);
    }

    proptest! {
        #[test]
        fn lines_are_equally_long(w in 1usize..=128, h in 1usize..=128, ascii: bool, marks: u128) {
            let Ok(size) = Size::new(w, h) else { return Ok(()) };
            let diagram = Diagram::new(size, vec![Cell::Burnt; size.squares()], None);
            for labels in [Labels::Amazons, Labels::Domineering] {
                let text = TextDrawing::new(&diagram, labels).ascii(ascii).highlight(marks).to_string();
                prop_assert_eq!(text.is_ascii(), ascii);
                let lengths: Vec<usize> = text.lines().map(|l| l.chars().count()).collect();
                prop_assert!(lengths[..h + 2].iter().all(|&l| l == lengths[0]));
                prop_assert!(lengths.iter().all(|&l| l <= lengths[0]));
            }
        }
    }
}
