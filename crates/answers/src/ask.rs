//! The questions by name.

use crate::boards::Given;
use crate::{Answer, AnswerEvent, Answers, Problem};
use crate::{calculate, picture, position, proof, review, sgf, solve, sum, think, value};
use lastmove_work::Budget;
use serde::de::DeserializeOwned;

/// What a question costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// a moment
    Short,
    /// a moment, and some megabytes: a game record
    Record,
    /// a second or less
    Look,
    /// many seconds, and memory for values
    Value,
    /// seconds, and memory for the moves of a certificate; the question itself is large
    Proof,
    /// a search: as much time as there is, with a share of the memory of all searches
    Search,
}

/// Hears of events on the way to an answer.
pub type TellEvent<'t> = &'t (dyn Fn(AnswerEvent) + Sync);

/// One kind of question.
pub(crate) trait Ask: DeserializeOwned + Send + 'static {
    const COST: Cost = Cost::Short;

    /// What the texts of the question name: a position, or a game.
    type Read: Send + 'static;

    /// Reads the texts, and refuses what makes no sense before it waits for its turn.
    fn read(&self) -> Result<Self::Read, Problem>;

    /// Answers the question, given what was read.
    fn answer(
        &self,
        read: Self::Read,
        with: &Answers,
        budget: &Budget,
        tell: TellEvent<'_>,
    ) -> Result<Answer, Problem>;
}

/// A question that makes sense.
pub struct CheckedQuestion {
    cost: Cost,
    work: Box<Work>,
}

type Work = dyn FnOnce(&Answers, &Budget, TellEvent<'_>) -> Result<Answer, Problem> + Send;

/// A kind of question, by its name.
struct Kind {
    name: &'static str,
    cost: Cost,
    read: fn(&str) -> Result<CheckedQuestion, Problem>,
}

const QUESTIONS: [Kind; 12] = [
    kind::<position::Question>("position"),
    kind::<Given>("evaluate"),
    kind::<value::Question>("value"),
    kind::<calculate::Question>("calculate"),
    kind::<sum::Question>("sum"),
    kind::<solve::Question>("solve"),
    kind::<proof::Question>("proof"),
    kind::<think::Question>("think"),
    kind::<review::Question>("review"),
    kind::<sgf::Text>("sgf/read"),
    kind::<sgf::Play>("sgf/write"),
    kind::<picture::Question>("picture"),
];

const fn kind<Q: Ask>(name: &'static str) -> Kind {
    Kind { name, cost: Q::COST, read: read::<Q> }
}

fn read<Q: Ask>(question: &str) -> Result<CheckedQuestion, Problem> {
    let question: Q = serde_json::from_str(question).map_err(Problem::bad)?;
    let read = question.read()?;
    let work =
        move |with: &_, budget: &_, tell: TellEvent<'_>| question.answer(read, with, budget, tell);
    Ok(CheckedQuestion { cost: Q::COST, work: Box::new(work) })
}

impl CheckedQuestion {
    /// The names of all questions, and what each costs.
    pub fn kinds() -> impl Iterator<Item = (&'static str, Cost)> {
        QUESTIONS.into_iter().map(|kind| (kind.name, kind.cost))
    }

    /// Reads a question, a JSON object.
    ///
    /// # Errors
    /// If there is no question of this name, or it makes no sense.
    pub fn read(name: &str, question: &str) -> Result<Self, Problem> {
        let kind = QUESTIONS.into_iter().find(|kind| kind.name == name);
        (kind.ok_or(Problem::NotFound("no such question"))?.read)(question)
    }

    /// What it costs.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    pub(crate) fn run(
        self,
        with: &Answers,
        budget: &Budget,
        tell: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        (self.work)(with, budget, tell)
    }
}
