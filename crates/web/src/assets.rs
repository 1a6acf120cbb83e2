//! The page: files in the program.

use crate::error::ApiError;
use crate::state::App;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::path::Path;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// A file of the page; the bare address is the page itself.
pub(crate) async fn file(State(app): State<Arc<App>>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let bytes = match &app.config.page {
        Some(folder) => from_folder(folder, path),
        None => Page::get(path).map(|file| file.data.into_owned()),
    };
    match bytes {
        Some(bytes) => ([(header::CONTENT_TYPE, content_type(path))], bytes).into_response(),
        None => ApiError::new(StatusCode::NOT_FOUND, "there is nothing here").into_response(),
    }
}

/// For work on the page: only files that it is made of.
fn from_folder(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let plain = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    if !plain || path.contains('\\') {
        return None;
    }
    std::fs::read(folder.join(path)).ok()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
