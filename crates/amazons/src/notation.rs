//! Names of squares and the spellings of a move.
//!
//! Moves print as `d1-d7/g7`. Also read: `d1-d7(g7)`, `d1-d7 (g7)`, `d1-d7xg7`, `d1-d7×g7`,
//! `D1 - D7 \times G7` (TeX), `d1d7,d7g7` (Fairy-Stockfish), `d1 d7 g7`, `d1d7g7`, any letter case,
//! long dashes, and marks such as `!` or `??` at the end.

use crate::Move;
use lastmove_board::{Size, Square};
use std::fmt;
use thiserror::Error;

/// The name of a square on a board, printed as `d7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareName {
    file: u8,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file < 26 {
            write!(f, "{}{}", (b'a' + self.file) as char, self.rank)
        } else {
            write!(f, "({},{})", self.file + 1, self.rank) // beyond the alphabet, only in errors
        }
    }
}

/// The name of a square, such as `d7`.
///
/// ```
/// use lastmove_amazons::square_name;
/// use lastmove_board::Size;
/// let size = Size::new(5, 6).unwrap();
/// assert_eq!(square_name(size, 0).to_string(), "a6");
/// assert_eq!(square_name(size, 29).to_string(), "e1");
/// ```
pub fn square_name(size: Size, square: Square) -> SquareName {
    let (file, rank) = (size.column(square), size.height() - size.row(square));
    SquareName { file: file as u8, rank: rank as u8 }
}

impl Move {
    /// Prints the move in our own notation, `d1-d7/g7`.
    pub fn display(self, size: Size) -> impl fmt::Display {
        let [from, to, arrow] = [self.from, self.to, self.arrow].map(|s| square_name(size, s));
        fmt::from_fn(move |f| write!(f, "{from}-{to}/{arrow}"))
    }
}

/// Why a text is not a move, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct MoveError {
    /// the position in the text, in characters from 1
    pub column: usize,
    /// what is wrong
    pub problem: String,
}

/// Reads a move on a board of this size, without checking whether it is legal in a position.
///
/// ```
/// use lastmove_amazons::parse_move;
/// use lastmove_board::Size;
/// let size = Size::new(10, 10).unwrap();
/// let mv = parse_move(size, "d1-d7/g7").unwrap();
/// for spelling in ["d1-d7(g7)", "d1-d7 (g7)", "D1-D7xG7", "d1d7,d7g7", "d1 d7 g7", "d1d7g7"] {
///     assert_eq!(parse_move(size, spelling).unwrap(), mv);
/// }
/// assert_eq!(mv.display(size).to_string(), "d1-d7/g7");
/// ```
pub fn parse_move(size: Size, text: &str) -> Result<Move, MoveError> {
    let mut reader = Reader { size: Some(size), text: text.as_bytes(), at: 0 };
    reader.skip_spaces();
    let mv = reader.whole_move()?;
    reader.end()?;
    Ok(mv)
}

/// Reads a square such as `d7`.
///
/// ```
/// use lastmove_amazons::parse_square;
/// use lastmove_board::Size;
/// let size = Size::new(5, 6).unwrap();
/// assert_eq!(parse_square(size, "A6"), Ok(0));
/// assert!(parse_square(size, "a7").is_err());
/// ```
pub fn parse_square(size: Size, text: &str) -> Result<Square, MoveError> {
    let mut reader = Reader { size: Some(size), text: text.as_bytes(), at: 0 };
    let square = reader.square()?;
    reader.end()?;
    Ok(square)
}

/// Splits a printed list of moves; each comes with the column where it begins. Move numbers such as
/// `12.` or `Move 3` are skipped. Text that is not a move ends at the next space.
///
/// ```
/// use lastmove_amazons::split_moves;
/// let printed = "1. d1-d7 (g7) a7-d4 (a7) 2. g1-e3/e10";
/// let moves: Vec<_> = split_moves(printed).collect();
/// assert_eq!(moves, [(4, "d1-d7 (g7)"), (15, "a7-d4 (a7)"), (29, "g1-e3/e10")]);
/// ```
pub fn split_moves(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at = after_numbers(text, at);
        let start = at;
        let word = text[start..].find(char::is_whitespace).map_or(text.len(), |i| start + i);
        let mut reader = Reader { size: None, text: text.as_bytes(), at: start };
        let whole = reader.whole_move().is_ok();
        let ends = whole && text[reader.at..].chars().next().is_none_or(char::is_whitespace);
        at = if ends { reader.at } else { word };
        (start < text.len()).then(|| (text[..start].chars().count() + 1, &text[start..at]))
    })
}

/// The byte where the next move begins, after spaces and move numbers.
fn after_numbers(text: &str, mut at: usize) -> usize {
    loop {
        at = text.len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let word = rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("move"));
        let named = if word { rest[4..].trim_start() } else { rest };
        let unnumbered = named.trim_start_matches(|c: char| c.is_ascii_digit());
        let undotted = unnumbered.trim_start_matches(['.', ':']);
        let number = unnumbered.len() < named.len();
        if !number || !word && undotted.len() == unnumbered.len() {
            return at;
        }
        at = text.len() - undotted.len();
    }
}

/// Moves as literals in examples and tests: `"b1-b4/d4".parse_on(size)`.
pub trait ParseOn {
    /// Reads the move on a board of this size.
    fn parse_on(&self, size: Size) -> Result<Move, MoveError>;
}

impl ParseOn for str {
    fn parse_on(&self, size: Size) -> Result<Move, MoveError> {
        parse_move(size, self)
    }
}

struct Reader<'a> {
    /// `None`: any square is accepted
    size: Option<Size>,
    text: &'a [u8],
    at: usize,
}

/// Signs between the squares of a move; the longer ones occur in printed text.
const DASHES: [&str; 4] = ["-", "−", "–", "—"];
/// Signs before the square of the arrow.
const ARROWS: [&str; 8] = ["/", "-", ",", "×", "\\times", "x", "X", "−"];
/// Signs after a move: annotations and the end of a sentence.
const MARKS: &[u8] = b"!?.,;";

impl Reader<'_> {
    /// Reads a move and the marks after it.
    fn whole_move(&mut self) -> Result<Move, MoveError> {
        let from = self.square()?;
        self.skip_spaces();
        let dash = DASHES.iter().any(|dash| self.take(dash));
        self.skip_spaces();
        let to = self.square()?;
        self.skip_spaces();
        let arrow = if !dash && self.take(",") {
            let wrong = self.error("the arrow must start where the amazon moved to");
            if self.square()? != to {
                return Err(wrong);
            }
            self.square()?
        } else {
            self.arrow()?
        };
        while self.text.get(self.at).is_some_and(|b| MARKS.contains(b)) {
            self.at += 1;
        }
        Ok(Move { from, to, arrow })
    }

    /// Reads the sign before the arrow's square and that square.
    fn arrow(&mut self) -> Result<Square, MoveError> {
        let bracket = self.take("(");
        // On wide boards `x` may also be the arrow's file; a number follows then.
        let file = self.text.get(self.at + 1).is_none_or(u8::is_ascii_digit);
        let signs = ARROWS.iter().filter(|sign| !file || !sign.eq_ignore_ascii_case("x"));
        let _sign = bracket || signs.into_iter().any(|sign| self.take(sign));
        self.skip_spaces();
        let arrow = self.square()?;
        if bracket {
            self.skip_spaces();
            self.expect(")")?;
        }
        Ok(arrow)
    }

    fn skip_spaces(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// Skips a sign and returns `true` if it is next in the text.
    fn take(&mut self, sign: &str) -> bool {
        let found = self.text[self.at..].starts_with(sign.as_bytes());
        self.at += if found { sign.len() } else { 0 };
        found
    }

    fn end(&mut self) -> Result<(), MoveError> {
        self.skip_spaces();
        if self.at < self.text.len() {
            return Err(self.error("unexpected text at the end"));
        }
        Ok(())
    }

    fn expect(&mut self, expected: &str) -> Result<(), MoveError> {
        let problem = format!("expected '{expected}', in a move such as d1-d7/g7");
        let wrong = self.error(&problem);
        self.take(expected).then_some(()).ok_or(wrong)
    }

    /// An error at the current place.
    fn error(&self, problem: &str) -> MoveError {
        let before = String::from_utf8_lossy(&self.text[..self.at]).chars().count();
        MoveError { column: before + 1, problem: problem.to_owned() }
    }

    fn square(&mut self) -> Result<Square, MoveError> {
        let file = self.text.get(self.at).copied().unwrap_or(0).to_ascii_lowercase();
        let digits = self.text[(self.at + 1).min(self.text.len())..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        if !file.is_ascii_lowercase() || digits == 0 {
            return Err(self.error("expected a square such as d7, in a move such as d1-d7/g7"));
        }
        let end = self.at + 1 + digits;
        let rank = self.text[self.at + 1..end]
            .iter()
            .fold(0usize, |n, b| n.saturating_mul(10).saturating_add(usize::from(b - b'0')));
        let file = usize::from(file - b'a');
        let start = std::mem::replace(&mut self.at, end);
        let Some(size) = self.size else { return Ok(0) };
        if file >= size.width() || rank == 0 || rank > size.height() {
            let name = String::from_utf8_lossy(&self.text[start..end.min(start + 8)]).into_owned();
            self.at = start;
            return Err(self.error(&format!("'{name}' is not on the {size} board")));
        }
        Ok(size.square(file, size.height() - rank))
    }
}
