//! The settings of the strong player.

use crate::eval::Judgement;
use crate::kind::{Setting, SettingText, settings};
use crate::{KindError, Level};

/// The settings of the strong player; the defaults won the most games.
#[derive(Clone, Debug, PartialEq)]
pub struct StrongSettings {
    /// level, in place of the level of the options
    pub level: Option<Level>,
    /// the weight of exploration in PUCT
    pub explore: f32,
    /// difference of log odds at which the prior share of a move falls to 1/e
    pub temper: f32,
    /// share of minimax in the value of a node, 0 to 1
    pub mix: f32,
    /// how many of its most promising moves a node keeps; a node with few moves keeps all
    pub keep: u16,
    /// whether the solver's static evaluation looks for proofs in shared areas
    pub proofs: bool,
    /// whether the solver searches small positions at the root
    pub solver: bool,
    /// share of the time for a move that it uses, as a handicap
    pub share: f32,
    /// weights and network of the evaluation; not part of a player's text
    pub judgement: Box<Judgement>,
}

impl Default for StrongSettings {
    fn default() -> Self {
        Self {
            level: None,
            explore: 0.5,
            temper: 0.25,
            mix: 0.5,
            keep: 50,
            proofs: true,
            solver: true,
            share: 1.0,
            judgement: Box::default(),
        }
    }
}

impl StrongSettings {
    settings! { "strong", all: "level, explore, temper, mix, keep, proofs, solver, share", given;
        "level" => level: given.level().map(Some),
        "explore" => explore: given.number(0.0, 10.0, "a number from 0 to 10"),
        "temper" => temper: given.number(0.001, 10.0, "a number from 0.001 to 10"),
        "mix" => mix: given.number(0.0, 1.0, "a number from 0 to 1"),
        "share" => share: given.number(0.01, 1.0, "a number from 0.01 to 1"),
        "keep" => keep: given.number(1, 5000, "a number from 1 to 5000"),
        "proofs" => proofs: given.switch(),
        "solver" => solver: given.switch(),
    }
}
