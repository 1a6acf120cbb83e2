//! Values and evaluations of positions.

use crate::boards::Board;
use crate::long::Call;
use crate::problem::{Problem, Result};
use crate::thermograph::Thermograph;
use crate::value::Value;
use lastmove::Game;
use lastmove::board::Diagram;
use lastmove::report::{
    AppraiseError, Appraisers, Outliner, Report, evaluate_domineering, position_options,
};
use lastmove::values::{AppraisalLimits, ValueError};
use lastmove::work::Budget;
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

/// Limits as Python gives them: a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Settings {
    max_forms: usize,
    max_positions: usize,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
}

/// The most forms and positions to keep.
#[derive(Clone, Copy)]
struct ValueMemory {
    max_forms: usize,
    max_positions: usize,
}

impl Settings {
    fn call(self) -> Result<(Call, ValueMemory)> {
        let Self { max_forms, max_positions, time, progress } = self;
        Ok((Call::new(time, None, progress)?, ValueMemory { max_forms, max_positions }))
    }
}

impl ValueMemory {
    fn limits(self, budget: &Budget) -> AppraisalLimits {
        AppraisalLimits {
            max_forms: self.max_forms,
            max_positions: self.max_positions,
            budget: Some(budget.clone()),
            ..AppraisalLimits::default()
        }
    }
}

fn problem(error: AppraiseError, budget: &Budget) -> Problem {
    match error {
        AppraiseError::Stopped(ValueError::Stopped) => match budget.check() {
            Err(stop) => stop.into(),
            Ok(()) => Problem::Stopped,
        },
        error => Problem::input(error),
    }
}

/// The diagrams of boards of one game.
fn together(boards: &[PyRef<'_, Board>]) -> Result<(Game, Vec<Diagram>)> {
    let first = boards.first().ok_or_else(|| Problem::Input("no board is given".into()))?;
    if boards.iter().any(|board| board.game != first.game) {
        return Err(Problem::Input("the boards are of different games".into()));
    }
    Ok((first.game, boards.iter().map(|board| board.diagram.clone()).collect()))
}

/// The value of a position.
#[pyfunction]
fn value(py: Python<'_>, board: &Board, settings: Settings) -> PyResult<Value> {
    let Board { game, diagram } = board;
    let (call, room) = settings.call()?;
    let (forms, value) = call.run(py, |budget, _| {
        let limits = room.limits(budget);
        let mut forms = limits.forms();
        let value = Appraisers::new(*game, limits).value(diagram, &mut forms);
        let value = value.map_err(|error| problem(error, budget))?;
        let value = value.map_err(|error| {
            let note = "raise max_forms or max_positions; appraise() tells what is still known";
            Problem::Limit(format!("position \"{diagram}\": {error}; {note}"))
        })?;
        forms.set_budget(None);
        Ok((forms, value))
    })?;
    Value::of(py, &forms, value)
}

/// All that is known of the value of a sum of positions, as JSON.
#[pyfunction]
fn appraise(py: Python<'_>, boards: Vec<PyRef<'_, Board>>, settings: Settings) -> PyResult<String> {
    let (game, all) = together(&boards)?;
    let (call, room) = settings.call()?;
    call.run(py, |budget, _| {
        let found = Appraisers::new(game, room.limits(budget)).appraise(&all);
        let found = found.map_err(|error| problem(error, budget))?;
        let mut whole = Report::from(&found.whole);
        if whole.outcome.is_none() {
            let outline = Outliner::new(game).outline(&all, budget);
            whole.add_outline(outline.map_err(|error| problem(error, budget))?);
        }
        let mut fields = json(&whole)?;
        let part = |(position, worth): &(String, _)| {
            let mut fields = json(&Report::from(worth))?;
            fields["position"] = json!(position);
            Ok(fields)
        };
        fields["components"] = found.parts.iter().map(part).collect::<Result<Json>>()?;
        Ok(fields.to_string())
    })
}

/// The thermograph of a position.
#[pyfunction]
fn thermograph(
    py: Python<'_>,
    boards: Vec<PyRef<'_, Board>>,
    settings: Settings,
) -> PyResult<Thermograph> {
    let (game, all) = together(&boards)?;
    let (call, room) = settings.call()?;
    let walls = call.run(py, |budget, _| {
        let found = Appraisers::new(game, room.limits(budget)).appraise(&all);
        let found = found.map_err(|error| problem(error, budget))?;
        found
            .whole
            .thermograph
            .map_err(|error| Problem::Limit(format!("no thermograph within the limits: {error}")))
    })?;
    let names: Vec<String> = all.iter().map(Diagram::to_string).collect();
    Ok(Thermograph::new(walls, Some(names.join(" + "))))
}

/// The options of a position, as JSON.
#[pyfunction]
fn options(py: Python<'_>, board: &Board, settings: Settings) -> PyResult<String> {
    let Board { game, diagram } = board;
    let (call, room) = settings.call()?;
    call.run(py, |budget, _| {
        let limits = room.limits(budget);
        let mut forms = limits.forms();
        let mut appraisers = Appraisers::new(*game, limits);
        let options = position_options(*game, diagram, &mut appraisers, &mut forms);
        let options = options.map_err(|error| problem(error, budget))?;
        let options = options.map_err(|error| Problem::Limit(format!("the options: {error}")))?;
        Ok(json(&options)?.to_string())
    })
}

/// The evaluation of a position without search, as JSON.
#[pyfunction]
#[pyo3(signature = (board, databases="none", progress=None))]
fn evaluate(
    py: Python<'_>,
    board: &Board,
    databases: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let Board { game, diagram } = board;
    let choice = crate::data::choice(databases);
    Call::new(None, None, progress)?.run(py, |budget, tell| {
        let fields = match game {
            Game::Amazons => {
                let databases = crate::data::open(&choice, budget, tell)?;
                let found = lastmove::report::evaluate(diagram, &databases, 0);
                json(&found.map_err(Problem::input)?)?
            }
            Game::Domineering => {
                let resources =
                    crate::search::resources(1 << 28, 1, lastmove::endgame::Databases::none());
                let limits = AppraisalLimits { max_positions: 3_000, ..Default::default() };
                let found = evaluate_domineering(diagram, resources.regions(), limits);
                json(&found.map_err(Problem::input)?)?
            }
        };
        Ok(fields.to_string())
    })
}

/// An answer as JSON.
pub(crate) fn json(answer: &impl serde::Serialize) -> Result<Json> {
    serde_json::to_value(answer).map_err(Problem::failed)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(value, module)?)?;
    module.add_function(wrap_pyfunction!(appraise, module)?)?;
    module.add_function(wrap_pyfunction!(thermograph, module)?)?;
    module.add_function(wrap_pyfunction!(options, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)
}
