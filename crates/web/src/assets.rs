//! The page: files in the program.

use crate::error::ApiError;
use crate::state::App;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use std::path::Path;
use std::sync::Arc;

/// The files of the page with their contents.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../page/", $path)))),*]
    };
}
#[rustfmt::skip]
const PAGE: &[(&str, &[u8])] = files![
    "index.html" "style.css" "icon.svg" "data/gallery.json" "data/puzzles.json"
    "js/analysis.js" "js/api.js" "js/app.js" "js/areas.js" "js/board.js" "js/coach.js"
    "js/covers.js" "js/dom.js" "js/editor.js" "js/gallery.js" "js/graph.js" "js/learn.js"
    "js/main.js" "js/match.js" "js/movelist.js" "js/notation.js" "js/puzzles.js" "js/share.js"
    "js/solve.js" "js/tabs.js" "js/theme.js" "js/tree.js"
];

/// A file of the page; the bare address is the page itself.
pub(crate) async fn file(State(app): State<Arc<App>>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let bytes = match &app.config.page {
        Some(folder) => from_folder(folder, path),
        None => PAGE.iter().find(|(name, _)| *name == path).map(|(_, bytes)| bytes.to_vec()),
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

#[cfg(test)]
mod tests {
    use super::PAGE;
    use std::path::{Path, PathBuf};

    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { walk(&path, found) } else { found.push(path) }
        }
    }

    #[test]
    fn the_program_has_every_file_of_the_page() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page"));
        let mut found = Vec::new();
        walk(root, &mut found);
        assert_eq!(found.len(), PAGE.len());
        for path in found {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            let (_, bytes) = PAGE.iter().find(|(listed, _)| *listed == name).expect(&name);
            assert_eq!(std::fs::read(&path).unwrap(), *bytes, "{name}");
        }
    }
}
