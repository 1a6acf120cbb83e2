//! Published values, outcomes and thermographs, compared with those of two small games.
//!
//! `domineering_values.tsv` is from the `cgt` crate 0.11.0; the `outcomes` files
//! are from CGSuite 2.1.1 (test data of MCGS), the `thermographs` files from
//! CGSuite 2.2-beta2; `amazons_figures.tsv` is from Müller and Tegos.

mod common;

use common::amazons::Amazons;
use common::domineering::Domineering;
use lastmove_values::{
    Dyadic, Form, FormEvaluator, Forms, Outcome, Player, PlusStar, Rules, ThermographEvaluator,
    ThermographStore, ValueError,
};
use lastmove_work::{Budget, Cancel};

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

#[test]
fn domineering_values() {
    for row in rows(include_str!("data/domineering_values.tsv")) {
        let (height, width) = row[0].split_once('x').unwrap();
        let (height, width): (usize, usize) = (height.parse().unwrap(), width.parse().unwrap());
        if usize::max(height, width) > 8 {
            continue; // the small board of these tests has 8x8 squares
        }
        let board = Domineering::board(height, width);
        let mut evaluator = FormEvaluator::new(Domineering, Forms::new());
        let value = evaluator.value(&board).unwrap();
        let forms = evaluator.forms();
        let expected = forms.parse(row[1]).unwrap();
        assert_eq!(value, expected, "{} is {:?}", row[0], forms.print(value, 1000));
        assert_eq!(forms.mean(value).unwrap().to_string(), row[2], "{}", row[0]);
        assert_eq!(forms.temperature(value).unwrap().to_string(), row[3], "{}", row[0]);
    }
}

#[test]
fn all_listed_values_parse_and_print_back() {
    let mut forms = Forms::new();
    for row in rows(include_str!("data/domineering_values.tsv")) {
        let value = forms.parse(row[1]).unwrap();
        assert_eq!(forms.mean(value).unwrap().to_string(), row[2], "{}", row[0]);
        assert_eq!(forms.temperature(value).unwrap().to_string(), row[3], "{}", row[0]);
        let text = forms.print(value, 1000).unwrap();
        assert_eq!(forms.parse(&text).unwrap(), value, "{text}");
    }
    for row in rows(include_str!("data/amazons_figures.tsv")) {
        let value = forms.parse(row[1]).unwrap();
        let text = forms.print(value, 1000).unwrap();
        assert_eq!(forms.parse(&text).unwrap(), value, "{text}");
    }
}

#[test]
fn amazons_figures() {
    for row in rows(include_str!("data/amazons_figures.tsv")) {
        if common::grid::rows(row[0]).iter().any(|row| row.len() > 8) {
            continue; // the small board of these tests has 8x8 squares
        }
        let position = Amazons::parse(row[0]);
        let mut evaluator = FormEvaluator::new(Amazons, Forms::new());
        let value = evaluator.value(&position).unwrap();
        let expected = evaluator.forms().parse(row[1]).unwrap();
        let printed = evaluator.forms().print(value, 1000);
        assert_eq!(value, expected, "{} is {printed:?}", row[0]);
    }
}

/// One queen each on a strip with s shared squares is b - w ± (s - 1).
#[test]
fn amazons_on_a_strip() {
    for b in 0..4 {
        for w in 0..4 {
            for s in 1..usize::min(5, 7 - b - w) {
                let text = format!("{}q{}Q{}", ".".repeat(b), ".".repeat(s), ".".repeat(w));
                let position = Amazons::parse(&text);
                let mut evaluator = FormEvaluator::new(Amazons, Forms::new());
                let value = evaluator.value(&position).unwrap();
                let expected = format!("{b} - {w} + ±{}", s - 1);
                let expected = if s == 1 { format!("{b} - {w} + *") } else { expected };
                assert_eq!(value, evaluator.forms().parse(&expected).unwrap(), "{text}");
            }
        }
    }
}

fn outcome(left_first_wins: &str, right_first_wins: &str) -> Outcome {
    Outcome::from_order(right_first_wins == "0", left_first_wins == "0")
}

#[test]
fn outcomes() {
    for row in rows(include_str!("data/domineering_outcomes.tsv")) {
        let position = Domineering::parse(row[0]);
        let mut evaluator = FormEvaluator::new(Domineering, Forms::new());
        let value = evaluator.value(&position).unwrap();
        assert_eq!(evaluator.forms().outcome(value), outcome(row[1], row[2]), "{}", row[0]);
    }
    for row in rows(include_str!("data/amazons_outcomes.tsv")) {
        let position = Amazons::parse(row[0]);
        let mut evaluator = FormEvaluator::new(Amazons, Forms::new());
        let value = evaluator.value(&position).unwrap();
        assert_eq!(evaluator.forms().outcome(value), outcome(row[1], row[2]), "{}", row[0]);
        let position = Amazons::parse(row[0]);
        let mut evaluator = ThermographEvaluator::new(Amazons, ThermographStore::new());
        let id = evaluator.thermograph(&position).unwrap();
        assert_eq!(evaluator.store().outcome(id), outcome(row[1], row[2]), "{}", row[0]);
    }
}

#[test]
fn thermographs() {
    for row in rows(include_str!("data/domineering_thermographs.tsv")) {
        let position = Domineering::parse(row[0]);
        let mut evaluator = ThermographEvaluator::new(Domineering, ThermographStore::new());
        let id = evaluator.thermograph(&position).unwrap();
        let thermograph = evaluator.store().get(id);
        assert_eq!(thermograph.left_wall().to_string(), row[1], "{}", row[0]);
        assert_eq!(thermograph.right_wall().to_string(), row[2], "{}", row[0]);
    }
    for row in rows(include_str!("data/amazons_thermographs.tsv")) {
        let position = Amazons::parse(row[0]);
        let mut evaluator = ThermographEvaluator::new(Amazons, ThermographStore::new());
        let id = evaluator.thermograph(&position).unwrap();
        let thermograph = evaluator.store().get(id);
        assert_eq!(thermograph.left_wall().to_string(), row[1], "{}", row[0]);
        assert_eq!(thermograph.right_wall().to_string(), row[2], "{}", row[0]);
    }
}

/// The form and the walls, computed in two ways, agree on a whole family.
#[test]
fn thermographs_without_forms_equal_those_of_forms() {
    for text in ["q3/4/3Q", "q5/Q5", "qq1/3/1QQ", "1q2/4/1Q2"] {
        let position = Amazons::parse(text);
        let mut forms = FormEvaluator::new(Amazons, Forms::new());
        let value = forms.value(&position).unwrap();
        let position = Amazons::parse(text);
        let mut walls = ThermographEvaluator::new(Amazons, ThermographStore::new());
        let id = walls.thermograph(&position).unwrap();
        let expected = forms.forms().thermograph(value).unwrap();
        assert_eq!(walls.store().get(id), expected, "{text}");
        assert_eq!(walls.store().mean(id), expected.mean());
        assert!(expected.temperature() >= Dyadic::MINUS_ONE);
    }
}

/// Boards in several parts: thermographs do not add, so the whole is played out; with a star added,
/// n + * becomes the integer n.
#[test]
fn thermographs_of_sums_and_stars() {
    let boards = ["2*2/2*2", "1*2/1*2/2*1", "2*1*1/2*1*1/4*1", "1**2/1**3/**2*", "2*1/**2/2*1"];
    let mut starred = 0;
    for text in boards {
        let position = Domineering::parse(text);
        let mut forms = FormEvaluator::new(Domineering, Forms::new());
        let mut walls = ThermographEvaluator::new(Domineering, ThermographStore::new());
        let mut stars = ThermographEvaluator::new(PlusStar(Domineering), ThermographStore::new());
        // All positions after some moves of both players.
        let mut positions = vec![position];
        for i in 0..400 {
            let Some(&position) = positions.get(i) else { break };
            Domineering.moves(&position, Player::Left, &mut positions);
            Domineering.moves(&position, Player::Right, &mut positions);
            let value = forms.value(&position).unwrap();
            let id = walls.thermograph(&position).unwrap();
            let expected = forms.forms().thermograph(value).unwrap();
            assert_eq!(walls.store().get(id), expected, "{text} {position:x}");
            let star = forms.forms().nimber(1).unwrap();
            let sum = forms.forms().sum(value, star).unwrap();
            let id = stars.thermograph(&(position, true)).unwrap();
            let expected = forms.forms().thermograph(sum).unwrap();
            assert_eq!(stars.store().get(id), expected, "{text} {position:x} plus star");
            starred += usize::from(stars.store().as_integer(id).is_some());
        }
    }
    assert!(starred > 0);
}

#[test]
fn evaluators_stop_and_report_limits() {
    let board = Domineering::board(5, 5);
    let mut evaluator = FormEvaluator::new(Domineering, Forms::with_limit(1000));
    assert_eq!(evaluator.value(&board), Err(ValueError::TooManyForms { limit: 1000 }));
    let mut evaluator = FormEvaluator::new(Domineering, Forms::new());
    evaluator.forms().set_budget(Some(spent()));
    assert_eq!(evaluator.value(&board), Err(ValueError::Stopped));
    evaluator.forms().set_budget(None);
    assert_eq!(evaluator.value(&board), Ok(Form::ZERO));
    let mut evaluator = ThermographEvaluator::new(Domineering, ThermographStore::new());
    evaluator.set_budget(Some(spent()));
    assert_eq!(evaluator.thermograph(&board), Err(ValueError::Stopped));
}

/// Stores can move between threads.
#[test]
fn stores_are_send() {
    fn is_send<T: Send>() {}
    is_send::<Forms>();
    is_send::<ThermographStore>();
    is_send::<FormEvaluator<Domineering>>();
}

/// A budget that is used up.
fn spent() -> Budget {
    let cancel = Cancel::new();
    cancel.cancel();
    Budget::unlimited(cancel)
}
