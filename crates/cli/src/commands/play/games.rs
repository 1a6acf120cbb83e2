//! The two games at the board.

use super::table::{Drawn, Table};
use lastmove_board::{Bits, MoveTree};
use lastmove_draw::TextDrawing;
use lastmove_player::{Amazons, Domineering};

impl Drawn for Amazons {
    /// The last move.
    fn mark<'d>(table: &Table<Self>, drawing: TextDrawing<'d>) -> TextDrawing<'d> {
        let last = table.game.moves().last();
        drawing.highlight(last.map_or(0, |mv| u128::bit(mv.to) | u128::bit(mv.arrow)))
    }
}

impl Drawn for Domineering {
    /// All dominoes.
    fn mark<'d>(table: &Table<Self>, mut drawing: TextDrawing<'d>) -> TextDrawing<'d> {
        for (before, &mv) in table.game.positions().iter().zip(table.game.moves()) {
            let squares = before.move_squares(mv, table.game.size());
            drawing = drawing.domino(squares[0], squares[1]);
        }
        drawing
    }
}
