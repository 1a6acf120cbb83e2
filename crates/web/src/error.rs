//! Errors as clients receive them: a status and a JSON object with one line of text.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use lastmove_answers::Problem;
use serde_json::json;

/// Why a request failed.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: String,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        let status = match problem {
            Problem::Bad(_) | Problem::TooLarge => StatusCode::UNPROCESSABLE_ENTITY,
            Problem::Stopped { .. } | Problem::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Problem::NotFound(_) => StatusCode::NOT_FOUND,
            Problem::Bug => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, problem.to_string())
    }
}

impl From<JsonRejection> for ApiError {
    fn from(refused: JsonRejection) -> Self {
        Self::new(refused.status(), refused.body_text())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}
