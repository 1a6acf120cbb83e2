//! Puzzles compared with plain search: exactly one move wins, and the line keeps the win.

use lastmove_board::{Diagram, GamePosition, Geometry};
use lastmove_lab::puzzles::{AMAZONS, DOMINEERING, Maker, Puzzle, PuzzleGame};
use lastmove_player::Playable;
use std::collections::HashMap;

/// Whether the side to move wins, by trying all moves.
fn wins<P: GamePosition<Word = u128>>(
    geometry: &Geometry<u128>,
    position: &P,
    known: &mut HashMap<String, bool>,
) -> bool {
    let key = position.diagram(geometry.size()).to_string();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let children = position.moves(geometry).map(|mv| position.child(geometry, mv));
    let children: Vec<P> = children.collect();
    let won = children.iter().any(|child| !wins(geometry, child, known));
    known.insert(key, won);
    won
}

/// Makes the puzzles of some games and checks them; returns their number.
fn check<P: Playable>(game: fn() -> PuzzleGame<P>, games: &[u64], most_empty: u32) -> usize {
    let make = || {
        let mut maker = Maker::new(game(), 100);
        games.iter().flat_map(|&game| maker.game(game)).collect::<Vec<Puzzle>>()
    };
    let puzzles = make();
    let text = |puzzles: &[Puzzle]| format!("{puzzles:?}");
    assert_eq!(text(&puzzles), text(&make()), "the same again");
    let mut checked = 0;
    for puzzle in &puzzles {
        let diagram: Diagram = puzzle.position.parse().unwrap();
        let (size, geometry) = (diagram.size(), Geometry::new(diagram.size()));
        let start = P::from_diagram(&diagram).unwrap();
        if start.empty().count_ones() > most_empty {
            continue;
        }
        let mut known = HashMap::new();
        let moves: Vec<P::Move> = start.moves(&geometry).collect();
        let winning = moves.iter().filter(|&&mv| {
            let after = start.child(&geometry, mv);
            !wins(&geometry, &after, &mut known)
        });
        let winning: Vec<_> = winning.map(|&mv| start.move_squares(mv, size)).collect();
        assert_eq!(winning, [puzzle.line[0].clone()], "{}", puzzle.position);
        let mut at = start;
        for (i, squares) in puzzle.line.iter().enumerate() {
            let mut moves = at.moves(&geometry);
            let mv = moves.find(|&mv| at.move_squares(mv, size) == *squares).unwrap();
            drop(moves);
            at = at.child(&geometry, mv);
            // After the winner's moves the other side is to move and loses.
            assert_eq!(wins(&geometry, &at, &mut known), i % 2 == 1, "{}", puzzle.position);
        }
        checked += 1;
    }
    checked
}

#[test]
fn domineering() {
    let checked = check(|| DOMINEERING, &[0, 8, 16, 24, 32, 40, 48, 56], 20);
    assert!(checked >= 2, "{checked}");
}

#[test]
fn amazons() {
    let checked = check(|| AMAZONS, &[1, 5, 9, 13, 29, 37, 41], 10);
    assert!(checked >= 1, "{checked}");
}
