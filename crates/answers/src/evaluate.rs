//! Areas with their bounds and values, the sum, and the verdict with its reason.

use crate::ask::{Ask, Cost, Tell};
use crate::boards::Given;
use crate::value::limits;
use crate::{Answer, Answers, Problem, regions, verdict};
use lastmove_board::{Bits, Cell, Diagram, Side};
use lastmove_endgame::Databases;
use lastmove_report::{Appraisers, Bounds, Game};
use lastmove_work::Budget;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

/// Larger contested areas are valued on request only.
const MOST_SQUARES: usize = 12;
/// For all areas together.
const TIME: Duration = Duration::from_secs(1);

/// An area of either game.
#[derive(Serialize)]
pub(crate) struct Area {
    /// `dead`, `territory` or `active`
    pub(crate) kind: &'static str,
    /// whose territory it is
    pub(crate) owner: Option<&'static str>,
    pub(crate) squares: Vec<String>,
    pub(crate) bounds: Bounds,
    pub(crate) source: &'static str,
    pub(crate) value: Option<String>,
    pub(crate) mean: Option<String>,
    pub(crate) temperature: Option<String>,
    pub(crate) why: &'static str,
    /// the area alone, all else burnt: what to ask the value of
    pub(crate) position: String,
}

/// The position is the whole question.
impl Ask for Given {
    const COST: Cost = Cost::Value;

    fn answer(&self, with: &Answers, budget: &Budget, _: Tell<'_>) -> Result<Answer, Problem> {
        let diagram = self.diagram()?;
        Ok(Answer::json(match self.game {
            Game::Amazons => amazons(&diagram, &with.config.databases, budget)?,
            Game::Domineering => regions::evaluate(&diagram, with.desk.regions(), budget)?,
        }))
    }
}

fn amazons(diagram: &Diagram, databases: &Databases, budget: &Budget) -> Result<Value, Problem> {
    let report = lastmove_report::evaluate(diagram, databases)?;
    let owner = |set: u128| {
        let has = |cell| diagram.set::<u128>(cell).meets(set);
        match [Cell::White, Cell::Black].map(has) {
            [true, false] => Some(Side::White.name()),
            [false, true] => Some(Side::Black.name()),
            _ => None,
        }
    };
    let winners = [report.winner_if_white_to_move, report.winner_if_black_to_move];
    let winners = winners.map(|winner| winner.and_then(Side::from_name));
    let Bounds { lower, upper, .. } = &report.bounds;
    let exact = [report.bounds.lower_end, report.bounds.upper_end] == ["exact"; 2];
    let area = |area: lastmove_report::Area| Area {
        kind: area.kind,
        owner: if area.kind == "territory" { owner(area.set) } else { None },
        position: lastmove_report::alone(diagram, area.set).to_string(),
        squares: area.squares,
        bounds: area.bounds,
        source: area.source,
        value: area.value,
        mean: None,
        temperature: None,
        why: area.why,
    };
    let mut areas: Vec<Area> = report.areas.into_iter().map(area).collect();
    add_values(&mut areas, budget)?;
    Ok(json!({
        "game": Game::Amazons, "board": report.board, "position": report.position,
        "areas": areas, "bounds": report.bounds, "winners": named(winners),
        "reason": verdict::amazons(&report.bounds, winners),
        "value": (exact && lower == upper).then_some(lower),
    }))
}

/// The winners with White or Vertical to move, and with Black or Horizontal.
pub(crate) fn named([first, second]: [Option<Side>; 2]) -> Value {
    json!({ "first": first.map(Side::name), "second": second.map(Side::name) })
}

/// Values small contested areas, for people to look at; the verdict does not rest on them.
fn add_values(areas: &mut [Area], budget: &Budget) -> Result<(), Problem> {
    let mut appraisers = Appraisers::new(Game::Amazons, limits(budget, TIME));
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
