//! What a search needs to know of a game.

use crate::table::Numbers;

/// What a static evaluation says of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// the player to move wins
    Win,
    /// the player to move loses
    Loss,
    /// the bounds do not decide
    Unknown,
}

/// A normal-play game of two players as both searches see it. A position includes the player to
/// move; whoever cannot move has lost.
///
/// Implementations hold what all positions share (geometry, databases, values of regions) and are
/// used by many threads at once; what one thread remembers for its evaluations is its `Worker`.
pub trait Game: Sync {
    /// A position with a player to move.
    type Position: Copy + Sync;
    /// A move.
    type Move: Copy + Eq + Send;
    /// What one thread remembers.
    type Worker;
    /// What the evaluations of all children of a position share.
    type Context;

    /// A new worker.
    fn worker(&self) -> Self::Worker;

    /// The same for positions that the game knows to be equivalent; 128 well-mixed bits.
    fn key(&self, position: &Self::Position) -> u128;

    /// What is worth knowing before the children of a position are assessed. `before` is the
    /// context one move earlier, and that move.
    fn context(
        &self,
        worker: &mut Self::Worker,
        position: &Self::Position,
        before: Option<(&Self::Context, Self::Move)>,
    ) -> Self::Context;

    /// What the context of a position says of the position itself.
    fn settles(&self, _: &Self::Context) -> Verdict {
        Verdict::Unknown
    }

    /// The numbers that a position starts with: solved if the evaluation decides it, and always if
    /// there are no moves. `before` is the parent's context and the move that led here.
    fn assess(
        &self,
        worker: &mut Self::Worker,
        position: &Self::Position,
        before: Option<(&Self::Context, Self::Move)>,
    ) -> Numbers;

    /// Appends the moves worth searching. Moves that another listed move dominates may be left
    /// out. `path` holds the moves that led here from the root, as far as they are known.
    fn moves(
        &self,
        worker: &mut Self::Worker,
        position: &Self::Position,
        path: &[Self::Move],
        list: &mut Vec<Self::Move>,
    );

    /// Puts the most promising moves first, for a search that takes them in order. df-pn has its
    /// numbers for that.
    fn order(&self, _: &mut Self::Worker, _: &Self::Position, _: &mut [Self::Move]) {}

    /// The position after a move of [`Game::moves`].
    fn play(
        &self,
        worker: &mut Self::Worker,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Self::Position;

    /// A small number that names a move, whatever the position: moves that did well before are
    /// tried first elsewhere too.
    fn name(&self, mv: Self::Move) -> usize;
}
