//! The choice between the games, made once.

pub use lastmove_amazons::Position as Amazons;
pub use lastmove_board::Game;
pub use lastmove_domineering::Position as Domineering;

/// Evaluates an expression with the type of a game's positions, in words of 128 bits unless another
/// type is given.
///
/// ```
/// use lastmove_board::{Game, GamePosition};
/// use lastmove_solver::with_game;
/// let read = |game| with_game!(game, P => P::read_board("4x5").unwrap().to_string());
/// assert_eq!(read(Game::Domineering), "5/5/5/5");
/// assert_eq!(read(Game::Amazons), "1qq1/q2q/4/Q2Q/1QQ1 w");
/// ```
#[macro_export]
macro_rules! with_game {
    ($game:expr, $position:ident => $with:expr) => {
        $crate::with_game!($game, u128, $position => $with)
    };
    ($game:expr, $word:ty, $position:ident => $with:expr) => {
        match $game {
            $crate::games::Game::Amazons => {
                type $position = $crate::games::Amazons<$word>;
                $with
            }
            $crate::games::Game::Domineering => {
                type $position = $crate::games::Domineering<$word>;
                $with
            }
        }
    };
}

/// A position of either game, on any board of up to 128 squares.
#[derive(Clone, Copy, Debug)]
pub enum AnyPosition {
    /// a position of Amazons
    Amazons(Amazons<u128>),
    /// a position of Domineering
    Domineering(Domineering<u128>),
}

impl From<Amazons<u128>> for AnyPosition {
    fn from(position: Amazons<u128>) -> Self {
        Self::Amazons(position)
    }
}

impl From<Domineering<u128>> for AnyPosition {
    fn from(position: Domineering<u128>) -> Self {
        Self::Domineering(position)
    }
}

/// Evaluates an expression with the position of an [`AnyPosition`], whichever the game.
#[macro_export]
macro_rules! with_position {
    ($any:expr, $position:ident => $with:expr) => {
        match $any {
            $crate::AnyPosition::Amazons($position) => $with,
            $crate::AnyPosition::Domineering($position) => $with,
        }
    };
}
