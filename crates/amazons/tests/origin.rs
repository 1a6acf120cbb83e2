//! Positions that no game reaches: none that a game has reached, and after one move all others.

use lastmove_amazons::{Colour, Impossible, Position, impossible, start};
use lastmove_board::{Bits, Geometry};
use std::collections::HashSet;

fn board(name: &str) -> (Geometry<u128>, Position<u128>) {
    let diagram = start::parse(name).unwrap();
    (Geometry::new(diagram.size()), Position::from_diagram(&diagram).unwrap())
}

#[test]
fn what_a_game_reached_is_never_called_impossible() {
    let mut random = 12345u64;
    for name in ["4x4", "5x6", "6x6", "10x10"] {
        let (geometry, begin) = board(name);
        for _ in 0..5 {
            let mut position = begin;
            for _ in 0..7 {
                let moves: Vec<_> = position.moves(&geometry).collect();
                if moves.is_empty() {
                    break;
                }
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                position.play_unchecked(moves[(random >> 33) as usize % moves.len()]);
                for side in [None, Some(position.to_move())] {
                    let found = impossible(&geometry, &begin, &position, side);
                    assert_eq!(found, None, "{}", position.to_diagram(geometry.size()));
                }
            }
        }
    }
}

#[test]
fn all_positions_with_one_arrow_on_4x4() {
    let (geometry, begin) = board("4x4");
    let key = |p: &Position<u128>| (p.amazons(Colour::White), p.amazons(Colour::Black), p.empty());
    let reached: HashSet<_> = begin
        .moves(&geometry)
        .map(|mv| {
            let mut after = begin;
            after.play_unchecked(mv);
            key(&after)
        })
        .collect();
    let (mut possible, mut classes) = (0, HashSet::new());
    // every placement of the amazons of one side that moves at most two of them, and every arrow
    for side in [Colour::White, Colour::Black] {
        let others = begin.amazons(side.opponent());
        for set in lastmove_board::subsets(16, 4).map(u128::from) {
            if set & others != 0 {
                continue;
            }
            for arrow in (0..16).filter(|&arrow| !(set | others).has(arrow)) {
                let amazons = if side == Colour::White { [set, others] } else { [others, set] };
                let cells = [
                    (lastmove_board::Cell::White, amazons[0]),
                    (lastmove_board::Cell::Black, amazons[1]),
                    (lastmove_board::Cell::Empty, 0xffff & !(set | others) & !u128::bit(arrow)),
                ];
                let diagram = lastmove_board::Diagram::from_sets(geometry.size(), &cells, None);
                let position = Position::<u128>::with_side(&diagram, Colour::Black).unwrap();
                let found = impossible(&geometry, &begin, &position, None);
                assert_eq!(found.is_none(), reached.contains(&key(&position)), "{diagram}");
                possible += usize::from(found.is_none());
                classes.extend(found.map(Impossible::class));
            }
        }
    }
    assert_eq!((possible, classes.len()), (88, 3));
}
