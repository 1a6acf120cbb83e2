//! Reading and writing values in the usual notation.
//!
//! | text | value |
//! | --- | --- |
//! | `3`, `-3/2` | numbers |
//! | `*`, `*3` | nimbers |
//! | `^`, `^^`, `^3`, `3.^`, `v`, `vv`, `v3` | multiples of up and down |
//! | `2*`, `1/2^*`, `-2v3*2`, `2Tiny(2)` | a number directly before an infinitesimal adds |
//! | `{a,b\|c}`, `{a\|\|b\|c}`, `{\|}` | options; longer bars separate first |
//! | `3\|6`, `0\|-2\|\|2\|0` | the same, as papers print it: braces around the whole may be left out |
//! | `±1`, `+-1`, `±{2\|0}`, `±{1,{2\|0}}` | `±x` is `{x\|-x}`, `±{a,b}` is `{a,b\|-a,-b}` |
//! | `½`, `3¾`, `–3`, `{2 \mid -2}`, `\pm 1`, `\frac{1}{2}`, `\uparrow` | the signs of printed text and of TeX |
//! | `Tiny(2)`, `Miny(2)` | `{0\|\|0\|-2}` and its negative |
//! | `up`, `down`, `star`, `upstar`, `downstar`, `doubleup`, `doubledown` | names of infinitesimals |
//! | `^[3]`, `^<3>`, `v[3]`, `v<3>` | the first three powers of up together, the third alone, as CGSuite prints them |
//! | `cool(g,t)`, `heat(g,t)`, `overheat(g,s,t)` | see [`Forms::cool`], [`Forms::heat`], [`Forms::overheat`] |
//! | `atomic_weight(g)`, `mean(g)`, `temperature(g)`, `left_stop(g)`, `right_stop(g)`, `birthday(g)` | what is known of g |
//! | `[domineering 2x3]` | a position, where the program knows games: see [`Positions`] |
//! | `a + b`, `a - b`, `-a`, `3.a`, `(a)` | arithmetic; `-2^` is -2 + ^ |
//! | `a = b`, `==`, `!=`, `<=`, `>=`, `<`, `>`, `\|\|`, `<\|`, `\|>` | comparison; `\|\|` is confused with |
//!
//! Between two values `+-` is plus a negative; at the start of a value it is ±.

mod bare;
mod calls;
mod latex;
mod lexer;
mod parser;
mod printer;

use crate::error::ValueError;
use crate::forms::{Form, Forms};
use std::collections::BTreeMap;

/// Why and where a text is not a value.
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
    /// Something else was expected here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// No value has this name.
    #[error("unknown name `{0}`")]
    UnknownName(String),
    /// Brackets nested too deep.
    #[error("brackets nested too deep: the limit is {0}")]
    TooDeep(usize),
    /// The position in brackets has no value here.
    #[error("{0}")]
    Position(String),
    /// The value cannot be computed.
    #[error(transparent)]
    Value(#[from] ValueError),
}

impl ParseError {
    fn expected(column: usize, expected: &str, found: &str) -> ParseError {
        let found = match found {
            "the end" | "both" => found.to_string(),
            _ => {
                // Keep the message on one line for any input.
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

/// The result of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpressionAnswer {
    /// A value.
    Value(Form),
    /// Whether a comparison holds.
    Holds(bool),
}

/// A term of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Summand {
    /// A game by its form.
    Form(Form),
    /// A position in brackets, which has not been evaluated.
    Position {
        /// How often it is added; negative for its negative.
        times: i64,
        /// The text between the brackets.
        text: String,
        /// The column of the bracket.
        column: usize,
    },
}

/// Evaluates the positions in brackets.
pub trait Positions {
    /// Returns the value of the text between the brackets, in the store `forms`.
    fn value(&mut self, text: &str, forms: &mut Forms) -> Result<Form, Reason>;
}

/// Knows no games: every position is an error.
struct NoPositions;

impl Positions for NoPositions {
    fn value(&mut self, _: &str, _: &mut Forms) -> Result<Form, Reason> {
        Err(Reason::Position("positions have no value here: no game is known".to_string()))
    }
}

/// Values with names.
///
/// ```
/// use lastmove_values::{ExpressionAnswer, Environment, Forms};
/// let mut forms = Forms::new();
/// let mut names = Environment::new();
/// let hot = names.value("{2|0}", &mut forms)?;
/// assert!(names.set("x", hot));
/// assert_eq!(names.evaluate("x + x == 2", &mut forms)?, ExpressionAnswer::Holds(true));
/// # Ok::<(), lastmove_values::ParseError>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Environment {
    names: BTreeMap<String, Form>,
}

impl Environment {
    /// An environment without names.
    pub fn new() -> Environment {
        Environment::default()
    }

    /// Whether a value may be given this name: letters, digits and `_`, not
    /// starting with a digit, and not a value or a function already, as `v`, `v3`,
    /// `up` and `Tiny` are.
    pub fn is_name(name: &str) -> bool {
        if calls::constant(name).is_some() || calls::arity(name).is_some() {
            return false;
        }
        match lexer::tokens(name) {
            Ok(tokens) => {
                tokens.len() == 2 && tokens[0].token == lexer::Token::Name(name.to_string())
            }
            Err(_) => false,
        }
    }

    /// Gives a value a name; returns `false` if the name is not allowed.
    pub fn set(&mut self, name: &str, game: Form) -> bool {
        let fits = Environment::is_name(name);
        if fits {
            self.names.insert(name.to_string(), game);
        }
        fits
    }

    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<Form> {
        self.names.get(name).copied()
    }

    /// All names and their values, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Form)> {
        self.names.iter().map(|(name, &game)| (name.as_str(), game))
    }

    /// The result of an expression or comparison.
    pub fn evaluate(&self, text: &str, forms: &mut Forms) -> Result<ExpressionAnswer, ParseError> {
        self.evaluate_with(text, forms, &mut NoPositions)
    }

    /// As [`Environment::evaluate`], with positions in brackets.
    pub fn evaluate_with(
        &self,
        text: &str,
        forms: &mut Forms,
        positions: &mut dyn Positions,
    ) -> Result<ExpressionAnswer, ParseError> {
        parser::Parser::new(text, self, forms, positions)?.answer()
    }

    /// The value of an expression; a comparison is an error.
    pub fn value(&self, text: &str, forms: &mut Forms) -> Result<Form, ParseError> {
        self.value_with(text, forms, &mut NoPositions)
    }

    /// As [`Environment::value`], with positions in brackets.
    pub fn value_with(
        &self,
        text: &str,
        forms: &mut Forms,
        positions: &mut dyn Positions,
    ) -> Result<Form, ParseError> {
        parser::Parser::new(text, self, forms, positions)?.value()
    }

    /// The terms of a sum, each as it is written. A position in brackets, or a multiple of one, is
    /// not evaluated; inside braces and parentheses it is.
    pub fn terms(
        &self,
        text: &str,
        forms: &mut Forms,
        positions: &mut dyn Positions,
    ) -> Result<Vec<(String, Summand)>, ParseError> {
        parser::Parser::new(text, self, forms, positions)?.terms(text)
    }

    /// The value of an expression and, if it is one pair of braces, the options of both players as
    /// written: `{a,b|c}` has two Left options, even if its canonical form has fewer.
    #[expect(clippy::type_complexity, reason = "a pair of lists needs no name")]
    pub fn written(
        &self,
        text: &str,
        forms: &mut Forms,
        positions: &mut dyn Positions,
    ) -> Result<(Form, Option<[Vec<Form>; 2]>), ParseError> {
        parser::Parser::new(text, self, forms, positions)?.written()
    }

    /// Splits `name = expression` if the name is allowed; `None` otherwise, and if there is a
    /// second `=`, which makes it a comparison.
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
    pub fn parse(&mut self, text: &str) -> Result<Form, ParseError> {
        Environment::new().value(text, self)
    }

    /// The value in LaTeX, for mathematical mode, or `None` if its text is longer than
    /// `most` bytes.
    ///
    /// ```
    /// use lastmove_values::Forms;
    /// let mut forms = Forms::new();
    /// let g = forms.parse("{1/2|^*}")?;
    /// assert_eq!(forms.latex(g, 100).unwrap(), r"\left\{\tfrac{1}{2}\mid {\uparrow}{\ast}\right\}");
    /// # Ok::<(), lastmove_values::ParseError>(())
    /// ```
    pub fn latex(&mut self, g: Form, most: usize) -> Option<String> {
        self.print(g, most).map(|text| latex::latex(&text))
    }

    /// The value as a text that parses back to it, or `None` if it is longer than `most` bytes: a
    /// shared part is written out at each of its occurrences, so the text of a form can be far
    /// larger than the form.
    pub fn print(&mut self, g: Form, mut most: usize) -> Option<String> {
        printer::write(self, g, &mut most)
    }
}
