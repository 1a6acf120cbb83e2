//! The strong player: Monte Carlo tree search with evaluation in place of playouts.
//!
//! A leaf is expanded by evaluating its most promising moves; the value of the best of them goes
//! back up. On the way down, PUCT weighs the values found so far against a move's prior share,
//! which comes from the evaluation; so the search widens step by step. A node's value is a mixture
//! of the mean of all values below it and of minimax. Proven results go up as such (Winands'
//! MCTS-solver).
//!
//! One lock guards the tree: going down and up takes a few microseconds, evaluating a leaf's moves
//! about a hundred, so threads hardly ever wait. On its way down a thread adds a virtual loss to
//! each node, so that other threads choose other moves.

mod expand;
mod pick;
mod search;
mod settings;
mod simulate;
mod tree;

pub use search::Strong;
pub use settings::StrongSettings;
