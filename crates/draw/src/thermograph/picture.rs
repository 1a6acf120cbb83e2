//! A thermograph as SVG.

use super::{label, points, real};
use crate::svg::{Anchor, Svg};
use lastmove_values::{Dyadic, Thermograph};

const LEFT: &str = "#1f5fb4";
const RIGHT: &str = "#c0392b";
const INK: &str = "#22303c";
const FAINT: &str = "#e4e8ec";

/// Margins around the plot: left for temperatures, top for the title, bottom for values.
const MARGIN: (f64, f64, f64, f64) = (64.0, 78.0, 40.0, 62.0);

/// The visible part of the plane, and its scale.
struct Frame {
    /// greatest value, at the left
    most: f64,
    /// greatest temperature
    top: f64,
    unit: f64,
}

impl Frame {
    fn at(&self, value: f64, temperature: f64) -> (f64, f64) {
        let (x, y) = ((self.most - value) * self.unit, (self.top - temperature) * self.unit);
        (MARGIN.0 + x, MARGIN.1 + y)
    }
}

/// Draws a thermograph with labelled walls, mast, stops and temperature. The title is the position
/// or the value.
pub fn thermograph_svg(thermograph: &Thermograph, title: &str) -> String {
    let (left, right) = (thermograph.left_wall(), thermograph.right_wall());
    let temperature = real(thermograph.temperature());
    let most = real(left.corners()[0].value).ceil() + 1.0;
    let least = real(right.corners()[0].value).floor() - 1.0;
    let top = (temperature + 0.75).ceil().max(1.0);
    let (wide, high) = (most - least, top + 1.0);
    let unit = (640.0 / wide).min(420.0 / high).clamp(4.0, 120.0);
    let frame = Frame { most, top, unit };
    let width = (MARGIN.0 + wide * unit + MARGIN.2).max(360.0);
    let height = MARGIN.1 + high * unit + MARGIN.3;
    let mut svg = Svg::new(width, height, &format!("Thermograph of {title}"));
    heading(&mut svg, thermograph, title, width);
    grid(&mut svg, &frame, least);
    let style = |colour: &str, wide: f64| {
        format!("stroke=\"{colour}\" stroke-width=\"{wide}\" stroke-linecap=\"round\"")
    };
    let on_paper = |wall| {
        let points = points(wall, temperature);
        points.iter().map(|&(v, t)| frame.at(v, t)).collect::<Vec<_>>()
    };
    let (left, right) = (on_paper(left), on_paper(right));
    let inside: Vec<_> = left.iter().chain(right.iter().rev()).copied().collect();
    svg.polygon(&inside, "fill=\"#5b8def\" fill-opacity=\"0.13\"");
    svg.polyline(&left, &style(LEFT, 3.0));
    svg.polyline(&right, &style(RIGHT, 3.0));
    mast(&mut svg, &frame, thermograph);
    stops(&mut svg, &frame, thermograph);
    svg.finish()
}

/// The title, and the main numbers in words.
fn heading(svg: &mut Svg, thermograph: &Thermograph, title: &str, width: f64) {
    let mut shown: String = title.chars().take(64).collect();
    if shown.len() < title.len() {
        shown.push('…');
    }
    let size = (width / shown.chars().count().max(1) as f64 * 1.45).clamp(9.0, 17.0);
    let style = format!("fill=\"{INK}\"");
    svg.text((width / 2.0, 28.0), size, Anchor::Middle, &style, &shown);
    let numbers = format!(
        "mean {} · temperature {} · stops {} and {}",
        label(thermograph.mean()),
        label(thermograph.temperature()),
        label(thermograph.left_stop()),
        label(thermograph.right_stop())
    );
    let size = (width / numbers.chars().count() as f64 * 1.7).clamp(8.0, 12.5);
    svg.text((width / 2.0, 50.0), size, Anchor::Middle, "fill=\"#5c6b78\"", &numbers);
}

/// Lines at integers, the axes with their names, and the part below t = 0 shaded.
fn grid(svg: &mut Svg, frame: &Frame, least: f64) {
    let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]
        .into_iter()
        .find(|step| step * frame.unit >= 26.0)
        .unwrap_or(200.0);
    let (x0, y0) = frame.at(frame.most, 0.0);
    let (x1, y1) = frame.at(least, -1.0);
    svg.rect((x0, y0), (x1 - x0, y1 - y0), 0.0, "fill=\"#f3f5f7\"");
    let faint = format!("stroke=\"{FAINT}\" stroke-width=\"1\"");
    let text = "fill=\"#5c6b78\"";
    let mut value = (least / step).ceil() * step;
    while value <= frame.most {
        svg.line(frame.at(value, -1.0), frame.at(value, frame.top), &faint);
        let (x, y) = frame.at(value, -1.0);
        svg.text((x, y + 18.0), 12.0, Anchor::Middle, text, &whole(value));
        value += step;
    }
    let mut t = -1.0;
    while t <= frame.top {
        svg.line(frame.at(frame.most, t), frame.at(least, t), &faint);
        if t == -1.0 || (t / step).fract() == 0.0 {
            let (x, y) = frame.at(frame.most, t);
            svg.text((x - 10.0, y + 4.0), 12.0, Anchor::End, text, &whole(t));
        }
        t += if t < 0.0 { 1.0 } else { step };
    }
    let axis = format!("stroke=\"{INK}\" stroke-width=\"1.2\"");
    svg.line(frame.at(frame.most, -1.0), frame.at(least, -1.0), &axis);
    let zero = "stroke=\"#8a97a3\" stroke-dasharray=\"5 4\"";
    svg.line(frame.at(frame.most, 0.0), frame.at(least, 0.0), zero);
    let (x, y) = frame.at((frame.most + least) / 2.0, -1.0);
    svg.text((x, y + 42.0), 12.0, Anchor::Middle, text, "\u{2190} Left · value · Right \u{2192}");
    let (x, y) = frame.at(frame.most, frame.top);
    svg.text((x - 10.0, y - 12.0), 12.0, Anchor::End, text, "t");
}

fn whole(x: f64) -> String {
    format!("{x:.0}").replace('-', "\u{2212}")
}

/// The mast above the temperature, and its lowest point.
fn mast(svg: &mut Svg, frame: &Frame, thermograph: &Thermograph) {
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    let foot = frame.at(real(mean), real(temperature));
    let head = frame.at(real(mean), frame.top);
    let style = format!("stroke=\"{INK}\" stroke-width=\"3\" stroke-linecap=\"round\"");
    svg.line(foot, head, &style);
    let (x, y) = head;
    let tip = [(x, y - 9.0), (x - 5.0, y + 1.0), (x + 5.0, y + 1.0)];
    svg.polygon(&tip, &format!("fill=\"{INK}\""));
    let axis = (frame.at(frame.most, 0.0).0, foot.1);
    svg.line(axis, foot, &format!("stroke=\"{INK}\" stroke-width=\"1\" stroke-dasharray=\"2 3\""));
    svg.circle(foot, 4.5, &format!("fill=\"#ffffff\" stroke=\"{INK}\" stroke-width=\"2\""));
    let style = format!("fill=\"{INK}\"");
    let text = format!("t = {}", label(temperature));
    svg.text((foot.0 + 10.0, foot.1 - 6.0), 12.5, Anchor::Start, &style, &text);
    let text = format!("mean {}", label(mean));
    svg.text((head.0 + 10.0, head.1 + 17.0), 12.5, Anchor::Start, &style, &text);
}

/// The stops on the line t = 0; a number has one, at its mast.
fn stops(svg: &mut Svg, frame: &Frame, thermograph: &Thermograph) {
    let (left, right) = (thermograph.left_stop(), thermograph.right_stop());
    let mut stop = |value: Dyadic, colour: &str, name: &str, anchor: Anchor| {
        let at = frame.at(real(value), 0.0);
        svg.circle(at, 4.5, &format!("fill=\"{colour}\" stroke=\"#ffffff\" stroke-width=\"1.5\""));
        let x = if anchor == Anchor::End { at.0 - 9.0 } else { at.0 + 9.0 };
        let text = format!("{name}{}", label(value));
        svg.text((x, at.1 - 7.0), 12.5, anchor, &format!("fill=\"{colour}\""), &text);
    };
    if left == right && thermograph.temperature() < Dyadic::ZERO {
        stop(left, INK, "", Anchor::End);
    } else {
        stop(left, LEFT, "L ", Anchor::End);
        stop(right, RIGHT, "R ", Anchor::Start);
    }
}
