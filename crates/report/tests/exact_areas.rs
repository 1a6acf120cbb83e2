//! Contested areas of up to ten squares are valued exactly, without databases.

use lastmove_board::{Cell, Diagram, Size};
use lastmove_endgame::Databases;
use lastmove_report::{RegionKind, evaluate};
use lastmove_values::AppraisalLimits;
use lastmove_work::Random;

#[test]
fn an_area_of_eight_squares_is_not_too_large() {
    let diagram: Diagram = "**2*/1q2Q/q****".parse().unwrap();
    let mut report = evaluate(&diagram, &Databases::none(), 0).unwrap();
    report.add_exact_values(&diagram, AppraisalLimits::default(), |_, _| {});
    assert_eq!(report.value.as_deref(), Some("{4|-2}"));
}

/// A position of 6x6 with a burnt frame around areas of up to ten squares.
fn position(random: &mut Random) -> Diagram {
    let size = Size::new(6, 6).unwrap();
    let mut cells = vec![Cell::Burnt; 36];
    // Up to 3 columns on the left and 2 on the right.
    for columns in [0..3, 4..6] {
        let mut free: Vec<usize> =
            (0..36).filter(|square| columns.contains(&(square % 6)) && square / 6 < 5).collect();
        let squares = (4 + random.below(7)).min(free.len());
        for i in 0..squares {
            let square = free.swap_remove(random.below(free.len()));
            cells[square] = match i {
                0 => Cell::White,
                1 => Cell::Black,
                2 | 3 => random.pick(&[Cell::White, Cell::Black, Cell::Empty, Cell::Empty]),
                _ => Cell::Empty,
            };
        }
    }
    Diagram::new(size, cells, None)
}

fn none_is_too_large(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut contested = 0;
    for _ in 0..count {
        let diagram = position(&mut random);
        let mut report = evaluate(&diagram, &Databases::none(), 0).unwrap();
        report.add_exact_values(&diagram, AppraisalLimits::default(), |_, _| {});
        for area in report.areas.iter().filter(|area| area.kind == RegionKind::Active) {
            contested += 1;
            assert!(!area.why.contains("too large"), "{diagram}: {:?}", area.squares);
        }
    }
    assert!(contested * 2 > count, "{contested}");
}

#[test]
fn areas_of_ten_squares_are_not_too_large() {
    none_is_too_large(60, 1);
}

#[test]
#[ignore = "heavy"]
fn areas_of_ten_squares_are_not_too_large_in_1000_positions() {
    none_is_too_large(1000, 2);
}
