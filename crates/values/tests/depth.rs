//! Cooling, heating, overheating, atomic weights, incentives, birthdays and merits: published
//! examples, and random games by the definitions.
//!
//! The tables hold the results that the test suite of CGSuite 2 (`GameTest`,
//! `CanonicalShortGameTestCase`) expects, in our notation. CGSuite also gives some games that are
//! not all-small an atomic weight; those fields are empty here.
//!
//! There are 10,000 random games for each, which takes some seconds; `CASES` sets another number.

mod common;

use common::trees::{Tree, small_tree, tree};
use lastmove_values::{
    Dyadic, Environment, Form, Forms, Merit, Player, Positions, Reason, Result, ValueError,
};
use proptest::prelude::*;

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

/// Rules of a game without positions: the tables contain none.
struct NoPositions;

impl Positions for NoPositions {
    fn value(&mut self, _: &str, _: &mut Forms) -> std::result::Result<Form, Reason> {
        unreachable!("no positions in the tables")
    }
}

/// The values of a list such as `^,{1|0,*}`.
fn list(forms: &mut Forms, text: &str) -> Vec<Form> {
    let braces = format!("{{{text}|}}");
    let (_, written) = Environment::new().written(&braces, forms, &mut NoPositions).unwrap();
    let [mut games, _] = written.expect("braces");
    games.sort_unstable();
    games
}

#[test]
fn methods_as_cgsuite_has_them() {
    let forms = &mut Forms::new();
    let mut count = 0;
    for row in rows(include_str!("data/cgsuite_methods.tsv")) {
        let (found, expected) = (forms.parse(row[0]).unwrap(), forms.parse(row[1]).unwrap());
        assert_eq!(found, expected, "{}: {:?}", row[0], forms.print(found, 200));
        count += 1;
    }
    assert_eq!(count, 21);
    let g = forms.parse("{3||2*|1*}").unwrap();
    assert_eq!(forms.cool(g, Dyadic::MINUS_ONE), Err(ValueError::TooCold));
}

#[test]
fn properties_as_cgsuite_has_them() {
    let forms = &mut Forms::new();
    for row in rows(include_str!("data/cgsuite_games.tsv")) {
        let g = forms.parse(row[0]).unwrap();
        let weight = forms.atomic_weight(g);
        if row[1].is_empty() {
            assert_eq!(weight, Err(ValueError::NotAllSmall), "{}", row[0]);
        } else {
            assert_eq!(weight, Ok(forms.parse(row[1]).unwrap()), "{}", row[0]);
        }
        assert_eq!(forms.birthday(g).to_string(), row[2], "{}", row[0]);
        let mut found = [
            forms.all_incentives(g).unwrap(),
            forms.incentives(g, Player::Left).unwrap(),
            forms.incentives(g, Player::Right).unwrap(),
        ];
        for (found, expected) in found.iter_mut().zip(&row[3..6]) {
            found.sort_unstable();
            assert_eq!(*found, list(forms, expected), "{}: {expected}", row[0]);
        }
        assert_eq!(forms.temperature(g).unwrap().to_string(), row[6], "{}", row[0]);
        assert_eq!(forms.mean(g).unwrap().to_string(), row[7], "{}", row[0]);
    }
}

/// *Winning Ways*, chapter 8: the atomic weights of some flowers and stars.
#[test]
fn published_atomic_weights() {
    let forms = &mut Forms::new();
    for (game, weight) in [("^", "1"), ("^^*", "2"), ("*", "0"), ("{^|*}", "1"), ("^[5]", "1")] {
        let g = forms.parse(game).unwrap();
        assert_eq!(forms.atomic_weight(g), Ok(forms.parse(weight).unwrap()), "{game}");
    }
}

#[test]
fn names_and_powers_are_values() {
    let forms = &mut Forms::new();
    for (text, same) in [
        ("up", "^"),
        ("downstar + star", "v"),
        ("2upstar", "2 + ^*"),
        ("3.up", "^3"),
        ("tiny(2)", "Tiny(2)"),
        ("1/2miny(1)", "1/2 + Miny(1)"),
        ("{up, star | down, 0}", "{^,*|v,0}"),
        ("^[1]", "^"),
        ("^[2]*", "{^|*} + *"),
        ("^<2>", "^[2] - ^"),
        ("^<3> + ^<2>", "^[3] - up"),
        ("v[3]", "-^[3]"),
        ("v<4>*", "* - ^<4>"),
        ("mean({3|1}) + temperature({3|1})", "3"),
        ("left_stop({3|1}) - right_stop({3|1})", "2"),
        ("birthday(3/4)", "3"),
        ("aw({^3|vv})", "{1|0}"),
    ] {
        let (a, b) = (forms.parse(text).unwrap(), forms.parse(same).unwrap());
        assert_eq!(a, b, "{text}");
    }
    for (text, message) in [
        ("cool(1)", "column 1: expected as many values as it takes, found `1 in cool`"),
        ("cool({1|0}, *)", "column 1: expected a number as the temperature, found *"),
        ("atomic_weight(1)", "column 1: no atomic weight: the game is not all small"),
        ("[domineering 2x2]", "column 1: positions have no value here: no game is known"),
        ("1 + [domineering", "column 5: expected `]` after the position, found the end"),
    ] {
        assert_eq!(forms.parse(text).unwrap_err().to_string(), message);
    }
    assert!(!Environment::is_name("up") && !Environment::is_name("cool"));
    assert!(Environment::is_name("upper"));
}

/// Trees in which, at every node, both players can move or neither can.
fn all_small() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree { left: Vec::new(), right: Vec::new() });
    leaf.prop_recursive(5, 60, 3, |inner| {
        let options = || prop::collection::vec(inner.clone(), 1..3);
        (options(), options()).prop_map(|(left, right)| Tree { left, right })
    })
}

/// `g.^`, Norton's product: the sum of g ups for an integer, else
/// `{g^L.^ + ^^* | g^R.^ + vv*}`.
fn times_up(forms: &mut Forms, g: Form) -> Result<Form> {
    if let Some(n) = forms.as_number(g).filter(|n| n.is_integer()) {
        return forms.ups(n.floor() as i32);
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (side, text) in Player::BOTH.into_iter().zip(["^^*", "vv*"]) {
        let step = forms.parse(text).unwrap();
        for option in forms.options_of(g, side)? {
            let product = times_up(forms, option)?;
            sides[side as usize].push(forms.sum(product, step)?);
        }
    }
    let [left, right] = sides;
    forms.canonical(left, right)
}

/// Cooling by the definition: the game is its mean as soon as some smaller tax makes the taxed
/// game infinitesimally close to a number. Taxes are tried on a grid fine enough for the tree.
fn cooled(forms: &mut Forms, tree: &Tree, steps: i64) -> Result<Form> {
    let taxed = |forms: &mut Forms, steps: i64| {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, (options, sign)) in [(&tree.left, -1), (&tree.right, 1)].into_iter().enumerate()
        {
            let tax = forms.number(Dyadic::new(sign * steps, 4)?)?;
            for option in options {
                let option = cooled(forms, option, steps)?;
                sides[side].push(forms.sum(option, tax)?);
            }
        }
        let [left, right] = sides;
        forms.canonical(left, right)
    };
    for lower in -16..steps {
        let game = if lower == -16 { taxed_fully(forms, tree)? } else { taxed(forms, lower)? };
        let (left, right) = (forms.left_stop(game), forms.right_stop(game));
        if left == right && (lower > -16 || forms.is_number(game)) {
            return forms.number(left);
        }
    }
    taxed(forms, steps)
}

/// The game at t = -1, where integers are the only numbers.
fn taxed_fully(forms: &mut Forms, tree: &Tree) -> Result<Form> {
    let game = tree.form(forms)?;
    match forms.as_number(game) {
        Some(x) if x.is_integer() => Ok(game),
        _ => forms.parse("{1|-1}").map_err(|_| ValueError::Overflow),
    }
}

fn cases() -> ProptestConfig {
    let cases = std::env::var("CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    ProptestConfig::with_cases(cases)
}

proptest! {
    #![proptest_config(cases())]

    /// G - g.^ lies between v* and ^* with a remote star, by plain comparison.
    #[test]
    fn atomic_weight_by_definition(a in all_small()) {
        let forms = &mut Forms::new();
        let g = a.form(forms)?;
        let weight = forms.atomic_weight(g)?;
        let ups = times_up(forms, weight)?;
        let rest = forms.difference(g, ups)?;
        let remote = forms.parse("*64").unwrap();
        let (up, down) = (forms.ups(1)?, forms.ups(-1)?);
        let (most, least) = (forms.sum(up, remote)?, forms.sum(down, remote)?);
        prop_assert!(forms.ge(most, rest) && forms.ge(rest, least), "{:?}", forms.print(g, 200));
    }

    #[test]
    fn cooling_by_definition(a in small_tree(), steps in 0_i64..=40) {
        let forms = &mut Forms::new();
        let g = a.form(forms)?;
        let t = Dyadic::new(steps, 4)?;
        prop_assert_eq!(forms.cool(g, t)?, cooled(forms, &a, steps)?);
    }

    /// Heating and overheating of canonical forms by the definition, without caches.
    #[test]
    fn heating_by_definition(a in tree(), s in small_tree(), t in small_tree()) {
        fn heated(forms: &mut Forms, g: Form, s: Option<Form>, t: Form) -> Result<Form> {
            if let Some(x) = forms.as_number(g) {
                match s {
                    None => return Ok(g),
                    Some(s) if x.is_integer() => return forms.multiple(x.floor(), s),
                    Some(_) => {}
                }
            }
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for option in forms.left_options(g)? {
                let option = heated(forms, option, s, t)?;
                left.push(forms.sum(option, t)?);
            }
            for option in forms.right_options(g)? {
                let option = heated(forms, option, s, t)?;
                right.push(forms.difference(option, t)?);
            }
            forms.game(&left, &right)
        }
        let forms = &mut Forms::new();
        let (g, s, t) = (a.form(forms)?, s.form(forms)?, t.form(forms)?);
        prop_assert_eq!(forms.heat(g, t)?, heated(forms, g, None, t)?);
        prop_assert_eq!(forms.overheat(g, s, t)?, heated(forms, g, Some(s), t)?);
    }

    /// Without its dominated options a game keeps its value; a reversible option may be replaced by
    /// the options that it reverses to; a good option of a game that is not a number is canonical.
    #[test]
    fn merits_by_definition(a in tree()) {
        let forms = &mut Forms::new();
        let g = a.form(forms)?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, trees) in sides.iter_mut().zip([&a.left, &a.right]) {
            for tree in trees {
                side.push(tree.form(forms)?);
            }
        }
        for player in Player::BOTH {
            let options = &sides[player as usize];
            let merits = forms.merits(g, options, player);
            let mut kept = Vec::new();
            for (i, merit) in merits.into_iter().enumerate() {
                match merit {
                    Merit::Good => kept.push(options[i]),
                    Merit::Dominated { by } => {
                        prop_assert!(by != i);
                        let (better, worse) = match player {
                            Player::Left => (options[by], options[i]),
                            Player::Right => (options[i], options[by]),
                        };
                        prop_assert!(forms.ge(better, worse));
                    }
                    Merit::Reversible { through } => {
                        let (more, less) = match player {
                            Player::Left => (g, through),
                            Player::Right => (through, g),
                        };
                        prop_assert!(forms.ge(more, less));
                        kept.extend(forms.options_of(through, player)?);
                    }
                }
            }
            let value = match player {
                Player::Left => forms.game(&kept, &sides[1])?,
                Player::Right => forms.game(&sides[0], &kept)?,
            };
            prop_assert_eq!(value, g);
        }
    }

    /// The incentive of a player is the most that any of the options gains.
    #[test]
    fn incentives_by_definition(a in tree()) {
        let forms = &mut Forms::new();
        let g = a.form(forms)?;
        for player in Player::BOTH {
            let best = forms.incentives(g, player)?;
            for option in forms.options_of(g, player)? {
                let gain = match player {
                    Player::Left => forms.difference(option, g)?,
                    Player::Right => forms.difference(g, option)?,
                };
                prop_assert!(best.iter().any(|&other| forms.ge(other, gain)));
            }
            for &one in &best {
                prop_assert!(best.iter().all(|&other| other == one || !forms.ge(other, one)));
            }
        }
    }
}
