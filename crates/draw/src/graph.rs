//! A line segment graph drawn on the squares of a region that has this graph.

use crate::svg::Svg;
use lastmove_regions::{LineGraph, Point, PointMark, Region};

const SIDE: f64 = 44.0;
const MARGIN: f64 = 14.0;
const INK: &str = "#22303c";

/// Draws the graph of a region: its squares pale, its lines and points over them, amazons as
/// larger points in their colours.
///
/// ```
/// use lastmove_draw::graph_svg;
/// use lastmove_regions::Region;
/// let bent = Region::new(&[(0, 0), (1, 0), (2, 1)]).unwrap();
/// assert!(graph_svg(bent, 0b001, 0b100, "three squares").ends_with("</svg>\n"));
/// ```
pub fn graph_svg(region: Region, black: u64, white: u64, title: &str) -> String {
    let points: Vec<Point> = region.points().collect();
    points_svg(&points, &LineGraph::of(region).with_amazons(black, white), title)
}

/// Draws a graph on squares; the points of the graph are the indices of `points`.
pub fn points_svg(points: &[Point], graph: &LineGraph, title: &str) -> String {
    let side = |most: Option<u8>| f64::from(most.map_or(0, |most| most + 1)) * SIDE;
    let w = side(points.iter().map(|p| p.0).max());
    let h = side(points.iter().map(|p| p.1).max());
    let mut svg = Svg::new(w + 2.0 * MARGIN, h + 2.0 * MARGIN, title);
    let corners: Vec<(f64, f64)> = points
        .iter()
        .map(|&(x, y)| (MARGIN + f64::from(x) * SIDE, MARGIN + f64::from(y) * SIDE))
        .collect();
    for &corner in &corners {
        let style = "fill=\"#f6ecd9\" stroke=\"#d8ccb4\" stroke-width=\"0.8\"";
        svg.rect(corner, (SIDE, SIDE), 0.0, style);
    }
    let centre = |point: u8| {
        let (x, y) = corners[usize::from(point)];
        (x + SIDE / 2.0, y + SIDE / 2.0)
    };
    for line in graph.lines() {
        // A long line is drawn heavier than the pairs of points that it passes.
        let width = if line.len() > 2 { 4.0 } else { 2.2 };
        let style = format!("stroke=\"#1f5fb4\" stroke-width=\"{width}\" stroke-linecap=\"round\"");
        svg.line(centre(line[0]), centre(line[line.len() - 1]), &style);
    }
    for (point, mark) in graph.marks().iter().enumerate() {
        let (radius, fill) = match mark {
            PointMark::Empty => (5.0, "#8f9aa5"),
            PointMark::Black => (9.0, INK),
            PointMark::White => (9.0, "#ffffff"),
        };
        let style = format!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.6\"");
        svg.circle(centre(point as u8), radius, &style);
    }
    svg.finish()
}
