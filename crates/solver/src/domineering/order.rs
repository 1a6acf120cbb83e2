//! Selecting and ordering the moves to search (thesis, sections 4.2 and 4.3).
//!
//! Moves are sorted by the number of dominoes that both players could still place, and how many of
//! them are safe; among equals, first the move whose mirror image was played earliest, which leads
//! to positions that are mirror images of others; among equals again, by the number of places for
//! dominoes that the mover keeps.

use super::counts::Gains;
use super::lines::{Lines, undominated};
use super::state::{State, Views};
use lastmove_board::{Bits, Square};

/// Appends the moves of a position, the most promising first.
pub(crate) fn moves<B: Bits>(
    views: &Views<B>,
    state: &State<B>,
    path: &[Square],
    list: &mut Vec<Square>,
) {
    let me = state.to_move;
    let (lines, mine) = views.of(me, state);
    let places = lines.along(mine);
    let mut rest = worth_searching(lines, mine);
    // the mirror images of the mover's earlier moves: every second move of the path
    let earlier = || path[path.len() % 2..].iter().step_by(2).map(|&mv| views.images(me, mv));
    let mirrored = earlier().fold(B::NONE, |all, images| all | images) & rest;
    let gains = Gains::of(lines, mine);
    // the places that a domino takes besides its own
    let (left, right) = (lines.right(places), lines.left(places));
    let mut add = |moves: B| {
        for moves in [moves & !(left | right), moves & (left ^ right), moves & left & right] {
            list.extend(moves.squares().map(|square| views.on_board(me, square)));
        }
    };
    for gain in (0..=Gains::<B>::MOST).rev() {
        let mut equal = gains.equal(rest, gain);
        rest &= !equal;
        if equal.meets(mirrored) {
            for images in earlier() {
                add(equal & images);
                equal &= !images;
            }
        }
        add(equal);
        if rest.is_empty() {
            break;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::oracle::{Oracle, RandomBoards};
    use lastmove_board::Size;
    use lastmove_domineering::{Orientation, Position};

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
