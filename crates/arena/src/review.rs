//! Reviewing a game: how much each of its moves lost.
//!
//! Positions are analysed from the last to the first, so that what was proved of later ones is
//! known for earlier ones. A move is judged by two analyses: of the position before it and of the
//! position after it. If one of them has proved the winner and the other has not, the other is
//! repeated with more time, so that a move is not blamed for a loss that was only found after it.

use lastmove_board::Side;
use lastmove_player::{Analysis, Playable};

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveMark {
    /// it lost 8 % or more of the probability of winning
    Inaccuracy,
    /// it lost 15 % or more
    Mistake,
    /// it lost 30 % or more
    Blunder,
}

impl MoveMark {
    /// The mark for a loss of probability; `None` if it is small.
    ///
    /// ```
    /// use lastmove_arena::MoveMark;
    /// assert_eq!(MoveMark::of(0.2).unwrap().sign(), "?");
    /// assert_eq!(MoveMark::of(0.01), None);
    /// ```
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            loss if loss >= 0.3 => Some(Self::Blunder),
            loss if loss >= 0.15 => Some(Self::Mistake),
            loss if loss >= 0.08 => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The name, one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The sign that is written after a move.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// A second analysis takes this many times as long as the first.
pub const SECOND_LOOK: u32 = 4;

/// A step of a review.
#[derive(Clone, Debug)]
pub enum ReviewEvent<'r, P: Playable> {
    /// the analysis of the position after this number of moves
    Position(usize, &'r Analysis<P>),
    /// the probability of winning that the move with this number, counted from 0, lost
    Move(usize, f64),
}

/// Reviews a game: `played` are its moves, `movers` the sides that made them. `think(n, factor)`
/// analyses the position after `n` moves, for `factor` times the usual time; if it returns `None`,
/// the review ends.
pub fn review<P: Playable>(
    played: &[P::Move],
    movers: &[Side],
    think: &mut dyn FnMut(usize, u32) -> Option<Analysis<P>>,
    tell: &mut dyn FnMut(ReviewEvent<'_, P>),
) {
    let Some(mut after) = think(played.len(), 1) else { return };
    tell(ReviewEvent::Position(played.len(), &after));
    for (i, (&mv, &mover)) in played.iter().zip(movers).enumerate().rev() {
        let Some(mut before) = think(i, 1) else { return };
        let wins = |seen: &Analysis<P>| seen.proven.map(|winner| winner == mover);
        if before.proven.is_none() && wins(&after) == Some(true) {
            // The move that was played wins.
            (before.proven, before.win) = (Some(mover), 1.0);
        }
        match (wins(&before), wins(&after)) {
            (None, Some(false)) => match think(i, SECOND_LOOK) {
                Some(longer) => before = longer,
                None => return,
            },
            (Some(true), None) if before.best != Some(mv) => match think(i + 1, SECOND_LOOK) {
                Some(longer) => {
                    after = longer;
                    tell(ReviewEvent::Position(i + 1, &after));
                }
                None => return,
            },
            _ => {}
        }
        tell(ReviewEvent::Position(i, &before));
        tell(ReviewEvent::Move(i, loss(&before, mv, &after, mover)));
        after = before;
    }
}

/// The probability of winning that a move lost, by the analyses of the positions before and after
/// it.
fn loss<P: Playable>(before: &Analysis<P>, mv: P::Move, after: &Analysis<P>, mover: Side) -> f64 {
    let wins = |seen: &Analysis<P>| seen.proven.map(|winner| winner == mover);
    let other = || before.lines.iter().find(|line| line.mv != mv).map_or(0.0, |line| line.win);
    let loss = match (wins(before), wins(after)) {
        // The position was lost already, or the move wins.
        (Some(false), _) | (_, Some(true)) => 0.0,
        (Some(true), Some(false)) => 1.0,
        // Another move is known to win; this one may win as well.
        (Some(true), None) => 0.0,
        // The move loses; the loss is what the best other move seemed to offer.
        (None, Some(false)) => other(),
        // Two searches also differ by chance, so the loss must show in both.
        (None, None) => {
            let between = before.win - (1.0 - after.win);
            let within = before.lines.iter().find(|line| line.mv == mv);
            within.map_or(between, |line| between.min(before.win - line.win))
        }
    };
    loss.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Horizontal, Vertical};
    use lastmove_domineering::Move;
    use lastmove_player::{AnalysisLine, Domineering};

    /// An analysis: this probability for the side to move, and perhaps a proof.
    fn seen(win: f64, proven: Option<Side>, best: u8) -> Analysis<Domineering> {
        let line = |square, win| {
            let mv = Move(square);
            AnalysisLine { mv, win, score: 0.0, visits: 1, pv: vec![mv] }
        };
        let lines = vec![line(best, win), line(best + 1, win - 0.1)];
        Analysis { win, proven, best: Some(Move(best)), lines, ..Analysis::default() }
    }

    #[test]
    fn what_is_proved_decides() {
        let lost = |before: Option<Side>, after: Option<Side>| {
            loss(&seen(0.6, before, 1), Move(2), &seen(0.5, after, 1), Vertical)
        };
        assert_eq!(lost(Some(Vertical), Some(Horizontal)), 1.0);
        assert_eq!(lost(Some(Horizontal), Some(Horizontal)), 0.0);
        assert_eq!(lost(None, Some(Vertical)), 0.0);
        assert_eq!(lost(Some(Vertical), None), 0.0);
        assert_eq!(lost(None, Some(Horizontal)), 0.6);
    }

    #[test]
    fn both_looks_must_agree() {
        // The analysis before has the move: 0.1 worse than the best. The analysis after says 0.3.
        let near = loss(&seen(0.6, None, 1), Move(2), &seen(0.7, None, 1), Vertical);
        assert!((near - 0.1).abs() < 1e-9, "{near}");
        // A move that is not in the analysis before is judged by the analysis after.
        let far = loss(&seen(0.6, None, 1), Move(9), &seen(0.7, None, 1), Vertical);
        assert!((far - 0.3).abs() < 1e-9, "{far}");
    }

    #[test]
    fn a_game_is_reviewed_from_its_end_with_second_looks() {
        // Two moves. That the first loses is only found after it; the second analysis before it
        // says that the position was lost already.
        let mut looks = Vec::new();
        let mut think = |i: usize, times: u32| {
            looks.push((i, times));
            Some(match (i, times) {
                (2, _) => seen(0.0, Some(Horizontal), 1),
                (1, _) => seen(1.0, Some(Horizontal), 1),
                (_, 1) => seen(0.5, None, 1),
                _ => seen(0.0, Some(Horizontal), 1),
            })
        };
        let mut losses = Vec::new();
        review(&[Move(3), Move(1)], &[Vertical, Horizontal], &mut think, &mut |told| {
            if let ReviewEvent::Move(i, loss) = told {
                losses.push((i, loss));
            }
        });
        assert_eq!(looks, [(2, 1), (1, 1), (0, 1), (0, SECOND_LOOK)]);
        assert_eq!(losses, [(1, 0.0), (0, 0.0)]);
    }
}
