//! Errors as clients see them: a status and one JSON object with one line of text.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use lastmove_report::{AppraiseError, BadBoard};
use serde_json::json;
use std::fmt::Display;

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, message: impl Display) -> Self {
        let message = message.to_string();
        let message = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Self { status, message }
    }

    /// The request makes no sense.
    pub(crate) fn bad(message: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Too much is going on.
    pub(crate) fn busy() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again in a moment")
    }

    /// A bug.
    pub(crate) fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this request met a bug in the server; the others go on",
        )
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}

impl From<BadBoard> for ApiError {
    fn from(error: BadBoard) -> Self {
        Self::bad(error)
    }
}

impl From<AppraiseError> for ApiError {
    fn from(error: AppraiseError) -> Self {
        Self::bad(error)
    }
}
