//! Bounds compared with canonical forms: they are true.

mod common;

use common::trees::tree;
use lastmove_values::{Bounds, Dyadic, End, Form, Forms, Nus, Result};
use proptest::prelude::*;

fn d(n: i64) -> Dyadic {
    Dyadic::new(n, 1).unwrap()
}

/// Whether bounds are true for a game.
fn hold(bounds: Bounds, game: Form, forms: &Forms) -> bool {
    // G > x - ε for all numbers ε > 0 means that the right stop is at least x.
    let lower = match bounds.lower_end {
        End::Exact => forms.ge_number(game, bounds.lower),
        End::Tightened => {
            forms.ge_number(game, bounds.lower) && !forms.le_number(game, bounds.lower)
        }
        End::Relaxed => forms.right_stop(game) >= bounds.lower,
    };
    let upper = match bounds.upper_end {
        End::Exact => forms.le_number(game, bounds.upper),
        End::Tightened => {
            forms.le_number(game, bounds.upper) && !forms.ge_number(game, bounds.upper)
        }
        End::Relaxed => forms.left_stop(game) <= bounds.upper,
    };
    lower && upper
}

/// A few hundred values: small numbers, infinitesimals, hot games.
fn menagerie(forms: &mut Forms) -> Result<Vec<Form>> {
    let mut games = Vec::new();
    for number in -2..=2 {
        for ups in -2..=2 {
            for nimber in 0..=2 {
                games.push(forms.nus(Nus { number: d(number), ups, nimber })?);
            }
        }
    }
    let small: Vec<Form> = games.iter().copied().step_by(4).collect();
    for &left in &small {
        for &right in &small {
            games.push(forms.game(&[left], &[right])?);
        }
    }
    games.sort_unstable();
    games.dedup();
    Ok(games)
}

#[test]
fn thermograph_bounds_hold() {
    let mut forms = Forms::new();
    for game in menagerie(&mut forms).unwrap() {
        let bounds = Bounds::from_thermograph(&forms.thermograph(game).unwrap());
        assert!(hold(bounds, game, &forms), "{bounds} of {:?}", forms.print(game, 1000));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bounds_of_random_games_hold(tree in tree()) {
        let forms = &mut Forms::new();
        let game = tree.form(forms)?;
        let bounds = Bounds::from_thermograph(&forms.thermograph(game)?);
        prop_assert!(hold(bounds, game, forms), "{}", bounds);
    }
}
