//! Values of expressions.

use super::Expression;
use super::prompt;
use crate::appraisals;
use crate::batch;
use crate::failure::Failure;
use crate::flags::ValueFlags;
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_report::Report;
use lastmove_values::{
    Answer as Said, AppraisalLimits, Environment, Forms, Game, ParseError, Reason, ValueError,
    Worth,
};
use lastmove_work::Budget;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// A store of forms with names for values.
pub(crate) struct Expressions {
    forms: Forms,
    names: Environment,
    limits: AppraisalLimits,
    budget: Arc<Budget>,
}

/// What an expression says.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Evaluated {
    /// a comparison
    Holds { holds: bool },
    /// a value, with a name perhaps
    Value {
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        #[serde(flatten)]
        value: Box<Report>,
        birthday: u64,
    },
}

pub(super) fn run(args: &Expression, session: &Session) -> Result<(), Failure> {
    let mut expressions = Expressions::new(&args.flags, session);
    match (&args.batch, &args.expression) {
        (Some(path), _) => batch::run(path, |line| expressions.evaluate(line)),
        (None, Some(text)) => output::answer(session, &expressions.evaluate(text)?),
        (None, None) if session.json => Err(Failure::input_line(
            "--json needs an expression; for many, give --batch FILE, or --batch - for standard input",
        )),
        (None, None) => prompt::run(&mut expressions, session),
    }
}

impl Expressions {
    pub(crate) fn new(flags: &ValueFlags, session: &Session) -> Self {
        let (limits, budget) = flags.limits(session);
        Self { forms: limits.forms(), names: Environment::new(), limits, budget }
    }

    /// What is known of the value of an expression.
    pub(crate) fn worth(&mut self, text: &str) -> Result<Worth, Failure> {
        let game = self.names.value(text, &mut self.forms);
        let game = game.map_err(|error| self.failure(text, &error))?;
        Ok(Worth::of(&mut self.forms, game, &self.limits))
    }

    /// What an expression, comparison or `name = expression` says.
    pub(super) fn evaluate(&mut self, text: &str) -> Result<Evaluated, Failure> {
        if let Some((name, expression)) = Environment::assignment(text) {
            // Columns count from the start of the line.
            let before = text.chars().count() - expression.chars().count();
            let game = self.names.value(expression, &mut self.forms).map_err(|mut error| {
                error.column += before;
                self.failure(text, &error)
            })?;
            self.names.set(name, game);
            return Ok(self.value(Some(name.to_owned()), game));
        }
        match self.names.evaluate(text, &mut self.forms) {
            Ok(Said::Holds(holds)) => Ok(Evaluated::Holds { holds }),
            Ok(Said::Value(game)) => Ok(self.value(None, game)),
            Err(error) => Err(self.failure(text, &error)),
        }
    }

    /// The names that were given, each with its value in a line.
    pub(super) fn names(&mut self) -> Vec<String> {
        let named: Vec<(String, Game)> =
            self.names.iter().map(|(name, game)| (name.to_owned(), game)).collect();
        let forms = &mut self.forms;
        let text = |(name, game)| {
            let text = forms.print(game, 200).unwrap_or_else(|| "a long form".into());
            format!("{name} = {text}")
        };
        named.into_iter().map(text).collect()
    }

    fn value(&mut self, name: Option<String>, game: Game) -> Evaluated {
        let worth = Worth::of(&mut self.forms, game, &self.limits);
        let birthday = self.forms.birthday(game);
        Evaluated::Value { name, value: Box::new(Report::from(&worth)), birthday }
    }

    fn failure(&self, text: &str, error: &ParseError) -> Failure {
        let mut shown: String = text.chars().take(60).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        let line = format!("expression \"{shown}\": {error}");
        match error.reason {
            Reason::Value(ValueError::Stopped) => appraisals::stopped(&self.budget),
            Reason::Value(ValueError::TooManyForms { .. }) => {
                Failure::limit(format!("{line}; raise --max-forms"))
            }
            _ => Failure::input_line(line),
        }
    }
}

impl Answer for Evaluated {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds { holds } => writeln!(f, "{holds}"),
            Self::Value { value, birthday, .. } => {
                value.lines(f, ["Left", "Right"])?;
                writeln!(f, "birthday     {birthday}")
            }
        }
    }
}

impl Evaluated {
    /// One line, for the prompt.
    pub(super) fn short(&self) -> String {
        match self {
            Self::Holds { holds } => holds.to_string(),
            Self::Value { name: Some(name), value, .. } => format!("{name} = {}", value.form()),
            Self::Value { name: None, value, .. } => value.short(),
        }
    }
}
