//! Laws that every value obeys, on random games.

mod common;

use common::trees::{Tree, small_tree, tree};
use lastmove_values::{Dyadic, FastMap, Form, Forms, Outcome, Thermograph, ThermographStore};
use proptest::prelude::*;

fn t(numerator: i64, exponent: u32) -> Dyadic {
    Dyadic::new(numerator, exponent).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn group_laws(a in tree(), b in tree(), c in tree()) {
        let forms = &mut Forms::new();
        let (a, b, c) = (a.form(forms)?, b.form(forms)?, c.form(forms)?);
        let ab = forms.sum(a, b)?;
        let bc = forms.sum(b, c)?;
        prop_assert_eq!(ab, forms.sum(b, a)?);
        prop_assert_eq!(forms.sum(ab, c)?, forms.sum(a, bc)?);
        prop_assert_eq!(forms.sum(a, Form::ZERO)?, a);
        let minus_a = forms.neg(a)?;
        prop_assert_eq!(forms.neg(minus_a)?, a);
        prop_assert_eq!(forms.sum(a, minus_a)?, Form::ZERO);
        let thrice = forms.multiple(3, a)?;
        let twice = forms.sum(a, a)?;
        prop_assert_eq!(thrice, forms.sum(twice, a)?);
        let minus_twice = forms.multiple(-2, a)?;
        prop_assert_eq!(minus_twice, forms.neg(twice)?);
    }

    /// a + (-a) = 0 must also result if the store does not know the negative.
    #[test]
    fn difference_of_equals_is_zero_by_play(a in tree()) {
        let forms = &mut Forms::new();
        let game = a.form(forms)?;
        fn mirrored(tree: &Tree) -> Tree {
            let side = |options: &[Tree]| options.iter().map(mirrored).collect();
            Tree { left: side(&tree.right), right: side(&tree.left) }
        }
        let negative = mirrored(&a).form(forms)?;
        prop_assert_eq!(forms.sum(game, negative)?, Form::ZERO);
        prop_assert_eq!(forms.neg(game)?, negative);
    }

    #[test]
    fn order_laws(a in tree(), b in tree(), c in tree()) {
        let forms = &mut Forms::new();
        let (a, b, c) = (a.form(forms)?, b.form(forms)?, c.form(forms)?);
        prop_assert!(forms.ge(a, a));
        prop_assert_eq!(forms.ge(a, b) && forms.ge(b, a), a == b);
        if forms.ge(a, b) && forms.ge(b, c) {
            prop_assert!(forms.ge(a, c));
        }
        let (ac, bc) = (forms.sum(a, c)?, forms.sum(b, c)?);
        prop_assert_eq!(forms.ge(a, b), forms.ge(ac, bc));
        let (minus_a, minus_b) = (forms.neg(a)?, forms.neg(b)?);
        prop_assert_eq!(forms.ge(a, b), forms.ge(minus_b, minus_a));
        let difference = forms.difference(a, b)?;
        prop_assert_eq!(difference == Form::ZERO, a == b);
        let outcome = Outcome::from_order(forms.ge(a, b), forms.ge(b, a));
        prop_assert_eq!(forms.outcome(difference), outcome);
    }

    /// The order of the store compared with the definition, without caches or shortcuts.
    #[test]
    fn order_by_definition(a in tree(), b in tree()) {
        let forms = &mut Forms::new();
        let (g, h) = (a.form(forms)?, b.form(forms)?);
        prop_assert_eq!(forms.ge(g, h), a.ge(&b));
        prop_assert_eq!(forms.ge(h, g), b.ge(&a));
        prop_assert_eq!(g == h, a.ge(&b) && b.ge(&a));
    }

    /// Sums compared with exhaustive play.
    #[test]
    fn sums_by_play(a in small_tree(), b in small_tree()) {
        let forms = &mut Forms::new();
        let (g, h) = (a.form(forms)?, b.form(forms)?);
        let sum = forms.sum(g, h)?;
        let trees = [a, b];
        let outcome = Outcome::from_order(
            Tree::left_wins_sum(&trees, false),
            !Tree::left_wins_sum(&trees, true),
        );
        prop_assert_eq!(forms.outcome(sum), outcome);
    }

    /// No option of a canonical form is dominated or reversible.
    #[test]
    fn forms_are_canonical(a in tree(), b in tree()) {
        let forms = &mut Forms::new();
        let (a, b) = (a.form(forms)?, b.form(forms)?);
        let sum = forms.sum(a, b)?;
        for game in [a, b, sum] {
            let (left, right) = (forms.left_options(game)?, forms.right_options(game)?);
            for &l in &left {
                prop_assert!(left.iter().all(|&other| other == l || !forms.ge(other, l)));
                prop_assert!(forms.right_options(l)?.iter().all(|&reply| !forms.ge(game, reply)));
            }
            for &r in &right {
                prop_assert!(right.iter().all(|&other| other == r || !forms.ge(r, other)));
                prop_assert!(forms.left_options(r)?.iter().all(|&reply| !forms.ge(reply, game)));
            }
            prop_assert_eq!(forms.game(&left, &right)?, game);
            let oldest = left.iter().chain(&right).map(|&g| forms.birthday(g) + 1).max();
            prop_assert_eq!(forms.birthday(game), oldest.unwrap_or(0));
        }
    }

    #[test]
    fn means_add_and_sums_are_no_hotter(a in tree(), b in tree()) {
        let forms = &mut Forms::new();
        let (a, b) = (a.form(forms)?, b.form(forms)?);
        let sum = forms.sum(a, b)?;
        prop_assert_eq!(forms.mean(sum)?, forms.mean(a)?.checked_add(forms.mean(b)?)?);
        let hotter = forms.temperature(a)?.max(forms.temperature(b)?);
        prop_assert!(forms.temperature(sum)? <= hotter);
    }

    #[test]
    fn hull(a in tree()) {
        let forms = &mut Forms::new();
        let game = a.form(forms)?;
        let thermograph = forms.thermograph(game)?;
        prop_assert_eq!(thermograph.left_stop(), forms.left_stop(game));
        prop_assert_eq!(thermograph.right_stop(), forms.right_stop(game));
        prop_assert!(thermograph.left_stop() >= thermograph.mean());
        prop_assert!(thermograph.mean() >= thermograph.right_stop());
        let mut before: Option<(Dyadic, Dyadic)> = None;
        for step in -8..40 {
            let at = t(step, 3);
            let (left, right) = (thermograph.left_wall().at(at), thermograph.right_wall().at(at));
            prop_assert!(left >= right);
            if let Some((l, r)) = before {
                prop_assert!(left <= l && right >= r, "walls approach each other");
            }
            before = Some((left, right));
            let masted = at >= thermograph.temperature();
            prop_assert_eq!(left == right, masted);
        }
        prop_assert_eq!(thermograph.as_number(), forms.as_number(game));
        prop_assert_eq!(thermograph.outcome(), forms.outcome(game));
        prop_assert_eq!(thermograph.is_below_left_stop(), forms.is_below_left_stop(game));
        prop_assert_eq!(thermograph.is_above_right_stop(), forms.is_above_right_stop(game));
        for n in -6..=6 {
            let x = Dyadic::from_integer(n);
            prop_assert_eq!(thermograph.is_at_least(n), forms.ge_number(game, x));
            prop_assert_eq!(thermograph.is_at_most(n), forms.le_number(game, x));
        }
    }

    /// Walls built from raw options equal those of the canonical form; so do the walls of G + *,
    /// which identify n + *.
    #[test]
    fn walls_from_raw_options(a in tree()) {
        let forms = &mut Forms::new();
        let store = &mut ThermographStore::new();
        let game = a.form(forms)?;
        let id = a.walls(store)?;
        prop_assert_eq!(store.get(id), forms.thermograph(game)?);
        prop_assert_eq!(store.mean(id), forms.mean(game)?);
        prop_assert_eq!(store.temperature(id), forms.temperature(game)?);
        prop_assert_eq!(store.outcome(id), forms.outcome(game));
        let thermograph = store.get(id);
        let walls = (thermograph.left_wall().corners(), thermograph.right_wall().corners());
        prop_assert_eq!(Thermograph::from_walls(walls.0, walls.1), Some(thermograph.clone()));
        prop_assert_eq!(store.insert(&thermograph), id);
        let options = |trees: &[Tree], store: &mut ThermographStore| -> Vec<Thermograph> {
            trees.iter().map(|tree| { let id = tree.walls(store).unwrap(); store.get(id) }).collect()
        };
        let (left, right) = (options(&a.left, store), options(&a.right, store));
        prop_assert_eq!(Thermograph::from_options(&left, &right)?, thermograph);
        let negative = store.neg(id);
        prop_assert_eq!(store.get(negative), store.get(id).neg());
        let star = forms.nimber(1)?;
        let starred = forms.sum(game, star)?;
        let id = a.walls_plus_star(store)?;
        prop_assert_eq!(store.get(id), forms.thermograph(starred)?);
        let integer = forms.as_number(starred).filter(|x| x.is_integer());
        prop_assert_eq!(store.as_integer(id), integer);
    }

    #[test]
    fn integers_shift_thermographs(a in tree(), n in -5_i64..=5) {
        let forms = &mut Forms::new();
        let game = a.form(forms)?;
        let integer = forms.integer(n)?;
        let sum = forms.sum(game, integer)?;
        let shifted = forms.thermograph(game)?.shift(Dyadic::integer(n)?)?;
        prop_assert_eq!(forms.thermograph(sum)?, shifted);
    }

    /// Cooling respects sums and order, and agrees with the walls.
    #[test]
    fn cooling(a in tree(), b in tree(), step in 0_i64..=12) {
        let forms = &mut Forms::new();
        let (a, b) = (a.form(forms)?, b.form(forms)?);
        let by = t(step, 2);
        let (cool_a, cool_b) = (forms.cool(a, by)?, forms.cool(b, by)?);
        let sum = forms.sum(a, b)?;
        let cool_sum = forms.cool(sum, by)?;
        prop_assert_eq!(cool_sum, forms.sum(cool_a, cool_b)?);
        if forms.ge(a, b) {
            prop_assert!(forms.ge(cool_a, cool_b));
        }
        let thermograph = forms.thermograph(a)?;
        prop_assert_eq!(forms.left_stop(cool_a), thermograph.left_wall().at(by));
        prop_assert_eq!(forms.right_stop(cool_a), thermograph.right_wall().at(by));
        let earned = forms.number(by)?;
        let heated = forms.heat(a, earned)?;
        prop_assert_eq!(forms.cool(heated, by)?, a, "cooling undoes heating");
    }

    #[test]
    fn printing_parses_back(a in tree(), b in tree()) {
        let forms = &mut Forms::new();
        let (a, b) = (a.form(forms)?, b.form(forms)?);
        let sum = forms.sum(a, b)?;
        for game in [a, b, sum] {
            if let Some(text) = forms.print(game, 20_000) {
                prop_assert!(text.len() <= 20_000);
                prop_assert_eq!(forms.parse(&text)?, game, "{}", &text);
                prop_assert_eq!(forms.print(game, text.len()), Some(text.clone()));
                prop_assert_eq!(forms.print(game, text.len() - 1), None);
            }
        }
    }

    #[test]
    fn transfer_keeps_values(a in tree(), b in tree()) {
        let there = &mut Forms::new();
        let (g, h) = (a.form(there)?, b.form(there)?);
        let here = &mut Forms::new();
        let memo = &mut FastMap::default();
        let (h2, g2) = (here.transfer(there, h, memo)?, here.transfer(there, g, memo)?);
        prop_assert_eq!(g2, a.form(here)?);
        prop_assert_eq!(h2, b.form(here)?);
    }
}
