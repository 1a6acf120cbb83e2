//! A position with its legal moves, after some moves perhaps.

use super::boards::{Ask, Board, domino, square_name};
use crate::error::ApiError;
use crate::input::Input;
use crate::state::{App, Size as Cost};
use axum::Json;
use axum::extract::State;
use lastmove_board::{Geometry, Square};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    ask: Ask,
    /// moves to play first
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct Shown {
    game: lastmove_report::Game,
    board: String,
    position: String,
    width: usize,
    height: usize,
    to_move: &'static str,
    /// names of all squares, in reading order
    squares: Vec<String>,
    /// legal moves: from, to, arrow; or the two squares of a domino
    moves: Vec<Vec<Square>>,
    over: bool,
    winner: Option<&'static str>,
    /// the moves that were played, each with the position after it
    played: Vec<Played>,
}

#[derive(Serialize)]
struct Played {
    #[serde(rename = "move")]
    mv: String,
    squares: Vec<Square>,
    position: String,
}

pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Input(question): Input<Question>,
) -> Result<Json<Shown>, ApiError> {
    if question.moves.len() > 128 {
        return Err(ApiError::bad("no game has more moves than squares"));
    }
    app.compute(Cost::Short, move |_, _| show(&question)).await.map(Json)
}

fn show(question: &Question) -> Result<Shown, ApiError> {
    let mut board = question.ask.board()?;
    let geometry = Geometry::<u128>::new(board.size());
    let mut played = Vec::new();
    for (i, text) in question.moves.iter().enumerate() {
        played.push(play(&mut board, &geometry, text).map_err(|problem| {
            let shown: String = text.chars().take(40).collect();
            ApiError::bad(format!("move {} \"{shown}\": {problem}", i + 1))
        })?);
    }
    let size = board.size();
    let game = question.ask.game;
    let moves = legal(&board, &geometry);
    let diagram = board.diagram();
    Ok(Shown {
        game,
        board: game.board_name(&diagram),
        position: diagram.to_string(),
        width: size.width(),
        height: size.height(),
        to_move: board.to_move(),
        squares: (0..size.squares()).map(|i| square_name(game, size, i as Square)).collect(),
        over: moves.is_empty(),
        winner: moves.is_empty().then(|| opponent(board.to_move())),
        moves,
        played,
    })
}

fn legal(board: &Board, geometry: &Geometry<u128>) -> Vec<Vec<Square>> {
    match board {
        Board::Amazons(_, position) => {
            position.moves(geometry).map(|mv| vec![mv.from, mv.to, mv.arrow]).collect()
        }
        Board::Domineering(size, position) => {
            position.moves(geometry).map(|mv| domino(*size, mv, position.to_move())).collect()
        }
    }
}

fn play(board: &mut Board, geometry: &Geometry<u128>, text: &str) -> Result<Played, String> {
    let (mv, squares) = match board {
        Board::Amazons(size, position) => {
            let mv = lastmove_amazons::parse_move(*size, text).map_err(|e| e.to_string())?;
            *position = position.play(geometry, mv).map_err(|e| e.to_string())?;
            (mv.display(*size).to_string(), vec![mv.from, mv.to, mv.arrow])
        }
        Board::Domineering(size, position) => {
            let mv = lastmove_domineering::parse_move(*size, text).map_err(|e| e.to_string())?;
            let squares = domino(*size, mv, position.to_move());
            *position = position.play(geometry, mv).map_err(|e| e.to_string())?;
            (mv.display(*size).to_string(), squares)
        }
    };
    Ok(Played { mv, squares, position: board.diagram().to_string() })
}

pub(super) fn opponent(side: &'static str) -> &'static str {
    match side {
        "white" => "black",
        "black" => "white",
        "vertical" => "horizontal",
        _ => "vertical",
    }
}
