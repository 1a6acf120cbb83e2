//! Drawings: boards, line segment graphs, thermographs and charts as text for terminals, as SVG, and as PNG.

mod chart;
mod gallery;
mod graph;
mod picture;
mod png;
mod svg;
mod text;
mod thermograph;

pub use chart::{LineChart, Series};
pub use gallery::gallery;
pub use graph::graph_svg;
pub use picture::BoardPicture;
pub use png::{PngError, png};
pub use svg::{Anchor, Svg};
pub use text::{Labels, TextDrawing};
pub use thermograph::{thermograph_svg, thermograph_text};
