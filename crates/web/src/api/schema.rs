//! The description of the interface.

use axum::http::header;
use axum::response::IntoResponse;

/// OpenAPI, written by hand; the tests hold answers against it.
const SCHEMA: &str = include_str!("../../schema.json");

pub(crate) async fn schema() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], SCHEMA)
}
