//! Values of what the user typed, within the limits that the flags set.

use crate::flags::ValueFlags;
use crate::{Failure, Session};
use lastmove_board::{Diagram, Game};
use lastmove_report::{
    AppraiseError, Appraised, Outline, Outliner, PositionOptions, position_options,
};
use lastmove_values::{AppraisalLimits, ParseError, Reason, ValueError};
use lastmove_work::{Budget, Stop};

/// Appraisers that Ctrl-C and the time limit stop.
pub(crate) struct Appraisers {
    game: Game,
    appraisers: lastmove_report::Appraisers,
    limits: AppraisalLimits,
    budget: Budget,
    /// for positions whose forms are too large
    outliner: Option<Outliner>,
}

impl Appraisers {
    pub(crate) fn new(game: Game, flags: &ValueFlags, session: &Session) -> Self {
        let (limits, budget) = flags.limits(session);
        let appraisers = lastmove_report::Appraisers::new(game, limits.clone());
        Self { game, appraisers, limits, budget, outliner: None }
    }

    /// The value of the sum of these positions.
    pub(crate) fn appraise(&mut self, diagrams: &[Diagram]) -> Result<Appraised, Failure> {
        self.appraisers.appraise(diagrams).map_err(|error| failure(error, &self.budget))
    }

    /// The outline of their sum, by the solver, if the value is too large.
    pub(crate) fn outline(&mut self, diagrams: &[Diagram]) -> Result<Outline, Failure> {
        let outliner = self.outliner.get_or_insert_with(|| Outliner::new(self.game));
        outliner.outline(diagrams, &self.budget).map_err(|error| failure(error, &self.budget))
    }

    /// The options of a position.
    pub(crate) fn options(&mut self, diagram: &Diagram) -> Result<PositionOptions, Failure> {
        let (appraisers, forms) = (&mut self.appraisers, &mut self.limits.forms());
        let options = position_options(self.game, diagram, appraisers, forms);
        options.map_err(|error| failure(error, &self.budget))?.map_err(|error| {
            let line = "raise --max-forms or --max-positions, or ask without --options";
            Failure::limit(format!("the options of \"{diagram}\": {error}; {line}"))
        })
    }
}

fn failure(error: AppraiseError, budget: &Budget) -> Failure {
    match error {
        AppraiseError::Stopped(_) => stopped(budget),
        error => Failure::input_line(error.to_string()),
    }
}

/// The failure of a computation that was stopped.
pub(crate) fn stopped(budget: &Budget) -> Failure {
    let stop = budget.check().err().unwrap_or(Stop::Cancelled);
    Failure::stopped(stop, "a value cannot be resumed, run it again with more time")
}

/// The failure of an expression.
pub(crate) fn expression_failure(text: &str, error: &ParseError, budget: &Budget) -> Failure {
    let mut shown: String = text.chars().take(60).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    let line = format!("expression \"{shown}\": {error}");
    match error.reason {
        Reason::Value(ValueError::Stopped) => stopped(budget),
        Reason::Value(ValueError::TooManyForms { .. }) => {
            Failure::limit(format!("{line}; raise --max-forms"))
        }
        Reason::Value(ValueError::TooManyPositions { .. }) => {
            Failure::limit(format!("{line}; raise --max-positions"))
        }
        _ => Failure::input_line(line),
    }
}
