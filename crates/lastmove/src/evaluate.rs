//! Evaluating the areas of a position without search.

use crate::{Ask, Error};
use lastmove_board::Game;
use lastmove_report::{Apart, Evaluated, evaluate_regions, read};
use lastmove_values::AppraisalLimits;

/// The settings of [`Evaluate`].
#[derive(Clone, Copy, Debug, Default)]
pub struct AskAreas;

/// The areas of a position with their evaluations.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// the areas of a position of Amazons
    Amazons(Evaluated),
    /// the regions of a position of Domineering
    Domineering(Apart),
}

/// Evaluates the areas of a position without search, within limits.
///
/// ```
/// use lastmove::{Evaluate, Evaluation, Game};
///
/// let evaluated = Evaluate::new(Game::Domineering, "2x2").run()?;
/// let Evaluation::Domineering(apart) = evaluated else { unreachable!() };
/// assert_eq!(apart.regions[0].value.as_deref(), Some("±1"));
/// # Ok::<(), lastmove::Error>(())
/// ```
pub type Evaluate<'a> = Ask<'a, AskAreas>;

impl Evaluate<'_> {
    /// Evaluates the position area by area.
    ///
    /// # Errors
    /// If the position or the databases cannot be read, or the time limit is reached.
    pub fn run(self) -> Result<Evaluation, Error> {
        let diagram = read(self.game, self.board)?;
        let budget = self.budget();
        Ok(match self.game {
            Game::Amazons => {
                let databases = self.open_databases(&budget)?;
                Evaluation::Amazons(lastmove_report::evaluate(&diagram, &databases, 0)?)
            }
            Game::Domineering => {
                let limits = AppraisalLimits { budget: Some(budget), ..AppraisalLimits::default() };
                Evaluation::Domineering(evaluate_regions(&diagram, limits)?)
            }
        })
    }
}

/// Evaluates a position without search, area by area; positive numbers are good for Black and for
/// Vertical. [`Evaluate`] has limits and databases.
///
/// ```
/// use lastmove::{Evaluation, Game};
///
/// let Evaluation::Amazons(evaluated) = lastmove::evaluate(Game::Amazons, "q1*1Q w")? else {
///     unreachable!()
/// };
/// assert_eq!(evaluated.areas.len(), 2);
/// assert_eq!(evaluated.bounds.to_string(), "[0, 0]");
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If the position cannot be read.
pub fn evaluate(game: Game, position: &str) -> Result<Evaluation, Error> {
    Evaluate::new(game, position).run()
}
