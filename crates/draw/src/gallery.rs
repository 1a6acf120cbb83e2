//! Several drawings in one SVG.

use crate::svg::{Anchor, Svg};

const GAP: f64 = 12.0;
const CAPTION: f64 = 18.0;

/// Width and height of a drawing made by this crate.
fn size(drawing: &str) -> (f64, f64) {
    let number = |name: &str| {
        let text = drawing.split(name).nth(1)?.split('"').next()?;
        text.parse().ok()
    };
    (number(" width=\"").unwrap_or(0.0), number(" height=\"").unwrap_or(0.0))
}

/// Arranges drawings in rows of at most `width`, each with a caption below it.
///
/// ```
/// use lastmove_draw::{Svg, gallery};
/// let dot = Svg::new(20.0, 20.0, "nothing").finish();
/// let row = gallery("two dots", 400.0, &[(dot.clone(), "one".into()), (dot, "two".into())]);
/// assert_eq!(row.matches("<svg ").count(), 3);
/// ```
pub fn gallery(title: &str, width: f64, drawings: &[(String, String)]) -> String {
    let mut places = Vec::with_capacity(drawings.len());
    let (mut x, mut y, mut row, mut widest) = (GAP, GAP, 0f64, 0f64);
    for (drawing, caption) in drawings {
        let (w, h) = size(drawing);
        let room = w.max(caption.chars().count() as f64 * 6.6);
        if x > GAP && x + room + GAP > width {
            (x, y, row) = (GAP, y + row + CAPTION + GAP, 0.0);
        }
        places.push((x, y, room, w, h));
        x += room + GAP;
        row = row.max(h);
        widest = widest.max(x);
    }
    let mut svg = Svg::new(widest, y + row + CAPTION + GAP, title);
    for ((drawing, caption), (x, y, room, w, h)) in drawings.iter().zip(places) {
        svg.inset((x + (room - w) / 2.0, y), drawing);
        let at = (x + room / 2.0, y + h + 12.0);
        svg.text(at, 11.0, Anchor::Middle, "fill=\"#22303c\"", caption);
    }
    svg.finish()
}
