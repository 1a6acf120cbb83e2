//! A small SVG writer for boards, thermographs and charts.

use std::fmt::{Display, Write};

/// The font of all drawings; the one that PNG drawings embed comes first.
const FONT: &str = "'DejaVu Sans', Verdana, sans-serif";

/// The position of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// the point is its left end
    Start,
    /// the point is its middle
    Middle,
    /// the point is its right end
    End,
}

/// An SVG drawing under construction. Attributes are given in SVG syntax, such as `fill="#fff"`;
/// texts are escaped.
///
/// ```
/// use lastmove_draw::{Anchor, Svg};
/// let mut svg = Svg::new(100.0, 40.0, "a greeting");
/// svg.circle((20.0, 20.0), 8.0, "fill=\"#c33\"");
/// svg.text((40.0, 24.0), 12.0, Anchor::Start, "fill=\"#222\"", "1 < 2");
/// assert!(svg.finish().contains("1 &lt; 2"));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    text: String,
}

/// A coordinate without trailing zeros.
fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text escaped for XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl Svg {
    /// An empty drawing of this size on white; the title describes it.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let (w, h) = (number(width), number(height));
        let mut svg = Self { text: String::new() };
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" font-family=\"{FONT}\" role=\"img\">"
        ));
        svg.put(format_args!("<title>{}</title>", escaped(title)));
        svg.put(format_args!("<rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>"));
        svg
    }

    fn put(&mut self, element: impl Display) {
        writeln!(self.text, "{element}").expect("writing to a string");
    }

    /// A rectangle with its top left corner at `at`; `round` is the radius of its corners.
    pub fn rect(&mut self, at: (f64, f64), size: (f64, f64), round: f64, style: &str) {
        let [x, y, w, h, r] = [at.0, at.1, size.0, size.1, round].map(number);
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\" {style}/>"
        ));
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        let [a, b, c, d] = [from.0, from.1, to.0, to.1].map(number);
        self.put(format_args!("<line x1=\"{a}\" y1=\"{b}\" x2=\"{c}\" y2=\"{d}\" {style}/>"));
    }

    /// A line through points, not filled.
    pub fn polyline(&mut self, points: &[(f64, f64)], style: &str) {
        let points = join(points);
        self.put(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke-linejoin=\"round\" {style}/>"
        ));
    }

    /// A closed shape through points.
    pub fn polygon(&mut self, points: &[(f64, f64)], style: &str) {
        let points = join(points);
        self.put(format_args!("<polygon points=\"{points}\" stroke-linejoin=\"round\" {style}/>"));
    }

    /// A circle.
    pub fn circle(&mut self, centre: (f64, f64), radius: f64, style: &str) {
        let [x, y, r] = [centre.0, centre.1, radius].map(number);
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {style}/>"));
    }

    /// A text; the point lies on its base line.
    pub fn text(&mut self, at: (f64, f64), size: f64, anchor: Anchor, style: &str, text: &str) {
        let [x, y, size] = [at.0, at.1, size].map(number);
        let anchor = ["start", "middle", "end"][anchor as usize];
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" {style}>{}</text>",
            escaped(text)
        ));
    }

    /// Another drawing, as returned by [`Svg::finish`], with its top left corner at a point.
    pub fn inset(&mut self, at: (f64, f64), drawing: &str) {
        let [x, y] = [at.0, at.1].map(number);
        self.put(drawing.trim_end().replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1));
    }

    /// The complete SVG file.
    pub fn finish(mut self) -> String {
        self.put("</svg>");
        self.text
    }
}

fn join(points: &[(f64, f64)]) -> String {
    let texts: Vec<String> =
        points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    texts.join(" ")
}
