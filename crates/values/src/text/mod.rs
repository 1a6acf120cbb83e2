//! Values as people write them.
//!
//! | text | value |
//! | --- | --- |
//! | `3`, `-3/2` | numbers |
//! | `*`, `*3` | nimbers |
//! | `^`, `^^`, `^3`, `3.^`, `v`, `vv`, `v3` | multiples of up and down |
//! | `2*`, `1/2^*`, `-2v3*2`, `2Tiny(2)` | a number directly before an infinitesimal adds |
//! | `{a,b\|c}`, `{a\|\|b\|c}`, `{\|}` | options; longer bars separate first |
//! | `±1`, `+-1`, `±{2\|0}`, `±{1,{2\|0}}` | `±x` is `{x\|-x}`, `±{a,b}` is `{a,b\|-a,-b}` |
//! | `Tiny(2)`, `Miny(2)` | `{0\|\|0\|-2}` and its negative |
//! | `a + b`, `a - b`, `-a`, `3.a`, `(a)` | arithmetic; `-2^` is -2 + ^ |
//! | `a = b`, `==`, `!=`, `<=`, `>=`, `<`, `>`, `\|\|`, `<\|`, `\|>` | comparison; `\|\|` is confused with |
//!
//! Between two values `+-` is plus a negative; at the start of a value it is ±.

mod lexer;
mod parser;
mod printer;

use crate::error::ValueError;
use crate::forms::{Forms, Game};
use std::collections::BTreeMap;

/// Why a text has no value, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {reason}")]
pub struct ParseError {
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What would be right.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// No value has this name.
    #[error("unknown name `{0}`")]
    UnknownName(String),
    /// Brackets nested too deep.
    #[error("brackets nested too deep: the limit is {0}")]
    TooDeep(usize),
    /// The value cannot be computed.
    #[error(transparent)]
    Value(#[from] ValueError),
}

impl ParseError {
    fn expected(column: usize, expected: &str, found: &str) -> ParseError {
        let found = match found {
            "the end" | "both" => found.to_string(),
            _ => {
                // Keep the message on one line, whatever the input.
                let shown: String = found.chars().take(20).flat_map(char::escape_debug).collect();
                format!("`{shown}`")
            }
        };
        ParseError { column, reason: Reason::Expected { expected: expected.to_string(), found } }
    }

    fn value(column: usize, error: ValueError) -> ParseError {
        ParseError { column, reason: Reason::Value(error) }
    }
}

/// What an expression says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A value.
    Value(Game),
    /// Whether a comparison holds.
    Holds(bool),
}

/// Values with names.
///
/// ```
/// use lastmove_values::{Answer, Environment, Forms};
/// let mut forms = Forms::new();
/// let mut names = Environment::new();
/// let hot = names.value("{2|0}", &mut forms)?;
/// assert!(names.set("x", hot));
/// assert_eq!(names.evaluate("x + x == 2", &mut forms)?, Answer::Holds(true));
/// # Ok::<(), lastmove_values::ParseError>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Environment {
    names: BTreeMap<String, Game>,
}

impl Environment {
    /// No names.
    pub fn new() -> Environment {
        Environment::default()
    }

    /// Whether a value may be given this name: letters, digits and `_`, not
    /// starting with a digit, and not a value already, as `v`, `v3` and `Tiny` are.
    pub fn is_name(name: &str) -> bool {
        if name == "Tiny" || name == "Miny" {
            return false;
        }
        match lexer::tokens(name) {
            Ok(tokens) => {
                tokens.len() == 2 && tokens[0].token == lexer::Token::Name(name.to_string())
            }
            Err(_) => false,
        }
    }

    /// Names a value; `false` if that is no name.
    pub fn set(&mut self, name: &str, game: Game) -> bool {
        let fits = Environment::is_name(name);
        if fits {
            self.names.insert(name.to_string(), game);
        }
        fits
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<Game> {
        self.names.get(name).copied()
    }

    /// All names and values, in order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Game)> {
        self.names.iter().map(|(name, &game)| (name.as_str(), game))
    }

    /// What an expression or comparison says.
    pub fn evaluate(&self, text: &str, forms: &mut Forms) -> Result<Answer, ParseError> {
        parser::Parser::new(text, self, forms)?.answer()
    }

    /// The value of an expression; a comparison is an error.
    pub fn value(&self, text: &str, forms: &mut Forms) -> Result<Game, ParseError> {
        parser::Parser::new(text, self, forms)?.value()
    }

    /// Splits `name = expression` where the name is well formed; what follows a
    /// second `=` makes it a comparison, and `None`.
    pub fn assignment(text: &str) -> Option<(&str, &str)> {
        let (name, expression) = text.split_once('=')?;
        let name = name.trim();
        let fits = Environment::is_name(name) && !expression.starts_with('=');
        fits.then_some((name, expression))
    }
}

impl Forms {
    /// The value of an expression without names.
    ///
    /// ```
    /// use lastmove_values::Forms;
    /// let mut forms = Forms::new();
    /// let g = forms.parse("{0||0|-2}")?;
    /// assert_eq!(forms.print(g, 100).as_deref(), Some("Tiny(2)"));
    /// assert_eq!(forms.parse("{1|").unwrap_err().to_string(),
    ///     "column 4: expected `}`, found the end");
    /// # Ok::<(), lastmove_values::ParseError>(())
    /// ```
    pub fn parse(&mut self, text: &str) -> Result<Game, ParseError> {
        Environment::new().value(text, self)
    }

    /// The value as a text that parses back to it, or `None` if it is longer
    /// than `most` bytes: a shared part is written out wherever it occurs, so
    /// the text of a large form can be far larger than the form.
    pub fn print(&mut self, g: Game, mut most: usize) -> Option<String> {
        printer::write(self, g, &mut most)
    }
}
