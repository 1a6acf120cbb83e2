//! What can be tuned in the strong player.

use crate::eval::Weights;
use crate::kind::Setting;
use crate::{KindError, Level};

/// What can be tuned in the strong player; the defaults won most games.
#[derive(Clone, Debug, PartialEq)]
pub struct StrongSettings {
    /// level in place of that of the options
    pub level: Option<Level>,
    /// how much curiosity counts
    pub explore: f32,
    /// difference of log odds at which the share of a move falls to 1/e
    pub temper: f32,
    /// share of minimax in the value of a node, 0 to 1
    pub mix: f32,
    /// moves that a node keeps, those that promise most; one with few moves keeps all
    pub keep: u16,
    /// whether the solver's static evaluation looks for proofs in shared areas
    pub proofs: bool,
    /// whether the solver searches small positions at the root
    pub solver: bool,
    /// share of the time for a move that it uses, as a handicap
    pub share: f32,
    /// weights of the evaluation; no text names them
    pub weights: Box<Weights>,
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
            weights: Box::default(),
        }
    }
}

impl StrongSettings {
    pub(crate) fn from_settings(given: &[Setting<'_>]) -> Result<Self, KindError> {
        let mut s = Self::default();
        for setting in given {
            match setting.name {
                "level" => s.level = Some(setting.level()?),
                "explore" => s.explore = setting.number(0.0, 10.0, "a number from 0 to 10")?,
                "temper" => s.temper = setting.number(0.001, 10.0, "a number from 0.001 to 10")?,
                "mix" => s.mix = setting.number(0.0, 1.0, "a number from 0 to 1")?,
                "keep" => s.keep = setting.number(1, 5000, "a number from 1 to 5000")?,
                "proofs" => s.proofs = setting.switch()?,
                "solver" => s.solver = setting.switch()?,
                "share" => s.share = setting.number(0.01, 1.0, "a number from 0.01 to 1")?,
                name => {
                    return Err(KindError::NoSetting {
                        player: "strong",
                        name: name.to_owned(),
                        all: "level, explore, temper, mix, keep, proofs, solver, share",
                    });
                }
            }
        }
        Ok(s)
    }

    /// What differs from the default, as it is written.
    pub(crate) fn differences(&self) -> Vec<(&'static str, String)> {
        let usual = Self::default();
        let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
        let mut out = Vec::new();
        if let Some(level) = self.level {
            out.push(("level", level.to_string()));
        }
        let numbers = [
            ("explore", self.explore, usual.explore),
            ("temper", self.temper, usual.temper),
            ("mix", self.mix, usual.mix),
            ("share", self.share, usual.share),
        ];
        out.extend(numbers.iter().filter(|n| n.1 != n.2).map(|n| (n.0, n.1.to_string())));
        if self.keep != usual.keep {
            out.push(("keep", self.keep.to_string()));
        }
        for (name, on, usually) in
            [("proofs", self.proofs, usual.proofs), ("solver", self.solver, usual.solver)]
        {
            if on != usually {
                out.push((name, switch(on)));
            }
        }
        out
    }
}
