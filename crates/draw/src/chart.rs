//! Line charts.

use crate::svg::{Anchor, Svg};

/// One line of a chart.
#[derive(Clone, Debug)]
pub struct Series {
    /// its name in the legend
    pub name: String,
    /// its points, from left to right
    pub points: Vec<(f64, f64)>,
}

/// A chart with lines over a common axis.
///
/// ```
/// use lastmove_draw::{LineChart, Series};
/// let points = (0..10).map(|x| (f64::from(x), f64::from(x * x))).collect();
/// let chart = LineChart {
///     title: "squares".into(),
///     x_label: "x".into(),
///     y_label: "x times x".into(),
///     logarithmic: false,
///     series: vec![Series { name: "square".into(), points }],
/// };
/// assert!(chart.svg().contains("<polyline"));
/// ```
#[derive(Clone, Debug)]
pub struct LineChart {
    /// the heading
    pub title: String,
    /// the label of the horizontal axis
    pub x_label: String,
    /// the label of the vertical axis
    pub y_label: String,
    /// whether the vertical axis is logarithmic; values below 1 are drawn as 1
    pub logarithmic: bool,
    /// the lines
    pub series: Vec<Series>,
}

/// Colours that most people with colour blindness can distinguish too (Okabe and Ito).
const COLOURS: [&str; 8] =
    ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999"];
const DASHES: [&str; 2] = ["", " stroke-dasharray=\"6 3\""];

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
/// The plot area: left, top, right, bottom.
const PLOT: (f64, f64, f64, f64) = (60.0, 56.0, 470.0, 350.0);

impl LineChart {
    /// The chart as SVG.
    pub fn svg(&self) -> String {
        let mut svg = Svg::new(WIDTH, HEIGHT, &self.title);
        let dark = "fill=\"#222222\"";
        svg.text((PLOT.0, 22.0), 15.0, Anchor::Start, dark, &self.title);
        let points = || self.series.iter().flat_map(|series| &series.points);
        let least = points().map(|p| p.0).fold(f64::INFINITY, f64::min);
        let most = points().map(|p| p.0).fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = if least < most { (least, most) } else { (0.0, 1.0) };
        let height = |y: f64| if self.logarithmic { y.max(1.0).log10() } else { y };
        let top = points().map(|p| height(p.1)).fold(0.0, f64::max);
        let powers = (top.max(1.0).ceil() / 5.0).max(1.0).floor();
        let step_y = if self.logarithmic { powers } else { step(top) };
        let top = (top / step_y).ceil().max(1.0) * step_y;
        let step_x = step(most - least);
        let x = |value: f64| PLOT.0 + (value - least) / (most - least) * (PLOT.2 - PLOT.0);
        let y = |value: f64| PLOT.3 - height(value) / top * (PLOT.3 - PLOT.1);

        let mut at = 0.0;
        while at <= top + 1e-9 {
            let value = if self.logarithmic { 10f64.powf(at) } else { at };
            let line = y(value);
            svg.line((PLOT.0, line), (PLOT.2, line), "stroke=\"#dddddd\"");
            let label = if self.logarithmic { format!("1e{at:.0}") } else { tidy(at) };
            svg.text((PLOT.0 - 6.0, line + 4.0), 11.0, Anchor::End, dark, &label);
            at += step_y;
        }
        let mut at = (least / step_x).ceil() * step_x;
        while at <= most + 1e-9 {
            svg.line((x(at), PLOT.3), (x(at), PLOT.3 + 4.0), "stroke=\"#222222\"");
            svg.text((x(at), PLOT.3 + 17.0), 11.0, Anchor::Middle, dark, &tidy(at));
            at += step_x;
        }
        svg.line((PLOT.0, PLOT.3), (PLOT.2, PLOT.3), "stroke=\"#222222\"");
        let middle = (PLOT.0 + PLOT.2) / 2.0;
        svg.text((middle, HEIGHT - 12.0), 12.0, Anchor::Middle, dark, &self.x_label);
        svg.text((8.0, PLOT.1 - 12.0), 11.0, Anchor::Start, dark, &self.y_label);
        for (i, series) in self.series.iter().enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            let dash = DASHES[i / COLOURS.len() % DASHES.len()];
            let style = format!("stroke=\"{colour}\" stroke-width=\"2\"{dash}");
            let line: Vec<(f64, f64)> =
                series.points.iter().map(|&(px, py)| (x(px), y(py))).collect();
            svg.polyline(&line, &style);
            let row = PLOT.1 + 10.0 + 18.0 * i as f64;
            svg.polyline(&[(PLOT.2 + 14.0, row), (PLOT.2 + 40.0, row)], &style);
            svg.text((PLOT.2 + 46.0, row + 4.0), 11.0, Anchor::Start, dark, &series.name);
        }
        svg.finish()
    }
}

/// A round step that divides a length into some five parts.
fn step(length: f64) -> f64 {
    let rough = (length / 5.0).max(1e-6);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|&s| s >= rough).unwrap_or(power)
}

/// A number without trailing zeros.
fn tidy(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, f64)>, logarithmic: bool) -> String {
        let series = vec![Series { name: "a < b".into(), points }];
        let text = |s: &str| s.to_owned();
        LineChart { title: text("t"), x_label: text("x"), y_label: text("y"), logarithmic, series }
            .svg()
    }

    #[test]
    fn any_points_make_a_chart() {
        for logarithmic in [false, true] {
            for points in [
                vec![],
                vec![(3.0, 0.0)],
                vec![(0.0, 0.0), (1.0, 0.0)],
                vec![(-5.0, 1e9), (5.0, 0.1)],
            ] {
                let svg = chart(points, logarithmic);
                assert!(svg.contains("a &lt; b") && !svg.contains("NaN"), "{svg}");
                assert!(svg.len() < 20_000);
            }
        }
    }

    #[test]
    fn steps_are_round() {
        assert_eq!([step(10.0), step(22.0), step(3.0)], [2.0, 5.0, 1.0]);
    }
}
