//! The combinatorial value of positions.

use crate::{Ask, Error};
use lastmove_board::Game;
use lastmove_report::{Appraisers, Outliner, Report, read};
use lastmove_values::AppraisalLimits;

/// The settings of [`Value`]: the limit of canonical forms.
#[derive(Clone, Copy, Debug, Default)]
pub struct AskValue {
    forms: Option<usize>,
}

/// Finds the value of positions within limits. Positions joined by `+` are a sum.
///
/// ```
/// use lastmove::{Game, Value};
///
/// let value = Value::new(Game::Domineering, "2x2 + 2x3").max_forms(10_000).run()?;
/// assert_eq!(value.mean.map(|mean| mean.to_string()).as_deref(), Some("3/4"));
/// # Ok::<(), lastmove::Error>(())
/// ```
pub type Value<'a> = Ask<'a, AskValue>;

impl Value<'_> {
    /// Keeps at most this many canonical forms; if a form needs more, the thermograph is still
    /// computed.
    #[must_use]
    pub fn max_forms(mut self, forms: usize) -> Self {
        self.what.forms = Some(forms);
        self
    }

    /// Finds canonical form, mean, temperature, thermograph and outcome. If the form is too large,
    /// the solver still finds the winner, and integers between which the value lies.
    ///
    /// # Errors
    /// If a position cannot be read, or a limit is reached first.
    pub fn run(self) -> Result<Report, Error> {
        let diagrams: Vec<_> = self
            .board
            .split('+')
            .map(|part| read(self.game, part.trim()))
            .collect::<Result<_, _>>()?;
        let budget = self.budget();
        let mut limits =
            AppraisalLimits { budget: Some(budget.clone()), ..AppraisalLimits::default() };
        limits.max_forms = self.what.forms.unwrap_or(limits.max_forms);
        let appraised = Appraisers::new(self.game, limits).appraise(&diagrams)?;
        let mut report = Report::from(&appraised.whole);
        if report.outcome.is_none() {
            report.add_outline(Outliner::new(self.game).outline(&diagrams, &budget)?);
        }
        Ok(report)
    }
}

/// The value of a position: canonical form, mean, temperature, thermograph, outcome. Positions
/// joined by `+` are a sum. The side to move does not matter. If the form is too large, the solver
/// still finds the winner, and integers between which the value lies. [`Value`] has limits.
///
/// ```
/// use lastmove::{Game, values::Dyadic};
///
/// let value = lastmove::value(Game::Domineering, "2x2")?;
/// assert_eq!(value.canonical.as_deref(), Some("±1"));
/// assert_eq!(value.temperature, Some(Dyadic::ONE));
///
/// let sum = lastmove::value(Game::Domineering, "2x2 + 2x2")?;
/// assert_eq!(sum.canonical.as_deref(), Some("0"));
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If a position cannot be read.
pub fn value(game: Game, positions: &str) -> Result<Report, Error> {
    Value::new(game, positions).run()
}
