//! Answers, and what is told on the way to them.

use crate::Problem;
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// JSON text
    Json(String),
    /// a file: its media type and its bytes
    File(&'static str, Arc<Vec<u8>>),
}

impl Answer {
    pub(crate) fn json(data: impl Serialize) -> Self {
        Self::Json(text(data))
    }
}

/// What is told while a search goes on, and its end.
#[derive(Clone, Debug)]
pub struct AnswerEvent {
    /// `progress` or `report`; at the end `done`, `stopped` or `failed`
    pub name: &'static str,
    /// JSON text
    pub data: String,
}

impl AnswerEvent {
    pub(crate) fn new(name: &'static str, data: impl Serialize) -> Self {
        Self { name, data: text(data) }
    }

    /// The last word of a search.
    pub fn last(result: Result<Answer, Problem>) -> Self {
        match result {
            Ok(Answer::Json(data)) => Self { name: "done", data },
            Ok(Answer::File(..)) => Self::last(Err(Problem::Bug)),
            Err(Problem::Stopped { why, nodes, seconds }) => {
                let reason = why.to_string();
                let data = json!({ "reason": reason, "nodes": nodes, "seconds": seconds });
                Self::new("stopped", data)
            }
            Err(problem) => Self::new("failed", json!({ "error": problem.to_string() })),
        }
    }
}

/// Our own data always become JSON: their keys are texts.
fn text(data: impl Serialize) -> String {
    serde_json::to_string(&data).unwrap_or_default()
}
