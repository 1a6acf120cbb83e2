//! The rules: known counts, a simple and slow oracle, and properties over whole move trees.

use lastmove_board::{Bits, Cell, Diagram, Geometry, Size};
use lastmove_domineering::{
    Move, Orientation, Position, board, divide, parse_move, perft, try_perft,
};
use lastmove_oracle::domineering as plain;
use proptest::prelude::*;
use std::collections::HashSet;

fn position_of(diagram: &Diagram) -> Position<u128> {
    match diagram.side() {
        Some(_) => Position::from_diagram(diagram).unwrap(),
        None => Position::with_side(diagram, Orientation::Vertical).unwrap(),
    }
}

#[test]
fn known_move_counts() {
    for line in include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [board, depth, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let diagram = board::parse(board).unwrap();
        let geometry = Geometry::new(diagram.size());
        let leaves = perft(&geometry, &position_of(&diagram), depth.parse().unwrap());
        assert_eq!(leaves.to_string(), expected, "{board} {depth}");
    }
}

/// The moves, computed directly from the rules.
fn slow_moves(diagram: &Diagram, player: Orientation) -> Vec<Move> {
    let size = [diagram.size().width(), diagram.size().height()];
    let free = |square: u8| diagram.cells()[usize::from(square)] == Cell::Empty;
    plain::moves(size, free, player == Orientation::Vertical).map(Move).collect()
}

fn slow_perft(diagram: &Diagram, player: Orientation, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let size = diagram.size();
    slow_moves(diagram, player)
        .into_iter()
        .map(|Move(square)| {
            let other = if player == Orientation::Vertical { size.width() } else { 1 };
            let mut cells = diagram.cells().to_vec();
            cells[square as usize] = Cell::Burnt;
            cells[square as usize + other] = Cell::Burnt;
            slow_perft(&Diagram::new(size, cells, None), player.opponent(), depth - 1)
        })
        .sum()
}

fn diagrams(max_squares: usize) -> impl Strategy<Value = Diagram> {
    let size = (1usize..=12, 1usize..=12).prop_filter_map("too many squares", move |(w, h)| {
        Size::new(w, h).ok().filter(|size| size.squares() <= max_squares)
    });
    (size, prop::collection::vec(0u8..4, 144), any::<bool>()).prop_map(|(size, seed, vertical)| {
        let cells = seed[..size.squares()]
            .iter()
            .map(|&s| if s == 0 { Cell::Burnt } else { Cell::Empty })
            .collect();
        let player = if vertical { Orientation::Vertical } else { Orientation::Horizontal };
        Diagram::new(size, cells, Some(player.side()))
    })
}

fn check_moves<B: Bits>(diagram: &Diagram) {
    let size = diagram.size();
    let geometry = Geometry::<B>::new(size);
    for player in Orientation::BOTH {
        let position = Position::<B>::with_side(diagram, player).unwrap();
        let expected = slow_moves(diagram, player);
        assert_eq!(position.moves(&geometry).collect::<Vec<_>>(), expected);
        assert_eq!(position.count_moves(&geometry), expected.len() as u64);
        for square in 0..=size.squares() as u8 {
            let legal = expected.contains(&Move(square));
            assert_eq!(position.play(&geometry, Move(square)).is_ok(), legal);
        }
    }
}

/// Traverses the whole tree to a depth; at each node, undoing a move must restore everything.
fn walk<B: Bits>(geometry: &Geometry<B>, position: Position<B>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for mv in position.moves(geometry) {
        let mut after = position.play(geometry, mv).unwrap();
        count += walk(geometry, after, depth - 1);
        after.undo(geometry, mv);
        assert_eq!(after, position);
    }
    count
}

#[test]
fn play_and_undo_agree_over_a_whole_tree() {
    let diagram = board::parse("4x4").unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = Position::with_side(&diagram, Orientation::Vertical).unwrap();
    assert_eq!(walk(&geometry, position, 5), perft(&geometry, &position, 5));
}

/// Bullock, "Domineering: solving large combinatorial search spaces" (2002), figure 5.1: positions
/// of 10x10 that are not reflections of each other. The third is misprinted there as 81,609.
#[test]
fn distinct_positions_of_10x10() {
    let diagram = board::parse("10x10").unwrap();
    let geometry = Geometry::<u128>::new(diagram.size());
    let mut level = HashSet::from([position_of(&diagram)]);
    for expected in [25, 1944, 81_412] {
        level = level
            .iter()
            .flat_map(|p| p.moves(&geometry).map(|mv| p.play(&geometry, mv).unwrap()))
            .map(|p| p.normal_form(&geometry))
            .collect();
        assert_eq!(level.len(), expected);
    }
}

#[test]
fn perft_equals_the_plain_rules() {
    for (name, depth) in [("4x4", 6), ("3x5", 5), ("2*1/1*2/4 h", 4), ("8x8", 2)] {
        let diagram = board::parse(name).unwrap();
        let position = position_of(&diagram);
        let geometry = Geometry::new(diagram.size());
        let slow = slow_perft(&diagram, position.to_move(), depth);
        assert_eq!(perft(&geometry, &position, depth), slow, "{name}");
    }
}

#[test]
fn illegal_moves_say_why() {
    let diagram = board::parse("2x3").unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = Position::with_side(&diagram, Orientation::Vertical).unwrap();
    let mv = parse_move(diagram.size(), "2,1").unwrap();
    let error = position.play(&geometry, mv).unwrap_err().to_string();
    assert_eq!(error, "vertical cannot place a domino at 2,1");
}

proptest! {
    #[test]
    fn moves_equal_those_of_the_plain_rules(diagram in diagrams(128)) {
        check_moves::<u128>(&diagram);
        if diagram.size().squares() <= 64 {
            check_moves::<u64>(&diagram);
        }
    }

    #[test]
    fn perft_is_the_same_under_symmetries_and_exchange(diagram in diagrams(40)) {
        let size = diagram.size();
        let geometry = Geometry::<u64>::new(size);
        let position = Position::<u64>::from_diagram(&diagram).unwrap();
        let expected = perft(&geometry, &position, 3);
        for symmetry in &geometry.symmetries()[..4] {
            let image = Position::new(symmetry.image(position.empty()), position.to_move());
            prop_assert_eq!(perft(&geometry, &image, 3), expected);
            prop_assert_eq!(image.normal_form(&geometry), position.normal_form(&geometry));
        }
        // Rows and columns exchanged, and so the players.
        let turned = Geometry::<u64>::new(size.transposed());
        prop_assert_eq!(perft(&turned, &position.transposed(size), 3), expected);
        let mut heard = 0;
        let counted = try_perft(&geometry, &position, 3, &mut |n| { heard += n; Ok::<_, ()>(()) });
        prop_assert_eq!((counted, heard), (Ok(expected), expected));
        prop_assert_eq!(divide(&geometry, &position, 3).iter().map(|d| d.1).sum::<u64>(), expected);
    }

    #[test]
    fn undo_on_random_positions(diagram in diagrams(128)) {
        let geometry = Geometry::<u128>::new(diagram.size());
        let position = Position::<u128>::from_diagram(&diagram).unwrap();
        walk(&geometry, position, 1);
        prop_assert_eq!(position.to_diagram(diagram.size()), diagram);
    }

    #[test]
    fn moves_survive_a_round_trip(w in 1usize..=128, h in 1usize..=128, square: u8) {
        let Ok(size) = Size::new(w, h) else { return Ok(()) };
        let mv = Move(square % size.squares() as u8);
        prop_assert_eq!(parse_move(size, &mv.display(size).to_string()), Ok(mv));
    }

    #[test]
    fn no_input_panics(text in "\\PC*", near in "[0-9, x/*vh]{0,20}") {
        for text in [text, near] {
            let _ = parse_move(Size::new(5, 4).unwrap(), &text);
            if let Ok(diagram) = board::parse(&text) {
                prop_assert_eq!(board::parse(&diagram.to_string()).unwrap(), diagram);
            }
        }
    }
}
