//! The interface: questions over HTTP.

use crate::error::ApiError;
use crate::state::App;
use crate::stream;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use lastmove_answers::{Answer, Cost, SCHEMA, Task};
use serde_json::Value;
use std::sync::Arc;

/// Every question that can be asked, below `/api`.
pub(crate) fn router() -> Router<Arc<App>> {
    let unknown =
        || async { ApiError::new(StatusCode::NOT_FOUND, "no such question; see /api/schema.json") };
    let method = || async {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "wrong method; see /api/schema.json")
    };
    let mut router = Router::new()
        .route("/info", get(|State(app): State<Arc<App>>| async move { shown(app.answers.info()) }))
        .route("/schema.json", get(|| async { shown(Answer::Json(SCHEMA.to_owned())) }))
        .route("/certificate/{id}", get(certificate));
    for name in Task::names() {
        let ask = move |State(app), question: Result<Json<Value>, JsonRejection>| async move {
            answer(app, Task::read(name, question?.0)?).await
        };
        router = router.route(&format!("/{name}"), post(ask));
    }
    router.method_not_allowed_fallback(method).fallback(unknown)
}

async fn answer(app: Arc<App>, task: Task) -> Result<Response, ApiError> {
    match task.cost() {
        Cost::Search => stream::start(&app, task).map(IntoResponse::into_response),
        _ => app.compute(task).await.map(shown),
    }
}

async fn certificate(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let bytes = app.answers.certificate(&id)?;
    let name = (header::CONTENT_DISPOSITION, "attachment; filename=\"lastmove.proof\"");
    Ok(([name], shown(Answer::File("application/octet-stream", bytes))))
}

fn shown(answer: Answer) -> Response {
    let (kind, bytes) = match answer {
        Answer::Json(text) => ("application/json", text.into_bytes()),
        Answer::File(kind, bytes) => (kind, bytes),
    };
    ([(header::CONTENT_TYPE, kind)], bytes).into_response()
}
