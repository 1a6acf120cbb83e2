//! One game between two engines in the same process.

use lastmove_amazons::{Colour, Position};
use lastmove_board::{Geometry, mix};
use lastmove_player::{Engine, MoveLimits};
use lastmove_work::{Budget, Cancel, Limits, Stop};

/// A player of an experiment, and the resources it has used.
pub struct Duellist {
    /// the engine
    pub engine: Engine,
    /// the limits of a move
    pub limits: MoveLimits,
    /// moves made
    pub moves: u64,
    /// nodes of all moves
    pub nodes: u64,
    /// time of all moves, as the engine counts it
    pub seconds: f64,
    /// the longest move
    pub slowest: f64,
}

impl Duellist {
    /// A player that has not moved yet.
    pub fn new(engine: Engine, limits: MoveLimits) -> Self {
        Self { engine, limits, moves: 0, nodes: 0, seconds: 0.0, slowest: 0.0 }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuelEnd {
    /// the winner
    pub winner: Colour,
    /// the number of legal moves at every ply
    pub branching: Vec<u64>,
}

/// Plays a game from a position; `white` is the index of the player who has White. With
/// `adjudicate` a game ends as soon as an engine has proved the winner.
///
/// # Errors
/// If it was cancelled.
pub fn play(
    geometry: &Geometry<u128>,
    start: &Position<u128>,
    duellists: &mut [Duellist; 2],
    white: usize,
    adjudicate: bool,
    cancel: &Cancel,
) -> Result<DuelEnd, Stop> {
    let mut position = *start;
    let mut branching = Vec::new();
    duellists.iter_mut().for_each(|duellist| duellist.engine.clear());
    loop {
        let me = position.to_move();
        if !position.can_move(geometry, me) {
            return Ok(DuelEnd { winner: me.opponent(), branching });
        }
        branching.push(position.count_moves(geometry));
        let duellist = &mut duellists[if me == Colour::White { white } else { 1 - white }];
        let count = duellist.engine.options().count;
        let watch = Budget::counting(Limits::default(), cancel.clone(), count);
        duellist.engine.set_position(geometry.size(), &position);
        let report = duellist.engine.think(&duellist.limits, cancel, &mut |_| {});
        let seconds = watch.seconds();
        if cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        duellist.moves += 1;
        duellist.nodes += report.nodes;
        duellist.seconds += seconds;
        duellist.slowest = duellist.slowest.max(seconds);
        if let (Some(winner), true) = (report.proven, adjudicate) {
            let winner = if winner == me.side() { me } else { me.opponent() };
            return Ok(DuelEnd { winner, branching });
        }
        match report.best.map(|mv| position.play(geometry, mv)) {
            Some(Ok(after)) => position = after,
            // an engine without a legal move has lost
            _ => return Ok(DuelEnd { winner: me.opponent(), branching }),
        }
    }
}

/// Plays random moves, the same for the same `key`, whose low byte is left for the ply. Returns the
/// number of legal moves at every ply.
pub fn random_moves(
    geometry: &Geometry<u128>,
    position: &mut Position<u128>,
    plies: u64,
    key: u64,
) -> Vec<u64> {
    let mut branching = Vec::new();
    for ply in 0..plies {
        let moves: Vec<_> = position.moves(geometry).collect();
        let Some(choice) = mix(key | ply).checked_rem(moves.len() as u64) else { break };
        position.play_unchecked(moves[choice as usize]);
        branching.push(moves.len() as u64);
    }
    branching
}
