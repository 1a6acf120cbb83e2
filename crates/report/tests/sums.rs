//! Who wins a mixed sum, and by which moves, compared with the canonical form of the sum.

use lastmove_board::{Diagram, Game, GamePosition, Geometry};
use lastmove_report::{GamePositions, SumSolver, TermMove};
use lastmove_solver::with_game;
use lastmove_values::{AppraisalLimits, Environment, Forms, Outcome, Player};
use lastmove_work::Random;

/// A term: its sign, how often it is added, and a position or a value.
#[derive(Clone)]
struct Term {
    minus: bool,
    copies: u64,
    what: What,
}

#[derive(Clone)]
enum What {
    Position(Game, Diagram),
    Value(&'static str),
}

const VALUES: [&str; 10] =
    ["±2", "{3|-1}", "1/2", "^*", "v", "{4||1|0}", "*2", "-3", "Tiny(1)", "{2|1/2}"];

fn random_term(random: &mut Random) -> Term {
    let what = match random.below(5) {
        0 => What::Value(random.pick(&VALUES)),
        1 | 2 => What::Position(Game::Amazons, random_diagram(random, "qQ..*", 2, 3)),
        _ => What::Position(Game::Domineering, random_diagram(random, "....*", 3, 4)),
    };
    let copies = if matches!(what, What::Position(..)) { 1 + random.below(2) as u64 } else { 1 };
    Term { minus: random.below(2) == 0, copies, what }
}

fn random_diagram(random: &mut Random, cells: &str, rows: usize, columns: usize) -> Diagram {
    let (rows, columns) = (1 + random.below(rows), 2 + random.below(columns - 1));
    let cells: Vec<char> = cells.chars().collect();
    let row = |random: &mut Random| (0..columns).map(|_| random.pick(&cells)).collect::<String>();
    let text: Vec<String> = (0..rows).map(|_| row(random)).collect();
    text.join("/").parse().unwrap()
}

impl Term {
    fn text(&self) -> String {
        match &self.what {
            What::Value(text) => format!("({text})"),
            What::Position(game, diagram) if self.copies == 1 => {
                format!("[{} {diagram}]", game.name())
            }
            What::Position(game, diagram) => format!("{}.[{} {diagram}]", self.copies, game.name()),
        }
    }

    /// The moves by their names, and the boards after them.
    fn moves(&self, first: Player) -> Vec<(String, Diagram)> {
        let What::Position(game, diagram) = &self.what else { return Vec::new() };
        let [left, right] = game.left_and_right();
        let mover = if (first == Player::Left) != self.minus { left } else { right };
        let diagram = diagram.clone().with_side(Some(mover));
        let (size, geometry) = (diagram.size(), Geometry::new(diagram.size()));
        with_game!(game, P => {
            let position = P::from_diagram(&diagram).unwrap();
            let after = |mv| position.child(&geometry, mv).diagram(size).with_side(None);
            position.moves(&geometry).map(|mv| (P::move_name(mv, size), after(mv))).collect()
        })
    }
}

/// The text of a sum, and that of each term with its sign, as answers name it.
fn text_of(terms: &[Term]) -> (String, Vec<String>) {
    let (mut text, mut names) = (String::new(), Vec::new());
    for (i, term) in terms.iter().enumerate() {
        let sign = match (i, term.minus) {
            (0, true) => "-",
            (0, false) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        };
        text += sign;
        text += &term.text();
        names.push(format!("{}{}", sign.trim_start().replace("+ ", ""), term.text()));
    }
    (text, names)
}

struct Oracle {
    forms: Forms,
    positions: GamePositions,
}

impl Oracle {
    fn new() -> Self {
        Self { forms: Forms::new(), positions: GamePositions::new(AppraisalLimits::default()) }
    }

    fn winner(&mut self, text: &str, first: Player) -> Player {
        let names = Environment::new();
        let sum = names.value_with(text, &mut self.forms, &mut self.positions).unwrap();
        match self.forms.outcome(sum) {
            Outcome::Left => Player::Left,
            Outcome::Right => Player::Right,
            Outcome::Next => first,
            Outcome::Previous => first.opponent(),
        }
    }

    /// The winning moves on boards.
    fn winning_moves(&mut self, terms: &[Term], first: Player) -> Vec<TermMove> {
        let names = text_of(terms).1;
        let mut winning = Vec::new();
        for (i, term) in terms.iter().enumerate() {
            for (mv, after) in term.moves(first) {
                let What::Position(game, _) = term.what else { unreachable!() };
                let mut left = terms.to_vec();
                left[i].copies -= 1; // the parser reads "0.[…]"
                let mut text = text_of(&left).0;
                let sign = if term.minus { '-' } else { '+' };
                text += &format!(" {sign} [{} {after}]", game.name());
                if self.winner(&text, first.opponent()) == first {
                    winning.push(TermMove { term: names[i].clone(), mv });
                }
            }
        }
        winning
    }
}

fn check(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    let (mut oracle, mut solver) = (Oracle::new(), SumSolver::new(AppraisalLimits::default()));
    let mut won = [0; 2];
    for _ in 0..count {
        let terms: Vec<Term> = (0..1 + random.below(4)).map(|_| random_term(&mut random)).collect();
        let text = text_of(&terms).0;
        for first in Player::BOTH {
            let solved = solver.solve(&text, first).unwrap_or_else(|e| panic!("{text}: {e}"));
            let winner = oracle.winner(&text, first);
            assert_eq!(solved.winner, winner, "{text}, {first:?} first");
            won[usize::from(winner == first)] += 1;
            let mut on_boards = solved.best_moves;
            assert_eq!(winner == first, !on_boards.is_empty(), "{text}, {first:?} first");
            on_boards.retain(|found| found.term.contains('['));
            assert_eq!(on_boards, oracle.winning_moves(&terms, first), "{text}, {first:?} first");
        }
    }
    println!("{count} sums, the first player lost {} times and won {} times", won[0], won[1]);
    assert!(won.iter().all(|&n| n * 8 > count), "{won:?}");
}

#[test]
fn mixed_sums_have_the_winners_and_moves_of_their_canonical_forms() {
    check(2_000, 1);
}

#[test]
#[ignore = "heavy"]
fn many_mixed_sums() {
    check(100_000, 2);
}

#[test]
fn terms_are_told_as_they_are_written() {
    let mut solver = SumSolver::new(AppraisalLimits::default());
    let solved = solver.solve("-2.[domineering 3x4] + ±2", Player::Left).unwrap();
    assert_eq!(solved.winner, Player::Left);
    let shown: Vec<_> = solved.best_moves.iter().map(|mv| (&mv.term[..], &mv.mv[..])).collect();
    assert!(
        shown.contains(&("±2", "2")) || shown.iter().all(|mv| mv.0.starts_with("-2.")),
        "{shown:?}"
    );
    let error = solver.solve("±1 + [domineering 3q]", Player::Left).unwrap_err();
    assert_eq!(error.column, 6, "{error}");
    let error = solver.solve("±1 > 0", Player::Left).unwrap_err();
    assert_eq!(error.column, 4, "{error}");
}
