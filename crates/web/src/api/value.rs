//! Values and thermographs.

use super::boards::Ask;
use crate::error::ApiError;
use crate::input::Input;
use crate::state::{App, Size};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use lastmove_draw::thermograph_svg;
use lastmove_report::{AppraiseError, Appraisers, Report};
use lastmove_values::AppraisalLimits;
use lastmove_work::{Budget, Cancel, Limits};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The longest that a value may take.
const MOST_SECONDS: f64 = 30.0;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    ask: Ask,
    /// what to call it in the drawing
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    seconds: Option<f64>,
}

#[derive(Serialize)]
pub(crate) struct Valued {
    game: lastmove_report::Game,
    board: String,
    position: String,
    #[serde(flatten)]
    value: Report,
    /// the drawing of the thermograph
    svg: Option<String>,
}

/// Limits on forms and positions that keep a value within some hundred megabytes.
pub(super) fn limits(cancel: &Cancel, time: Duration) -> AppraisalLimits {
    let budget = Budget::new(Limits { time: Some(time), ..Limits::default() }, cancel.clone());
    AppraisalLimits {
        max_forms: 300_000,
        max_positions: 1_000_000,
        max_text: 20_000,
        stop: Some(Arc::new(move || budget.check().is_err())),
    }
}

pub(crate) async fn value(
    State(app): State<Arc<App>>,
    Input(question): Input<Question>,
) -> Result<Json<Valued>, ApiError> {
    app.compute(Size::Value, move |_, cancel| valued(&question, cancel)).await.map(Json)
}

fn valued(question: &Question, cancel: &Cancel) -> Result<Valued, ApiError> {
    let Question { ask, title, seconds } = question;
    let diagram = ask.diagram()?;
    let seconds = seconds.unwrap_or(10.0).clamp(0.0, MOST_SECONDS);
    let time = Duration::from_secs_f64(if seconds.is_finite() { seconds } else { MOST_SECONDS });
    let mut appraisers = Appraisers::new(ask.game, limits(cancel, time));
    let found =
        appraisers.appraise(std::slice::from_ref(&diagram)).map_err(|error| match error {
            AppraiseError::Stopped(_) => too_large(),
            error => error.into(),
        })?;
    let value = Report::from(&found.whole);
    if value.is_empty() {
        return Err(too_large());
    }
    let title = title.clone().unwrap_or_else(|| diagram.clone().with_side(None).to_string());
    let title: String = title.chars().take(80).collect();
    Ok(Valued {
        game: ask.game,
        board: ask.game.board_name(&diagram),
        position: diagram.to_string(),
        svg: found.whole.thermograph.ok().map(|walls| thermograph_svg(&walls, &title)),
        value,
    })
}

fn too_large() -> ApiError {
    ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "too large to value on the page; `lastmove value` has no such limits",
    )
}
