//! Areas with their bounds and values, the sum, and the verdict with its reason.

use crate::ask::{Ask, Cost, TellEvent};
use crate::boards::{Given, Placed};
use crate::value::limits;
use crate::{Answer, Answers, Problem, regions, verdict};
use lastmove_board::{Bits, Cell, Diagram, Game, Side};
use lastmove_report::{BoundSource, RegionKind, Views};
use lastmove_values::{Bounds, Dyadic};
use lastmove_work::Budget;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

/// For all areas together.
const TIME: Duration = Duration::from_secs(1);

/// An area of Amazons.
#[derive(Serialize)]
struct Area {
    kind: RegionKind,
    /// whose territory it is
    owner: Option<Side>,
    squares: Vec<String>,
    bounds: Bounds,
    source: BoundSource,
    value: Option<String>,
    mean: Option<Dyadic>,
    temperature: Option<Dyadic>,
    why: &'static str,
    /// how each side sees it, where the bounds come from that
    #[serde(skip_serializing_if = "Option::is_none")]
    views: Option<Views>,
    /// the area alone, all else burnt: what to ask the value of
    position: String,
}

/// The position is the whole question.
impl Ask for Given {
    const COST: Cost = Cost::Look;

    type Read = Placed;

    fn read(&self) -> Result<Placed, Problem> {
        Given::read(self)
    }

    fn answer(
        &self,
        read: Placed,
        with: &Answers,
        budget: &Budget,
        _: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        Ok(Answer::json(match self.game {
            Game::Amazons => amazons(&read.diagram, with, budget)?,
            Game::Domineering => regions::evaluate(&read.diagram, with, budget)?,
        }))
    }
}

fn amazons(diagram: &Diagram, with: &Answers, budget: &Budget) -> Result<Value, Problem> {
    let mut report = lastmove_report::evaluate(diagram, &with.config.databases, 0)?;
    let mut walls = vec![None; report.areas.len()];
    report.add_exact_values(diagram, limits(with, budget, TIME), |i, worth| {
        let found = worth.thermograph.as_ref().ok();
        walls[i] = found.map(|walls| (walls.mean(), walls.temperature()));
    });
    let owner = |set: u128| {
        let has = |cell| diagram.set::<u128>(cell).meets(set);
        match [Cell::White, Cell::Black].map(has) {
            [true, false] => Some(Side::White),
            [false, true] => Some(Side::Black),
            _ => None,
        }
    };
    let winners = [report.winner_if_white_to_move, report.winner_if_black_to_move];
    let area = |(area, walls): (lastmove_report::AreaAnswer, Option<(Dyadic, Dyadic)>)| Area {
        kind: area.kind,
        owner: if area.kind == RegionKind::Territory { owner(area.set) } else { None },
        position: lastmove_report::alone(diagram, area.set).to_string(),
        squares: area.squares,
        bounds: area.bounds,
        source: area.source,
        value: area.value,
        mean: walls.map(|walls| walls.0),
        temperature: walls.map(|walls| walls.1),
        why: area.why,
        views: area.views,
    };
    let areas: Vec<Area> = report.areas.into_iter().zip(walls).map(area).collect();
    let rules = [report.rule_if_white_to_move, report.rule_if_black_to_move];
    Ok(json!({
        "game": Game::Amazons, "board": report.board, "position": report.position,
        "areas": areas, "bounds": report.bounds, "winners": named(winners),
        "reason": verdict::amazons(&report.bounds, winners),
        "rules": { "first": rules[0], "second": rules[1] },
        "value": report.value,
    }))
}

/// The winners with White or Vertical to move, and with Black or Horizontal.
pub(crate) fn named([first, second]: [Option<Side>; 2]) -> Value {
    json!({ "first": first, "second": second })
}
