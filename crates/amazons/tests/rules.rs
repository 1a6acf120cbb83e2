//! The rules: known counts, a simple and slow oracle, and properties over whole move trees.

use lastmove_amazons::{Colour, Move, Position, divide, perft, start, try_perft};
use lastmove_board::{Bits, Cell, Diagram, Geometry, Size, with_bits};
use lastmove_oracle::amazons::Lines;
use proptest::prelude::*;

/// The most leaves that a test counts; `cargo bench` and `lastmove bench` count more.
const TIER: u64 = 100_000_000;

fn leaves(diagram: &Diagram, depth: u32) -> u64 {
    with_bits!(diagram.size(), B => count_with::<B>(diagram, depth))
}

fn count_with<B: Bits>(diagram: &Diagram, depth: u32) -> u64 {
    perft(&Geometry::<B>::new(diagram.size()), &Position::from_diagram(diagram).unwrap(), depth)
}

#[test]
fn published_move_counts() {
    let mut counted = 0;
    for line in include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [board, depth, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (depth, expected) = (depth.parse().unwrap(), expected.parse::<u64>().unwrap());
        if expected <= TIER {
            let diagram = start::parse(board).unwrap();
            assert_eq!(leaves(&diagram, depth), expected, "{board} {depth}");
            if diagram.size().squares() <= 64 {
                assert_eq!(
                    count_with::<u128>(&diagram, depth.min(2)),
                    leaves(&diagram, depth.min(2))
                );
            }
            counted += 1;
        }
    }
    assert!(counted >= 30, "{counted}");
}

/// The moves by a literal reading of the rules.
fn slow_moves(diagram: &Diagram, colour: Colour) -> Vec<Move> {
    let size = diagram.size();
    let own = if colour == Colour::White { Cell::White } else { Cell::Black };
    let shows = |cell: Cell| move |square: u8| diagram.cells()[usize::from(square)] == cell;
    let mut moves = Vec::new();
    Lines::new(size.width(), size.height()).moves(
        shows(own),
        shows(Cell::Empty),
        |from, to, arrow| {
            moves.push(Move { from, to, arrow });
            false
        },
    );
    moves.sort_unstable();
    moves
}

fn check_moves<B: Bits>(diagram: &Diagram) {
    let size = diagram.size();
    let geometry = Geometry::<B>::new(size);
    for colour in Colour::BOTH {
        let position = Position::<B>::with_side(diagram, colour).unwrap();
        let expected = slow_moves(diagram, colour);
        assert_eq!(position.moves(&geometry).collect::<Vec<_>>(), expected);
        let mut visited = Vec::new();
        position.for_each_move(&geometry, colour, |mv| visited.push(mv));
        assert_eq!(visited, expected);
        assert_eq!(position.count_moves_of(&geometry, colour), expected.len() as u64);
        assert_eq!(position.count_moves(&geometry), expected.len() as u64);
        assert_eq!(position.can_move(&geometry, colour), !expected.is_empty());
        let divided: Vec<_> = expected.iter().map(|&mv| (mv, 1)).collect();
        assert_eq!(divide(&geometry, &position, 1), divided);
        // `check` accepts exactly these moves. All triples of squares on a small board:
        if size.squares() <= 12 {
            for from in 0..size.squares() as u8 + 1 {
                for to in 0..size.squares() as u8 + 1 {
                    for arrow in 0..size.squares() as u8 + 1 {
                        let mv = Move { from, to, arrow };
                        let legal = expected.binary_search(&mv).is_ok();
                        assert_eq!(position.play(&geometry, mv).is_ok(), legal, "{mv:?}");
                    }
                }
            }
        }
    }
}

fn diagrams(max_squares: usize) -> impl Strategy<Value = Diagram> {
    let size = (1usize..=12, 1usize..=12).prop_filter_map("too many squares", move |(w, h)| {
        Size::new(w, h).ok().filter(|size| size.squares() <= max_squares)
    });
    (size, prop::collection::vec(0u8..20, 144), any::<bool>()).prop_map(|(size, seed, white)| {
        let cell = |&s: &u8| match s {
            0 | 1 => Cell::White,
            2 | 3 => Cell::Black,
            4..=8 => Cell::Burnt,
            _ => Cell::Empty,
        };
        let cells = seed[..size.squares()].iter().map(cell).collect();
        let mover = if white { Colour::White } else { Colour::Black };
        Diagram::new(size, cells, Some(mover.side()))
    })
}

/// Visits the whole tree to a depth; at each node, taking back a move must restore everything.
fn walk<B: Bits>(geometry: &Geometry<B>, position: Position<B>, depth: u32) -> u64 {
    let sets = [position.white(), position.black(), position.empty(), position.burnt(geometry)];
    assert_eq!(sets.iter().map(|set| set.count()).sum::<u32>(), geometry.all().count());
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for mv in position.moves(geometry) {
        let mut after = position.play(geometry, mv).unwrap();
        count += walk(geometry, after, depth - 1);
        after.undo(mv);
        assert_eq!(after, position);
    }
    count
}

#[test]
fn play_and_undo_agree_over_a_whole_tree() {
    for (board, depth) in [("4x4", 2), ("q1Q/3/2* w", 6), ("1q2/3*/*3/2Q1 b", 3)] {
        let diagram = start::parse(board).unwrap();
        let geometry = Geometry::<u64>::new(diagram.size());
        let position = Position::from_diagram(&diagram).unwrap();
        let counted = walk(&geometry, position, depth);
        assert_eq!(counted, perft(&geometry, &position, depth));
    }
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
    fn small_boards_accept_exactly_the_legal_moves(diagram in diagrams(12)) {
        check_moves::<u64>(&diagram);
    }

    #[test]
    fn perft_is_the_same_under_symmetries_and_colour_swap(diagram in diagrams(36)) {
        let geometry = Geometry::<u64>::new(diagram.size());
        let position = Position::<u64>::from_diagram(&diagram).unwrap();
        let expected = perft(&geometry, &position, 2);
        let (white, black, other) =
            (position.white(), position.black(), position.to_move().opponent());
        let swapped = Position::new(black, white, position.empty(), other);
        prop_assert_eq!(perft(&geometry, &swapped, 2), expected);
        for symmetry in geometry.symmetries() {
            let [white, black, empty] =
                [position.white(), position.black(), position.empty()].map(|s| symmetry.image(s));
            let image = Position::new(white, black, empty, position.to_move());
            prop_assert_eq!(perft(&geometry, &image, 2), expected);
            prop_assert_eq!(image.normal_form(&geometry), position.normal_form(&geometry));
        }
        let mut heard = 0;
        let counted = try_perft(&geometry, &position, 2, &mut |n| { heard += n; Ok::<_, ()>(()) });
        prop_assert_eq!((counted, heard), (Ok(expected), expected));
        prop_assert_eq!(divide(&geometry, &position, 2).iter().map(|d| d.1).sum::<u64>(), expected);
    }

    #[test]
    fn undo_on_random_positions(diagram in diagrams(128)) {
        let geometry = Geometry::<u128>::new(diagram.size());
        let position = Position::<u128>::from_diagram(&diagram).unwrap();
        walk(&geometry, position, 1);
    }

    #[test]
    fn positions_survive_a_round_trip(diagram in diagrams(128)) {
        let position = Position::<u128>::from_diagram(&diagram).unwrap();
        let text = position.to_diagram(diagram.size()).to_string();
        prop_assert_eq!(&text, &diagram.to_string());
        prop_assert_eq!(start::parse(&text).map(|d| Position::from_diagram(&d)), Ok(Ok(position)));
    }
}

#[test]
fn a_count_can_be_stopped() {
    let diagram = start::parse("6x6").unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = Position::from_diagram(&diagram).unwrap();
    let mut left = 1_000_000u64;
    let stopped = try_perft(&geometry, &position, 9, &mut |n| {
        left = left.checked_sub(n).ok_or("enough")?;
        Ok(())
    });
    assert_eq!(stopped, Err("enough"));
}
