//! The chart as text.

use super::Winners;
use std::fmt::Write as _;

impl Winners {
    /// A text chart with a line per number of rows. An undecided class is printed as its
    /// candidates, with the players in lower case (`1h` is 1 or H), or as a dot if nothing is
    /// known.
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

    /// The meanings of the letters that occur in the chart.
    pub fn legend(&self) -> String {
        let boards = (1..=self.rows).flat_map(|r| (1..=self.columns).map(move |c| (r, c)));
        let cells: Vec<String> = boards.map(|(r, c)| self.candidates(r, c)).collect();
        let mut text = String::from("rows down, columns across\n");
        for (letter, meaning) in [
            ("V", "Vertical wins, whoever moves first"),
            ("H", "Horizontal wins, whoever moves first"),
            ("1", "whoever moves first wins"),
            ("2", "whoever moves second wins"),
        ] {
            if cells.iter().any(|cell| cell == letter) {
                let _ = writeln!(text, "{letter:>4}  {meaning}");
            }
        }
        if let Some(open) = cells.iter().find(|cell| (2..4).contains(&cell.len())) {
            let (open, classes) = (open.to_lowercase(), open.chars().map(String::from));
            let classes = classes.collect::<Vec<_>>().join(" or ");
            let _ = writeln!(text, "{open:>4}  not decided: {classes}; others likewise");
        }
        if cells.iter().any(|cell| cell.len() == 4) {
            let _ = writeln!(text, "   .  nothing known");
        }
        text
    }
}
