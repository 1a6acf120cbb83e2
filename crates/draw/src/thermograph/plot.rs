//! A thermograph drawn with characters.

use super::{points, real};
use lastmove_values::Thermograph;
use std::fmt::Write;

/// The greatest width of a plot, without the temperatures beside it.
const WIDTH: f64 = 62.0;
/// The greatest height of a plot.
const HEIGHT: f64 = 26.0;

/// A drawing for a terminal, some 70 characters wide. A leaning wall moves one column per line, so
/// that it has no gaps.
///
/// ```
/// use lastmove_draw::thermograph_text;
/// use lastmove_values::Forms;
/// let mut forms = Forms::new();
/// let game = forms.parse("{2|0}").unwrap();
/// let text = thermograph_text(&forms.thermograph(game).unwrap(), true);
/// assert!(text.contains("/ \\"));
/// ```
pub fn thermograph_text(thermograph: &Thermograph, ascii: bool) -> String {
    let temperature = real(thermograph.temperature());
    let most = real(thermograph.left_wall().corners()[0].value);
    let least = real(thermograph.right_wall().corners()[0].value);
    let fits =
        |scale: f64| (most - least) * scale <= WIDTH && (temperature + 1.0) * scale <= HEIGHT;
    let scale = [8.0, 4.0, 2.0, 1.0, 0.5, 0.25].into_iter().find(|&s| fits(s)).unwrap_or(0.125);
    let plot = Plot { scale, most, least, temperature, ascii };
    plot.draw(thermograph)
}

struct Plot {
    /// characters per unit
    scale: f64,
    most: f64,
    least: f64,
    temperature: f64,
    ascii: bool,
}

/// Columns left and right of the walls.
const PAD: usize = 3;

impl Plot {
    fn column(&self, value: f64) -> usize {
        ((self.most - value) * self.scale).round() as usize + PAD
    }

    fn row(&self, temperature: f64) -> usize {
        ((temperature + 1.0) * self.scale).round() as usize
    }

    fn draw(&self, thermograph: &Thermograph) -> String {
        let (straight, zero, corner) =
            if self.ascii { ('|', '.', '+') } else { ('│', '·', '┼') };
        let foot = self.row(self.temperature);
        let rows = foot + 4;
        let columns = self.column(self.least) + PAD + 1;
        let mut grid = vec![vec![' '; columns]; rows];
        if self.row(0.0) < rows {
            grid[self.row(0.0)] = vec![zero; columns];
        }
        for (wall, lean) in [(thermograph.left_wall(), '/'), (thermograph.right_wall(), '\\')] {
            let corners = points(wall, self.temperature);
            for pair in corners.windows(2) {
                let ((v0, t0), (v1, t1)) = (pair[0], pair[1]);
                let (low, high) = (self.row(t0), self.row(t1));
                for row in low..high {
                    let part = (row - low) as f64 / (high - low) as f64;
                    let column = self.column(v0 + (v1 - v0) * part);
                    grid[row][column] = if v0 == v1 { straight } else { lean };
                }
            }
        }
        let mast = self.column(real(thermograph.mean()));
        for row in &mut grid[foot..] {
            row[mast] = straight;
        }
        self.written(&grid, corner, thermograph)
    }

    fn written(&self, grid: &[Vec<char>], corner: char, thermograph: &Thermograph) -> String {
        let (edge, line) = if self.ascii { ('|', '-') } else { ('│', '─') };
        let mut text = String::new();
        let named = [(0.0, "0".to_owned()), (-1.0, "-1".to_owned())];
        let own = (self.temperature, thermograph.temperature().to_string());
        for (row, cells) in grid.iter().enumerate().rev() {
            let here = |(t, _): &&(f64, String)| self.row(*t) == row;
            let name = std::iter::once(&own).chain(&named).find(here);
            let name = name.map_or("", |(_, name)| name);
            let tick = if name.is_empty() { edge } else { corner };
            let cells: String = cells.iter().collect();
            writeln!(text, "{name:>7} {tick}{}", cells.trim_end()).expect("a string");
        }
        let below: String = std::iter::repeat_n(line, grid[0].len()).collect();
        writeln!(text, "{:>7} {corner}{below}", "t").expect("a string");
        self.values(&mut text, grid[0].len());
        text
    }

    /// Integers below the plot, as many as fit.
    fn values(&self, text: &mut String, columns: usize) {
        let mut line = vec![' '; columns + 4];
        let step = (4.0 / self.scale).ceil();
        let mut value = (self.least / step).ceil() * step;
        while value <= self.most {
            let name = (value as i64).to_string();
            // The last digit is right below the value.
            let end = self.column(value) + 1;
            for (i, c) in name.chars().rev().enumerate() {
                if let Some(place) = end.checked_sub(i + 1).and_then(|i| line.get_mut(i)) {
                    *place = c;
                }
            }
            value += step;
        }
        let line: String = line.into_iter().collect();
        writeln!(text, "         {}", line.trim_end()).expect("a string");
    }
}
