//! A board to be drawn, as text or as SVG.

use lastmove_board::{Bits, Diagram, Game, Size, Square};

/// The label of a row: ranks of Amazons count from the bottom, rows of Domineering from the top.
pub(crate) fn row_label(game: Game, size: Size, row: usize) -> String {
    match game {
        Game::Amazons => (size.height() - row).to_string(),
        Game::Domineering => (row + 1).to_string(),
    }
}

/// The label of a column: a letter in Amazons (there are 26), a number in Domineering.
pub(crate) fn column_label(game: Game, column: usize) -> String {
    match game {
        Game::Amazons if column < 26 => char::from(b'a' + column as u8).to_string(),
        _ => (column + 1).to_string(),
    }
}

/// A set of squares that is drawn as a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// the squares
    pub squares: u128,
    /// the character on each of them in text
    pub letter: char,
    /// the label on them in SVG
    pub label: String,
    /// their colour in SVG
    pub colour: &'static str,
}

/// A line between two rows or two columns of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// below this many rows
    BelowRow(usize),
    /// to the right of this many columns
    AfterColumn(usize),
}

/// A drawing of a diagram; print it with `{}`, or write it with [`BoardDrawing::svg`].
///
/// ```
/// use lastmove_board::Game;
/// use lastmove_draw::BoardDrawing;
/// let diagram = "1q1/*2/2Q w".parse().unwrap();
/// assert_eq!(
///     BoardDrawing::new(&diagram, Game::Amazons).to_string(),
///     "  ┌───────┐\n\
///      3 │ · ♛ · │\n\
///      2 │ ■ · · │\n\
///      1 │ · · ♕ │\n  \
///        └───────┘\n    \
///          a b c\n"
/// );
/// assert_eq!(
///     BoardDrawing::new(&diagram, Game::Amazons).ascii(true).highlight(0b11).to_string(),
///     "  +-------+\n\
///      3 |[.|q].'|\n\
///      2 | * . . |\n\
///      1 | . . Q |\n  \
///        +-------+\n    \
///          a b c\n".replace('\'', " ")
/// );
/// ```
///
/// ```
/// use lastmove_board::Game;
/// use lastmove_draw::BoardDrawing;
/// let diagram = "1q1/*2/2Q w".parse().unwrap();
/// let svg = BoardDrawing::new(&diagram, Game::Amazons).highlight(0b11).svg();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// ```
#[derive(Clone, Debug)]
pub struct BoardDrawing<'d> {
    pub(crate) diagram: &'d Diagram,
    pub(crate) game: Game,
    pub(crate) ascii: bool,
    pub(crate) highlighted: u128,
    pub(crate) dominoes: Vec<(Square, Square)>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) lines: Vec<Line>,
}

impl<'d> BoardDrawing<'d> {
    /// A drawing; its text form uses Unicode.
    pub fn new(diagram: &'d Diagram, game: Game) -> Self {
        Self {
            diagram,
            game,
            ascii: false,
            highlighted: 0,
            dominoes: Vec::new(),
            marks: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Sets whether the text is ASCII only: `Q`, `q`, `*` and `.` as in the position string.
    pub fn ascii(mut self, ascii: bool) -> Self {
        self.ascii = ascii;
        self
    }

    /// Highlights a set of squares, in text by brackets.
    pub fn highlight(mut self, squares: u128) -> Self {
        self.highlighted = squares;
        self
    }

    /// Draws two neighbouring squares, the upper or left one first, as a domino.
    pub fn domino(mut self, first: Square, second: Square) -> Self {
        self.dominoes.push((first, second));
        self
    }

    /// Draws sets of squares as units, in text by letters.
    pub fn marks(mut self, marks: impl IntoIterator<Item = Mark>) -> Self {
        self.marks.extend(marks);
        self
    }

    /// Draws dashed lines across the board.
    pub fn lines(mut self, lines: impl IntoIterator<Item = Line>) -> Self {
        self.lines.extend(lines);
        self
    }

    pub(crate) fn mark_of(&self, square: Square) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.squares.has(square))
    }
}
