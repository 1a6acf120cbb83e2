//! The chart of solved boards with one number of amazons.

use super::SolvedBoard;
use lastmove_board::Side;
use std::fmt;
use std::ops::RangeInclusive;

/// Boards with the same number of amazons: widths across, heights down.
#[derive(Clone, Debug)]
pub struct Chart<'b> {
    /// amazons of each side
    pub amazons: usize,
    /// from the narrowest solved board to the widest
    pub widths: RangeInclusive<usize>,
    /// from the lowest solved board to the highest
    pub heights: RangeInclusive<usize>,
    boards: Vec<&'b SolvedBoard>,
}

/// The chart of the boards with this many amazons a side; `None` if no such board is solved.
pub fn chart(boards: &[SolvedBoard], amazons: usize) -> Option<Chart<'_>> {
    let boards: Vec<_> = boards.iter().filter(|board| board.amazons == amazons).collect();
    let range = |length: fn(&SolvedBoard) -> usize| {
        let lengths = || boards.iter().map(|board| length(board));
        Some(lengths().min()?..=lengths().max()?)
    };
    let widths = range(|board| board.size.width())?;
    let heights = range(|board| board.size.height())?;
    Some(Chart { amazons, widths, heights, boards })
}

impl Chart<'_> {
    /// Who wins: `W` White, who moves first, `B` Black, `.` not solved.
    pub fn letter(&self, width: usize, height: usize) -> char {
        let size = (width, height);
        let found = self.boards.iter().find(|b| (b.size.width(), b.size.height()) == size);
        match found.map(|board| board.winner) {
            Some(Side::White) => 'W',
            Some(_) => 'B',
            None => '.',
        }
    }
}

/// Heights down, the lowest boards first, as in the chart of Domineering.
impl fmt::Display for Chart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>3}", "")?;
        for width in self.widths.clone() {
            write!(f, "{width:>4}")?;
        }
        for height in self.heights.clone() {
            write!(f, "\n{height:>3}")?;
            for width in self.widths.clone() {
                write!(f, "{:>4}", self.letter(width, height))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amazons::winners::boards;

    #[test]
    fn four_amazons() {
        let boards = boards();
        let text = chart(&boards, 4).unwrap().to_string();
        let expected = [
            "      4   5   6",
            "  4   B   W   B",
            "  5   B   W   W",
            "  6   W   W   .",
            "  7   W   .   .",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
        assert!(chart(&boards, 3).is_none());
    }
}
