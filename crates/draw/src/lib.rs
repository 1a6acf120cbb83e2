//! Drawings: boards, line segment graphs and thermographs as text for terminals, as SVG, and as PNG.

mod gallery;
mod graph;
mod picture;
mod png;
mod svg;
mod text;
mod thermograph;

pub use gallery::gallery;
pub use graph::graph_svg;
pub use picture::BoardPicture;
pub use png::{PngError, png};
pub use svg::{Anchor, Svg};
pub use text::{Labels, TextDrawing};
pub use thermograph::{thermograph_svg, thermograph_text};
