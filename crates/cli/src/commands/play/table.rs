//! What a game must offer to be played here.

use crate::failure::Failure;
use lastmove_board::Diagram;
use lastmove_player::{Limits, Report};
use lastmove_work::{Cancel, human};
use std::path::Path;

/// A board with its game and an engine. Sides are 0 and 1.
pub(super) trait Table {
    fn sides(&self) -> [&'static str; 2];
    fn to_move(&self) -> usize;
    /// Who has won: the side to move has no move.
    fn winner(&self) -> Option<usize>;
    fn diagram(&self) -> Diagram;
    /// The board with the last move marked.
    fn drawing(&self, ascii: bool) -> String;
    /// Plays a move in any spelling, or says why not.
    fn play(&mut self, text: &str) -> Result<(), String>;
    /// Takes the last move back, if there is one.
    fn undo(&mut self) -> bool;
    fn played(&self) -> Vec<String>;
    fn legal(&self) -> Vec<String>;
    fn think(&mut self, limits: &Limits, cancel: &Cancel) -> Thought;
    fn save(&self, path: &Path) -> Result<(), Failure>;
}

/// What the engine found, in words.
pub(super) struct Thought {
    pub(super) best: Option<String>,
    pub(super) judgement: String,
    pub(super) effort: String,
    pub(super) lines: Vec<String>,
}

impl Thought {
    pub(super) fn new<M: Copy, S: ToString>(
        report: &Report<M, S>,
        name: impl Fn(M) -> String,
    ) -> Self {
        let judge = |win: f64, score: f64| format!("{:.0} %, {score:+.1} moves", 100.0 * win);
        let judgement = match &report.proven {
            Some(winner) => format!("{} wins, proved", crate::boards::capital(&winner.to_string())),
            None => judge(report.win, report.score),
        };
        let line = |line: &lastmove_player::Line<M>| {
            let pv: Vec<String> = line.pv.iter().take(6).map(|&mv| name(mv)).collect();
            format!("{:24}  {}", judge(line.win, line.score), pv.join(" "))
        };
        Self {
            best: report.best.map(&name),
            judgement,
            effort: format!(
                "{} nodes, depth {}, {}",
                human::count(report.nodes),
                report.depth,
                human::seconds(report.seconds)
            ),
            lines: report.lines.iter().map(line).collect(),
        }
    }
}
