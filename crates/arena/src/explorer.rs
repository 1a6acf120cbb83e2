//! Openings: positions of one board that the strong player looked at, with the chance and the
//! effort of each. The page shows them, and analyses name them; `lastmove_lab::explorer` makes them.

use lastmove_amazons::{Move, start};
use lastmove_board::{Diagram, GamePosition, Geometry, Side, Size, Square};
use lastmove_player::Amazons;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;

/// The explored openings of one board.
///
/// ```
/// use lastmove_arena::{ExploredPosition, ExplorerFile, OpeningExplorer};
/// let explored = |parent, [from, to, arrow]: [u8; 3], white| ExploredPosition { parent, from, to, arrow, white, visits: 9 };
/// let file = ExplorerFile {
///     board: "4x4".to_owned(), first_moves: 76, wanted: 2,
///     positions: vec![explored(0, [0; 3], 4500), explored(0, [8, 5, 8], 5250)],
/// };
/// let explorer = OpeningExplorer::read(&file.to_string()).unwrap();
/// let start = explorer.start();
/// assert_eq!(explorer.look_up(start).unwrap().white, 4500);
/// // A mirror image is the same position.
/// let mv = lastmove_amazons::Move { from: 11, to: 6, arrow: 11 };
/// let after = start.play(&lastmove_board::Geometry::new(explorer.size()), mv).unwrap();
/// assert_eq!(explorer.look_up(&after).unwrap().chance(lastmove_board::Side::White), 0.525);
/// ```
pub struct OpeningExplorer {
    geometry: Geometry<u128>,
    file: ExplorerFile,
    start: Amazons,
    /// the number of each position, by its normal form
    known: HashMap<Amazons, usize>,
}

/// The file of an explorer, JSON text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExplorerFile {
    /// the board by name
    pub board: String,
    /// how many first moves there are, mirror images counted once
    pub first_moves: usize,
    /// how many positions there will be when it is complete
    pub wanted: usize,
    /// the start, then each position after one that comes earlier
    pub positions: Vec<ExploredPosition>,
}

/// A position of an explorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
pub struct ExploredPosition {
    /// the number of the position before it
    pub parent: usize,
    /// the move from there: the square where the amazon starts
    pub from: Square,
    /// where it arrives
    pub to: Square,
    /// where it shoots
    pub arrow: Square,
    /// White's chance to win, in ten thousandths
    pub white: u16,
    /// positions that the search entered
    pub visits: u32,
}

/// A position in the file: parent, from, to, arrow, White's chance, visits.
type Row = (usize, Square, Square, Square, u16, u32);

impl From<Row> for ExploredPosition {
    fn from((parent, from, to, arrow, white, visits): Row) -> Self {
        Self { parent, from, to, arrow, white, visits }
    }
}

impl From<ExploredPosition> for Row {
    fn from(row: ExploredPosition) -> Self {
        (row.parent, row.from, row.to, row.arrow, row.white, row.visits)
    }
}

impl ExploredPosition {
    /// The chance of a side to win, 0 to 1.
    pub fn chance(&self, side: Side) -> f64 {
        let white = f64::from(self.white) / 1e4;
        if side == Side::White { white } else { 1.0 - white }
    }
}

/// JSON text with a line for each position.
impl fmt::Display for ExplorerFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, first_moves, wanted, positions } = self;
        let head =
            format!("\"board\":\"{board}\",\"first_moves\":{first_moves},\"wanted\":{wanted}");
        let row = |&position: &ExploredPosition| {
            let (parent, from, to, arrow, white, visits) = Row::from(position);
            format!("[{parent},{from},{to},{arrow},{white},{visits}]")
        };
        let rows: Vec<String> = positions.iter().map(row).collect();
        writeln!(f, "{{{head},\"positions\":[\n{}\n]}}", rows.join(",\n"))
    }
}

impl OpeningExplorer {
    /// Reads a file and plays all of its moves.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn read(text: &str) -> Result<Self, String> {
        let file: ExplorerFile = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let diagram = start::parse(&file.board).map_err(|e| e.to_string())?;
        let start = Amazons::from_diagram(&diagram).map_err(|e| e.to_string())?;
        let geometry = Geometry::new(diagram.size());
        let mut known = HashMap::new();
        let mut played: Vec<Amazons> = Vec::new();
        for (i, row) in file.positions.iter().enumerate() {
            let at = |problem: String| format!("position {i}: {problem}");
            let position = if i == 0 {
                start
            } else {
                let before = played.get(row.parent);
                let before = before.ok_or_else(|| at("its parent comes later".to_owned()))?;
                let mv = Move { from: row.from, to: row.to, arrow: row.arrow };
                let on_board = [mv.from, mv.to, mv.arrow]
                    .iter()
                    .all(|&square| usize::from(square) < diagram.size().squares());
                if !on_board {
                    return Err(at("a square is not on the board".to_owned()));
                }
                before.play(&geometry, mv).map_err(|e| at(e.to_string()))?
            };
            played.push(position);
            known.entry(position.normal_form(&geometry)).or_insert(i);
        }
        Ok(Self { geometry, file, start, known })
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.geometry.size()
    }

    /// The position at the beginning.
    pub fn start(&self) -> &Amazons {
        &self.start
    }

    /// What the file holds.
    pub fn file(&self) -> &ExplorerFile {
        &self.file
    }

    /// What is known of a position or a mirror image of it, whatever moves led to it.
    pub fn look_up(&self, position: &Amazons) -> Option<&ExploredPosition> {
        if !position.fits(self.size()) {
            return None;
        }
        let number = self.known.get(&position.normal_form(&self.geometry))?;
        Some(&self.file.positions[*number])
    }

    /// What is known of a diagram of this board.
    pub fn look_up_diagram(&self, diagram: &Diagram) -> Option<&ExploredPosition> {
        let position =
            Amazons::from_diagram(diagram).ok().filter(|_| diagram.size() == self.size());
        self.look_up(&position?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(positions: Vec<ExploredPosition>) -> String {
        ExplorerFile { board: "4x4".into(), first_moves: 76, wanted: 9, positions }.to_string()
    }

    #[test]
    fn different_orders_of_moves_lead_to_one_position() {
        let row = |parent, [from, to, arrow]: [Square; 3], white| {
            ExploredPosition::from((parent, from, to, arrow, white, 5))
        };
        // Two moves of White that can change places, with one of Black between them.
        let text = file(vec![
            row(0, [0; 3], 5000),
            row(0, [8, 5, 8], 5100),
            row(1, [2, 6, 2], 5200),
            row(2, [11, 10, 11], 5300),
        ]);
        let explorer = OpeningExplorer::read(&text).unwrap();
        let geometry = Geometry::new(explorer.size());
        let mut position = *explorer.start();
        for [from, to, arrow] in [[11, 10, 11], [2, 6, 2], [8, 5, 8]] {
            position = position.play(&geometry, Move { from, to, arrow }).unwrap();
        }
        assert_eq!(explorer.look_up(&position).unwrap().white, 5300);
    }

    #[test]
    fn what_is_no_explorer_is_refused_in_one_line() {
        let row = ExploredPosition::from;
        for positions in [
            vec![row((0, 0, 0, 0, 1, 1)), row((1, 8, 4, 6, 1, 1))],
            vec![row((0, 0, 0, 0, 1, 1)), row((0, 8, 4, 99, 1, 1))],
            vec![row((0, 0, 0, 0, 1, 1)), row((0, 8, 8, 8, 1, 1))],
        ] {
            let problem = OpeningExplorer::read(&file(positions)).err().unwrap();
            assert!(problem.starts_with("position 1: ") && !problem.contains('\n'), "{problem}");
        }
        assert!(OpeningExplorer::read("{}").is_err());
        // Whatever is changed in a file, reading it ends with an explorer or a problem.
        let whole = file(vec![row((0, 0, 0, 0, 1, 1)), row((0, 8, 5, 8, 5000, 7))]);
        for at in 0..whole.len() {
            for other in ["", "0", "9", "99999999999", "-", "]", "\""] {
                let _ =
                    OpeningExplorer::read(&format!("{}{other}{}", &whole[..at], &whole[at + 1..]));
            }
        }
    }
}
