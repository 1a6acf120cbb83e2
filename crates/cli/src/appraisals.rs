//! Values of what the user typed, within the limits that the flags set.

use crate::flags::ValueFlags;
use crate::{Failure, Session};
use lastmove_board::Diagram;
use lastmove_report::Game;
use lastmove_report::{AppraiseError, Appraised};
use lastmove_work::{Budget, Stop};

/// Appraisers that stop with Ctrl-C and by the clock.
pub(crate) struct Appraisers {
    appraisers: lastmove_report::Appraisers,
    budget: Budget,
}

impl Appraisers {
    pub(crate) fn new(game: Game, flags: &ValueFlags, session: &Session) -> Self {
        let (limits, budget) = flags.limits(session);
        Self { appraisers: lastmove_report::Appraisers::new(game, limits), budget }
    }

    /// The value of these positions together.
    pub(crate) fn appraise(&mut self, diagrams: &[Diagram]) -> Result<Appraised, Failure> {
        self.appraisers.appraise(diagrams).map_err(|error| match error {
            AppraiseError::Stopped(_) => stopped(&self.budget),
            error => Failure::input_line(error.to_string()),
        })
    }
}

/// The failure of a computation that was told to stop.
pub(crate) fn stopped(budget: &Budget) -> Failure {
    let stop = budget.check().err().unwrap_or(Stop::Cancelled);
    Failure::stopped(stop, "a value cannot be resumed, run it again with more time")
}
