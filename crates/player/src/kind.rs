//! Players by name: `strong`, `strong:level=3`, `classical:eval=territory,pvs=on`.

use crate::{ClassicalSettings, Level, StrongSettings};
use lastmove_board::Game;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Which player an engine uses, with its settings.
///
/// ```
/// use lastmove_player::PlayerKind;
/// assert!("strong:level=3".parse::<PlayerKind>().is_ok());
/// let error = "strong:levl=3".parse::<PlayerKind>().unwrap_err().to_string();
/// assert!("classical:eval=mobility,width=full,pvs=on".parse::<PlayerKind>().is_ok());
/// assert!(error.contains("'levl'") && error.contains("level"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerKind {
    /// Monte Carlo tree search with evaluation
    Strong(StrongSettings),
    /// alpha-beta as in Hensgens' thesis
    Classical(ClassicalSettings),
}

impl Default for PlayerKind {
    fn default() -> Self {
        Self::Strong(StrongSettings::default())
    }
}

impl PlayerKind {
    /// Checks that this player plays a game.
    ///
    /// # Errors
    /// If it does not; the error says why in one line.
    pub fn check_plays(&self, game: Game) -> Result<(), String> {
        match (self, game) {
            (Self::Classical(_), Game::Domineering) => {
                Err("the classical player plays Amazons only; expected strong".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// Why a text is not the name of a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct KindError(pub(crate) String);

/// A `name=value` of a player's text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting<'t> {
    pub(crate) name: &'t str,
    pub(crate) value: &'t str,
}

impl<'t> Setting<'t> {
    pub(crate) fn bad(&self, expected: &'static str) -> KindError {
        KindError(format!("{}={}: expected {expected}", self.name, self.value))
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

    /// A level from 1 to 10.
    pub(crate) fn level(&self) -> Result<Level, KindError> {
        let expected = "a level from 1 (beginner) to 10 (full strength)";
        self.value.parse().ok().and_then(Level::new).ok_or_else(|| self.bad(expected))
    }

    /// The value of one of these names.
    pub(crate) fn one_of<T: Copy>(
        &self,
        names: &[(&str, T)],
        expected: &'static str,
    ) -> Result<T, KindError> {
        let found = names.iter().find(|(name, _)| *name == self.value);
        found.map(|&(_, value)| value).ok_or_else(|| self.bad(expected))
    }
}

/// A value of a setting as [`PlayerKind`] writes it.
pub(crate) trait SettingText {
    fn setting_text(&self) -> String;
}

impl SettingText for bool {
    fn setting_text(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
}

macro_rules! written_as_number {
    ($($number:ty),*) => {
        $(impl SettingText for $number {
            fn setting_text(&self) -> String {
                self.to_string()
            }
        })*
    };
}
written_as_number!(f32, u16, u32, Level);

/// `None` stands for no limit.
impl<T: SettingText> SettingText for Option<T> {
    fn setting_text(&self) -> String {
        self.as_ref().map_or("full".to_owned(), T::setting_text)
    }
}

/// The table of a player's settings, for reading and for writing: names, fields, and how to read a
/// value. `all` is the list of names for error messages.
macro_rules! settings {
    ($player:literal, all: $all:expr, $setting:ident; $($name:literal => $field:ident: $read:expr,)*) => {
        pub(crate) fn from_settings(given: &[Setting<'_>]) -> Result<Self, KindError> {
            let mut settings = Self::default();
            for $setting in given {
                match $setting.name {
                    $($name => settings.$field = $read?,)*
                    name => {
                        let problem = format!("has no setting '{name}'; it has {}", $all);
                        return Err(KindError(format!("the {} player {problem}", $player)));
                    }
                }
            }
            Ok(settings)
        }

        /// The settings that differ from the default: names and values as text.
        pub(crate) fn differences(&self) -> Vec<(&'static str, String)> {
            let usual = Self::default();
            let mut out = Vec::new();
            $(if self.$field != usual.$field {
                out.push(($name, self.$field.setting_text()));
            })*
            out
        }
    };
}
pub(crate) use settings;

impl FromStr for PlayerKind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let (player, settings) = text.split_once(':').unwrap_or((text, ""));
        let settings = settings.split(',').filter(|part| !part.is_empty()).map(|part| {
            let none = || KindError(format!("'{part}' is not a setting; expected name=value"));
            let (name, value) = part.split_once('=').ok_or_else(none)?;
            Ok(Setting { name: name.trim(), value: value.trim() })
        });
        let settings: Vec<Setting<'_>> = settings.collect::<Result<_, KindError>>()?;
        match player.trim() {
            "strong" => Ok(Self::Strong(StrongSettings::from_settings(&settings)?)),
            "classical" => Ok(Self::Classical(ClassicalSettings::from_settings(&settings)?)),
            _ => Err(KindError(format!(
                "'{player}' is not a player; expected strong or classical, with settings as in strong:level=3"
            ))),
        }
    }
}

impl fmt::Display for PlayerKind {
    /// The text that [`PlayerKind::from_str`] reads, without settings that have their default
    /// value.
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
