//! Pictures in files, in SVG or PNG by the file's name.

use crate::Failure;
use lastmove_work::file;
use std::path::Path;

/// Whether the file's name ends in .png (`true`) or .svg (`false`); `None` for other names.
fn is_png(path: &Path) -> Option<bool> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "svg" => Some(false),
        "png" => Some(true),
        _ => None,
    }
}

/// Refuses other endings and places that cannot be written, before any work begins.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    match is_png(path) {
        Some(_) => Ok(file::check_place(path)?),
        None => Err(Failure::input(
            format!("--output {}", path.display()),
            "expected a name that ends in .svg or .png",
        )),
    }
}

/// Writes an SVG drawing in the format that the name asks for.
pub(crate) fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    let bytes = match is_png(path) {
        Some(true) => lastmove_draw::png(svg).map_err(anyhow::Error::from)?,
        _ => svg.as_bytes().to_vec(),
    };
    Ok(file::replace(path, |out| out.write_all(&bytes))?)
}

/// Makes a folder for drawings if it does not exist.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| {
        anyhow::anyhow!("--svg {}: cannot make this folder: {error}", path.display()).into()
    })
}
