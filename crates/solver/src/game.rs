//! The interface between a search and a game.

use crate::table::Numbers;

/// The result of a static evaluation, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// the player to move wins
    Win,
    /// the player to move loses
    Loss,
    /// the bounds do not decide
    Unknown,
}

/// A normal-play game of two players, as both searches use it. A position includes the player to
/// move; the player who cannot move loses.
///
/// Implementations hold the data that all positions share (geometry, databases, values of regions)
/// and are used by many threads at once; the caches of one thread's evaluations are its `Worker`.
pub trait SearchGame: Sync {
    /// A position with a player to move.
    type Position: Copy + Sync;
    /// A move.
    type Move: Copy + Eq + Send;
    /// The caches of one thread.
    type Worker;
    /// Data that the evaluations of all children of a position share.
    type Context;

    /// A new worker.
    fn worker(&self) -> Self::Worker;

    /// A key of 128 well-mixed bits, the same for positions that the game knows to be equivalent.
    fn key(&self, position: &Self::Position) -> u128;

    /// Prepares the evaluation of the children of a position. `before` is the context one move
    /// earlier, and that move.
    fn context(
        &self,
        worker: &mut Self::Worker,
        position: &Self::Position,
        before: Option<(&Self::Context, Self::Move)>,
    ) -> Self::Context;

    /// The verdict that the context of a position gives for the position itself.
    fn settles(&self, _: &Self::Context) -> Verdict {
        Verdict::Unknown
    }

    /// The initial numbers of a position: solved if the evaluation decides it, and always if there
    /// are no moves. `before` is the parent's context and the move that led here.
    fn assess(
        &self,
        worker: &mut Self::Worker,
        position: &Self::Position,
        before: Option<(&Self::Context, Self::Move)>,
    ) -> Numbers;

    /// Appends the moves worth searching. Moves that another listed move dominates may be left out.
    /// `path` holds the moves from the root to this position, as far as they are known.
    fn moves(
        &self,
        worker: &mut Self::Worker,
        position: &Self::Position,
        path: &[Self::Move],
        list: &mut Vec<Self::Move>,
    );

    /// Puts the most promising moves first, for a search that tries them in order. df-pn uses its
    /// numbers instead.
    fn order(&self, _: &mut Self::Worker, _: &Self::Position, _: &mut [Self::Move]) {}

    /// The position after a move of [`SearchGame::moves`].
    fn play(
        &self,
        worker: &mut Self::Worker,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Self::Position;

    /// A small number that identifies a move in any position: moves that were good elsewhere are
    /// tried first.
    fn name(&self, mv: Self::Move) -> usize;
}
