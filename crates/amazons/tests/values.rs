//! Published values, outcomes and thermographs, and laws that values of areas obey.
//!
//! `amazons_figures.tsv` is from Müller and Tegos, the outcomes from CGSuite 2.1.1 (test data of
//! MCGS), the thermographs from CGSuite 2.2-beta2.

#[path = "../../values/tests/common/boards.rs"]
#[allow(unreachable_pub)]
mod boards;

use boards::{check_thermographs, rows, side_by_side, transposed};
use lastmove_amazons::AmazonsRules;
use lastmove_board::{Bits, Cell, Diagram, Size};
use lastmove_values::{
    Form, FormEvaluator, Forms, Outcome, SumOf, ThermographEvaluator, ThermographStore, Windows,
};
use proptest::prelude::*;
use std::time::Instant;

type Evaluator<B> = FormEvaluator<AmazonsRules<B>>;

fn evaluator<B: Bits>(size: Size) -> Evaluator<B> {
    FormEvaluator::new(AmazonsRules::for_board(size).expect("fits"), Forms::new())
}

fn value<B: Bits>(evaluator: &mut Evaluator<B>, diagram: &Diagram) -> Form {
    let area = evaluator.rules().area(diagram).expect("a position");
    evaluator.value(&area).expect("within the limits")
}

fn check_figure<B: Bits>(row: &[&str]) {
    let started = Instant::now();
    let diagram: Diagram = row[0].parse().unwrap();
    let mut evaluator = evaluator::<B>(diagram.size());
    let value = value(&mut evaluator, &diagram);
    let printed = evaluator.forms().print(value, 1000);
    let expected = evaluator.forms().parse(row[1]).unwrap();
    println!("{:50} {:?} {} positions", row[0], started.elapsed(), evaluator.positions());
    assert_eq!(value, expected, "{} is {printed:?}", row[0]);
}

#[test]
fn figures() {
    let mut checked = 0;
    for row in rows(include_str!("../../values/tests/data/amazons_figures.tsv")) {
        if row[0].parse::<Diagram>().unwrap().size().width() < 9 {
            check_figure::<u64>(&row);
            checked += 1;
        }
    }
    assert_eq!(checked, 10);
}

/// The two large figures, whose trees are too large to play out.
#[test]
fn large_figures_by_windows() {
    let mut checked = 0;
    for row in rows(include_str!("../../values/tests/data/amazons_figures.tsv")) {
        let diagram: Diagram = row[0].parse().unwrap();
        if diagram.size().width() < 9 {
            continue;
        }
        let started = Instant::now();
        let rules = AmazonsRules::<u64>::for_board(diagram.size()).unwrap();
        let area = rules.area(&diagram).unwrap();
        let mut forms = Forms::new();
        let mut windows = Windows::new(rules, 3_000_000, None);
        let value = windows.form(&area, &mut forms).unwrap().expect("few windows");
        println!("{} {:?}", row[0], started.elapsed());
        let expected = forms.parse(row[1]).unwrap();
        assert_eq!(value, expected, "{} is {:?}", row[0], forms.print(value, 1000));
        checked += 1;
    }
    assert_eq!(checked, 2);
}

/// One queen each on a strip with s shared squares: the value is b - w ± (s - 1) (Song and Müller,
/// I-F).
#[test]
fn strips() {
    let mut evaluator = evaluator::<u64>(Size::new(12, 1).unwrap());
    for b in 0..5 {
        for w in 0..5 {
            for s in 1..usize::min(7, 11 - b - w) {
                let text = format!("{}q{}Q{}", ".".repeat(b), ".".repeat(s), ".".repeat(w));
                let value = value(&mut evaluator, &text.parse().unwrap());
                let expected = format!("{b} - {w} + ±{}", s - 1);
                let expected = if s == 1 { format!("{b} - {w} + *") } else { expected };
                assert_eq!(value, evaluator.forms().parse(&expected).unwrap(), "{text}");
            }
        }
    }
}

#[test]
fn listed_outcomes() {
    let size = Size::new(3, 3).unwrap();
    let mut evaluator = evaluator::<u64>(size);
    let rules = AmazonsRules::<u128>::for_board(size).unwrap();
    let mut walls = ThermographEvaluator::new(rules.clone(), ThermographStore::new());
    for row in rows(include_str!("../../values/tests/data/amazons_outcomes.tsv")) {
        let diagram: Diagram = row[0].parse().unwrap();
        let value = value(&mut evaluator, &diagram);
        let expected = Outcome::from_order(row[2] == "0", row[1] == "0");
        assert_eq!(evaluator.forms().outcome(value), expected, "{}", row[0]);
        let id = walls.thermograph(&rules.area(&diagram).unwrap()).unwrap();
        assert_eq!(walls.store().outcome(id), expected, "{}", row[0]);
    }
}

#[test]
fn listed_thermographs() {
    check_thermographs(
        include_str!("../../values/tests/data/amazons_thermographs.tsv"),
        |diagram| {
            let rules = AmazonsRules::<u64>::for_board(diagram.size()).unwrap();
            let area = rules.area(diagram).unwrap();
            (rules, area)
        },
    );
}

/// A board of up to 12 squares, many of them burnt.
fn diagrams() -> impl Strategy<Value = Diagram> {
    (1usize..=4, 1usize..=3).prop_flat_map(|(width, height)| {
        let cell = prop_oneof![
            5 => Just(Cell::Empty),
            3 => Just(Cell::Burnt),
            1 => Just(Cell::Black),
            1 => Just(Cell::White),
        ];
        prop::collection::vec(cell, width * height)
            .prop_map(move |cells| Diagram::new(Size::new(width, height).unwrap(), cells, None))
    })
}

fn mapped(diagram: &Diagram, map: impl Fn(Cell) -> Cell) -> Diagram {
    let cells = diagram.cells().iter().map(|&cell| map(cell)).collect();
    Diagram::new(diagram.size(), cells, None)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn images_are_equal_and_colours_negate(board in diagrams()) {
        let size = Size::new(4, 4).unwrap();
        let mut evaluator = evaluator::<u64>(size);
        let g = value(&mut evaluator, &board);
        prop_assert_eq!(value(&mut evaluator, &transposed(&board)), g);
        let mut cells = board.cells().to_vec();
        cells.reverse();
        let turned = Diagram::new(board.size(), cells, None);
        prop_assert_eq!(value(&mut evaluator, &turned), g);
        let swapped = mapped(&board, |cell| match cell {
            Cell::Black => Cell::White,
            Cell::White => Cell::Black,
            other => other,
        });
        // A new store, so that the answer is not cached.
        let mut fresh = self::evaluator::<u128>(Size::new(15, 2).unwrap());
        let h = value(&mut fresh, &swapped);
        let text = fresh.forms().print(h, 1_000_000).unwrap();
        let h = evaluator.forms().parse(&text).unwrap();
        prop_assert_eq!(evaluator.forms().neg(g).unwrap(), h);
    }

    #[test]
    fn thermographs_equal_those_of_forms(board in diagrams()) {
        let size = Size::new(4, 4).unwrap();
        let mut evaluator = evaluator::<u64>(size);
        let g = value(&mut evaluator, &board);
        let rules = AmazonsRules::<u64>::for_board(size).unwrap();
        let area = rules.area(&board).unwrap();
        let mut walls = ThermographEvaluator::new(rules, ThermographStore::new());
        let id = walls.thermograph(&area).unwrap();
        prop_assert_eq!(walls.store().get(id), evaluator.forms().thermograph(g).unwrap());
    }

    #[test]
    fn windows_equal_those_of_forms(board in diagrams()) {
        let size = Size::new(4, 4).unwrap();
        let mut evaluator = evaluator::<u64>(size);
        let g = value(&mut evaluator, &board);
        let rules = AmazonsRules::<u64>::for_board(size).unwrap();
        let area = rules.area(&board).unwrap();
        let mut windows = Windows::new(rules, 1_000_000, None);
        let (low, high) = windows.window(&area).unwrap();
        let walls = evaluator.forms().thermograph(g).unwrap();
        prop_assert_eq!(walls.right_wall().corners()[0].value.floor(), low);
        prop_assert_eq!(walls.left_wall().corners()[0].value.floor(), high);
        if let Some(form) = windows.form(&area, evaluator.forms()).unwrap() {
            prop_assert_eq!(form, g);
        }
    }

    #[test]
    fn sums(a in diagrams(), b in diagrams()) {
        // the sum is played out as one position, which takes minutes with more empty squares
        let empty = |d: &Diagram| d.cells().iter().filter(|&&c| c == Cell::Empty).count();
        prop_assume!(empty(&a) + empty(&b) <= 9);
        let size = Size::new(9, 7).unwrap();
        let mut evaluator = evaluator::<u64>(size);
        let (g, h) = (value(&mut evaluator, &a), value(&mut evaluator, &b));
        let sum = evaluator.forms().sum(g, h).unwrap();
        let both = side_by_side(size, [(&a, 0, 0), (&b, 5, 0)]);
        prop_assert_eq!(value(&mut evaluator, &both), sum);
        let rules = AmazonsRules::<u64>::for_board(size).unwrap();
        let areas = [rules.area(&a).unwrap(), rules.area(&b).unwrap()];
        let rules = SumOf(rules);
        let position = rules.position(&areas);
        let mut walls = ThermographEvaluator::new(rules, ThermographStore::new());
        let id = walls.thermograph(&position).unwrap();
        prop_assert_eq!(walls.store().get(id), evaluator.forms().thermograph(sum).unwrap());
    }
}
