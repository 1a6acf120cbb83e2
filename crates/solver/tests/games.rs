//! What `GamePosition` promises, in random games of both games: what is written is read back, and
//! all ways to a move and to the position after it agree.

use lastmove_board::{Bits, Game, GamePosition, Geometry, Side, Square, with_bits};
use lastmove_solver::{AnyPosition, with_game, with_position};
use lastmove_work::Random;

fn check<P: GamePosition>(board: &str, seed: u64) {
    let start = P::read_board(board).unwrap();
    let (size, geometry) = (start.size(), Geometry::<P::Word>::new(start.size()));
    let mut random = Random::new(seed);
    let mut position = P::from_diagram(&start).unwrap();
    for square in 0..size.squares() as Square {
        let name = P::square_name(size, square);
        assert_eq!(P::read_square(size, &name), Ok(square), "{name}");
    }
    loop {
        let diagram = position.diagram(size);
        assert_eq!(P::from_diagram(&diagram).unwrap(), position, "{diagram}");
        assert_eq!(P::read_board(&diagram.to_string()).as_ref(), Ok(&diagram));
        assert!(position.fits(size) && P::GAME.sides().contains(&position.side()));
        assert_eq!(position.passed().side(), position.side().opponent());
        assert_eq!(position.passed().passed(), position);
        let normal = position.normal_form(&geometry);
        assert_eq!(normal.normal_form(&geometry), normal, "{diagram}");
        let moves: Vec<P::Move> = position.moves(&geometry).collect();
        assert_eq!(position.count_moves(&geometry), moves.len() as u64, "{diagram}");
        let mut names = Vec::new();
        for &mv in &moves {
            let name = P::move_name(mv, size);
            assert_eq!(P::read_move(size, &name), Ok(mv), "{name}");
            assert_eq!(P::read_move(size, &P::uci_name(mv, size)), Ok(mv), "{name}");
            assert_eq!(P::move_of(&position.move_squares(mv, size)), Some(mv), "{name}");
            let after = position.play(&geometry, mv).unwrap();
            assert_eq!(after, position.child(&geometry, mv), "{diagram} {name}");
            assert_eq!(after.side(), position.side().opponent());
            assert!(after.empty().count() < position.empty().count());
            names.push(name);
        }
        let list = names.join(" ");
        assert_eq!(P::split_moves(&list).map(|(_, name)| name).collect::<Vec<_>>(), names);
        if moves.is_empty() {
            return;
        }
        let mv = moves[random.below(moves.len())];
        let after = position.child(&geometry, mv);
        // The squares are taken now, whoever moves.
        assert!(after.passed().play(&geometry, mv).is_err(), "{diagram}");
        position = after;
    }
}

#[test]
fn all_ways_to_a_move_agree() {
    for (game, boards) in [
        (Game::Amazons, ["4x4", "4x5 b", "6x4-two", "9x8-one"]),
        (Game::Domineering, ["4x4", "5x6 h", "1x7", "9x8"]),
    ] {
        for (board, seed) in boards.iter().flat_map(|board| (1..=3).map(move |seed| (board, seed)))
        {
            let size = with_game!(game, P => P::read_board(board)).unwrap().size();
            with_bits!(size, B => with_game!(game, B, P => check::<P>(board, seed)));
            with_game!(game, P => check::<P>(board, seed));
        }
    }
}

#[test]
fn a_position_of_either_game() {
    for (game, sides) in [
        (Game::Amazons, [Side::White, Side::Black]),
        (Game::Domineering, [Side::Horizontal, Side::Vertical]),
    ] {
        assert_eq!(game.white_and_black(), sides);
        assert_eq!(sides.map(Side::seat), [0, 1]);
        let board = game.default_board();
        let start = with_game!(game, P => P::read_board(board)).unwrap();
        let any: AnyPosition = with_game!(game, P => P::from_diagram(&start).unwrap().into());
        assert_eq!(with_position!(any, position => position.side()), game.first_side());
        assert_eq!(with_position!(any, position => position.empty().count_ones() as usize), {
            start.cells().iter().filter(|&&cell| cell == lastmove_board::Cell::Empty).count()
        });
    }
}
