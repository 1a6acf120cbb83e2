//! The chart as text.

use super::Winners;
use std::fmt::Write as _;

impl Winners {
    /// A text chart: rows down, columns across. An open class prints its candidates, the players
    /// in lower case (`1h` is 1 or H), a dot if nothing is known.
    pub fn to_text(&self) -> String {
        let mut text = format!("{:>3}", "");
        for columns in 1..=self.columns {
            let _ = write!(text, "{columns:>4}");
        }
        text.push('\n');
        for rows in 1..=self.rows {
            let _ = write!(text, "{rows:>3}");
            for columns in 1..=self.columns {
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
}
