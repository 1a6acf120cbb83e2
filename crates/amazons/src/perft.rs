//! Counting the leaves of the game tree: the cheapest test of a move generator.

use crate::{Move, Position};
use lastmove_board::{Bits, Geometry};

/// The number of move sequences of length `depth`; 1 at depth 0. The last ply is counted in bulk.
///
/// ```
/// use lastmove_amazons::{Position, perft, start};
/// use lastmove_board::Geometry;
/// let diagram = start::parse("4x4").unwrap();
/// let geometry = Geometry::<u64>::new(diagram.size());
/// let position = Position::from_diagram(&diagram).unwrap();
/// assert_eq!(perft(&geometry, &position, 2), 4336);
/// ```
pub fn perft<B: Bits>(geometry: &Geometry<B>, position: &Position<B>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(geometry),
        _ => {
            let mut leaves = 0;
            position.for_each_move(geometry, position.to_move(), |mv| {
                let mut after = *position;
                after.play_unchecked(mv);
                leaves += perft(geometry, &after, depth - 1);
            });
            leaves
        }
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
            after.play_unchecked(mv);
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
        after.play_unchecked(mv);
        leaves += try_perft(geometry, &after, depth - 1, counted)?;
    }
    Ok(leaves)
}
