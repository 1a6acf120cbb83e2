//! Start positions by name, and reading any text that names a board.

use lastmove_board::{BoardName, Cell, Diagram, DiagramError, Side, Size, SizeError};
use thiserror::Error;

/// The most files of a board, since their names are letters.
pub const MAX_FILES: usize = 26;

/// Why a text is neither the name of a board nor a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The size is invalid.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The board is too small for the corner layout.
    #[error(
        "the corner layout needs at least 4 files and 4 ranks, got {0}; for a smaller board write the position, such as q2/3/2Q"
    )]
    TooSmall(Size),
    /// The board has files beyond `z`.
    #[error("an Amazons board has at most {MAX_FILES} files, got {0}")]
    TooWide(usize),
    /// The board is too small for this layout.
    #[error("the layout -{layout} needs at least {needs}, got {size}")]
    NoRoom {
        /// the layout
        layout: &'static str,
        /// the fewest files and ranks
        needs: &'static str,
        /// the size of the board
        size: Size,
    },
    /// The text after `-` is not a layout.
    #[error("'{0}' is not a layout; expected -corner, -two, -one, or 6x6-inner")]
    UnknownLayout(String),
    /// The text is not a position string.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

/// Reads a board name (`5x6`, `10x10`, `8x8-corner`, `6x6-inner`, `5x5-two`, `5x5-one`) or a position
/// string.
///
/// A name means the start position, with White to move unless a side follows: `5x6 b`. A position
/// string keeps its side.
///
/// ```
/// use lastmove_amazons::start;
/// assert_eq!(start::parse("4x4").unwrap().to_string(), "1qq1/q2q/Q2Q/1QQ1 w");
/// assert_eq!(
///     start::parse("10x10").unwrap().to_string(),
///     "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"
/// );
/// assert_eq!(start::parse("4x4 b").unwrap().to_string(), "1qq1/q2q/Q2Q/1QQ1 b");
/// assert_eq!(start::parse("4x5-two").unwrap().to_string(), "4/q2q/4/Q2Q/4 w");
/// assert_eq!(start::parse("4x3-one").unwrap().to_string(), "2q1/4/1Q2 w");
/// assert_eq!(start::parse("q1Q b").unwrap().to_string(), "q1Q b");
/// assert!(start::parse("0x5").is_err());
/// ```
pub fn parse(text: &str) -> Result<Diagram, BoardError> {
    let text = text.trim();
    if let Some(name) = BoardName::find(text) {
        let (width, height) = name.numbers;
        if width > MAX_FILES {
            return Err(BoardError::TooWide(width));
        }
        let start = named(Size::new(width, height)?, name.layout)?;
        let side = name.side(Side::White)?.or(start.side());
        return Ok(start.with_side(side));
    }
    let diagram: Diagram = text.parse()?;
    if diagram.size().width() > MAX_FILES {
        return Err(BoardError::TooWide(diagram.size().width()));
    }
    Ok(diagram)
}

/// All start positions with four amazons a side that have a name on a board of this size.
///
/// ```
/// use lastmove_amazons::start;
/// use lastmove_board::Size;
/// assert_eq!(start::layouts(Size::new(5, 6).unwrap()).len(), 1);
/// assert_eq!(start::layouts(Size::new(6, 6).unwrap()).len(), 2);
/// ```
pub fn layouts(size: Size) -> Vec<Diagram> {
    let mut found: Vec<Diagram> = Vec::new();
    for layout in [None, Some("corner"), Some("inner")] {
        if let Ok(diagram) = named(size, layout)
            && !found.contains(&diagram)
        {
            found.push(diagram);
        }
    }
    found
}

/// The start position of a layout. Each is symmetric under a half-turn with exchange of colours.
fn named(size: Size, layout: Option<&str>) -> Result<Diagram, BoardError> {
    let (w, h) = (size.width(), size.height());
    let no_room = |layout, needs| Err(BoardError::NoRoom { layout, needs, size });
    // files counted from 0 and ranks from 1
    let white = match (layout, w, h) {
        (None, 10, 10) => vec![(0, 4), (3, 1), (6, 1), (9, 4)],
        (None, 8, 8) => vec![(0, 3), (2, 1), (5, 1), (7, 3)],
        (None, 7, 7) => vec![(0, 3), (2, 1), (4, 1), (6, 3)],
        (Some("inner"), 6, 6) => vec![(0, 3), (2, 1), (3, 1), (5, 3)],
        (None | Some("corner"), 4.., 4..) => vec![(0, 2), (1, 1), (w - 2, 1), (w - 1, 2)],
        (None | Some("corner"), ..) => return Err(BoardError::TooSmall(size)),
        (Some("two"), 2.., 4..) => vec![(0, 2), (w - 1, 2)],
        (Some("two"), ..) => return no_room("two", "2 files and 4 ranks"),
        // With an even number of files White is left of the middle and Black right of it.
        (Some("one"), _, 2..) => vec![((w - 1) / 2, 1)],
        (Some("one"), ..) => return no_room("one", "2 ranks"),
        (Some(other), ..) => {
            return Err(BoardError::UnknownLayout(other.chars().take(20).collect()));
        }
    };
    let mut cells = vec![Cell::Empty; size.squares()];
    for (file, rank) in white {
        cells[size.square(file, h - rank) as usize] = Cell::White;
        cells[size.square(w - 1 - file, rank - 1) as usize] = Cell::Black;
    }
    Ok(Diagram::new(size, cells, Some(Side::White)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn layouts() {
        let text = |name| parse(name).unwrap().to_string();
        assert_eq!(text("5x6"), "1q1q1/q3q/5/5/Q3Q/1Q1Q1 w");
        assert_eq!(text("8x8"), "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w");
        assert_eq!(text("7x7"), "2q1q2/7/q5q/7/Q5Q/7/2Q1Q2 w");
        assert_eq!(text("7x7-corner"), "1q3q1/q5q/7/7/7/Q5Q/1Q3Q1 w");
        assert_eq!(text("6x6-inner"), "2qq2/6/q4q/Q4Q/6/2QQ2 w");
    }

    #[test]
    fn layouts_with_fewer_amazons() {
        let text = |name| parse(name).unwrap().to_string();
        assert_eq!(text("4x4-two"), "4/q2q/Q2Q/4 w");
        assert_eq!(text("5x5-two"), "5/q3q/5/Q3Q/5 w");
        assert_eq!(text("5x6-two"), "5/q3q/5/5/Q3Q/5 w");
        assert_eq!(text("6x4-two b"), "6/q4q/Q4Q/6 b");
        assert_eq!(text("2x4-two"), "2/qq/QQ/2 w");
        assert_eq!(text("3x3-one"), "1q1/3/1Q1 w");
        assert_eq!(text("5x5-one"), "2q2/5/5/5/2Q2 w");
        assert_eq!(text("4x3-one"), "2q1/4/1Q2 w");
        assert_eq!(text("6x7-one"), "3q2/6/6/6/6/6/2Q3 w");
        assert_eq!(text("7x3-one b"), "3q3/7/3Q3 b");
        assert_eq!(text("1x2-one"), "q/Q w");
    }

    /// No layout favours a colour: a half-turn exchanges the colours and changes nothing else.
    #[test]
    fn a_half_turn_exchanges_the_colours() {
        for (width, height) in (1..=11).flat_map(|w| (1..=11).map(move |h| (w, h))) {
            let size = Size::new(width, height).unwrap();
            for layout in [None, Some("corner"), Some("inner"), Some("two"), Some("one")] {
                let Ok(start) = named(size, layout) else { continue };
                let turned = start.cells().iter().rev().map(|cell| match cell {
                    Cell::White => Cell::Black,
                    Cell::Black => Cell::White,
                    other => *other,
                });
                assert_eq!(turned.collect::<Vec<_>>(), start.cells(), "{start}");
                let count = |cell| start.cells().iter().filter(|c| **c == cell).count();
                let amazons = match layout {
                    Some("two") => 2,
                    Some("one") => 1,
                    _ => 4,
                };
                assert_eq!([count(Cell::White), count(Cell::Black)], [amazons; 2], "{start}");
            }
        }
    }

    #[test]
    fn a_side_may_follow_a_name() {
        let text = |name: &str| parse(name).unwrap().to_string();
        let black = "1q1q1/q3q/5/5/Q3Q/1Q1Q1 b";
        for name in
            ["5x6 b", "5 x 6  B", "5 × 6 b", r"5 \times 6 b", "5x6-corner b", "5x6 b - - 0 1"]
        {
            assert_eq!(text(name), black, "{name}");
        }
        for name in ["5x6 w", "5x6 - - 0 1", "5 x 6 w - - 0 1", "5x6 -corner"] {
            assert_eq!(text(name), text("5x6"), "{name}");
        }
        assert_eq!(text("6x6-inner b"), "2qq2/6/q4q/Q4Q/6/2QQ2 b");
        let error = |name| parse(name).unwrap_err().to_string();
        assert!(error("5x6 z").starts_with("column 5: 'z'"), "{}", error("5x6 z"));
        assert!(error("5 × 6 b x").starts_with("column 9: 'x'"), "{}", error("5 × 6 b x"));
        assert!(error("5x6 - x").starts_with("column 7: 'x'"), "{}", error("5x6 - x"));
        assert!(error("3x5 b").contains("at least 4 files"));
        // long texts neither panic nor take long
        let (zeros, words) = ("0".repeat(1 << 17), "1 ".repeat(1 << 20));
        assert_eq!(text(&format!("{zeros}5x6 b")), black);
        assert!(parse(&words).is_err());
    }

    proptest! {
        #[test]
        fn a_position_string_is_never_read_as_a_name(text in "[0-9Qq*./|x×X wb-]{0,20}") {
            if let Ok(diagram) = text.parse::<Diagram>() {
                let wide = diagram.size().width() > MAX_FILES;
                prop_assert_eq!(parse(&text).ok(), (!wide).then_some(diagram));
            }
        }
    }

    #[test]
    fn errors() {
        let error = |name| parse(name).unwrap_err().to_string();
        assert!(error("0x5").contains("at least one row"));
        assert!(error("3x5").contains("at least 4 files"));
        assert!(error("12x12").contains("at most 128 squares"));
        assert!(error("27x4").contains("at most 26 files"));
        assert!(error("99999999999999999999999x4").contains("at most 26 files"));
        assert!(error("6x6-outer").contains("outer"));
        assert!(error("5x5-inner").contains("inner"));
        assert!(error("5x3-two").contains("-two needs at least 2 files and 4 ranks, got 5x3"));
        assert!(error("5x1-one").contains("-one needs at least 2 ranks, got 5x1"));
        assert!(error("").contains("empty"));
    }
}
