//! The chart of the boards of Amazons that are solved.

use crate::{Failure, Session, output};
use lastmove_board::{Game, Side};
use lastmove_solver::amazons::winners::{self, SolvedBoard};
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;

/// The numbers of amazons a side, with the words for them and for the layout.
const NUMBERS: [(usize, &str); 3] = [
    (4, "Four amazons a side, in the corners (5x6)"),
    (2, "Two amazons a side, on the second ranks (5x6-two)"),
    (1, "One amazon a side, in the middle of the outer ranks (5x6-one)"),
];

/// Prints the boards, all of them or those with this many amazons a side.
pub(super) fn run(amazons: Option<usize>, session: &Session) -> Result<(), Failure> {
    let mut boards = winners::boards();
    boards.retain(|board| amazons.is_none_or(|number| board.amazons == number));
    let text = text(&boards);
    let boards = boards.iter().map(fields).collect();
    output::answer(session, &AmazonsChart { game: Game::Amazons, boards }, text)
}

/// The boards that are solved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AmazonsChart {
    game: Game,
    boards: Vec<ChartedBoard>,
}

/// A board that is solved, with White to move.
#[derive(Serialize, JsonSchema)]
struct ChartedBoard {
    /// its name
    start: &'static str,
    width: usize,
    height: usize,
    /// of each side
    amazons: usize,
    winner: Side,
    /// winning first moves
    first_moves: Vec<&'static str>,
    /// whether these are all, up to mirror images
    all_first_moves: bool,
    nodes: u64,
    databases: &'static str,
    /// the file in the folder of certificates
    certificate: Option<&'static str>,
    /// who solved it
    because: &'static str,
}

fn fields(board: &SolvedBoard) -> ChartedBoard {
    ChartedBoard {
        start: board.start,
        width: board.size.width(),
        height: board.size.height(),
        amazons: board.amazons,
        winner: board.winner,
        first_moves: board.first_moves.clone(),
        all_first_moves: board.all_first_moves,
        nodes: board.nodes,
        databases: board.databases,
        certificate: board.certificate,
        because: board.because,
    }
}

fn text(boards: &[SolvedBoard]) -> String {
    let mut text = String::new();
    for (amazons, title) in NUMBERS {
        let Some(chart) = winners::chart(boards, amazons) else { continue };
        let _ = writeln!(text, "{title}\n\n{chart}\n");
        for board in boards.iter().filter(|board| board.amazons == amazons) {
            let _ = writeln!(text, "{}", line(board));
        }
        text.push('\n');
    }
    text + "widths across, heights down\n   W  White, who moves first, wins\n   \
            B  Black wins\n   .  not solved\n"
}

/// A board with its winner, first moves, nodes, certificate and source.
fn line(board: &SolvedBoard) -> String {
    let moves = match (board.winner, board.all_first_moves, &board.first_moves[..]) {
        (Side::Black, ..) => String::new(),
        (_, true, [only]) => format!(" only with {only}"),
        (_, true, moves) => format!(" with {} first moves such as {}", moves.len(), moves[0]),
        (_, false, moves) => format!(" with {}", moves[0]),
    };
    let certificate = board.certificate.map(|path| format!(", {path}")).unwrap_or_default();
    let (start, winner, nodes) = (board.start, board.winner.capital(), human::count(board.nodes));
    format!("{start:<8}{winner} wins{moves}; {nodes} nodes, {}{certificate}", board.because)
}
