//! Who wins sums of open positions and known games, compared with canonical forms.

use lastmove_values::{
    AppraisalLimits, Form, FormEvaluator, Forms, Outcome, Player, Rules, Sum, SumSearch,
};
use lastmove_work::Random;

/// A random game: the moves of each player from a position lead to positions with lower numbers.
#[derive(Clone)]
struct RandomGame(Vec<[Vec<usize>; 2]>);

impl RandomGame {
    fn new(random: &mut Random, positions: usize) -> Self {
        let moves = |random: &mut Random, from: usize| {
            let count = if from == 0 { 0 } else { random.below(4) };
            (0..count).map(|_| random.below(from)).collect()
        };
        Self((0..positions).map(|from| [moves(random, from), moves(random, from)]).collect())
    }
}

impl Rules for RandomGame {
    type Position = usize;

    fn components(&self, &position: &usize, out: &mut Vec<usize>) {
        out.push(position);
    }

    fn bounds(&self, &position: &usize) -> (i64, i64) {
        (-(position as i64), position as i64)
    }

    fn moves(&self, &position: &usize, player: Player, out: &mut Vec<usize>) {
        out.extend(&self.0[position][usize::from(player == Player::Right)]);
    }
}

fn winner(forms: &Forms, sum: Form, first: Player) -> Player {
    match forms.outcome(sum) {
        Outcome::Left => Player::Left,
        Outcome::Right => Player::Right,
        Outcome::Next => first,
        Outcome::Previous => first.opponent(),
    }
}

fn check(games: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut searched = 0;
    for _ in 0..games {
        let rules = RandomGame::new(&mut random, 12);
        let mut oracle = FormEvaluator::new(rules.clone(), Forms::new());
        // From no part known to nearly all.
        for most in [0, 2, 4, 7] {
            let mut search = SumSearch::new(rules.clone(), &AppraisalLimits::default());
            search.set_part_positions(most);
            for _ in 0..12 {
                let (mut sum, mut total) = (Sum::default(), Form::ZERO);
                for _ in 0..1 + random.below(3) {
                    let (position, negated) = (random.below(12), random.below(2) == 0);
                    search.add(&mut sum, &position, negated).unwrap();
                    let value = oracle.value(&position).unwrap();
                    let forms = oracle.forms();
                    let value = if negated { forms.neg(value).unwrap() } else { value };
                    total = forms.sum(total, value).unwrap();
                }
                for text in ["1/2", "±1", "-2", "^*", "{3|1/4}"] {
                    if random.below(3) == 0 {
                        let game = search.forms().parse(text).unwrap();
                        search.add_form(&mut sum, game).unwrap();
                        let game = oracle.forms().parse(text).unwrap();
                        total = oracle.forms().sum(total, game).unwrap();
                    }
                }
                for first in Player::BOTH {
                    let wins = search.wins(&sum, first).unwrap();
                    let expected = winner(oracle.forms(), total, first);
                    assert_eq!(wins, expected == first, "{sum:?}, {first:?} first");
                }
            }
            searched += search.nodes();
        }
    }
    println!("{games} games, {searched} open sums searched");
    assert!(searched > 10 * games as u64, "{searched}");
}

#[test]
fn open_sums_have_the_winners_of_their_forms() {
    check(200, 1);
}

#[test]
#[ignore = "heavy"]
fn open_sums_have_the_winners_of_their_forms_in_many_games() {
    check(20_000, 2);
}
