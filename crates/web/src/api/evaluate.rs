//! Areas with their bounds and values, the sum, and the verdict with its reason.

use super::boards::{Ask, square_name};
use super::regions;
use super::value::limits;
use super::verdict;
use crate::error::ApiError;
use crate::input::Input;
use crate::state::{App, Size};
use axum::Json;
use axum::extract::State;
use lastmove_board::Bits;
use lastmove_report::{Appraisers, Bounds, Game};
use lastmove_work::Cancel;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// Larger contested areas are valued on request only.
const MOST_SQUARES: usize = 12;
/// For all areas together.
const TIME: Duration = Duration::from_secs(1);

/// What a position is worth without search.
#[derive(Serialize)]
pub(crate) struct Evaluated {
    pub(super) game: Game,
    pub(super) board: String,
    pub(super) position: String,
    pub(super) areas: Vec<Area>,
    pub(super) bounds: Bounds,
    /// who wins with White or Vertical to move, and with Black or Horizontal
    pub(super) winners: Winners,
    /// why
    pub(super) reason: String,
    /// the value of the sum, where it is known
    pub(super) value: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Winners {
    pub(super) first: Option<&'static str>,
    pub(super) second: Option<&'static str>,
}

#[derive(Serialize)]
pub(crate) struct Area {
    /// `dead`, `territory` or `active`
    pub(super) kind: &'static str,
    /// whose territory it is
    pub(super) owner: Option<&'static str>,
    pub(super) squares: Vec<String>,
    pub(super) bounds: Bounds,
    pub(super) source: &'static str,
    pub(super) value: Option<String>,
    pub(super) mean: Option<String>,
    pub(super) temperature: Option<String>,
    pub(super) why: &'static str,
    /// the area alone, all else burnt: what to ask the value of
    pub(super) position: String,
}

pub(crate) async fn evaluate(
    State(app): State<Arc<App>>,
    Input(ask): Input<Ask>,
) -> Result<Json<Evaluated>, ApiError> {
    let work = move |app: &App, cancel: &_| match ask.game {
        Game::Amazons => amazons(app, &ask, cancel),
        Game::Domineering => regions::evaluate(&ask, cancel),
    };
    app.compute(Size::Value, work).await.map(Json)
}

fn amazons(app: &App, ask: &Ask, cancel: &Cancel) -> Result<Evaluated, ApiError> {
    let diagram = ask.diagram()?;
    let report = lastmove_report::evaluate(&diagram, &app.config.databases)?;
    let owner = |set: u128| {
        let has = |cell| diagram.set::<u128>(cell).meets(set);
        match (has(lastmove_board::Cell::White), has(lastmove_board::Cell::Black)) {
            (true, false) => Some("white"),
            (false, true) => Some("black"),
            _ => None,
        }
    };
    let (white, black) = (report.winner_if_white_to_move, report.winner_if_black_to_move);
    let reason = verdict::amazons(&report.bounds, white, black);
    let value = (report.bounds.lower == report.bounds.upper
        && [report.bounds.lower_end, report.bounds.upper_end] == ["exact"; 2])
        .then(|| report.bounds.lower.clone());
    let area = |area: lastmove_report::Area| Area {
        kind: area.kind,
        owner: if area.kind == "territory" { owner(area.set) } else { None },
        position: regions::alone(&diagram, area.set).to_string(),
        squares: area.squares,
        bounds: area.bounds,
        source: area.source,
        value: area.value,
        mean: None,
        temperature: None,
        why: area.why,
    };
    let mut areas: Vec<Area> = report.areas.into_iter().map(area).collect();
    add_values(&mut areas, cancel)?;
    Ok(Evaluated {
        game: Game::Amazons,
        board: report.board,
        position: report.position,
        areas,
        bounds: report.bounds,
        winners: Winners { first: white, second: black },
        reason,
        value,
    })
}

/// Values small contested areas, for people to look at; the verdict does not rest on them.
fn add_values(areas: &mut [Area], cancel: &Cancel) -> Result<(), ApiError> {
    let mut appraisers = Appraisers::new(Game::Amazons, limits(cancel, TIME));
    let small = |area: &&mut Area| area.kind == "active" && area.squares.len() <= MOST_SQUARES;
    for area in areas.iter_mut().filter(small) {
        let diagram = lastmove_report::read(Game::Amazons, &area.position)?;
        let Ok(found) = appraisers.appraise(&[diagram]) else { break };
        let Ok(walls) = found.whole.thermograph else { continue };
        area.mean = Some(walls.mean().to_string());
        area.temperature = Some(walls.temperature().to_string());
        if let Some(form) = found.whole.canonical.ok().filter(|form| form.len() <= 200)
            && area.value.is_none()
        {
            area.value = Some(form);
            area.why = "both sides, valued exactly";
        }
    }
    Ok(())
}

/// Names of the squares of a set.
pub(super) fn names(game: Game, size: lastmove_board::Size, set: u128) -> Vec<String> {
    set.squares().map(|square| square_name(game, size, square)).collect()
}
