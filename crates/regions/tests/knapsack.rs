//! The knapsack argument for sums of zugzwangs against search.

use lastmove_regions::{First, SimpleZugzwang, plan};
use std::collections::HashMap;

/// A sum: zugzwangs in order as (a, b), free moves of Black and White, whether Black is to move.
type Sum = (Vec<(i64, i64)>, i64, i64, bool);

/// Black's moves less White's under alternating play, passing only when stuck.
fn search(sum: &Sum, known: &mut HashMap<Sum, i64>) -> i64 {
    if let Some(&score) = known.get(sum) {
        return score;
    }
    let (zugzwangs, black, white, black_moves) = sum;
    let sign = if *black_moves { 1 } else { -1 };
    let mut best = None;
    let mut consider = |score: i64| {
        let better = best.is_none_or(|best| sign * score > sign * best);
        best = if better { Some(score) } else { best };
    };
    let free = if *black_moves { *black } else { *white };
    if free > 0 {
        let spent = i64::from(*black_moves);
        let after = (zugzwangs.clone(), black - spent, white - (1 - spent), !black_moves);
        consider(sign + search(&after, known));
    }
    for (i, &(a, b)) in zugzwangs.iter().enumerate() {
        let mut rest = zugzwangs.clone();
        rest.remove(i);
        let n = if *black_moves { a } else { b };
        let after = (rest, black + n.max(0), white + (-n).max(0), !black_moves);
        consider(sign + search(&after, known));
    }
    let score = best.unwrap_or_else(|| match (zugzwangs.is_empty(), black + white) {
        (true, 0) => 0,
        _ => search(&(zugzwangs.clone(), *black, *white, !black_moves), known),
    });
    known.insert(sum.clone(), score);
    score
}

#[test]
fn plans_reach_what_search_reaches() {
    let mut games = Vec::new();
    for a in -4..=3 {
        for b in a + 2..=4 {
            games.push((a, b));
        }
    }
    let mut known = HashMap::new();
    let (mut checked, mut wrong) = (0, Vec::new());
    for (i, &x) in games.iter().enumerate() {
        for (j, &y) in games.iter().enumerate().skip(i) {
            for &z in &games[j..] {
                for (black, white) in [(0, 0), (2, 0), (0, 3), (1, 5), (6, 2)] {
                    for first in [First::Black, First::White] {
                        let list = vec![x, y, z];
                        let sum: Vec<SimpleZugzwang> =
                            list.iter().map(|&(a, b)| SimpleZugzwang::new(a, b).unwrap()).collect();
                        let planned = plan(&sum, black, white, first);
                        let state =
                            (list, i64::from(black), i64::from(white), first == First::Black);
                        let score = search(&state, &mut known);
                        checked += 1;
                        if planned.score != score {
                            wrong.push((state, planned, score));
                        }
                    }
                }
            }
        }
    }
    assert!(checked > 40_000);
    assert_eq!(wrong, []);
}
