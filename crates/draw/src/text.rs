//! A board drawn with characters, with a frame and coordinates.

use crate::drawing::{column_label, row_label};
use crate::{BoardDrawing, Line};
use lastmove_board::{Bits, Cell, Square};
use std::fmt;

impl BoardDrawing<'_> {
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
        if let Some(mark) = self.mark_of(square) {
            return mark.letter;
        }
        match self.diagram.cells()[square as usize] {
            cell if self.ascii => cell.letter(),
            Cell::Empty => '·',
            Cell::Burnt => '■',
            Cell::White => '♕',
            Cell::Black => '♛',
            Cell::WhiteBlocker => '♖',
            Cell::BlackBlocker => '♜',
        }
    }

    /// The character between two squares of a row, or beside the first or the last one.
    fn gap(&self, left: Option<Square>, right: Option<Square>) -> char {
        let flat = |d: &(Square, Square)| Some(d.0) == left && Some(d.1) == right && d.1 == d.0 + 1;
        if self.dominoes.iter().any(flat) {
            return if self.ascii { '-' } else { '━' };
        }
        let marked = |square: Option<Square>| square.is_some_and(|s| self.highlighted.has(s));
        match (marked(left), marked(right)) {
            (false, false) => self.between(left, right),
            (false, true) => '[',
            (true, false) => ']',
            (true, true) => '|',
        }
    }

    /// The character between two squares of a row that are not highlighted: a dashed line, or a
    /// stroke between squares of the same mark.
    fn between(&self, left: Option<Square>, right: Option<Square>) -> char {
        let (Some(left), Some(right)) = (left, right) else { return ' ' };
        let column = self.diagram.size().column(right);
        let mark = self.mark_of(left);
        if self.lines.contains(&Line::AfterColumn(column)) {
            if self.ascii { ':' } else { '┊' }
        } else if mark.is_some() && mark == self.mark_of(right) {
            if self.ascii { '-' } else { '─' }
        } else {
            ' '
        }
    }
}

impl fmt::Display for BoardDrawing<'_> {
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
            write!(f, "{:>margin$} {side}", row_label(self.game, size, row))?;
            let mut left = None;
            for column in 0..width {
                let square = size.square(column, row);
                write!(f, "{}{}", self.gap(left, Some(square)), self.glyph(square))?;
                left = Some(square);
            }
            writeln!(f, "{}{side}", self.gap(left, None))?;
            if self.lines.contains(&Line::BelowRow(row + 1)) {
                let broken = if self.ascii { " -" } else { " ╌" }.repeat(width);
                writeln!(f, "{:margin$} {side}{broken} {side}", "")?;
            }
        }
        writeln!(f, "{:margin$} {bottom_left}{line}{bottom_right}", "")?;

        // Labels of more than one digit are written vertically, one digit below the other.
        let labels: Vec<Vec<char>> =
            (0..width).map(|column| column_label(self.game, column).chars().collect()).collect();
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
    use lastmove_board::{Diagram, Game, Size};
    use proptest::prelude::*;

    fn lines(text: &str) -> Vec<&str> {
        text.lines().collect()
    }

    #[test]
    fn wide_boards_write_their_numbers_upright() {
        let diagram: Diagram = "12".parse().unwrap();
        let drawing = BoardDrawing::new(&diagram, Game::Domineering).ascii(true).to_string();
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
            BoardDrawing::new(&diagram, Game::Domineering).domino(0, 3).domino(4, 5).to_string();
        assert_eq!(lines(&drawing)[1..3], ["1 │ ╻ · · │", "2 │ ╹ ╺━╸ │"]);
    }

    #[test]
    fn marks_and_lines() {
        let diagram: Diagram = "3/2*".parse().unwrap();
        let mark = |squares, letter| crate::Mark {
            squares,
            letter,
            label: letter.into(),
            colour: "#888888",
        };
        let drawing = BoardDrawing::new(&diagram, Game::Domineering)
            .ascii(true)
            .marks([mark(0b011, 'S'), mark(0b001_000, 'v')])
            .lines([Line::BelowRow(1), Line::AfterColumn(2)])
            .to_string();
        assert_eq!(lines(&drawing)[1..4], ["1 | S-S:. |", "  | - - - |", "2 | v .:* |"]);
    }

    proptest! {
        #[test]
        fn lines_are_equally_long(w in 1usize..=128, h in 1usize..=128, ascii: bool, marks: u128) {
            let Ok(size) = Size::new(w, h) else { return Ok(()) };
            let diagram = Diagram::new(size, vec![Cell::Burnt; size.squares()], None);
            for game in [Game::Amazons, Game::Domineering] {
                let text = BoardDrawing::new(&diagram, game).ascii(ascii).highlight(marks).to_string();
                prop_assert_eq!(text.is_ascii(), ascii);
                let lengths: Vec<usize> = text.lines().map(|l| l.chars().count()).collect();
                prop_assert!(lengths[..h + 2].iter().all(|&l| l == lengths[0]));
                prop_assert!(lengths.iter().all(|&l| l <= lengths[0]));
            }
        }
    }
}
