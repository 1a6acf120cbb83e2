//! Certificates to download.

use crate::error::ApiError;
use crate::state::App;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use std::sync::Arc;

pub(crate) async fn certificate(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let kept = app.certificates.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    match kept.get(&id) {
        Some(bytes) => Ok((
            [
                (header::CONTENT_TYPE, "application/octet-stream"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"lastmove.proof\""),
            ],
            bytes,
        )),
        None => Err(ApiError::new(
            StatusCode::NOT_FOUND,
            "this certificate is gone; solve the position again",
        )),
    }
}
