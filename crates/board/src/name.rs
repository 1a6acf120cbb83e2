//! Names of boards, such as `5x6`, `8x8-corner` or `5 × 6 b`, as they stand at the beginning of a text.

use crate::{Diagram, DiagramError, Side, Size};

/// The name that a text begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardName<'a> {
    /// its two numbers, in their order
    pub numbers: (usize, usize),
    /// what follows them after a dash
    pub layout: Option<&'a str>,
    name: &'a str,
    rest: &'a str,
}

impl<'a> BoardName<'a> {
    /// The name: all of a text, or what stands before a blank. No position string begins so, because
    /// its rows have no `x` beside digits and its second word is a side.
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
        // `4 × 5` has three words; not more are looked at, since a text may be long.
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

    /// The side that follows the name, read as in a position string. Fairy-Stockfish's ` - - 0 1` may
    /// follow, also without a side; `game` is a side of the game, for that.
    ///
    /// # Errors
    /// If something else follows; with its column in the whole text.
    pub fn side(&self, game: Side) -> Result<Option<Side>, DiagramError> {
        let no_side = self.rest.trim_start().starts_with('-');
        // A board of one square takes the place of the name, so that errors name the right column.
        let board = if no_side { format!("1 {}", game.letter()) } else { "1".to_owned() };
        let blanks = " ".repeat(self.name.chars().count().saturating_sub(board.len()));
        let read: Diagram = format!("{blanks}{board}{}", self.rest).parse()?;
        Ok(read.side().filter(|_| !no_side))
    }
}
