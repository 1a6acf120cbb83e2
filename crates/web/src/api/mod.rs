//! The interface, one file for each kind of question.

mod boards;
mod certificate;
mod evaluate;
mod info;
mod picture;
mod position;
mod regions;
mod schema;
mod sgf;
mod solve;
mod think;
mod value;
mod verdict;

use crate::error::ApiError;
use crate::state::App;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use std::sync::Arc;

/// Every question that can be asked, below `/api`.
pub(crate) fn router() -> Router<Arc<App>> {
    let unknown =
        || async { ApiError::new(StatusCode::NOT_FOUND, "no such question; see /api/schema.json") };
    let method = || async {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "wrong method; see /api/schema.json")
    };
    Router::new()
        .route("/info", get(info::info))
        .route("/schema.json", get(schema::schema))
        .route("/position", post(position::position))
        .route("/evaluate", post(evaluate::evaluate))
        .route("/value", post(value::value))
        .route("/solve", post(solve::solve))
        .route("/think", post(think::think))
        .route("/certificate/{id}", get(certificate::certificate))
        .route("/sgf/read", post(sgf::read))
        .route("/sgf/write", post(sgf::write))
        .route("/picture", post(picture::picture))
        .method_not_allowed_fallback(method)
        .fallback(unknown)
}
