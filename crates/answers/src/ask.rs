//! The questions by name.

use crate::boards::Given;
use crate::{Answer, Answers, Event, Problem};
use crate::{calculate, picture, position, review, sgf, solve, think, value};
use lastmove_work::Budget;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a question costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// a moment
    Short,
    /// a second or less
    Look,
    /// many seconds, and memory for values
    Value,
    /// a search: as much time as there is, with a share of the memory of all searches
    Search,
}

/// Hears of events on the way to an answer.
pub type Tell<'t> = &'t (dyn Fn(Event) + Sync);

/// One kind of question.
pub(crate) trait Ask: DeserializeOwned + Send + 'static {
    const COST: Cost = Cost::Short;

    /// Refuses what makes no sense before it waits for its turn.
    fn check(&self) -> Result<(), Problem> {
        Ok(())
    }

    fn answer(&self, with: &Answers, budget: &Budget, tell: Tell<'_>) -> Result<Answer, Problem>;
}

/// A question that makes sense.
pub struct Task {
    cost: Cost,
    work: Box<Work>,
}

type Work = dyn FnOnce(&Answers, &Budget, Tell<'_>) -> Result<Answer, Problem> + Send;

type Read = fn(Value) -> Result<Task, Problem>;

const QUESTIONS: [(&str, Read); 10] = [
    ("position", read::<position::Question>),
    ("evaluate", read::<Given>),
    ("value", read::<value::Question>),
    ("calculate", read::<calculate::Question>),
    ("solve", read::<solve::Question>),
    ("think", read::<think::Question>),
    ("review", read::<review::Question>),
    ("sgf/read", read::<sgf::Text>),
    ("sgf/write", read::<sgf::Play>),
    ("picture", read::<picture::Question>),
];

fn read<Q: Ask>(question: Value) -> Result<Task, Problem> {
    let question: Q = serde_json::from_value(question).map_err(Problem::bad)?;
    question.check()?;
    let work = move |with: &_, budget: &_, tell: Tell<'_>| question.answer(with, budget, tell);
    Ok(Task { cost: Q::COST, work: Box::new(work) })
}

impl Task {
    /// The names of all questions.
    pub fn names() -> impl Iterator<Item = &'static str> {
        QUESTIONS.into_iter().map(|(name, _)| name)
    }

    /// Reads a question.
    ///
    /// # Errors
    /// If there is no question of this name, or it makes no sense.
    pub fn read(name: &str, question: Value) -> Result<Self, Problem> {
        let (_, read) = QUESTIONS
            .into_iter()
            .find(|&(known, _)| known == name)
            .ok_or(Problem::NotFound("no such question"))?;
        read(question)
    }

    /// What it costs.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    pub(crate) fn run(
        self,
        with: &Answers,
        budget: &Budget,
        tell: Tell<'_>,
    ) -> Result<Answer, Problem> {
        (self.work)(with, budget, tell)
    }
}
