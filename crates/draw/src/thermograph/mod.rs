//! Thermographs: temperature upwards and, as is customary, Left to the left, so that greater values
//! are further left.

mod picture;
mod plot;

pub use picture::thermograph_svg;
pub use plot::thermograph_text;

use lastmove_values::{Dyadic, Wall};

/// A number as a coordinate.
fn real(x: Dyadic) -> f64 {
    x.numerator() as f64 / (1u64 << x.exponent()) as f64
}

/// The corners of a wall as (value, temperature), and a last point on the mast.
fn points(wall: &Wall, top: f64) -> Vec<(f64, f64)> {
    let corners = wall.corners().iter();
    let mut points: Vec<_> = corners.map(|c| (real(c.value), real(c.temperature))).collect();
    if let Some(&(value, _)) = points.last() {
        points.push((value, top));
    }
    points
}

/// A number with a sign as wide as a plus sign.
fn label(x: Dyadic) -> String {
    x.to_string().replace('-', "\u{2212}")
}
