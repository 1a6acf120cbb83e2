//! Errors as Python exceptions, with one line each.

use lastmove::values::{ParseError, Reason, ValueError};
use lastmove::work::Stop;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(lastmove, Error, PyException, "The base class of lastmove's errors.");
create_exception!(lastmove, LimitReached, Error, "A limit was reached without an answer.");
create_exception!(lastmove, StoreFull, LimitReached, "A store of values is full.");
create_exception!(
    lastmove,
    InvalidCertificate,
    Error,
    "A certificate is invalid or proves another claim."
);

/// Why a call failed.
#[derive(Debug)]
pub(crate) enum Problem {
    /// bad input
    Input(String),
    /// a limit, or Ctrl-C
    Limit(String),
    /// the budget of a computation with values ended
    Stopped,
    /// a full store
    Full(String),
    /// a certificate that is not valid
    Invalid(String),
    /// anything else
    Failed(String),
}

pub(crate) type Result<T> = std::result::Result<T, Problem>;

impl Problem {
    pub(crate) fn input(problem: impl ToString) -> Self {
        Self::Input(problem.to_string())
    }
    pub(crate) fn failed(problem: impl ToString) -> Self {
        Self::Failed(problem.to_string())
    }
}

impl From<ValueError> for Problem {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::TooManyForms { .. } => {
                Self::Full(format!("{error}; make a Store(max_forms=…) with room for more"))
            }
            ValueError::Stopped => Self::Stopped,
            ValueError::TooManyPositions { .. } | ValueError::TooMuchMemory { .. } => {
                Self::Limit(error.to_string())
            }
            _ => Self::Input(error.to_string()),
        }
    }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Self {
        match error.reason {
            Reason::Value(reason) => match Self::from(reason) {
                Self::Input(_) => Self::Input(error.to_string()),
                problem => problem,
            },
            _ => Self::Input(error.to_string()),
        }
    }
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        Self::Limit(stop.to_string())
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Input(line) => PyValueError::new_err(single(line)),
            Problem::Limit(line) => LimitReached::new_err(single(line)),
            Problem::Stopped => LimitReached::new_err("time limit reached"),
            Problem::Full(line) => StoreFull::new_err(single(line)),
            Problem::Invalid(line) => InvalidCertificate::new_err(single(line)),
            Problem::Failed(line) => Error::new_err(single(line)),
        }
    }
}

/// Replaces line breaks: a message is always one line.
fn single(line: String) -> String {
    line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("LimitReached", py.get_type::<LimitReached>())?;
    module.add("StoreFull", py.get_type::<StoreFull>())?;
    module.add("InvalidCertificate", py.get_type::<InvalidCertificate>())
}
