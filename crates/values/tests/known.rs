//! Who wins a sum of known games, compared with the canonical form of the sum.

use lastmove_values::{Form, Forms, KnownSum, SumStore, WithInteger};
use lastmove_work::Random;

fn hash(words: &[u64]) -> u128 {
    let mut hash = words.len() as u128;
    for &word in words {
        hash = (hash ^ u128::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        hash ^= hash >> 61;
    }
    hash
}

/// A random game of at most `depth` moves in a row above small numbers.
fn game(forms: &mut Forms, random: &mut Random, depth: usize) -> Form {
    if depth == 0 || random.below(6) == 0 {
        let numbers = ["0", "0", "1", "-1", "2", "-3", "1/2", "-3/4", "*", "^", "v*", "*2", "1*"];
        return forms.parse(random.pick(&numbers)).unwrap();
    }
    let mut options = [Vec::new(), Vec::new()];
    for side in &mut options {
        for _ in 0..1 + random.below(2) {
            side.push(game(forms, random, depth - 1));
        }
    }
    let [left, right] = options;
    forms.canonical(left, right).unwrap()
}

fn add_all(store: &mut SumStore, forms: &mut Forms, games: &[Form]) -> WithInteger {
    games.iter().fold(WithInteger::default(), |all, &game| {
        let more = store.add(forms, all.sum, game).unwrap();
        WithInteger { integer: all.integer + more.integer, ..more }
    })
}

fn text(forms: &mut Forms, games: &[Form]) -> String {
    let parts: Vec<_> = games.iter().map(|&g| forms.print(g, 1000).unwrap()).collect();
    parts.join(" + ")
}

/// Returns how many sums were decided by their bounds alone.
fn check(count: usize, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut bounds = 0;
    let (mut forms, mut store) = (Forms::new(), SumStore::new(hash));
    for number in 0..count {
        if number % 500 == 0 {
            (forms, store) = (Forms::new(), SumStore::new(hash));
        }
        let games: Vec<Form> = (0..1 + random.below(4))
            .map(|_| {
                let depth = random.below(4);
                game(&mut forms, &mut random, depth)
            })
            .collect();
        let all = add_all(&mut store, &mut forms, &games);
        let total = games.iter().fold(Form::ZERO, |sum, &g| forms.sum(sum, g).unwrap());
        for n in -3..=3 {
            let integer = forms.integer(n).unwrap();
            let shifted = forms.sum(total, integer).unwrap();
            // Left wins first unless the sum is at most 0.
            let wins = !forms.le(shifted, Form::ZERO);
            let known = store.reader().wins_first(all.sum, all.integer + n);
            bounds += usize::from(known.is_some());
            let found = store.wins_first(&mut forms, all.sum, all.integer + n, 100_000).unwrap();
            assert_eq!(found, Some(wins), "{} + {n}", text(&mut forms, &games));
            // The second player: the negative of the sum, with the opponent to move.
            let loses = !forms.ge(shifted, Form::ZERO);
            let minus = store.negative(&mut forms, all.sum).unwrap();
            let integer = minus.integer - all.integer - n;
            let found = store.wins_first(&mut forms, minus.sum, integer, 100_000).unwrap();
            assert_eq!(found, Some(loses), "minus ({} + {n})", text(&mut forms, &games));
        }
        // The sum and its negative vanish.
        let negatives: Vec<Form> = games.iter().map(|&g| forms.neg(g).unwrap()).collect();
        let zero = add_all(&mut store, &mut forms, &[&games[..], &negatives].concat());
        assert_eq!(zero, WithInteger::default());
    }
    bounds
}

#[test]
fn sums_are_won_as_their_forms_say() {
    let bounds = check(1500, 1);
    assert!(bounds > 1500 * 7 / 2, "{bounds} of {} decided by bounds", 1500 * 7);
}

#[test]
#[ignore = "heavy"]
fn many_sums_are_won_as_their_forms_say() {
    println!("{} decided by bounds", check(100_000, 2));
}

#[test]
fn switches_are_recognised_wherever_their_means_are() {
    let (mut forms, mut store) = (Forms::new(), SumStore::new(hash));
    let games = ["{4|2}", "{2|0}", "{1/2|-5/2}", "{9|6}", "^", "v*"];
    let games = games.map(|text| forms.parse(text).unwrap());
    let all = add_all(&mut store, &mut forms, &games);
    let (nus, parts) = (store.reader(), all.sum);
    let (nus, parts) = nus.parts(parts);
    assert_eq!(
        (nus.number.to_string().as_str(), nus.ups, nus.nimber, parts),
        ("1/2", 0, 1, &[][..])
    );
    assert_eq!(all.integer, 10);
}

/// Keys of sums depend neither on the store nor on the order of the parts.
#[test]
fn keys_are_the_same_in_every_store() {
    let texts = ["{3|1,{4|-2}}", "^2*", "{2||1|-1}", "3/4", "{5|{1|0}}"];
    let (mut forms, mut store) = (Forms::new(), SumStore::new(hash));
    let games = texts.map(|text| forms.parse(text).unwrap());
    let one = add_all(&mut store, &mut forms, &games);
    let (mut others, mut other_store) = (Forms::new(), SumStore::new(hash));
    others.parse("{7||3|2} + {1|*}").unwrap();
    let mut games: Vec<Form> = texts.iter().rev().map(|text| others.parse(text).unwrap()).collect();
    games.swap(1, 3);
    let other = add_all(&mut other_store, &mut others, &games);
    assert_eq!(store.reader().key(one.sum), other_store.reader().key(other.sum));
    assert_ne!(store.reader().key(one.sum), store.reader().key(KnownSum::ZERO));
    assert_eq!(one.integer, other.integer);
}
