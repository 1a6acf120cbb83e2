//! Names of boards, such as `5x6`, `8x8-corner` or `5 × 6 b`, at the beginning of a text.

use crate::{Diagram, DiagramError, Side, Size};

/// The board name at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardName<'a> {
    /// its two numbers, in order
    pub numbers: (usize, usize),
    /// the text after them and a dash
    pub layout: Option<&'a str>,
    name: &'a str,
    rest: &'a str,
}

impl<'a> BoardName<'a> {
    /// Finds the name: the whole text, or the part before a blank. No position string begins like
    /// this, because its rows have no `x` next to digits and its second word is a side.
    ///
    /// ```
    /// use lastmove_board::{BoardName, Side};
    /// let name = BoardName::find("6 × 6-inner b - - 0 1").unwrap();
    /// assert_eq!((name.numbers, name.layout), ((6, 6), Some("inner")));
    /// assert_eq!(name.side(Side::White), Ok(Some(Side::Black)));
    /// assert_eq!(BoardName::find("2q3/6 w"), None);
    /// ```
    pub fn find(text: &'a str) -> Option<Self> {
        let blanks = text.match_indices(char::is_whitespace).map(|(at, _)| at);
        // `4 × 5` has three words; further ones are not examined, since a text may be long.
        let ends = blanks.filter(|&at| !text[..at].ends_with(char::is_whitespace)).take(3);
        std::iter::once(text.len()).chain(ends).find_map(|end| {
            let (name, rest) = text.split_at(end);
            let (numbers, layout) = match name.split_once('-') {
                Some((numbers, layout)) => (numbers, Some(layout)),
                None => (name, None),
            };
            let numbers = Size::split_name(numbers)?;
            let one_word = !layout.is_some_and(|layout| layout.contains(char::is_whitespace));
            one_word.then_some(Self { numbers, layout, name, rest })
        })
    }

    /// The side after the name, parsed as in a position string. Fairy-Stockfish's ` - - 0 1` may
    /// follow, also without a side; `game` is any side of the game, used in that case.
    ///
    /// # Errors
    /// If anything else follows; with its column in the whole text.
    pub fn side(&self, game: Side) -> Result<Option<Side>, DiagramError> {
        let no_side = self.rest.trim_start().starts_with('-');
        // A board of one square replaces the name, so that errors have the right column.
        let board = if no_side { format!("1 {}", game.letter()) } else { "1".to_owned() };
        let blanks = " ".repeat(self.name.chars().count().saturating_sub(board.len()));
        let read: Diagram = format!("{blanks}{board}{}", self.rest).parse()?;
        Ok(read.side().filter(|_| !no_side))
    }
}
