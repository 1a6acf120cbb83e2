//! Boards by name: the start positions of both games.

use crate::Game;
use crate::claim::{ClaimError, shorten};
use lastmove_board::{Cell, Diagram, Side, Size};

/// The board that `words` begin with. A name may be printed with blanks, as in `4 × 5`, so it may
/// take one to three words.
pub(crate) fn read_board(game: Game, words: &[&str]) -> Result<Diagram, ClaimError> {
    if words.is_empty() {
        return Err(ClaimError::Incomplete);
    }
    for end in 1..=words.len().min(3) {
        let (name, rest) = words.split_at(end);
        let Some(start) = start_position(game, &name.join(" "))? else { continue };
        // Read what follows as a position string would.
        return Ok(match rest {
            [] => start,
            ["-", ..] => format!("{start} {}", rest.join(" ")).parse()?,
            _ => format!("{} {}", start.with_side(None), rest.join(" ")).parse()?,
        });
    }
    Ok(words.join(" ").parse()?)
}

/// The start position of a named board; `None` if the text is not of the form `4x5`.
fn start_position(game: Game, name: &str) -> Result<Option<Diagram>, ClaimError> {
    let (numbers, layout) = name.split_once('-').unwrap_or((name, ""));
    let Some((first, second)) = Size::split_name(numbers) else { return Ok(None) };
    let unknown = || ClaimError::Board(shorten(name), game);
    if game == Game::Domineering {
        // rows x columns
        let size = Size::new(second, first)?;
        let empty = Diagram::new(size, vec![Cell::Empty; size.squares()], None);
        return if name.contains('-') { Err(unknown()) } else { Ok(Some(empty)) };
    }
    let size = Size::new(first, second)?;
    let (w, h) = (size.width(), size.height());
    // file and rank of the white amazons, counted from 1
    let white = match (layout, w, h) {
        ("", 10, 10) => vec![(1, 4), (4, 1), (7, 1), (10, 4)],
        ("", 8, 8) => vec![(1, 3), (3, 1), (6, 1), (8, 3)],
        ("", 7, 7) => vec![(1, 3), (3, 1), (5, 1), (7, 3)],
        ("inner", 6, 6) => vec![(1, 3), (3, 1), (4, 1), (6, 3)],
        ("" | "corner", 4.., 4..) => vec![(1, 2), (2, 1), (w - 1, 1), (w, 2)],
        ("two", 2.., 4..) => vec![(1, 2), (w, 2)],
        ("one", _, 2..) => vec![(w.div_ceil(2), 1)],
        _ => return Err(unknown()),
    };
    let mut cells = vec![Cell::Empty; size.squares()];
    for (file, rank) in white {
        cells[size.square(file - 1, h - rank) as usize] = Cell::White;
        cells[size.square(w - file, rank - 1) as usize] = Cell::Black;
    }
    Ok(Some(Diagram::new(size, cells, Some(Side::White))))
}
