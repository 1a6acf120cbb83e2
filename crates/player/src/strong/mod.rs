//! The strong player: Monte Carlo tree search with evaluation in place of playouts.
//!
//! A leaf is expanded by evaluating the moves that promise most; what goes back up is the value of
//! the best of them. Going down, PUCT weighs what came back against the share that the evaluation
//! gives a move beforehand, which widens the search step by step. A node's value is a mixture of the
//! mean of all that came back and of minimax. Results that are sure go up as such (Winands'
//! MCTS-solver).
//!
//! One lock guards the tree: going down and up takes some microseconds, evaluating a leaf's moves
//! some hundred, so threads hardly ever wait. On its way down a thread counts a loss for
//! itself, so that others look elsewhere.

mod expand;
mod pick;
mod search;
mod settings;
mod simulate;
mod tree;

pub use search::Strong;
pub use settings::StrongSettings;
