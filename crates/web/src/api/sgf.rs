//! Game records in the Smart Game Format (Amazons; the format has no number for Domineering).

use super::boards::{Ask, Board};
use crate::error::ApiError;
use crate::input::Input;
use crate::state::{App, Size};
use axum::Json;
use axum::extract::State;
use lastmove_amazons::sgf::{MAX_BYTES, MAX_NODES, Record};
use lastmove_amazons::{Move, PositionError};
use lastmove_board::Square;
use lastmove_report::Game;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Deserialize)]
pub(crate) struct Text {
    sgf: String,
}

#[derive(Serialize)]
pub(crate) struct Tree {
    game: Game,
    board: String,
    white: Option<String>,
    black: Option<String>,
    /// parents come before their children; the first node is the start
    nodes: Vec<Node>,
}

#[derive(Serialize)]
struct Node {
    parent: Option<usize>,
    #[serde(rename = "move")]
    mv: Option<String>,
    squares: Option<[Square; 3]>,
    position: String,
    comment: Option<String>,
}

pub(crate) async fn read(
    State(app): State<Arc<App>>,
    Input(text): Input<Text>,
) -> Result<Json<Tree>, ApiError> {
    app.compute(Size::Short, move |_, _| tree(&text.sgf)).await.map(Json)
}

fn tree(sgf: &str) -> Result<Tree, ApiError> {
    let record = Record::read(sgf.as_bytes()).map_err(ApiError::bad)?;
    let size = record.size();
    let node = |node: &lastmove_amazons::sgf::Node| Node {
        parent: node.parent(),
        mv: node.played().map(|(_, mv)| mv.display(size).to_string()),
        squares: node.played().map(|(_, mv)| [mv.from, mv.to, mv.arrow]),
        position: node.position().to_diagram(size).to_string(),
        comment: node.text("C"),
    };
    let root = &record.nodes()[Record::ROOT];
    Ok(Tree {
        game: Game::Amazons,
        board: size.to_string(),
        white: root.text("PW"),
        black: root.text("PB"),
        nodes: record.nodes().iter().map(node).collect(),
    })
}

#[derive(Deserialize)]
pub(crate) struct Game_ {
    start: String,
    #[serde(default)]
    white: Option<String>,
    #[serde(default)]
    black: Option<String>,
    /// the comment of the start
    #[serde(default)]
    comment: Option<String>,
    /// node 0 is the start, these are nodes 1 and on
    nodes: Vec<Played>,
}

#[derive(Deserialize)]
struct Played {
    parent: usize,
    squares: [Square; 3],
    #[serde(default)]
    comment: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Written {
    sgf: String,
}

pub(crate) async fn write(
    State(app): State<Arc<App>>,
    Input(game): Input<Game_>,
) -> Result<Json<Written>, ApiError> {
    if game.nodes.len() >= MAX_NODES {
        return Err(ApiError::bad(format!("the game has more than {MAX_NODES} nodes")));
    }
    app.compute(Size::Short, move |_, _| written(&game)).await.map(Json)
}

fn written(game: &Game_) -> Result<Written, ApiError> {
    let ask = Ask { game: Game::Amazons, position: game.start.clone() };
    let Board::Amazons(size, start) = ask.board()? else {
        return Err(ApiError::bad("SGF is for Amazons"));
    };
    let bad = |e: PositionError| ApiError::bad(e);
    let mut record = Record::new(&start.to_diagram(size)).map_err(bad)?;
    for (name, text) in [("PW", &game.white), ("PB", &game.black), ("C", &game.comment)] {
        if let Some(text) = text.as_ref().filter(|text| !text.is_empty()) {
            record.set_text(Record::ROOT, name, text);
        }
    }
    for (i, played) in game.nodes.iter().enumerate() {
        let place =
            |problem: &dyn std::fmt::Display| ApiError::bad(format!("node {}: {problem}", i + 1));
        let [from, to, arrow] = played.squares;
        if played.parent > i {
            return Err(place(&"its parent does not come before it"));
        }
        if played.squares.iter().any(|&square| usize::from(square) >= size.squares()) {
            return Err(place(&"a square is not on the board"));
        }
        let node =
            record.add_move(played.parent, Move { from, to, arrow }).map_err(|e| place(&e))?;
        if let Some(comment) = played.comment.as_ref().filter(|text| !text.is_empty()) {
            record.set_comment(node, comment);
        }
    }
    let sgf = record.to_string();
    if sgf.len() > MAX_BYTES {
        return Err(ApiError::bad("the record is longer than SGF files may be"));
    }
    Ok(Written { sgf })
}
