//! The board as a picture.

use crate::ask::{Ask, TellEvent};
use crate::boards::{Given, Placed};
use crate::{Answer, Answers, Problem};
use lastmove_board::{Bits, Square};
use lastmove_draw::BoardDrawing;
use lastmove_work::Budget;
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
    given: Given,
    format: Format,
    /// squares to mark
    #[serde(default)]
    marked: Vec<Square>,
    /// dominoes on the board, the upper or left square first
    #[serde(default)]
    dominoes: Vec<[Square; 2]>,
}

impl Ask for Question {
    type Read = Placed;

    fn read(&self) -> Result<Placed, Problem> {
        self.given.read()
    }

    fn answer(
        &self,
        Placed { diagram, .. }: Placed,
        _: &Answers,
        _: &Budget,
        _: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let (width, squares) = (diagram.size().width(), diagram.size().squares());
        let off = |&square: &Square| usize::from(square) >= squares;
        let fits = |domino: &[Square; 2]| {
            let [a, b] = domino.map(usize::from);
            b == a + width || b == a + 1 && b % width != 0
        };
        if self.marked.iter().chain(self.dominoes.iter().flatten()).any(off) {
            return Err(Problem::bad("a square is not on the board"));
        }
        if !self.dominoes.iter().all(fits) {
            return Err(Problem::bad(
                "a domino covers two neighbouring squares, the upper or left one first",
            ));
        }
        let marked = u128::from_squares(self.marked.iter().copied());
        let mut picture = BoardDrawing::new(&diagram, self.given.game).highlight(marked);
        for &[first, second] in &self.dominoes {
            picture = picture.domino(first, second);
        }
        match self.format {
            Format::Svg => Ok(Answer::File("image/svg+xml", Arc::new(picture.svg().into_bytes()))),
            Format::Png => {
                png(&picture.svg()).map(|bytes| Answer::File("image/png", Arc::new(bytes)))
            }
        }
    }
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Problem> {
    lastmove_draw::png(svg).map_err(|_| Problem::Bug)
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Problem> {
    Err(Problem::bad("there is no PNG here; ask for svg"))
}
