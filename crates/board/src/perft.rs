//! Counting the leaves of a game tree: the cheapest test of a move generator, the same for every
//! game.

use crate::{GamePosition, Geometry};

/// The number of move sequences of length `depth`; 1 at depth 0. The last ply is counted in bulk.
pub fn perft<P: GamePosition>(geometry: &Geometry<P::Word>, position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(geometry),
        _ => position
            .moves(geometry)
            .map(|mv| perft(geometry, &position.child(geometry, mv), depth - 1))
            .sum(),
    }
}

/// [`perft`] split by first move, in the order of the moves.
pub fn divide<P: GamePosition>(
    geometry: &Geometry<P::Word>,
    position: &P,
    depth: u32,
) -> Vec<(P::Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let leaves = |mv| perft(geometry, &position.child(geometry, mv), below);
    position.moves(geometry).map(|mv| (mv, leaves(mv))).collect()
}

/// [`perft`] that can be stopped: calls `counted` with every batch of leaves before it is added
/// (with 0 at inner nodes); an error that it returns ends the count.
///
/// # Errors
/// Whatever `counted` returns.
pub fn try_perft<P: GamePosition, E>(
    geometry: &Geometry<P::Word>,
    position: &P,
    depth: u32,
    counted: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<u64, E> {
    if depth <= 1 {
        let leaves = perft(geometry, position, depth);
        counted(leaves)?;
        return Ok(leaves);
    }
    counted(0)?; // a node without leaves takes time, too
    let mut leaves = 0;
    for mv in position.moves(geometry) {
        leaves += try_perft(geometry, &position.child(geometry, mv), depth - 1, counted)?;
    }
    Ok(leaves)
}
