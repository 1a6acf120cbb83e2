//! Games of our own player against itself.

use super::PuzzleGame;
use lastmove_arena::History;
use lastmove_player::{Engine, EngineOptions, MoveLimits, Playable};
use lastmove_work::{Cancel, Random};

/// Plays the game of this number, which determines the board, the random moves at the beginning and
/// the player's seed.
pub(super) fn play<P: Playable>(game: &PuzzleGame<P>, number: u64) -> History<P> {
    let mut random = Random::new(number + 1);
    let nodes = game.nodes;
    let board = game.boards[(number / game.run) as usize % game.boards.len()];
    let start = P::read_board(board).expect("a board of the list");
    let mut game = History::<P>::new(&start).expect("a board of the list");
    let squares = start.size().squares();
    for _ in 0..2 + random.below(1 + squares / 16) {
        let moves: Vec<P::Move> = game.position().moves(game.geometry()).collect();
        if !moves.is_empty() {
            let mv = moves[random.below(moves.len())];
            game.play(mv).expect("one of the legal moves");
        }
    }
    let options = EngineOptions { memory: 1 << 24, seed: number + 1, ..EngineOptions::default() };
    let mut player = Engine::<P>::new(options);
    let limits = MoveLimits { nodes: Some(nodes), ..MoveLimits::default() };
    while game.winner().is_none() {
        player.set_position(game.size(), game.position());
        let said = player.think(&limits, &Cancel::new(), &mut |_| {});
        let mv = said.best.expect("there is a move");
        game.play(mv).expect("the player's moves are legal");
    }
    game
}
