//! The board as a picture.

use super::boards::Ask;
use crate::error::ApiError;
use crate::input::Input;
use crate::state::{App, Size};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use lastmove_board::{Bits, Square};
use lastmove_draw::{BoardPicture, Labels};
use lastmove_report::Game;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Format {
    Svg,
    Png,
}

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    ask: Ask,
    format: Format,
    /// squares to mark
    #[serde(default)]
    marked: Vec<Square>,
    /// dominoes on the board, the upper or left square first
    #[serde(default)]
    dominoes: Vec<[Square; 2]>,
}

pub(crate) async fn picture(
    State(app): State<Arc<App>>,
    Input(question): Input<Question>,
) -> Result<impl IntoResponse, ApiError> {
    let kind = match question.format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
    };
    let bytes = app.compute(Size::Short, move |_, _| draw(&question)).await?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes))
}

fn draw(question: &Question) -> Result<Vec<u8>, ApiError> {
    let diagram = question.ask.diagram()?;
    let size = diagram.size();
    let labels = match question.ask.game {
        Game::Amazons => Labels::Amazons,
        Game::Domineering => Labels::Domineering,
    };
    let off = |&square: &Square| usize::from(square) >= size.squares();
    let upright = |[a, b]: [Square; 2]| usize::from(b) == usize::from(a) + size.width();
    let level = |[a, b]: [Square; 2]| {
        usize::from(b) == usize::from(a) + 1 && usize::from(b) % size.width() != 0
    };
    if question.marked.iter().chain(question.dominoes.iter().flatten()).any(off) {
        return Err(ApiError::bad("a square is not on the board"));
    }
    if question.dominoes.iter().any(|&domino| !upright(domino) && !level(domino)) {
        return Err(ApiError::bad(
            "a domino covers two neighbouring squares, the upper or left one first",
        ));
    }
    let marked = u128::from_squares(question.marked.iter().copied());
    let mut picture = BoardPicture::new(&diagram, labels).highlight(marked);
    for &[first, second] in &question.dominoes {
        picture = picture.domino(first, second);
    }
    let svg = picture.svg();
    match question.format {
        Format::Svg => Ok(svg.into_bytes()),
        Format::Png => lastmove_draw::png(&svg).map_err(|_| ApiError::internal()),
    }
}
