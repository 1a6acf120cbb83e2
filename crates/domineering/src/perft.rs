//! Counting the leaves of the game tree: the cheapest test of a move generator.

use crate::{Move, Position};
use lastmove_board::{Bits, Geometry};

/// The number of move sequences of length `depth`; 1 at depth 0. The last ply is counted in bulk.
///
/// ```
/// use lastmove_board::Geometry;
/// use lastmove_domineering::{Player, Position, board, perft};
/// let diagram = board::parse("2x2").unwrap();
/// let geometry = Geometry::<u64>::new(diagram.size());
/// let position = Position::with_side(&diagram, Player::Vertical).unwrap();
/// assert_eq!([0, 1, 2].map(|d| perft(&geometry, &position, d)), [1, 2, 0]);
/// ```
pub fn perft<B: Bits>(geometry: &Geometry<B>, position: &Position<B>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(geometry),
        _ => divide(geometry, position, depth).iter().map(|&(_, leaves)| leaves).sum(),
    }
}

/// [`perft`] split by first move, in the order of the moves.
pub fn divide<B: Bits>(
    geometry: &Geometry<B>,
    position: &Position<B>,
    depth: u32,
) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position
        .moves(geometry)
        .map(|mv| {
            let mut after = *position;
            after.play_unchecked(geometry, mv);
            (mv, perft(geometry, &after, depth - 1))
        })
        .collect()
}

/// [`perft`] that can be stopped: `counted` hears of every batch of leaves before it is added,
/// and its error ends the count.
///
/// # Errors
/// Whatever `counted` returns.
pub fn try_perft<B: Bits, E>(
    geometry: &Geometry<B>,
    position: &Position<B>,
    depth: u32,
    counted: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<u64, E> {
    if depth <= 1 {
        let leaves = perft(geometry, position, depth);
        counted(leaves)?;
        return Ok(leaves);
    }
    let mut leaves = 0;
    for mv in position.moves(geometry) {
        let mut after = *position;
        after.play_unchecked(geometry, mv);
        leaves += try_perft(geometry, &after, depth - 1, counted)?;
    }
    Ok(leaves)
}
