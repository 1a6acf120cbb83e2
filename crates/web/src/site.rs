//! The page without a server: a folder that any web host can serve, from any path.

use crate::assets::PAGE;
use crate::guard::SITE_POLICY;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The name of the engine's file.
const ENGINE: &str = "engine.wasm";
/// The table of Domineering's regions, compressed by gzip. It is large, and loaded only when
/// needed. Its name does not end in `.gz`, because some hosts would then make browsers decompress
/// it.
const REGIONS: &str = "regions.bin";
/// The part of the page's data that a first visit needs; the rest is loaded when it is first used, as the
/// table of regions.
const DATA_AT_ONCE: &str = "data/gallery.json";
/// The service worker, which keeps the site available without a network.
const SERVICE: &str = include_str!("../site/sw.js");
const MANIFEST: &str = include_str!("../site/manifest.webmanifest");

/// Why a site could not be written.
#[derive(Debug, Error)]
pub enum SiteError {
    /// The engine is not WebAssembly.
    #[error("this is not an engine in WebAssembly; tools/site.sh builds one")]
    NoEngine,
    /// The folder cannot be written.
    #[error("{}: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
}

/// All files of a static site.
///
/// ```
/// use lastmove_web::Site;
/// let site = Site::new(b"\0asm\x01\0\0\0", b"the table of regions").unwrap();
/// assert!(site.files().any(|(name, _)| name == "index.html"));
/// assert!(Site::new(b"ELF", b"").is_err());
/// ```
pub struct Site<'e> {
    files: Vec<(&'static str, Cow<'e, [u8]>)>,
    version: String,
}

impl<'e> Site<'e> {
    /// The site of the page, an engine and the table of Domineering's regions.
    ///
    /// # Errors
    /// If the engine is not WebAssembly.
    pub fn new(engine: &'e [u8], regions: &[u8]) -> Result<Self, SiteError> {
        if !engine.starts_with(b"\0asm") {
            return Err(SiteError::NoEngine);
        }
        let mut files: Vec<(_, Cow<'_, [u8]>)> = PAGE
            .iter()
            .map(|&(name, bytes)| match name {
                "index.html" => (name, Cow::Owned(with_engine(bytes))),
                name if name.ends_with(".js") => (name, Cow::Owned(without_comments(bytes))),
                _ => (name, Cow::Borrowed(bytes)),
            })
            .collect();
        files.push((ENGINE, Cow::Borrowed(engine)));
        files.push(("manifest.webmanifest", Cow::Borrowed(MANIFEST.as_bytes())));
        // The URL of the folder itself is the page.
        let names = files.iter().map(|(name, _)| if *name == "index.html" { "./" } else { name });
        let (mut later, names): (Vec<&str>, Vec<&str>) =
            names.partition(|name| name.starts_with("data/") && *name != DATA_AT_ONCE);
        later.push(REGIONS);
        let names = names.join("\", \"");
        files.push((REGIONS, Cow::Owned(packed(regions))));
        let version = version(&files);
        let service = SERVICE
            .replace("@VERSION@", &version)
            .replace("@FILES@", &names)
            .replace("@LATER@", &later.join("\", \""));
        files.push(("sw.js", Cow::Owned(service.into_bytes())));
        Ok(Self { files, version })
    }

    /// A text that identifies this version: it changes with any file.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The files with their names in the folder.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (*name, bytes.as_ref()))
    }

    /// Writes all files into a folder, which is created if necessary. The service worker is written
    /// last, because it announces the new version to visitors.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), SiteError> {
        for (name, bytes) in self.files() {
            let path = folder.join(name);
            let parent = path.parent().unwrap_or(folder);
            std::fs::create_dir_all(parent)
                .and_then(|()| std::fs::write(&path, bytes))
                .map_err(|e| SiteError::Write(path.clone(), e))?;
        }
        Ok(())
    }
}

/// Adds the engine, the policy and the manifest for installation to the head of the page.
fn with_engine(page: &[u8]) -> Vec<u8> {
    let page = String::from_utf8_lossy(page);
    let charset = "<meta charset=\"utf-8\">\n";
    let head = format!(
        "{charset}<meta http-equiv=\"Content-Security-Policy\" content=\"{SITE_POLICY}\">\n\
         <meta name=\"lastmove-engine\" content=\"{ENGINE}\" data-regions=\"{REGIONS}\">\n\
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n"
    );
    page.replacen(charset, &head, 1).into_bytes()
}

/// A script without the lines that are nothing but comments, a sixth of all scripts when packed. No
/// text of a script goes over several lines, as a test checks, so none of its lines is taken for a
/// comment.
fn without_comments(script: &[u8]) -> Vec<u8> {
    let mut inside = false;
    let script = String::from_utf8_lossy(script);
    let code = script.split_inclusive('\n').filter(|line| {
        let line = line.trim();
        let block =
            inside || line.starts_with("/*") && (!line.contains("*/") || line.ends_with("*/"));
        inside = block && !line.contains("*/");
        !block && !line.starts_with("//")
    });
    code.collect::<String>().into_bytes()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).and_then(|()| packed.finish()).expect("memory can be written to")
}

fn version(files: &[(&str, Cow<'_, [u8]>)]) -> String {
    let mut hasher = DefaultHasher::new();
    for (name, bytes) in files {
        hasher.write(name.as_bytes());
        hasher.write_usize(bytes.len());
        hasher.write(bytes);
    }
    hasher.write(SERVICE.as_bytes());
    format!("{}-{:016x}", env!("CARGO_PKG_VERSION"), hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(site: &Site<'_>, name: &str) -> String {
        let (_, bytes) = site.files().find(|(listed, _)| *listed == name).expect(name);
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[test]
    fn the_page_names_its_engine_and_allows_it() {
        let site = Site::new(b"\0asm1", b"").unwrap();
        let page = text(&site, "index.html");
        assert!(page.contains("name=\"lastmove-engine\" content=\"engine.wasm\""));
        assert!(page.contains("script-src 'self' 'wasm-unsafe-eval';"));
        assert!(!page.contains("frame-ancestors"), "browsers complain of it");
    }

    #[test]
    fn the_service_worker_keeps_every_other_file() {
        let site = Site::new(b"\0asm1", b"").unwrap();
        let service = text(&site, "sw.js");
        assert!(service.contains(site.version()) && !service.contains('@'));
        for (name, _) in site.files().filter(|(name, _)| *name != "sw.js") {
            let name = if name == "index.html" { "./" } else { name };
            assert!(service.contains(&format!("\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn scripts_lose_their_comments_and_nothing_else() {
        let script = b"// one\n/** two */\nlet a = 1; // three\n/**\n * four\n */\n  /** @type {any} */ (b).c();\n";
        let code = without_comments(script);
        assert_eq!(code, b"let a = 1; // three\n  /** @type {any} */ (b).c();\n");
        for (name, bytes) in PAGE.iter().filter(|(name, _)| name.ends_with(".js")) {
            for line in String::from_utf8_lossy(bytes).lines() {
                let texts = line.replace("\\`", "").matches('`').count();
                assert!(texts % 2 == 0, "{name}: a text goes over several lines: {line}");
            }
        }
    }

    #[test]
    fn another_engine_or_table_is_another_version() {
        let of = |engine, regions| Site::new(engine, regions).unwrap().version().to_owned();
        assert_eq!(of(b"\0asm1", b"a"), of(b"\0asm1", b"a"));
        assert_ne!(of(b"\0asm1", b"a"), of(b"\0asm2", b"a"));
        assert_ne!(of(b"\0asm1", b"a"), of(b"\0asm1", b"b"));
    }
}
