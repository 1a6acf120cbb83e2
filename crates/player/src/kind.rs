//! Players by name: `strong`, `strong:level=3`, `classical:eval=territory,pvs=on`.

use crate::{ClassicalSettings, Level, StrongSettings};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Which player an engine is, and how it is tuned.
///
/// ```
/// use lastmove_player::Kind;
/// assert!("strong:level=3".parse::<Kind>().is_ok());
/// let error = "strong:levl=3".parse::<Kind>().unwrap_err().to_string();
/// assert!("classical:eval=mobility,width=full,pvs=on".parse::<Kind>().is_ok());
/// assert!(error.contains("'levl'") && error.contains("level"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Monte Carlo tree search with evaluation
    Strong(StrongSettings),
    /// alpha-beta as in Hensgens' thesis
    Classical(ClassicalSettings),
}

impl Default for Kind {
    fn default() -> Self {
        Self::Strong(StrongSettings::default())
    }
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KindError {
    /// Not a player.
    #[error(
        "'{0}' is not a player; expected strong or classical, with settings as in strong:level=3"
    )]
    Unknown(String),
    /// Something without `=`.
    #[error("'{0}' is not a setting; expected name=value")]
    NoValue(String),
    /// A setting that this player has not.
    #[error("the {player} player has no setting '{name}'; it has {all}")]
    NoSetting {
        /// which player
        player: &'static str,
        /// what was given
        name: String,
        /// what there is
        all: &'static str,
    },
    /// A value that a setting cannot have.
    #[error("{name}={value}: expected {expected}")]
    BadValue {
        /// which setting
        name: String,
        /// what was given
        value: String,
        /// what it takes
        expected: &'static str,
    },
}

/// A `name=value` of a player's text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting<'t> {
    pub(crate) name: &'t str,
    pub(crate) value: &'t str,
}

impl<'t> Setting<'t> {
    pub(crate) fn bad(&self, expected: &'static str) -> KindError {
        KindError::BadValue { name: self.name.to_owned(), value: self.value.to_owned(), expected }
    }

    /// A number within bounds that `expected` describes.
    pub(crate) fn number<T: FromStr + PartialOrd>(
        &self,
        least: T,
        most: T,
        expected: &'static str,
    ) -> Result<T, KindError> {
        match self.value.parse::<T>() {
            Ok(number) if number >= least && number <= most => Ok(number),
            _ => Err(self.bad(expected)),
        }
    }

    /// `on` or `off`.
    pub(crate) fn switch(&self) -> Result<bool, KindError> {
        match self.value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(self.bad("on or off")),
        }
    }

    /// A level.
    pub(crate) fn level(&self) -> Result<Level, KindError> {
        let expected = "a level from 1 (beginner) to 10 (full strength)";
        self.value.parse().ok().and_then(Level::new).ok_or_else(|| self.bad(expected))
    }

    /// One of some names.
    pub(crate) fn one_of<T: Copy>(
        &self,
        names: &[(&str, T)],
        expected: &'static str,
    ) -> Result<T, KindError> {
        let found = names.iter().find(|(name, _)| *name == self.value);
        found.map(|&(_, value)| value).ok_or_else(|| self.bad(expected))
    }
}

impl FromStr for Kind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let (player, settings) = text.split_once(':').unwrap_or((text, ""));
        let settings = settings.split(',').filter(|part| !part.is_empty()).map(|part| {
            let (name, value) =
                part.split_once('=').ok_or_else(|| KindError::NoValue(part.to_owned()))?;
            Ok(Setting { name: name.trim(), value: value.trim() })
        });
        let settings: Vec<Setting<'_>> = settings.collect::<Result<_, KindError>>()?;
        match player.trim() {
            "strong" => Ok(Self::Strong(StrongSettings::from_settings(&settings)?)),
            "classical" => Ok(Self::Classical(ClassicalSettings::from_settings(&settings)?)),
            _ => Err(KindError::Unknown(player.to_owned())),
        }
    }
}

impl fmt::Display for Kind {
    /// The text that [`Kind::from_str`] reads, without what is as by default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (player, settings) = match self {
            Self::Strong(settings) => ("strong", settings.differences()),
            Self::Classical(settings) => ("classical", settings.differences()),
        };
        f.write_str(player)?;
        for (i, (name, value)) in settings.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}
