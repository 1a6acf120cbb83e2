//! A calculator of game values: expressions, comparisons and named values, line by line.

use crate::ask::{Ask, Cost, TellEvent};
use crate::value::limits;
use crate::{Answer, Answers, Problem};
use lastmove_report::Report;
use lastmove_values::{Environment, ExpressionAnswer as Said, Worth};
use lastmove_work::Budget;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// For all lines together.
const TIME: Duration = Duration::from_secs(10);
/// Lines, and characters in one.
const MOST_LINES: usize = 100;
const MOST_TEXT: usize = 2000;

#[derive(Deserialize)]
pub(crate) struct Question {
    /// each an expression, a comparison or `name = expression`; names hold for the lines below
    lines: Vec<String>,
}

impl Ask for Question {
    const COST: Cost = Cost::Value;

    type Read = ();

    fn read(&self) -> Result<(), Problem> {
        let fits = self.lines.len() <= MOST_LINES
            && self.lines.iter().all(|line| line.chars().count() <= MOST_TEXT);
        let problem = || Problem::bad("at most 100 lines of 2,000 characters each");
        fits.then_some(()).ok_or_else(problem)
    }

    fn answer(
        &self,
        (): (),
        with: &Answers,
        budget: &Budget,
        _: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let limits = limits(with, budget, TIME);
        let (mut forms, mut names) = (limits.forms(), Environment::new());
        let mut evaluate = |line: &String| -> Value {
            let (name, expression) = match Environment::assignment(line) {
                Some((name, expression)) => (Some(name), expression),
                None => (None, line.as_str()),
            };
            let said = match name {
                Some(_) => names.value(expression, &mut forms).map(Said::Value),
                None => names.evaluate(expression, &mut forms),
            };
            match said {
                Ok(Said::Holds(holds)) => json!({ "line": line, "holds": holds }),
                Ok(Said::Value(game)) => {
                    if let Some(name) = name {
                        names.set(name, game);
                    }
                    let value = Report::from(&Worth::of(&mut forms, game, &limits));
                    json!({ "line": line, "name": name, "value": value })
                }
                Err(problem) => json!({ "line": line, "error": problem.to_string() }),
            }
        };
        let lines: Vec<Value> = self.lines.iter().map(&mut evaluate).collect();
        Ok(Answer::json(json!({ "lines": lines })))
    }
}
