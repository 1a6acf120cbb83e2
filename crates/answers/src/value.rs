//! Values and thermographs.

use crate::ask::{Ask, Cost, TellEvent};
use crate::boards::{Given, Placed};
use crate::{Answer, Answers, Problem};
use lastmove_board::Game;
use lastmove_draw::thermograph_svg;
use lastmove_report::{AppraiseError, Appraisers, Report};
use lastmove_values::AppraisalLimits;
use lastmove_work::{Budget, Limits};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The longest that a value may take.
const MOST_SECONDS: f64 = 30.0;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    given: Given,
    /// what to call it in the drawing
    title: Option<String>,
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct Valued {
    game: Game,
    board: String,
    position: String,
    #[serde(flatten)]
    value: Report,
    /// the drawing of the thermograph
    svg: Option<String>,
}

/// The limits of a value, or of all areas of a position together, that this thread computes.
pub(crate) fn limits(with: &Answers, budget: &Budget, time: Duration) -> AppraisalLimits {
    AppraisalLimits {
        max_forms: 300_000,
        max_positions: 1_000_000,
        max_text: 20_000,
        budget: Some(budget.part(Limits::time(time))),
        meter: Some(with.values.meter()),
    }
}

impl Ask for Question {
    const COST: Cost = Cost::Value;

    type Read = Placed;

    fn read(&self) -> Result<Placed, Problem> {
        self.given.read()
    }

    fn answer(
        &self,
        Placed { diagram, .. }: Placed,
        with: &Answers,
        budget: &Budget,
        _: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let game = self.given.game;
        let seconds = self.seconds.unwrap_or(10.0).clamp(0.0, MOST_SECONDS);
        let limits = limits(with, budget, Duration::from_secs_f64(seconds));
        let found = Appraisers::new(game, limits).appraise(std::slice::from_ref(&diagram));
        let found = found.map_err(|error| match error {
            AppraiseError::Stopped(_) => Problem::TooLarge,
            error => error.into(),
        })?;
        let value = Report::from(&found.whole);
        if value.is_empty() {
            return Err(Problem::TooLarge);
        }
        let title = self.title.clone();
        let title = title.unwrap_or_else(|| diagram.clone().with_side(None).to_string());
        let title: String = title.chars().take(80).collect();
        Ok(Answer::json(Valued {
            game,
            board: game.board_name(&diagram),
            position: diagram.to_string(),
            svg: found.whole.thermograph.ok().map(|walls| thermograph_svg(&walls, &title)),
            value,
        }))
    }
}
