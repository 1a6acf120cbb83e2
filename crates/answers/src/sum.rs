//! Sums of positions and values: who wins, whoever moves first, and by which moves.

use crate::ask::{Ask, Cost, TellEvent};
use crate::value::limits;
use crate::{Answer, Answers, Problem};
use lastmove_report::{SolvedSum, SumSolver};
use lastmove_values::Player;
use lastmove_work::Budget;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// For both players as the first.
const TIME: Duration = Duration::from_secs(20);
/// Characters in a sum.
const MOST_TEXT: usize = 2000;

#[derive(Deserialize)]
pub(crate) struct Question {
    /// such as `-2.[domineering 3x4] + ±2`
    expression: String,
}

impl Ask for Question {
    const COST: Cost = Cost::Value;

    type Read = ();

    fn read(&self) -> Result<(), Problem> {
        let fits = self.expression.chars().count() <= MOST_TEXT;
        fits.then_some(()).ok_or_else(|| Problem::bad("at most 2,000 characters"))
    }

    fn answer(
        &self,
        (): (),
        with: &Answers,
        budget: &Budget,
        _: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let mut solver = SumSolver::new(limits(with, budget, TIME));
        let mut solve = |first| solver.solve(&self.expression, first).map_err(Problem::bad);
        let shown = |solved: &SolvedSum| {
            json!({
                "winner": solved.winner, "best_moves": solved.best_moves, "nodes": solved.nodes,
                "seconds": solved.seconds,
            })
        };
        let [left, right] = [solve(Player::Left)?, solve(Player::Right)?];
        Ok(Answer::json(json!({
            "expression": self.expression,
            "first": { "left": shown(&left), "right": shown(&right) },
        })))
    }
}
