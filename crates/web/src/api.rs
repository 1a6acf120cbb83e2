//! The HTTP interface: routes, requests and answers.

use crate::error::ApiError;
use crate::state::{App, Turn};
use crate::stream;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use lastmove_answers::{Answer, CheckedQuestion, Cost, SCHEMA};
use serde_json::value::RawValue;
use std::sync::Arc;

/// The longest body of a request, and the longest with a game record of 1 MiB or a certificate, as JSON.
const MOST_BODY: usize = 64 << 10;
const MOST_RECORD: usize = 2 << 20;

/// The routes of all requests below `/api`.
pub(crate) fn router() -> Router<Arc<App>> {
    let unknown =
        || async { ApiError::new(StatusCode::NOT_FOUND, "no such question; see /api/schema.json") };
    let method = || async {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "wrong method; see /api/schema.json")
    };
    let info = |State(app): State<Arc<App>>| async move { shown(app.answers.info(), None) };
    let mut router = Router::new()
        .route("/info", get(info))
        .route("/schema.json", get(|| async { shown(Answer::Json(SCHEMA.to_owned()), None) }))
        .route("/certificate/{id}", get(certificate));
    for (name, cost) in CheckedQuestion::kinds() {
        let ask = move |State(app), request| answer(app, name, cost, request);
        let most = if matches!(cost, Cost::Record | Cost::Proof) { MOST_RECORD } else { MOST_BODY };
        router = router.route(&format!("/{name}"), post(ask).layer(DefaultBodyLimit::max(most)));
    }
    router.method_not_allowed_fallback(method).fallback(unknown)
}

async fn answer(
    app: Arc<App>,
    name: &'static str,
    cost: Cost,
    request: Request,
) -> Result<Response, ApiError> {
    let read = async {
        let Json(question) = Json::<Box<RawValue>>::from_request(request, &()).await?;
        Ok::<CheckedQuestion, ApiError>(CheckedQuestion::read(name, question.get())?)
    };
    match cost {
        Cost::Search => stream::start(&app, read.await?).map(IntoResponse::into_response),
        // Request and answer take megabytes, so the permit covers both from the first byte to the
        // last.
        Cost::Record | Cost::Proof => {
            let turn = app.turn(cost).await?;
            let (answer, turn) = app.compute(read.await?, turn).await?;
            Ok(shown(answer, Some(turn)))
        }
        _ => {
            let task = read.await?;
            let turn = app.turn(cost).await?;
            Ok(shown(app.compute(task, turn).await?.0, None))
        }
    }
}

async fn certificate(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let bytes = app.answers.certificate(&id)?;
    let name = (header::CONTENT_DISPOSITION, "attachment; filename=\"lastmove.proof\"");
    Ok(([name], shown(Answer::File("application/octet-stream", bytes), None)))
}

/// The response for an answer; its permit is released when the response is sent.
fn shown(answer: Answer, turn: Option<Turn>) -> Response {
    let (kind, bytes) = match answer {
        Answer::Json(text) => ("application/json", Arc::new(text.into_bytes())),
        Answer::File(kind, bytes) => (kind, bytes),
    };
    let body = Bytes::from_owner(Sent { bytes, _turn: turn });
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

/// The bytes of a response that is being sent.
struct Sent {
    bytes: Arc<Vec<u8>>,
    _turn: Option<Turn>,
}

impl AsRef<[u8]> for Sent {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
