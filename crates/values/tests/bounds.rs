//! Bounds compared with canonical forms: they hold, they add, and the winner that they prove does
//! win.

mod common;

use common::trees::{Tree, tree};
use lastmove_values::{
    Bounds, Dyadic, End, Forms, Game, Infinitesimals, Nus, Outcome, Player, Result,
};
use proptest::prelude::*;

fn d(n: i64) -> Dyadic {
    Dyadic::new(n, 1).unwrap()
}

/// Whether the bounds are true for a game.
fn hold(bounds: Bounds, game: Game, forms: &Forms) -> bool {
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

/// All bounds from a small set that are true for a game.
fn true_bounds(game: Game, forms: &Forms) -> Vec<Bounds> {
    let ends = [End::Exact, End::Tightened, End::Relaxed];
    let mut found = Vec::new();
    for lower in -8..=8 {
        for upper in lower..=8 {
            for lower_end in ends {
                for upper_end in ends {
                    let bounds = Bounds::new((d(lower), lower_end), (d(upper), upper_end));
                    if hold(bounds, game, forms) {
                        found.push(bounds);
                    }
                }
            }
        }
    }
    found
}

fn winner(game: Game, mover: Player, forms: &Forms) -> Player {
    match (forms.outcome(game), mover) {
        (Outcome::Left, _) | (Outcome::Next, Player::Left) => Player::Left,
        (Outcome::Previous, Player::Right) => Player::Left,
        _ => Player::Right,
    }
}

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// A few hundred values: small numbers, infinitesimals, hot games.
fn menagerie(forms: &mut Forms) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for number in -2..=2 {
        for ups in -2..=2 {
            for nimber in 0..=2 {
                games.push(forms.nus(Nus { number: d(number), ups, nimber })?);
            }
        }
    }
    let small: Vec<Game> = games.iter().copied().step_by(4).collect();
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
        assert!(hold(bounds.negated(), forms.neg(game).unwrap(), &forms));
        for mover in PLAYERS {
            if let Some(player) = bounds.winner(mover) {
                assert_eq!(player, winner(game, mover, &forms), "{bounds}");
            }
        }
    }
}

#[test]
fn winners_by_bounds_win() {
    let mut forms = Forms::new();
    let mut decided = 0;
    for game in menagerie(&mut forms).unwrap() {
        for bounds in true_bounds(game, &forms) {
            for mover in PLAYERS {
                if let Some(player) = bounds.winner(mover) {
                    decided += 1;
                    assert_eq!(player, winner(game, mover, &forms), "{bounds}");
                }
            }
        }
    }
    assert!(decided > 10_000, "only {decided} decided");
}

#[test]
fn paper_examples() {
    let n = Dyadic::from_integer;
    let relaxed = |x| (n(x), End::Relaxed);
    let exact = |x| (n(x), End::Exact);
    let tight = |x| (n(x), End::Tightened);
    for (a, b, sum) in [
        (Bounds::new(exact(1), relaxed(2)), Bounds::new(relaxed(1), exact(3)), "[2-ε, 5+ε]"),
        (Bounds::new(tight(1), tight(2)), Bounds::new(relaxed(1), relaxed(3)), "[2-ε, 5+ε]"),
        (Bounds::new(exact(1), exact(2)), Bounds::new(tight(1), tight(3)), "(2, 5)"),
        // Printed in the paper as [2-ε, 5], against its own rule 2.
        (Bounds::new(tight(1), tight(2)), Bounds::new(relaxed(1), exact(3)), "[2-ε, 5)"),
        (Bounds::new(exact(1), exact(2)), Bounds::new(exact(1), exact(3)), "[2, 5]"),
    ] {
        assert_eq!(a.checked_add(b).unwrap().to_string(), sum);
    }
    assert_eq!(Bounds::new(exact(-5), exact(2)).with_move(Player::Left).to_string(), "[2-ε, 2]");
}

/// The extra rules for infinitesimals, with every kind present.
#[test]
fn winners_with_infinitesimals_win() {
    let mut forms = Forms::new();
    let texts = [
        ("*", Infinitesimals { stars: 1, ..Default::default() }),
        ("*2", Infinitesimals { fuzzy: 1, ..Default::default() }),
        ("^*", Infinitesimals { fuzzy: 1, ..Default::default() }),
        ("v*", Infinitesimals { fuzzy: 1, ..Default::default() }),
        ("{1|*||*|-1}", Infinitesimals { fuzzy: 1, ..Default::default() }),
        ("^", Infinitesimals { positive: 1, ..Default::default() }),
        ("Tiny(1)", Infinitesimals { positive: 1, ..Default::default() }),
        ("v", Infinitesimals { negative: 1, ..Default::default() }),
        ("Miny(1/2)", Infinitesimals { negative: 1, ..Default::default() }),
    ];
    let kinds = texts.map(|(text, kind)| (forms.parse(text).unwrap(), kind));
    assert!(kinds.iter().all(|&(game, _)| forms.is_infinitesimal(game)));
    let mut sums = vec![(Game::ZERO, Infinitesimals::default())];
    for _ in 0..3 {
        for (sum, counts) in sums.clone() {
            for &(game, kind) in &kinds {
                let counts = Infinitesimals {
                    stars: counts.stars + kind.stars,
                    fuzzy: counts.fuzzy + kind.fuzzy,
                    positive: counts.positive + kind.positive,
                    negative: counts.negative + kind.negative,
                };
                sums.push((forms.sum(sum, game).unwrap(), counts));
            }
        }
        sums.sort_by_key(|&(g, c)| (g, c.stars, c.fuzzy, c.positive, c.negative));
        sums.dedup();
    }
    let mut decided = 0;
    for base in menagerie(&mut forms).unwrap() {
        let mut bounds = true_bounds(base, &forms);
        bounds.retain(|b| b.lower.birthday() <= 1 || b.upper.birthday() <= 1);
        bounds.truncate(40);
        bounds.push(Bounds::from_thermograph(&forms.thermograph(base).unwrap()));
        for &(rest, counts) in &sums {
            let sum = forms.sum(base, rest).unwrap();
            for bounds in &bounds {
                for mover in PLAYERS {
                    if let Some(player) = bounds.winner_with(counts, mover) {
                        decided += 1;
                        assert_eq!(player, winner(sum, mover, &forms), "{bounds} {counts:?}");
                    }
                }
            }
        }
    }
    assert!(decided > 10_000, "only {decided} decided");
}

fn form(tree: &Tree, forms: &mut Forms) -> Result<(Game, Bounds)> {
    let game = tree.form(forms)?;
    let bounds = Bounds::from_thermograph(&forms.thermograph(game)?);
    Ok((game, bounds))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn sums_of_bounds_hold(a in tree(), b in tree(), pick in any::<(u16, u16)>()) {
        let forms = &mut Forms::new();
        let (g, of_g) = form(&a, forms)?;
        let (h, of_h) = form(&b, forms)?;
        let sum = forms.sum(g, h)?;
        prop_assert!(hold(of_g.checked_add(of_h)?, sum, forms));
        let (all_g, all_h) = (true_bounds(g, forms), true_bounds(h, forms));
        if !all_g.is_empty() && !all_h.is_empty() {
            let one = all_g[pick.0 as usize % all_g.len()];
            let other = all_h[pick.1 as usize % all_h.len()];
            let total = one.checked_add(other)?;
            prop_assert!(hold(total, sum, forms), "{} + {} = {}", one, other, total);
            for mover in PLAYERS {
                if let Some(player) = total.winner(mover) {
                    prop_assert_eq!(player, winner(sum, mover, forms));
                }
            }
        }
    }

    /// Counting the move in a hot game never proves a win that does not exist.
    #[test]
    fn the_move_in_a_hot_game(a in tree(), b in tree(), c in tree()) {
        let forms = &mut Forms::new();
        let games = [form(&a, forms)?, form(&b, forms)?, form(&c, forms)?];
        let sum = forms.sum(games[0].0, games[1].0)?;
        let sum = forms.sum(sum, games[2].0)?;
        for spent in 0..3 {
            if games[spent].1.width()? == Dyadic::ZERO {
                continue;
            }
            for mover in PLAYERS {
                let mut total = Bounds::ZERO;
                for (i, game) in games.iter().enumerate() {
                    let part = if i == spent { game.1.with_move(mover) } else { game.1 };
                    total = total.checked_add(part)?;
                }
                if let Some(player) = total.winner(mover) {
                    prop_assert_eq!(player, winner(sum, mover, forms), "{}", total);
                }
            }
        }
    }
}
