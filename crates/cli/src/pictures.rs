//! Pictures in files: SVG as it is, PNG by the ending of the name.

use crate::failure::Failure;
use lastmove_work::file;
use std::path::Path;

/// What the ending of a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
}

fn kind(path: &Path) -> Option<Kind> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "svg" => Some(Kind::Svg),
        "png" => Some(Kind::Png),
        _ => None,
    }
}

/// Refuses other endings, before any work is done.
pub(crate) fn check_name(path: &Path) -> Result<(), Failure> {
    match kind(path) {
        Some(_) => Ok(()),
        None => Err(Failure::input(
            format!("--output {}", path.display()),
            "expected a name that ends in .svg or .png",
        )),
    }
}

/// Writes an SVG drawing in the format that the name asks for.
pub(crate) fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    check_name(path)?;
    if kind(path) == Some(Kind::Png) {
        let bytes = lastmove_draw::png(svg).map_err(anyhow::Error::from)?;
        file::replace(path, |out| out.write_all(&bytes))?;
    } else {
        file::replace(path, |out| out.write_all(svg.as_bytes()))?;
    }
    Ok(())
}

/// Makes a folder for drawings, if there is none.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| {
        anyhow::anyhow!("--svg {}: cannot make this folder: {error}", path.display()).into()
    })
}
