//! The result of thinking about a position.

use crate::{Amazons, Playable};
use lastmove_amazons::Move;
use lastmove_board::Side;

/// What an engine has found out about a position so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<P: Playable = Amazons> {
    /// the move to play; `None` if the side to move has none
    pub best: Option<P::Move>,
    /// probability that the side to move wins, 0 to 1
    pub win: f64,
    /// expected lead of the side to move at the end, in moves; having the move counts minus one
    /// half, so that the lead is positive exactly if the side to move wins, by half a move more
    /// than it will have left
    pub score: f64,
    /// the best moves, best first
    pub lines: Vec<AnalysisLine<P::Move>>,
    /// for each square +1 (Black's) to -1 (White's); empty in Domineering
    pub ownership: Vec<f32>,
    /// positions entered
    pub nodes: u64,
    /// plies of the deepest line
    pub depth: u32,
    /// time since thinking began
    pub seconds: f64,
    /// the winner, if that is proved
    pub proven: Option<Side>,
}

impl<P: Playable> Default for Analysis<P> {
    fn default() -> Self {
        Self {
            best: None,
            win: 0.5,
            score: 0.0,
            lines: Vec::new(),
            ownership: Vec::new(),
            nodes: 0,
            depth: 0,
            seconds: 0.0,
            proven: None,
        }
    }
}

/// One of the best moves, with its evaluation and the expected line of play.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisLine<M = Move> {
    /// the first move
    pub mv: M,
    /// probability that the side that plays it wins, 0 to 1
    pub win: f64,
    /// expected lead of the side to move, as in [`Analysis::score`]
    pub score: f64,
    /// how often the search tried the move
    pub visits: u64,
    /// best play, this move first
    pub pv: Vec<M>,
}
