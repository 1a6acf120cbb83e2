//! The review of a whole game by an engine: each move with its evaluation.

use crate::History;
use crate::review::{MoveMark, ReviewEvent, review};
use lastmove_board::Side;
use lastmove_player::{Amazons, Analysis, AnalysisLine, Engine, MoveLimits, Playable};
use lastmove_work::Cancel;

/// A move that was played, with its evaluation by the engine.
#[derive(Clone, Debug)]
pub struct ReviewedMove<P: Playable = Amazons> {
    /// its number in the game, from 1
    pub ply: usize,
    /// who played it
    pub player: Side,
    /// the move
    pub mv: P::Move,
    /// the analysis of the position before it
    pub before: Analysis<P>,
    /// the probability that the player wins after the move, 0 to 1
    pub win: f64,
    /// the expected lead of the player after the move
    pub score: f64,
    /// the probability of winning that the move lost
    pub loss: f64,
    /// how bad the move is; `None` for a good move
    pub mark: Option<MoveMark>,
}

impl<P: Playable> ReviewedMove<P> {
    /// The best line instead, if the move was bad.
    pub fn better(&self) -> Option<&AnalysisLine<P::Move>> {
        self.mark?;
        self.before.lines.iter().find(|line| line.mv != self.mv)
    }
}

/// Reviews a game, and calls `report` with every move, the last one first. If cancelled, the first
/// moves are missing.
///
/// ```
/// use lastmove_arena::{History, review_game};
/// use lastmove_player::{Amazons, Engine, MoveLimits, EngineOptions};
/// use lastmove_work::Cancel;
/// let game = History::<Amazons>::from_line("4x4 moves b1-b2/b1 b4-b3/a4").unwrap();
/// let limits = MoveLimits { nodes: Some(20), ..MoveLimits::default() };
/// let mut engine = Engine::new(EngineOptions::default());
/// let moves = review_game(&game, &mut engine, &limits, &Cancel::new(), &mut |_| {});
/// assert_eq!(moves.len(), 2);
/// ```
pub fn review_game<P: Playable>(
    game: &History<P>,
    engine: &mut Engine<P>,
    limits: &MoveLimits,
    cancel: &Cancel,
    report: &mut dyn FnMut(&ReviewedMove<P>),
) -> Vec<ReviewedMove<P>> {
    let mut think = |i: usize, times: u32| {
        let longer = MoveLimits {
            time: limits.time.map(|time| time * times),
            nodes: limits.nodes.map(|nodes| nodes * u64::from(times)),
            ..*limits
        };
        engine.set_position(game.size(), &game.positions()[i]);
        let seen = engine.think(&longer, cancel, &mut |_| {});
        (!cancel.is_cancelled()).then_some(seen)
    };
    // the side that is not to move after a move has made it, even where a turn was skipped
    let movers: Vec<Side> =
        game.positions()[1..].iter().map(|after| after.side().opponent()).collect();
    let mut reviewed = Vec::new();
    // the analysis of each position, filled in from the end of the game
    let mut said: Vec<Analysis<P>> = vec![Analysis::<P>::default(); game.positions().len()];
    review(game.moves(), &movers, &mut think, &mut |told| match told {
        ReviewEvent::Position(i, seen) => said[i] = seen.clone(),
        ReviewEvent::Move(i, loss) => {
            let (before, after) = (said[i].clone(), &said[i + 1]);
            let this = ReviewedMove {
                ply: i + 1,
                player: movers[i],
                mv: game.moves()[i],
                before,
                win: 1.0 - after.win,
                score: -after.score,
                loss,
                mark: MoveMark::of(loss),
            };
            report(&this);
            reviewed.push(this);
        }
    });
    reviewed.reverse();
    reviewed
}
