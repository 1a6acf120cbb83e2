//! Positions inside expressions, such as `[domineering 2x3] - 1/2`.

use crate::{AppraiseError, Appraisers, read};
use lastmove_board::{Diagram, Game};
use lastmove_values::{AppraisalLimits, Forms, Positions, Reason};

/// Gives positions of both games their values. What it learns serves the next ones.
///
/// ```
/// use lastmove_report::GamePositions;
/// use lastmove_values::{AppraisalLimits, Environment, Forms};
/// let mut positions = GamePositions::new(AppraisalLimits::default());
/// let mut forms = Forms::new();
/// let text = "[domineering 2x3] + [amazons q1Q] - 1/2";
/// let game = Environment::new().value_with(text, &mut forms, &mut positions)?;
/// assert_eq!(forms.print(game, 80).as_deref(), Some("{3/2*|-1*}"));
/// # Ok::<(), lastmove_values::ParseError>(())
/// ```
pub struct GamePositions {
    amazons: Appraisers,
    domineering: Appraisers,
}

impl GamePositions {
    /// Nothing known yet.
    pub fn new(limits: AppraisalLimits) -> Self {
        Self {
            amazons: Appraisers::new(Game::Amazons, limits.clone()),
            domineering: Appraisers::new(Game::Domineering, limits),
        }
    }

    /// The appraisers of a game.
    pub fn of(&mut self, game: Game) -> &mut Appraisers {
        match game {
            Game::Amazons => &mut self.amazons,
            Game::Domineering => &mut self.domineering,
        }
    }
}

impl Positions for GamePositions {
    fn value(&mut self, text: &str, forms: &mut Forms) -> Result<lastmove_values::Form, Reason> {
        let (game, diagram) = named_position(text)?;
        match self.of(game).value(&diagram, forms) {
            Ok(value) => value.map_err(Reason::Value),
            Err(AppraiseError::Stopped(error)) => Err(Reason::Value(error)),
            Err(error) => Err(Reason::Position(error.to_string())),
        }
    }
}

/// The position that the text between brackets names, such as `domineering 2x3`.
pub(crate) fn named_position(text: &str) -> Result<(Game, Diagram), Reason> {
    let (name, position) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let game: Game = name.parse().map_err(|problem| {
        let shown: String = name.chars().take(20).collect();
        Reason::Position(format!("{problem} and a position in brackets, found `{shown}`"))
    })?;
    let diagram = read(game, position.trim()).map_err(|e| Reason::Position(e.to_string()))?;
    Ok((game, diagram))
}
