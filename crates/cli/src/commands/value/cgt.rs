//! Values of expressions.

use super::Expression;
use super::prompt;
use crate::flags::ValueFlags;
use crate::{Failure, Session, appraisals, batch, output};
use lastmove_report::{GamePositions, PositionOptions, Report, written_options};
use lastmove_values::{
    AppraisalLimits, Environment, ExpressionAnswer as Said, Form, Forms, ParseError, Worth,
};
use lastmove_work::Budget;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A store of forms with names for values.
pub(crate) struct Expressions {
    forms: Forms,
    names: Environment,
    positions: GamePositions,
    limits: AppraisalLimits,
    budget: Budget,
}

/// The result of an expression.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Evaluated {
    /// a comparison
    Holds { holds: bool },
    /// a value, with its name if it has one
    Value {
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        #[serde(flatten)]
        value: Box<Report>,
        birthday: u64,
        /// of an all-small game
        #[serde(skip_serializing_if = "Option::is_none")]
        atomic_weight: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        options: Option<Box<PositionOptions>>,
    },
}

pub(super) fn run(args: &Expression, session: &Session) -> Result<(), Failure> {
    let mut expressions = Expressions::new(&args.flags, session);
    match (&args.batch, &args.expression) {
        (Some(path), _) => batch::run(path, |line| expressions.evaluate(line, args.options)),
        (None, Some(text)) => {
            let evaluated = expressions.evaluate(text, args.options)?;
            output::answer(session, &evaluated, fmt::from_fn(|f| evaluated.text(f)))
        }
        (None, None) if session.json => Err(Failure::input_line(
            "--json needs an expression; for many, give --batch FILE, or --batch - for standard input",
        )),
        (None, None) => prompt::run(&mut expressions, session),
    }
}

impl Expressions {
    pub(crate) fn new(flags: &ValueFlags, session: &Session) -> Self {
        let (limits, budget) = flags.limits(session);
        let positions = GamePositions::new(limits.clone());
        Self { forms: limits.forms(), names: Environment::new(), positions, limits, budget }
    }

    /// The value of an expression.
    pub(crate) fn worth(&mut self, text: &str) -> Result<Worth, Failure> {
        let game = self.names.value_with(text, &mut self.forms, &mut self.positions);
        let game = game.map_err(|error| self.failure(text, &error))?;
        Ok(Worth::of(&mut self.forms, game, &self.limits))
    }

    /// The result of an expression, comparison or `name = expression`.
    pub(super) fn evaluate(&mut self, text: &str, options: bool) -> Result<Evaluated, Failure> {
        let (name, expression) = match Environment::assignment(text) {
            Some((name, expression)) => (Some(name), expression),
            None => (None, text),
        };
        let (names, forms, positions) = (&self.names, &mut self.forms, &mut self.positions);
        let said = match name {
            Some(_) => names.value_with(expression, forms, positions).map(Said::Value),
            None => names.evaluate_with(expression, forms, positions),
        };
        let said = said.map_err(|mut error| {
            // Columns count from the start of the line.
            error.column += text.chars().count() - expression.chars().count();
            self.failure(text, &error)
        })?;
        let game = match said {
            Said::Holds(holds) => return Ok(Evaluated::Holds { holds }),
            Said::Value(game) => game,
        };
        if let Some(name) = name {
            self.names.set(name, game);
        }
        let value = Box::new(Report::from(&Worth::of(&mut self.forms, game, &self.limits)));
        let birthday = self.forms.birthday(game);
        let atomic_weight = self.forms.atomic_weight(game).ok();
        let atomic_weight = atomic_weight.and_then(|w| self.forms.print(w, self.limits.max_text));
        let options = if options { Some(Box::new(self.options(expression)?)) } else { None };
        let name = name.map(str::to_owned);
        Ok(Evaluated::Value { name, value, birthday, atomic_weight, options })
    }

    /// The options of an expression: the written ones, or those of the canonical form.
    pub(super) fn options(&mut self, text: &str) -> Result<PositionOptions, Failure> {
        let (forms, positions) = (&mut self.forms, &mut self.positions);
        let written = self.names.written(text, forms, positions);
        let (game, written) = written.map_err(|error| self.failure(text, &error))?;
        let options = match written {
            Some(options) => Ok(options),
            None => self
                .forms
                .left_options(game)
                .and_then(|left| self.forms.right_options(game).map(|right| [left, right])),
        };
        let options = options.and_then(|options| written_options(&mut self.forms, game, options));
        options.map_err(|error| self.failure(text, &ParseError { column: 1, reason: error.into() }))
    }

    /// The defined names, each with its value, one per line.
    pub(super) fn names(&mut self) -> Vec<String> {
        let named: Vec<(String, Form)> =
            self.names.iter().map(|(name, game)| (name.to_owned(), game)).collect();
        let forms = &mut self.forms;
        let text = |(name, game)| {
            let text = forms.print(game, 200).unwrap_or_else(|| "a long form".into());
            format!("{name} = {text}")
        };
        named.into_iter().map(text).collect()
    }

    fn failure(&self, text: &str, error: &ParseError) -> Failure {
        appraisals::expression_failure(text, error, &self.budget)
    }
}

impl Evaluated {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds { holds } => writeln!(f, "{holds}"),
            Self::Value { value, birthday, atomic_weight, options, .. } => {
                value.lines(f, ["Left", "Right"])?;
                writeln!(f, "birthday     {birthday}")?;
                if let Some(weight) = atomic_weight {
                    writeln!(f, "atomic weight  {weight}")?;
                }
                options.as_ref().map_or(Ok(()), |options| options.lines(f, ["Left", "Right"]))
            }
        }
    }

    /// One line, for the prompt.
    pub(super) fn short(&self) -> String {
        match self {
            Self::Holds { holds } => holds.to_string(),
            Self::Value { name: Some(name), value, .. } => format!("{name} = {}", value.form()),
            Self::Value { name: None, value, .. } => value.short(),
        }
    }
}
