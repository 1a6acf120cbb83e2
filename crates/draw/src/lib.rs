//! Drawings of boards. So far as text, for terminals and files.

mod text;

pub use text::{Labels, TextDrawing};
