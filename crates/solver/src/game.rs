//! What a search needs to know of a game.

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

/// A normal-play game of two players as the searches see it. A position includes the player to
/// move; whoever cannot move has lost.
///
/// Implementations hold whatever the positions share (geometry, tables of region values). They
/// are used by many threads at once.
pub trait Game: Sync {
    /// A position with a player to move.
    type Position: Copy;
    /// A move.
    type Move: Copy + Eq;
    /// What the evaluations of all children of a position share.
    type Context;

    /// The same for positions that the game knows to be equivalent; 128 well-mixed bits.
    fn key(&self, position: &Self::Position) -> u128;

    /// What is known without search. A position without moves is never `Unknown`.
    fn evaluate(&self, position: &Self::Position) -> Verdict;

    /// What is worth knowing before the children of a position are evaluated. `before` is the
    /// context one move earlier, and that move.
    fn context(
        &self,
        position: &Self::Position,
        before: Option<(&Self::Context, Self::Move)>,
    ) -> Self::Context;

    /// [`Game::evaluate`] for the position `child` that the move `mv` led to.
    fn evaluate_child(
        &self,
        context: &Self::Context,
        mv: Self::Move,
        child: &Self::Position,
    ) -> Verdict;

    /// Appends the moves worth searching, the most promising first. Moves that another listed
    /// move dominates may be left out. `path` holds the moves that led here from the root.
    fn moves(&self, position: &Self::Position, path: &[Self::Move], list: &mut Vec<Self::Move>);

    /// The position after a move of [`Game::moves`].
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;
}
