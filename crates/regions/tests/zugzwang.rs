//! Zugzwangs of small sizes, and what exact values say of them.

use lastmove_amazons::{AmazonsRules, Area};
use lastmove_board::Size;
use lastmove_regions::{
    First, LineGraph, Scorer, Zugzwang, Zugzwangs, placements_of_pairs, regions, zugzwangs,
};
use lastmove_values::{FormEvaluator, Forms, Player, Rules};
use lastmove_work::{Cancel, Silent};
use std::collections::HashMap;

fn find(size: usize) -> Zugzwangs {
    zugzwangs(size, &Silent, &Cancel::new()).unwrap()
}

#[test]
fn the_smallest_have_six_squares() {
    for size in 2..=5 {
        assert!(find(size).positions.is_empty(), "size {size}");
    }
    let found = find(6);
    assert_eq!((found.positions.len(), found.graphs.len()), (5, 4));
    let lines: Vec<String> = found
        .positions
        .iter()
        .map(|z| format!("{} {} {} {}", z.diagram(), z.options, z.black_first, z.white_first))
        .collect();
    assert_eq!(
        lines,
        [
            "1*q1/*Q**/1*1* {-3|1,{2|0}} -2 0",
            "1*q*/*Q*1/1*1* {{-1|-2}|*,±{1,±1}} -2 0",
            "*q1*/1**Q/*2* {{0|-2}|{2|0}} -2 2",
            "*q1*/1**1/*Q1* {{0|-2}|{2|0}} -2 2",
            "*1*1/**q*/*Q*1/1*** {-1,{0|-2}|3} 0 2",
        ]
    );
    assert!(found.positions.iter().all(|z| z.value == "0" && z.agrees()));
}

#[test]
fn those_with_seven_squares() {
    let found = find(7);
    assert_eq!((found.positions.len(), found.graphs.len()), (685, 104));
    assert!(found.positions.iter().all(Zugzwang::agrees));
}

/// Scores in which positions worth an integer count as that integer and are not played on.
struct Settled {
    evaluator: FormEvaluator<AmazonsRules<u64>>,
    known: HashMap<(Area<u64>, bool), i64>,
}

impl Settled {
    fn integer(&mut self, area: &Area<u64>) -> Option<i64> {
        let value = self.evaluator.value(area).unwrap();
        self.evaluator.forms().as_number(value)?.to_string().parse().ok()
    }

    /// The score with a player to move who has to move if he can.
    fn play(&mut self, area: &Area<u64>, black: bool) -> i64 {
        if let Some(&score) = self.known.get(&(*area, black)) {
            return score;
        }
        let (player, sign) = if black { (Player::Left, 1) } else { (Player::Right, -1) };
        let mut after = Vec::new();
        self.evaluator.rules().moves(area, player, &mut after);
        let best = after.iter().map(|next| {
            let score = self.integer(next).unwrap_or_else(|| self.play(next, !black));
            sign * score
        });
        let score = match best.max() {
            Some(best) => sign + sign * best,
            None => self.integer(area).unwrap_or_else(|| self.play(area, !black)),
        };
        self.known.insert((*area, black), score);
        score
    }
}

/// All positions of a size; gives how many are zugzwangs by the searches, by the settled scores,
/// and by both.
fn verdicts(size: usize) -> (usize, usize, usize) {
    let rules = AmazonsRules::on(Size::new(8, 8).unwrap());
    let evaluator = FormEvaluator::new(rules, Forms::new());
    let mut settled = Settled { evaluator, known: HashMap::new() };
    let mut scorer = Scorer::default();
    let (mut searches, mut values, mut both) = (0, 0, 0);
    for region in regions(size, &Cancel::new()).unwrap() {
        let graph = LineGraph::of(region);
        let mut scoring = scorer.score(&graph).unwrap();
        settled.known.clear();
        for (black, white) in placements_of_pairs(region) {
            let pair = [First::White, First::Black].map(|first| scoring.play(black, white, first));
            let diagram = region.diagram(1 << black, 1 << white);
            let area = settled.evaluator.rules().area(&diagram).unwrap();
            let by_value = settled.play(&area, false) - settled.play(&area, true) >= 2;
            let by_search = pair[0] - pair[1] >= 2;
            if by_search != by_value {
                println!("{diagram}: searches {by_search}, values {by_value}");
            }
            searches += usize::from(by_search);
            values += usize::from(by_value);
            both += usize::from(by_search && by_value);
        }
    }
    (searches, values, both)
}

#[test]
fn searches_and_settled_scores() {
    for size in 3..=7 {
        println!("size {size}: {:?}", verdicts(size));
    }
}
