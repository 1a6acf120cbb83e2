//! The knapsack argument for sums of zugzwangs, compared with search.

use lastmove_amazons::zugzwang::{SimpleZugzwang, plan};
use lastmove_amazons::{AmazonsRules, Colour, SheetArea};
use lastmove_board::{Cell, Diagram, Size, mix};
use lastmove_regions::sum_parts;
use lastmove_values::{Player, Rules};
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
                    for first in [Colour::Black, Colour::White] {
                        let list = vec![x, y, z];
                        let sum: Vec<SimpleZugzwang> =
                            list.iter().map(|&(a, b)| SimpleZugzwang::new(a, b).unwrap()).collect();
                        let planned = plan(&sum, black, white, first);
                        let state =
                            (list, i64::from(black), i64::from(white), first == Colour::Black);
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

/// An area on the board, free moves of Black and White, whether Black is to move.
type Played = (SheetArea<u64>, [i64; 2], bool);

/// The same for an area that is played on the board.
fn played(rules: &AmazonsRules<u64>, state: Played, known: &mut HashMap<Played, i64>) -> i64 {
    if let Some(&score) = known.get(&state) {
        return score;
    }
    let (area, free, black_moves) = state;
    let (side, sign) = if black_moves { (0, 1) } else { (1, -1) };
    let player = if black_moves { Player::Left } else { Player::Right };
    let mut after = Vec::new();
    rules.moves(&area, player, &mut after);
    let mut after: Vec<Played> = after.into_iter().map(|area| (area, free, !black_moves)).collect();
    if free[side] > 0 {
        let mut fewer = free;
        fewer[side] -= 1;
        after.push((area, fewer, !black_moves));
    }
    let scores = after.into_iter().map(|next| sign + played(rules, next, known));
    let best = if black_moves { scores.max() } else { scores.min() };
    let score = best.unwrap_or_else(|| {
        let mut others = Vec::new();
        rules.moves(&area, player.opponent(), &mut others);
        let stuck = others.is_empty() && free[1 - side] == 0;
        if stuck { 0 } else { played(rules, (area, free, !black_moves), known) }
    });
    known.insert(state, score);
    score
}

/// Compares the plans for one position and some free moves with all ways to play it; returns
/// whether it is a zugzwang that gains.
fn check(diagram: &Diagram) -> bool {
    let Ok(parts) = sum_parts(diagram) else { return false };
    let sum: Vec<SimpleZugzwang> = parts.zugzwangs.iter().map(|&(_, zugzwang)| zugzwang).collect();
    let rules = AmazonsRules::<u64>::for_board(diagram.size()).unwrap();
    let area = rules.area(diagram).unwrap();
    let mut known = HashMap::new();
    for (black, white) in [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (2, 2), (3, 1), (1, 3)] {
        for first in [Colour::Black, Colour::White] {
            let [own, other] = parts.free;
            let planned = plan(&sum, black + own, white + other, first);
            let free = [i64::from(black), i64::from(white)];
            let score = played(&rules, (area, free, first == Colour::Black), &mut known);
            let what = format!("{diagram} with {black} and {white} free moves, {first:?} begins");
            assert_eq!(planned.score, score, "{what}: {sum:?}");
        }
    }
    sum.iter().any(|zugzwang| zugzwang.gain() > 0)
}

/// An area counts as a zugzwang only if it also scores as one. In the first two positions another
/// zugzwang is hidden behind a move to an integer.
#[test]
fn positions_score_as_their_plans_say() {
    for text in ["1***1*/1*Q1**/*q**2/*1****", "1***/*1**/**2/1*q*/*Q**/**1*/**1*"] {
        check(&text.parse().unwrap());
    }
    let size = Size::new(4, 4).unwrap();
    let mut gaining = 0;
    for seed in 0..POSITIONS {
        let mut squares: Vec<usize> = (0..size.squares()).collect();
        squares.sort_by_key(|&square| mix(seed << 8 | square as u64));
        let mut cells = vec![Cell::Burnt; size.squares()];
        for (i, &square) in squares.iter().take(8).enumerate() {
            cells[square] = [Cell::Black, Cell::White].get(i).copied().unwrap_or(Cell::Empty);
        }
        gaining += u32::from(check(&Diagram::new(size, cells, None)));
    }
    assert!(gaining > 10, "{gaining} zugzwangs that gain");
}

/// About one in a hundred has a zugzwang that gains.
const POSITIONS: u64 = 4_000;
