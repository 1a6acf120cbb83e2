//! PNG files from SVG drawings, with an embedded font, so that they look the same on every machine.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::Arc;

/// Pixels per unit of the drawing: sharp on high-resolution screens.
const SCALE: f32 = 2.0;

/// Why a drawing could not be converted to PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// Not an SVG drawing.
    #[error("the drawing is not valid SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The drawing is too large or empty.
    #[error("the drawing has no size that a picture can have")]
    Size,
    /// The PNG could not be written.
    #[error("the picture could not be packed: {0}")]
    Encoding(String),
}

/// The bytes of a PNG file that shows an SVG drawing.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or(PngError::Size)?;
    let mut picture = Pixmap::new(size.width(), size.height()).ok_or(PngError::Size)?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    picture.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
