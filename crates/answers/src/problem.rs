//! Why a question has no answer.

use lastmove_report::{AppraiseError, BadBoard};
use lastmove_work::Stop;
use std::fmt::Display;
use thiserror::Error;

/// Why a question has no answer, in one line.
#[derive(Clone, Debug, Error)]
pub enum Problem {
    /// The question makes no sense.
    #[error("{0}")]
    Bad(String),
    /// The position has a value, but not within the limits of the page.
    #[error("too large to value on the page; `lastmove value` has no such limits")]
    TooLarge,
    /// A search ended without a result.
    #[error("{why}")]
    Stopped {
        /// the reason
        why: Stop,
        /// positions entered until then
        nodes: u64,
        /// the time until then
        seconds: f64,
    },
    /// Too much is going on.
    #[error("too much is going on; try again in a moment")]
    Busy,
    /// There is no such thing.
    #[error("{0}")]
    NotFound(&'static str),
    /// A bug.
    #[error("this question met a bug; the others go on")]
    Bug,
}

impl Problem {
    /// The question makes no sense.
    pub(crate) fn bad(message: impl Display) -> Self {
        let message = message.to_string();
        Self::Bad(message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
    }
}

impl From<BadBoard> for Problem {
    fn from(error: BadBoard) -> Self {
        Self::bad(error)
    }
}

impl From<AppraiseError> for Problem {
    fn from(error: AppraiseError) -> Self {
        Self::bad(error)
    }
}
