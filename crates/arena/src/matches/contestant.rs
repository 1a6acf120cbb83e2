//! Contestants: a player of this project, or a program behind a pipe.

use lastmove_player::{KindError, PlayerKind};
use std::fmt;
use std::str::FromStr;

/// A contestant of a match.
///
/// ```
/// use lastmove_arena::matches::Contestant;
/// let program: Contestant = "gtp:other --fast".parse().unwrap();
/// assert_eq!(program, Contestant::Gtp("other --fast".into()));
/// assert!("strong:level=3".parse::<Contestant>().is_ok());
/// assert!("weak".parse::<Contestant>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Contestant {
    /// a player of this project
    Own(PlayerKind),
    /// a command that speaks GTP
    Gtp(String),
    /// a command that speaks UCI
    Uci(String),
}

impl FromStr for Contestant {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        match text.split_once(':').map(|(name, command)| (name, command.trim())) {
            Some(("gtp", command)) if !command.is_empty() => Ok(Self::Gtp(command.into())),
            Some(("uci", command)) if !command.is_empty() => Ok(Self::Uci(command.into())),
            _ => text.parse().map(Self::Own),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(kind) => kind.fmt(f),
            Self::Gtp(command) => write!(f, "gtp:{command}"),
            Self::Uci(command) => write!(f, "uci:{command}"),
        }
    }
}

/// Cuts a command into words at spaces, except within quotes.
pub(super) fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(sign) if c == sign => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_with_quotes() {
        assert_eq!(words(" a  'b c' d\"e f\" '' "), ["a", "b c", "de f", ""]);
    }
}
