//! Drawings: boards, line segment graphs, thermographs and charts as text for terminals, as SVG,
//! and as PNG.
//!
//! ```
//! use lastmove_board::Game;
//! use lastmove_draw::BoardDrawing;
//! let diagram = "1q1/*2/2Q w".parse().unwrap();
//! let svg = BoardDrawing::new(&diagram, Game::Amazons).highlight(0b11).svg();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! ```

mod chart;
mod drawing;
mod gallery;
mod graph;
mod picture;
#[cfg(feature = "png")]
mod png;
mod svg;
mod text;
mod thermograph;

pub use chart::{LineChart, Series};
pub use drawing::{BoardDrawing, Line, Mark};
pub use gallery::gallery;
pub use graph::{graph_svg, points_svg};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use svg::{Anchor, Svg};
pub use thermograph::{thermograph_svg, thermograph_text};
