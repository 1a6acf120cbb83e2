//! Games of our own player against itself.

use super::Puzzling;
use lastmove_arena::History;
use lastmove_player::{Engine, MoveLimits, Options};
use lastmove_work::{Cancel, Random};

/// The game of a number: it decides the board, the random moves at the beginning and the player's
/// seed.
pub(super) fn play<P: Puzzling>(number: u64) -> History<P> {
    let mut random = Random::new(number + 1);
    let board = P::BOARDS[(number / P::RUN) as usize % P::BOARDS.len()];
    let start = P::read_board(board).expect("a board of the list");
    let mut game = History::<P>::begin(&start).expect("a board of the list");
    let squares = start.size().squares();
    for _ in 0..2 + random.below(1 + squares / 16) {
        let moves: Vec<P::Move> = game.position().tree_moves(game.geometry()).collect();
        if !moves.is_empty() {
            let mv = moves[random.below(moves.len())];
            game.play(mv).expect("one of the legal moves");
        }
    }
    let options = Options { memory: 1 << 24, seed: number + 1, ..Options::default() };
    let mut player = Engine::<P>::new(options);
    let limits = MoveLimits { nodes: Some(P::NODES), ..MoveLimits::default() };
    while game.winner().is_none() {
        player.set_position(game.size(), game.position());
        let said = player.think(&limits, &Cancel::new(), &mut |_| {});
        let mv = said.best.expect("there is a move");
        game.play(mv).expect("the player's moves are legal");
    }
    game
}
