//! Selecting and ordering the moves to search (thesis, sections 4.2 and 4.3).
//!
//! Moves are sorted by the number of dominoes that both players could still place, and how many of
//! them are safe; among equals, first the move whose mirror image was played earliest, which leads
//! to positions that are mirror images of others; among equals again, by the number of places for
//! dominoes that the mover keeps.

use super::counts::{LONGEST, Rows};
use super::lines::{Lines, undominated};
use super::state::{State, Views};
use lastmove_board::{Bits, Square};
use lastmove_domineering::Orientation;

/// Appends the moves of a position, the most promising first.
pub(crate) fn moves<B: Bits>(
    views: &Views<B>,
    state: &State<B>,
    path: &[Square],
    list: &mut Vec<Square>,
) {
    let me = state.to_move;
    let (lines, mine) = views.of(me, state);
    let (their_lines, theirs) = views.of(me.opponent(), state);
    let worth = worth_searching(lines, mine);
    let (rows, columns) = (lines.rows as usize, lines.columns as usize);
    // the square of the board at this row and column of the mover's view
    let square_at = |row: usize, column: usize| match me {
        Orientation::Horizontal => (row * columns + column) as Square,
        Orientation::Vertical => (column * rows + row) as Square,
    };
    if rows.max(columns) > LONGEST {
        // one long line: all moves are equivalent
        list.extend(worth.squares().map(|at| match me {
            Orientation::Horizontal => at,
            Orientation::Vertical => square_at(at as usize / columns, at as usize % columns),
        }));
        return;
    }
    // when the mover played a domino with this first square: every second move of the path
    let mut played = [255u8; 128];
    for ply in (path.len() % 2..path.len()).step_by(2).rev() {
        played[path[ply] as usize] = ply as u8;
    }
    let (my_rows, their_rows) = (Rows::new(lines, mine), Rows::new(their_lines, theirs));
    let value = my_rows.total() - their_rows.total();
    let places = lines.along(mine);
    let free = places.count() as i32;
    let mut scored = [(0i32, 0 as Square); 128];
    let mut n = 0;
    for row in 0..rows {
        let in_row =
            |set: B| ((set >> (row * columns) as u32) & B::first_n(columns)).widen() as u64;
        let places = in_row(places);
        let mut worth = in_row(worth);
        while worth != 0 {
            let column = worth.trailing_zeros() as usize;
            worth &= worth - 1;
            let square = square_at(row, column);
            let value =
                value + my_rows.after_own(row, column) - their_rows.after_other(column, row);
            let mirrored = i32::from(mirrored(views, me, square, &played));
            // the places that this domino takes, including its own
            let taken = (places & (0b111 << column >> 1)).count_ones() as i32;
            scored[n] = ((value * 256 - mirrored) * 256 + free - taken, square);
            n += 1;
        }
    }
    let scored = &mut scored[..n];
    scored.sort_by_key(|&(score, _)| -score);
    list.extend(scored.iter().map(|&(_, square)| square));
}

/// The left squares of the moves of the player along the rows, without those that other moves make
/// unnecessary:
///
/// - A domino on two squares that the opponent cannot use can be played later (thesis, 4.3).
/// - At the end of a run another domino may be better; see [`undominated`].
///
/// Moves in regions that are numbers are searched: they are unnecessary only if the rest is known
/// not to be a number, which is not known of a large rest.
fn worth_searching<B: Bits>(lines: &Lines<B>, mine: B) -> B {
    let all = lines.along(mine);
    let protected = mine & !lines.usable_across(mine);
    let safe = protected & lines.left(protected);
    let worth = all & !safe;
    if worth.is_empty() {
        return all & !all.without_lowest();
    }
    undominated(worth, all, protected, |set| lines.right(set), |set| lines.left(set))
}

/// When the mover played a mirror image of this move; 255 if never.
#[inline]
fn mirrored<B: Bits>(views: &Views<B>, me: Orientation, square: Square, played: &[u8; 128]) -> u8 {
    let size = views.geometry.size();
    let other = match me {
        Orientation::Horizontal => square + 1,
        Orientation::Vertical => square + size.width() as Square,
    };
    views.geometry.symmetries()[1..4]
        .iter()
        .map(|symmetry| played[symmetry.square(square).min(symmetry.square(other)) as usize])
        .min()
        .unwrap_or(255)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::oracle::{Oracle, RandomBoards};
    use lastmove_board::Size;
    use lastmove_domineering::Position;

    /// If some move wins, one of the searched moves wins.
    #[test]
    fn no_needed_move_is_left_out() {
        let mut random = RandomBoards::new(3);
        let mut oracles: Vec<Option<Oracle>> = (0..49).map(|_| None).collect();
        let (mut won, mut left_out) = (0, 0);
        for _ in 0..50_000 {
            let (columns, rows) = random.sides();
            let size = Size::new(columns, rows).unwrap();
            let free = random.position(size, 22.min(size.squares() as u32 + 1));
            let oracle =
                oracles[columns * 7 + rows].get_or_insert_with(|| Oracle::new(columns, rows));
            let views = Views::<u64>::new(size);
            for to_move in Orientation::BOTH {
                let state = views.state(free, to_move);
                if !oracle.wins(Position::new(free, to_move)) {
                    continue;
                }
                won += 1;
                let mut list = Vec::new();
                moves(&views, &state, &[], &mut list);
                let (lines, mine) = views.of(to_move, &state);
                left_out += lines.along(mine).count() as usize - list.len();
                let wins = list.iter().any(|&square| {
                    let after = views.play(&state, square);
                    !oracle.wins(Position::new(after.empty, after.to_move))
                });
                assert!(wins, "{columns} columns {rows} rows {free:#x} {to_move}");
            }
            oracle.trim();
        }
        println!("{won} won positions, {left_out} moves left out");
    }
}
