//! Published values, outcomes and thermographs, and laws that values of boards obey.
//!
//! `domineering_values.tsv` is from the `cgt` crate 0.11.0, the outcomes from CGSuite 2.1.1 (test
//! data of MCGS), the thermographs from CGSuite 2.2-beta2.

#[path = "../../values/tests/common/boards.rs"]
#[allow(unreachable_pub)]
mod boards;

use boards::{check_thermographs, rows, side_by_side, transposed};
use lastmove_board::{Bits, Diagram, Size};
use lastmove_domineering::{DomineeringRules, board};
use lastmove_values::{
    Form, FormEvaluator, Forms, Outcome, SumOf, ThermographEvaluator, ThermographStore,
};
use proptest::prelude::*;

type Evaluator<B> = FormEvaluator<DomineeringRules<B>>;

fn evaluator<B: Bits>(size: Size) -> Evaluator<B> {
    FormEvaluator::new(DomineeringRules::for_board(size).expect("fits"), Forms::new())
}

fn value<B: Bits>(evaluator: &mut Evaluator<B>, diagram: &Diagram) -> Form {
    let region = evaluator.rules().region(diagram).expect("a position");
    evaluator.value(&region).expect("within the limits")
}

fn check_listed<B: Bits>(row: &[&str], diagram: &Diagram) {
    let mut evaluator = evaluator::<B>(diagram.size());
    let value = value(&mut evaluator, diagram);
    let forms = evaluator.forms();
    let expected = forms.parse(row[1]).unwrap();
    assert_eq!(value, expected, "{} is {:?}", row[0], forms.print(value, 1000));
    assert_eq!(forms.mean(value).unwrap().to_string(), row[2], "{}", row[0]);
    assert_eq!(forms.temperature(value).unwrap().to_string(), row[3], "{}", row[0]);
}

#[test]
fn listed_values() {
    let mut checked = 0;
    for row in rows(include_str!("../../values/tests/data/domineering_values.tsv")) {
        let diagram = board::parse(row[0]).unwrap();
        if DomineeringRules::<u64>::for_board(diagram.size()).is_some() {
            check_listed::<u64>(&row, &diagram);
        }
        if diagram.size().squares() <= 20 {
            check_listed::<u128>(&row, &diagram);
        }
        checked += 1;
    }
    assert_eq!(checked, 23);
}

#[test]
fn listed_outcomes() {
    let mut evaluator = evaluator::<u64>(Size::new(4, 4).unwrap());
    for row in rows(include_str!("../../values/tests/data/domineering_outcomes.tsv")) {
        let value = value(&mut evaluator, &row[0].parse().unwrap());
        let expected = Outcome::from_order(row[2] == "0", row[1] == "0");
        assert_eq!(evaluator.forms().outcome(value), expected, "{}", row[0]);
    }
}

#[test]
fn listed_thermographs() {
    check_thermographs(
        include_str!("../../values/tests/data/domineering_thermographs.tsv"),
        |diagram| {
            let rules = DomineeringRules::<u64>::for_board(diagram.size()).unwrap();
            let region = rules.region(diagram).unwrap();
            (rules, region)
        },
    );
}

/// A board of up to 4x5 squares.
fn diagrams() -> impl Strategy<Value = Diagram> {
    (1usize..=5, 1usize..=4, any::<u64>(), any::<u64>()).prop_map(|(width, height, a, b)| {
        let size = Size::new(width, height).unwrap();
        let free = (a | b) & u64::first_n(size.squares());
        Diagram::from_sets(size, &[(lastmove_board::Cell::Empty, free)], None)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn images_are_equal_and_turns_negate(board in diagrams()) {
        let size = Size::new(5, 5).unwrap();
        let mut evaluator = evaluator::<u64>(size);
        let g = value(&mut evaluator, &board);
        let mut cells = board.cells().to_vec();
        cells.reverse();
        let turned = Diagram::new(board.size(), cells, None);
        prop_assert_eq!(value(&mut evaluator, &turned), g);
        let h = value(&mut evaluator, &transposed(&board));
        prop_assert_eq!(evaluator.forms().neg(g).unwrap(), h);
        // A new evaluator that starts from the image gives the same value.
        let mut fresh = self::evaluator::<u128>(Size::new(15, 2).unwrap());
        if board.size().height() <= 8 {
            let other = value(&mut fresh, &board);
            let text = fresh.forms().print(other, 100_000).unwrap();
            prop_assert_eq!(evaluator.forms().parse(&text).unwrap(), g);
        }
    }

    #[test]
    fn sums_and_thermographs(a in diagrams(), b in diagrams()) {
        let size = Size::new(5, 5).unwrap();
        let mut evaluator = evaluator::<u64>(size);
        let (g, h) = (value(&mut evaluator, &a), value(&mut evaluator, &b));
        let sum = evaluator.forms().sum(g, h).unwrap();
        let rules = DomineeringRules::<u64>::for_board(size).unwrap();
        let regions = [rules.region(&a).unwrap(), rules.region(&b).unwrap()];
        let mut walls = ThermographEvaluator::new(rules.clone(), ThermographStore::new());
        for (region, game) in regions.iter().zip([g, h]) {
            let id = walls.thermograph(region).unwrap();
            let expected = evaluator.forms().thermograph(game).unwrap();
            prop_assert_eq!(walls.store().get(id), expected);
        }
        // Both on one board, with a burnt row between them.
        let size = Size::new(5, a.size().height() + b.size().height() + 1).unwrap();
        let both = side_by_side(size, [(&a, 0, 0), (&b, 0, a.size().height() + 1)]);
        let mut wide = self::evaluator::<u128>(size);
        let whole = value(&mut wide, &both);
        let text = wide.forms().print(whole, 1_000_000).unwrap();
        prop_assert_eq!(evaluator.forms().parse(&text).unwrap(), sum);
    }

    #[test]
    fn thermographs_of_sums(a in diagrams(), b in diagrams()) {
        let small = |d: &Diagram| d.size().squares() <= 9;
        prop_assume!(small(&a) && small(&b));
        let size = Size::new(5, 5).unwrap();
        let mut evaluator = evaluator::<u64>(size);
        let (g, h) = (value(&mut evaluator, &a), value(&mut evaluator, &b));
        let sum = evaluator.forms().sum(g, h).unwrap();
        let rules = DomineeringRules::<u64>::for_board(size).unwrap();
        let regions = [rules.region(&a).unwrap(), rules.region(&b).unwrap()];
        let rules = SumOf(rules);
        let position = rules.position(&regions);
        let mut walls = ThermographEvaluator::new(rules, ThermographStore::new());
        let id = walls.thermograph(&position).unwrap();
        prop_assert_eq!(walls.store().get(id), evaluator.forms().thermograph(sum).unwrap());
    }
}
