//! The review of a whole game: what each move gave away, and what would have been better.

use crate::{Amazons, History, Line, MoveLimits, Playable, Report, Thinks};
use lastmove_board::{Geometry, MoveTree};
use lastmove_work::Cancel;

/// What the engine thinks of a move that was played.
#[derive(Clone, Debug)]
pub struct Reviewed<P: Playable = Amazons> {
    /// who played
    pub player: P::Player,
    /// what was played
    pub mv: P::Move,
    /// what the engine said of the position before
    pub before: Report<P>,
    /// the chance of the player after the move, 0 to 1
    pub win: f64,
    /// the expected lead of the player after the move
    pub score: f64,
    /// how good it was
    pub mark: Mark,
}

impl<P: Playable> Reviewed<P> {
    /// The chance that the move gave away: at least 0.
    pub fn loss(&self) -> f64 {
        (self.before.win - self.win).max(0.0)
    }

    /// What should have been played, if that is another move.
    pub fn better(&self) -> Option<&Line<P::Move>> {
        self.before.lines.first().filter(|line| line.mv != self.mv && self.mark != Mark::Good)
    }
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// gave away little or nothing
    Good,
    /// gave away a tenth of a win or more
    Inaccuracy,
    /// a fifth
    Mistake,
    /// two fifths, or a proved win
    Blunder,
}

impl Mark {
    /// The mark of a move with which the chance fell so.
    ///
    /// ```
    /// use lastmove_player::Mark;
    /// assert_eq!(Mark::of(0.6, 0.58), Mark::Good);
    /// assert_eq!(Mark::of(0.9, 0.3), Mark::Blunder);
    /// ```
    pub fn of(before: f64, after: f64) -> Self {
        let loss = before - after;
        // Where a win was sure, half of it is the whole point.
        if loss >= 0.4 {
            Self::Blunder
        } else if loss >= 0.2 {
            Self::Mistake
        } else if loss >= 0.1 {
            Self::Inaccuracy
        } else {
            Self::Good
        }
    }

    /// As chess players write it.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// Reviews a game; `report` hears of every move. Shorter if cancelled.
///
/// ```
/// use lastmove_player::{Amazons, Engine, History, MoveLimits, Options, review};
/// use lastmove_work::Cancel;
/// let game = History::<Amazons>::from_line("4x4 moves b1-b2/b1 b4-b3/a4").unwrap();
/// let limits = MoveLimits { nodes: Some(20), ..MoveLimits::default() };
/// let mut engine = Engine::new(Options::default());
/// let moves = review(&game, &mut engine, &limits, &Cancel::new(), &mut |_| {});
/// assert_eq!(moves.len(), 2);
/// ```
pub fn review<P: Playable>(
    game: &History<P>,
    engine: &mut P::Engine,
    limits: &MoveLimits,
    cancel: &Cancel,
    report: &mut dyn FnMut(&Reviewed<P>),
) -> Vec<Reviewed<P>> {
    let mut think = |position: &P| {
        let report = engine.think_about(game.size(), position, limits, cancel, &mut |_| {});
        (!cancel.is_cancelled()).then_some(report)
    };
    let mut reviewed = Vec::new();
    let Some(mut before) = think(game.start()) else { return reviewed };
    for (i, &mv) in game.moves().iter().enumerate() {
        let player = mover(game, i);
        let Some(after) = think(&game.positions()[i + 1]) else { break };
        // What was thought after the move knows more than what was thought before it.
        let (win, score) = (1.0 - after.win, -after.score);
        let best = before.lines.first().is_some_and(|line| line.mv == mv);
        let loss = if best && before.proven.is_none() { win } else { before.win };
        let mark = Mark::of(loss, win);
        let this = Reviewed { player, mv, before, win, score, mark };
        report(&this);
        reviewed.push(this);
        before = after;
    }
    reviewed
}

/// Who made a move: the side to move, or the other one if a turn was skipped.
fn mover<P: Playable>(game: &History<P>, i: usize) -> P::Player {
    P::opponent(game.positions()[i + 1].player())
}

/// Lines without those that are mirror images of a better one; their visits are added to it.
pub(crate) fn distinct<B, P>(
    geometry: &Geometry<B>,
    position: &P,
    normal: impl Fn(&P) -> P,
    lines: impl IntoIterator<Item = Line<P::Move>>,
    most: usize,
) -> Vec<Line<P::Move>>
where
    P: MoveTree<B> + PartialEq,
{
    let mut kept: Vec<(P, Line<P::Move>)> = Vec::new();
    for line in lines {
        let image = normal(&position.tree_child(geometry, line.mv));
        match kept.iter().position(|(known, _)| *known == image) {
            Some(same) => kept[same].1.visits += line.visits,
            None if kept.len() < most => kept.push((image, line)),
            None => break,
        }
    }
    kept.into_iter().map(|(_, line)| line).collect()
}
