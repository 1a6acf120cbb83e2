//! The page: files that are part of the program.

use crate::error::ApiError;
use crate::state::App;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The names of the page's files and their contents.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../page/", $path)))),*]
    };
}
#[rustfmt::skip]
pub(crate) const PAGE: &[(&str, &[u8])] = files![
    "index.html" "style.css" "icon.svg" "data/explorer-10x10.json"
    "data/explorer-6x6.json" "data/explorer-8x8.json" "data/gallery.json" "data/puzzles.json"
    "data/proofs/amazons-4x4.proof" "data/proofs/amazons-4x5.proof" "data/proofs/amazons-5x4.proof"
    "data/proofs/amazons-5x5.proof" "js/analysis.js"
    "js/api.js" "js/app.js" "js/areas.js" "js/board.js" "js/calculator.js" "js/coach.js"
    "js/covers.js" "js/dialog.js" "js/dom.js" "js/editor.js" "js/gallery.js" "js/games.js" "js/graph.js"
    "js/hint.js" "js/install.js" "js/jobs.js" "js/keys.js" "js/learn.js" "js/library.js" "js/local.js"
    "js/main.js" "js/marks.js" "js/match.js" "js/movelist.js" "js/newgame.js" "js/notation.js" "js/openings.js"
    "js/picture.js" "js/pieces.js" "js/proof.js" "js/puzzle.js" "js/puzzles.js" "js/rating.js" "js/reason.js" "js/records.js" "js/result.js"
    "js/review.js" "js/server.js" "js/session.js" "js/share.js" "js/solve.js" "js/sound.js" "js/tabs.js" "js/theme.js"
    "js/thermograph.js" "js/tree.js" "js/value.js" "js/verdict.js" "js/worker.js"
];

/// The openings of a board such as `6x6` as the page explores them, if there are any.
///
/// ```
/// assert!(lastmove_web::opening_file("6x6").is_some());
/// assert!(lastmove_web::opening_file("5x5").is_none());
/// ```
pub fn opening_file(board: &str) -> Option<&'static str> {
    let name = format!("data/explorer-{board}.json");
    let (_, bytes) = PAGE.iter().find(|(listed, _)| *listed == name)?;
    std::str::from_utf8(bytes).ok()
}

/// A file compressed for sending.
struct Packed {
    /// its entity tag, which changes with the file
    tag: String,
    gzip: Vec<u8>,
}

/// The compressed files of [`PAGE`], in the same order, each compressed on its first request.
static PACKED: [OnceLock<Packed>; PAGE.len()] = [const { OnceLock::new() }; PAGE.len()];

/// Sends a file of the page; the path `/` is the page itself.
pub(crate) async fn file(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let kind = (header::CONTENT_TYPE, content_type(path));
    let missing = || ApiError::new(StatusCode::NOT_FOUND, "there is nothing here").into_response();
    if let Some(folder) = &app.config.page {
        return from_folder(folder, path).map_or_else(missing, |b| ([kind], b).into_response());
    }
    let Some(i) = PAGE.iter().position(|(name, _)| *name == path) else { return missing() };
    let bytes = PAGE[i].1;
    let Packed { tag, gzip } = PACKED[i].get_or_init(|| pack(bytes));
    let has = |name, what: &str| {
        headers.get(name).and_then(|v| v.to_str().ok()).is_some_and(|v| v.contains(what))
    };
    let common = [(header::ETAG, tag.as_str()), (header::VARY, "Accept-Encoding")];
    if has(header::IF_NONE_MATCH, tag) {
        (StatusCode::NOT_MODIFIED, common).into_response()
    } else if has(header::ACCEPT_ENCODING, "gzip") && gzip.len() < bytes.len() {
        (common, [kind, (header::CONTENT_ENCODING, "gzip")], &gzip[..]).into_response()
    } else {
        (common, [kind], bytes).into_response()
    }
}

fn pack(bytes: &[u8]) -> Packed {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to a vector cannot fail.
    let gzip = packer.write_all(bytes).and_then(|()| packer.finish()).unwrap_or_default();
    Packed { tag: format!("\"{:016x}\"", hasher.finish()), gzip }
}

/// Reads a file of the page from a folder, for development; other files are not served.
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

    #[test]
    fn all_openings_together_are_small() {
        let openings = PAGE.iter().filter(|(name, _)| name.starts_with("data/explorer-"));
        let sizes: Vec<usize> = openings.map(|(_, bytes)| super::pack(bytes).gzip.len()).collect();
        println!("openings, packed: {sizes:?} bytes");
        assert!(sizes.len() == 3 && sizes.iter().sum::<usize>() <= 400_000, "{sizes:?}");
    }

    #[test]
    fn the_certificates_of_the_page_are_those_of_the_project() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs"));
        let proofs = PAGE
            .iter()
            .filter_map(|(name, bytes)| Some((name.strip_prefix("data/proofs/")?, bytes)));
        for (name, bytes) in proofs {
            assert_eq!(std::fs::read(root.join(name)).unwrap(), *bytes, "{name}");
        }
    }
}
