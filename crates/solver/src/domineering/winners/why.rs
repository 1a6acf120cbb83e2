//! The chain of reasons for a board of the chart, down to searched or published facts.

use super::{Board, ChartReason, Fact, Winners, line_and_boards};
use lastmove_domineering::Orientation;

/// A fact with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartStep {
    /// rows of the board
    pub rows: usize,
    /// its columns
    pub columns: usize,
    /// the first player
    pub first: Orientation,
    /// the winner
    pub winner: Orientation,
    /// the reason, in words
    pub because: String,
    /// the number of steps from the board that was asked about
    pub depth: usize,
    /// whether it was explained before
    pub repeated: bool,
}

impl Winners {
    /// The reasons for the class of a board: the facts about it, each followed by the facts that it
    /// depends on. Empty if nothing is known.
    pub fn why(&self, rows: usize, columns: usize) -> Vec<ChartStep> {
        let mut steps = Vec::new();
        for first in Orientation::BOTH {
            self.tell((rows, columns), first, 0, &mut steps);
        }
        steps
    }

    fn tell(
        &self,
        (rows, columns): Board,
        first: Orientation,
        depth: usize,
        steps: &mut Vec<ChartStep>,
    ) {
        let Some(fact) = self.cell(rows, columns).first(first) else { return };
        let same = |s: &ChartStep| (s.rows, s.columns, s.first) == (rows, columns, first);
        let repeated = steps.iter().any(same);
        let because = in_words((rows, columns), first, fact);
        let winner = fact.winner;
        steps.push(ChartStep { rows, columns, first, winner, because, depth, repeated });
        if !repeated {
            for (board, first) in premises((rows, columns), first, fact) {
                self.tell(board, first, depth + 1, steps);
            }
        }
    }
}

/// The facts that a fact depends on: boards, and who is first there. All were known before it.
fn premises(board: Board, first: Orientation, fact: &Fact) -> Vec<(Board, Orientation)> {
    let (winner, loser) = (fact.winner, fact.winner.opponent());
    let (_, [one, other]) = line_and_boards(board, fact);
    match fact.because {
        ChartReason::OneLine
        | ChartReason::Searched
        | ChartReason::Published(_)
        | ChartReason::Confirmed(_)
        | ChartReason::Given(_) => Vec::new(),
        ChartReason::Mirror => vec![((board.1, board.0), first.opponent())],
        ChartReason::Square => vec![(board, first.opponent())],
        ChartReason::SideBySide(..) => {
            vec![(one, if first == winner { winner } else { loser }), (other, loser)]
        }
        ChartReason::Split(..) => [one, other]
            .into_iter()
            .filter(|part| part.0 > 0 && part.1 > 0)
            .map(|part| (part, loser))
            .collect(),
    }
}

fn in_words(board: Board, first: Orientation, fact: &Fact) -> String {
    let name = |(rows, columns): Board| format!("{rows}x{columns}");
    let (line, [one, other]) = line_and_boards(board, fact);
    let winner = fact.winner.side().capital();
    match &fact.because {
        ChartReason::OneLine if board == (1, 1) => "nobody can move".into(),
        ChartReason::OneLine => format!("only {winner} can move on one line"),
        ChartReason::Searched => "searched by this project".into(),
        ChartReason::Published(by) => format!("published by {by}"),
        ChartReason::Confirmed(by) => format!("searched by this project and published by {by}"),
        ChartReason::Given(by) => format!("given: {by}"),
        ChartReason::Mirror => {
            format!("with rows and columns exchanged it is {}", name((board.1, board.0)))
        }
        ChartReason::Square => {
            let other = first.opponent().side().capital();
            format!("a square board is the same for both, so as with {other} first")
        }
        ChartReason::SideBySide(..) if first == fact.winner => format!(
            "by never crossing the line between {} and {}: {winner} wins the one moving first and the \
             other moving second",
            name(one),
            name(other)
        ),
        ChartReason::SideBySide(..) => format!(
            "by never crossing the line between {} and {}: {winner} wins both moving second",
            name(one),
            name(other)
        ),
        ChartReason::Split(0, 0) => format!("fills the only {line}"),
        ChartReason::Split(0, _) => {
            format!("fills the {line} at the edge and wins {} moving second", name(other))
        }
        ChartReason::Split(_, 0) => {
            format!("fills the {line} at the edge and wins {} moving second", name(one))
        }
        ChartReason::Split(..) => format!(
            "fills the {line} between {} and {} and wins both moving second",
            name(one),
            name(other)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every fact depends on facts of the chart, and no fact depends on itself.
    #[test]
    fn chains_end() {
        let winners = Winners::derive(20, 20);
        for rows in 1..=20 {
            for columns in 1..=20 {
                let mut path: Vec<(Board, Orientation)> = Vec::new();
                for step in winners.why(rows, columns) {
                    let here = ((step.rows, step.columns), step.first);
                    path.truncate(step.depth);
                    assert!(!path.contains(&here), "{rows}x{columns}: {here:?}");
                    path.push(here);
                    let fact = winners.cell(step.rows, step.columns).first(step.first).unwrap();
                    for (board, first) in premises(here.0, here.1, fact) {
                        let known = winners.cell(board.0, board.1).first(first);
                        let known = known.unwrap_or_else(|| panic!("{here:?} needs {board:?}"));
                        let turned =
                            matches!(fact.because, ChartReason::Mirror | ChartReason::Square);
                        let wins = if turned { fact.winner.opponent() } else { fact.winner };
                        assert_eq!(known.winner, wins, "{here:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_chain_in_words() {
        let winners = Winners::derive(10, 10);
        let steps = winners.why(8, 10);
        assert_eq!(steps.len(), 2);
        assert_eq!(steps[0].because, "searched by this project and published by Bullock 2002");
        assert_eq!(
            Winners::derive(1, 2).why(1, 2)[0].because,
            "only Horizontal can move on one line"
        );
    }
}
