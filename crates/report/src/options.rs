//! The options of a position or of an expression: what each is worth, and which of them count.

use crate::{AppraiseError, Appraisers, BadBoard, position_of};
use lastmove_board::{Diagram, Game, GamePosition, Geometry};
use lastmove_solver::with_game;
use lastmove_values::{Form, Forms, Merit, Player, ValueError};
use serde::Serialize;

/// The longest value of an option that is printed.
const MOST_TEXT: usize = 2000;

/// The options of both players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionOptions {
    /// Left's, the best first
    pub left: Vec<OptionGroup>,
    /// Right's, the best first
    pub right: Vec<OptionGroup>,
    /// what Left gains by the best moves
    pub left_incentives: Vec<String>,
    /// what Right gains by the best moves
    pub right_incentives: Vec<String>,
}

/// Options of one player with the same value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionGroup {
    /// what they are worth
    pub value: String,
    /// whether they count
    #[serde(flatten)]
    pub merit: OptionMerit,
    /// the moves, if it is a position
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Whether an option counts, as [`Merit`] says, with values as texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "merit", rename_all = "lowercase")]
pub enum OptionMerit {
    /// it is an option of the canonical form
    Good,
    /// it can be replaced by what follows the reply
    Reversible {
        /// the value of the reply through which it reverses
        reverses_through: String,
    },
    /// another one is at least as good
    Dominated {
        /// the value that dominates it
        dominated_by: String,
    },
}

/// The options of a position and their values, in the store.
///
/// # Errors
/// If it is no position of the game, or if told to stop. The inner error says why an option has
/// no value.
pub fn position_options(
    game: Game,
    diagram: &Diagram,
    appraisers: &mut Appraisers,
    forms: &mut Forms,
) -> Result<Result<PositionOptions, ValueError>, AppraiseError> {
    let value = match appraisers.value(diagram, forms)? {
        Ok(value) => value,
        Err(error) => return Ok(Err(error)),
    };
    let mut options = [Vec::new(), Vec::new()];
    for (options, side) in options.iter_mut().zip(game.left_and_right()) {
        for (name, after) in moves(game, &diagram.clone().with_side(Some(side)))? {
            match appraisers.value(&after, forms)? {
                Ok(value) => options.push((Some(name), value)),
                Err(error) => return Ok(Err(error)),
            }
        }
    }
    Ok(describe(forms, value, options))
}

/// The options of a game of this value, as they were written.
///
/// # Errors
/// If an incentive has no form within the limits.
pub fn written_options(
    forms: &mut Forms,
    value: Form,
    options: [Vec<Form>; 2],
) -> Result<PositionOptions, ValueError> {
    describe(forms, value, options.map(|side| side.into_iter().map(|v| (None, v)).collect()))
}

/// The moves of the side to move, with the positions after them.
fn moves(game: Game, diagram: &Diagram) -> Result<Vec<(String, Diagram)>, BadBoard> {
    fn all<P: GamePosition>(diagram: &Diagram) -> Result<Vec<(String, Diagram)>, BadBoard> {
        let size = diagram.size();
        let (position, geometry) = (position_of::<P>(diagram)?, Geometry::new(size));
        let child = |mv| position.child(&geometry, mv).diagram(size).with_side(None);
        Ok(position.moves(&geometry).map(|mv| (P::move_name(mv, size), child(mv))).collect())
    }
    with_game!(game, P => all::<P>(diagram))
}

fn describe(
    forms: &mut Forms,
    value: Form,
    sides: [Vec<(Option<String>, Form)>; 2],
) -> Result<PositionOptions, ValueError> {
    let text = |forms: &mut Forms, value: Form| {
        forms.print(value, MOST_TEXT).unwrap_or_else(|| "a long form".to_owned())
    };
    let mut groups = [Vec::new(), Vec::new()];
    let mut incentives = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let mut values: Vec<Form> = Vec::new();
        let mut names: Vec<Vec<String>> = Vec::new();
        for (name, value) in &sides[player as usize] {
            let at = values.iter().position(|other| other == value).unwrap_or_else(|| {
                values.push(*value);
                names.push(Vec::new());
                values.len() - 1
            });
            names[at].extend(name.clone());
        }
        let merits = forms.merits(value, &values, player);
        for ((&value, merit), moves) in values.iter().zip(merits).zip(names) {
            let merit = match merit {
                Merit::Good => OptionMerit::Good,
                Merit::Dominated { by } => {
                    OptionMerit::Dominated { dominated_by: text(forms, values[by]) }
                }
                Merit::Reversible { through } => {
                    OptionMerit::Reversible { reverses_through: text(forms, through) }
                }
            };
            let value = text(forms, value);
            groups[player as usize].push(OptionGroup { value, merit, moves });
        }
        groups[player as usize].sort_by_key(|group| group.merit.rank());
        for gain in forms.incentives(value, player)? {
            incentives[player as usize].push(text(forms, gain));
        }
    }
    let [left, right] = groups;
    let [left_incentives, right_incentives] = incentives;
    Ok(PositionOptions { left, right, left_incentives, right_incentives })
}

impl OptionMerit {
    /// Good options first, dominated ones last.
    const fn rank(&self) -> u8 {
        match self {
            Self::Good => 0,
            Self::Reversible { .. } => 1,
            Self::Dominated { .. } => 2,
        }
    }
}

impl PositionOptions {
    /// A table in words; `names` are those of Left and Right.
    pub fn lines(&self, f: &mut std::fmt::Formatter<'_>, names: [&str; 2]) -> std::fmt::Result {
        let sides = [(&self.left, &self.left_incentives), (&self.right, &self.right_incentives)];
        for (name, (groups, incentives)) in names.into_iter().zip(sides) {
            writeln!(f, "\noptions of {name}")?;
            if groups.is_empty() {
                writeln!(f, "  none")?;
            }
            for group in groups {
                let why = match &group.merit {
                    OptionMerit::Good => "good".to_owned(),
                    OptionMerit::Dominated { dominated_by } => {
                        format!("dominated by {}", short(dominated_by))
                    }
                    OptionMerit::Reversible { reverses_through } => {
                        format!("reversible through {}", short(reverses_through))
                    }
                };
                let moves = group.moves.join(" ");
                let line = format!("  {:24} {why:32} {}", short(&group.value), moves);
                writeln!(f, "{}", line.trim_end())?;
            }
            if !incentives.is_empty() {
                let gains: Vec<&str> = incentives.iter().map(|gain| short(gain)).collect();
                writeln!(f, "  the best gain {}", gains.join(", "))?;
            }
        }
        Ok(())
    }
}

/// What fits into a column.
fn short(text: &str) -> &str {
    if text.chars().count() <= 60 { text } else { "a long form" }
}
