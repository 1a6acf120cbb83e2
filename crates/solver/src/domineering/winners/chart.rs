//! The chart as text, as CSV and as a picture.

use super::Winners;
use std::fmt::Write as _;

impl Winners {
    /// A text chart: rows down, columns across. An open class prints its candidates, the players
    /// in lower case (`1h` is 1 or H), a dot if nothing is known.
    pub fn to_text(&self) -> String {
        let mut text = format!("{:>3}", "");
        for columns in 1..=self.columns() {
            let _ = write!(text, "{columns:>4}");
        }
        text.push('\n');
        for rows in 1..=self.rows() {
            let _ = write!(text, "{rows:>3}");
            for columns in 1..=self.columns() {
                let candidates = self.candidates(rows, columns);
                let shown = match candidates.len() {
                    1 => candidates,
                    4 => ".".to_string(),
                    _ => candidates.to_lowercase(),
                };
                let _ = write!(text, "{shown:>4}");
            }
            text.push('\n');
        }
        text
    }

    /// One line per board: rows, columns, candidates, reason.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("rows,columns,class,because\n");
        for rows in 1..=self.rows() {
            for columns in 1..=self.columns() {
                let class = self.candidates(rows, columns);
                let because = self.because(rows, columns).replace('"', "\"\"");
                let _ = writeln!(text, "{rows},{columns},{class},\"{because}\"");
            }
        }
        text
    }

    /// A picture with one coloured square per board; its tooltip gives the reason.
    pub fn to_svg(&self) -> String {
        const STEP: usize = 24;
        let (width, height) = ((self.columns() + 1) * STEP, (self.rows() + 1) * STEP);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        );
        let label = |x: usize, y: usize, text: &str| {
            let (x, y) = (x * STEP + STEP / 2, y * STEP + STEP / 2 + 4);
            format!("<text x=\"{x}\" y=\"{y}\">{text}</text>")
        };
        for columns in 1..=self.columns() {
            let _ = writeln!(svg, "{}", label(columns, 0, &columns.to_string()));
        }
        for rows in 1..=self.rows() {
            let _ = writeln!(svg, "{}", label(0, rows, &rows.to_string()));
            for columns in 1..=self.columns() {
                let candidates = self.candidates(rows, columns);
                let colour = match candidates.as_str() {
                    "V" => "#8fb8de",
                    "H" => "#f2b66d",
                    "1" => "#a6d49f",
                    "2" => "#d4a5c9",
                    _ => "#eeeeee",
                };
                let shown = if candidates.len() == 4 { "?" } else { &candidates };
                let _ = writeln!(
                    svg,
                    "<g><title>{rows}x{columns}: {}</title><rect x=\"{}\" y=\"{}\" width=\"{s}\" \
                     height=\"{s}\" fill=\"{colour}\"/>{}</g>",
                    self.because(rows, columns),
                    columns * STEP,
                    rows * STEP,
                    label(columns, rows, shown),
                    s = STEP - 1,
                );
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}
