//! What the opening explorer of the page knows of the positions of a game.

use lastmove_arena::{ExploredPosition, OpeningExplorer};
use lastmove_board::{Diagram, Game, Side};
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;

/// What the explorer knows of a position.
#[derive(Serialize, JsonSchema)]
pub(super) struct ExplorerAnswer {
    /// to win, from 0 to 1
    chance: f64,
    visits: u32,
}

/// The openings of a board, if there are any.
pub(super) struct Openings(Option<OpeningExplorer>);

impl Openings {
    /// The openings of the board of a position.
    pub(super) fn of(game: Game, position: &Diagram) -> Self {
        let file = (game == Game::Amazons).then(|| position.size().to_string());
        let file = file.and_then(|board| lastmove_web::opening_file(&board));
        // A test reads the files that come with the program.
        Self(file.and_then(|text| OpeningExplorer::read(text).ok()))
    }

    fn look_up(&self, position: &Diagram) -> Option<&ExploredPosition> {
        self.0.as_ref()?.look_up_diagram(position)
    }

    /// The chance of a side in a position and the visits, if it was explored.
    pub(super) fn answer(&self, position: &Diagram, side: Side) -> Option<ExplorerAnswer> {
        let known = self.look_up(position)?;
        Some(ExplorerAnswer { chance: known.chance(side), visits: known.visits })
    }

    /// The same in words.
    pub(super) fn words(&self, position: &Diagram, side: Side) -> Option<String> {
        let known = self.look_up(position)?;
        let (chance, visits) = (100.0 * known.chance(side), human::count(known.visits.into()));
        Some(format!("explorer: {chance:.1} %, {visits} visits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_openings_that_come_with_the_program_can_be_read() {
        for (board, first_moves) in [("6x6", 272), ("8x8", 616), ("10x10", 1088)] {
            let Some(text) = lastmove_web::opening_file(board) else { panic!("no {board}") };
            let explorer = OpeningExplorer::read(text).unwrap();
            assert_eq!(
                (explorer.file().board.as_str(), explorer.file().first_moves),
                (board, first_moves)
            );
            assert!(explorer.file().positions.len() <= explorer.file().wanted);
        }
    }
}
