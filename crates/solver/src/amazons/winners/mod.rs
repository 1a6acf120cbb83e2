//! Who wins from the start positions that are solved.
//!
//! `boards.tsv` lists them, the hardest of each number of amazons last. Its lines with one and two
//! amazons a side are written by `tools/amazons_winners.py`; those with four come from
//! `docs/results/amazons.md` and `docs/results/6x5`.

mod chart;

pub use chart::{Chart, chart};

use lastmove_amazons::start;
use lastmove_board::{Cell, Side, Size};

/// The solved boards: start position, winner, nodes, databases, certificate, source, whether all
/// winning first moves are known, and those that are known.
const BOARDS: &str = include_str!("boards.tsv");

/// A start position whose winner is known; White moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedBoard {
    /// its name, such as `5x6` or `5x5-two`
    pub start: &'static str,
    /// width and height
    pub size: Size,
    /// amazons of each side
    pub amazons: usize,
    /// who wins
    pub winner: Side,
    /// winning first moves that are known; none if Black wins
    pub first_moves: Vec<&'static str>,
    /// whether no other first move wins
    pub all_first_moves: bool,
    /// positions that the search entered
    pub nodes: u64,
    /// the databases that the search used
    pub databases: &'static str,
    /// the path of the certificate in the source, if there is one
    pub certificate: Option<&'static str>,
    /// who found it out
    pub because: &'static str,
}

/// All solved boards: by amazons, then by height and width.
///
/// ```
/// use lastmove_board::Side;
/// use lastmove_solver::amazons::winners;
/// let boards = winners::boards();
/// let board = boards.iter().find(|board| board.start == "5x4").unwrap();
/// assert_eq!((board.amazons, board.winner), (4, Side::White));
/// assert_eq!(board.first_moves, ["b1-b2/d2", "d1-d2/b2"]);
/// ```
///
/// # Panics
/// If the list that ships with the program is damaged; the tests read all of it.
pub fn boards() -> Vec<SolvedBoard> {
    let read = |line| read(line).unwrap_or_else(|| panic!("boards.tsv: '{line}'"));
    let mut boards: Vec<SolvedBoard> = BOARDS.lines().skip(1).map(read).collect();
    boards.sort_by_key(|board| (board.amazons, board.size.height(), board.size.width()));
    boards
}

fn read(line: &'static str) -> Option<SolvedBoard> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [start, winner, nodes, databases, certificate, because, known, moves] = fields[..] else {
        return None;
    };
    let diagram = start::parse(start).ok()?;
    Some(SolvedBoard {
        start,
        size: diagram.size(),
        amazons: diagram.cells().iter().filter(|cell| **cell == Cell::White).count(),
        winner: Side::from_name(winner)?,
        first_moves: moves.split_whitespace().collect(),
        all_first_moves: known == "all",
        nodes: nodes.parse().ok()?,
        databases,
        certificate: (certificate != "-").then_some(certificate),
        because,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_listed_once_and_its_moves_fit_its_winner() {
        let boards = boards();
        for board in &boards {
            let same = boards.iter().filter(|other| other.start == board.start).count();
            assert_eq!(same, 1, "{}", board.start);
            let no_move_wins = board.winner == Side::Black;
            assert_eq!(board.first_moves.is_empty(), no_move_wins, "{}", board.start);
            assert!(board.all_first_moves || !no_move_wins, "{}", board.start);
        }
        assert!(boards.len() >= 9, "{}", boards.len());
    }
}
