//! `lastmove solve domineering`.

use super::Args;
use super::checkpoint::{Earlier, Keeper};
use crate::boards;
use crate::failure::Failure;
use crate::flags::Game;
use crate::output::Answer;
use crate::session::Session;
use lastmove_board::{Bits, Diagram, Side};
use lastmove_domineering::{Player, Position};
use lastmove_solver::domineering::{Class, Options, Outcome, Solver};
use lastmove_solver::{Limits, Stopped};
use lastmove_work::{Stop, human};
use serde::Serialize;
use std::fmt;
use std::time::Instant;

/// The answer.
#[derive(Serialize)]
pub(super) struct Solved {
    game: Game,
    board: String,
    position: String,
    class: Option<String>,
    nodes: u64,
    evaluations: u64,
    visited: u64,
    seconds: f64,
    threads: usize,
    first: First,
    /// what earlier runs did, where a checkpoint was resumed
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<Earlier>,
}

#[derive(Default, Serialize)]
struct First {
    vertical: Option<Opening>,
    horizontal: Option<Opening>,
}

/// The result with one player first.
#[derive(Serialize)]
struct Opening {
    winner: &'static str,
    best_move: Option<String>,
    nodes: u64,
}

/// What all positions of a batch share.
pub(super) struct Desk<'a> {
    args: &'a Args,
    session: &'a Session,
    keeper: Keeper,
}

impl<'a> Desk<'a> {
    pub(super) fn new(args: &'a Args, session: &'a Session, keeper: Keeper) -> Self {
        Self { args, session, keeper }
    }

    pub(super) fn solve(&self, diagram: &Diagram) -> Result<Solved, Failure> {
        if diagram.size().squares() <= 64 {
            self.with::<u64>(diagram)
        } else {
            self.with::<u128>(diagram)
        }
    }

    fn with<B: Bits>(&self, diagram: &Diagram) -> Result<Solved, Failure> {
        let threads = self.args.search.threads();
        let options = Options { memory: self.keeper.memory(), threads };
        let solver = Solver::<B>::new(diagram.size(), &options);
        self.keeper.keeping(&diagram.to_string(), "none", solver.table(), || {
            self.search(diagram, &solver)
        })?
    }

    fn search<B: Bits>(&self, diagram: &Diagram, solver: &Solver<B>) -> Result<Solved, Failure> {
        let size = diagram.size();
        let budget = self.session.budget(self.args.limits.limits());
        let empty = boards::domineering::<B>(diagram)?.empty();
        let players = match diagram.side() {
            Some(Side::Vertical) => vec![Player::Vertical],
            Some(Side::Horizontal) => vec![Player::Horizontal],
            _ => vec![Player::Vertical, Player::Horizontal],
        };
        let mut solved = Solved {
            game: Game::Domineering,
            board: boards::name(Game::Domineering, diagram),
            position: diagram.to_string(),
            class: None,
            nodes: 0,
            evaluations: 0,
            visited: 0,
            seconds: 0.0,
            threads: self.args.search.threads(),
            first: First::default(),
            earlier: self.keeper.earlier(),
        };
        let mut winners = Vec::new();
        for player in players {
            let limits = Limits {
                nodes: budget.limits().nodes.map(|most| most.saturating_sub(solved.nodes)),
                deadline: budget
                    .limits()
                    .time
                    .map(|time| Instant::now() + time.saturating_sub(budget.elapsed())),
                cancel: Some(budget.cancel().flag()),
            };
            let outcome = match solver.solve(&Position::new(empty, player), limits) {
                Ok(outcome) => outcome,
                Err(stopped) => {
                    solved.seconds = budget.elapsed().as_secs_f64();
                    let note = self.keeper.how_to_go_on(Game::Domineering);
                    return Err(Failure::stopped(to_stop(stopped), note).with_partial(&solved));
                }
            };
            winners.push(outcome.winner);
            let opening = solved.add(&outcome, |mv| mv.display(size).to_string());
            self.keeper.count(solved.nodes);
            match player {
                Player::Vertical => solved.first.vertical = Some(opening),
                Player::Horizontal => solved.first.horizontal = Some(opening),
            }
        }
        if let [vertical, horizontal] = winners[..] {
            solved.class = Some(Class::of(vertical, horizontal).to_string());
        }
        solved.seconds = budget.elapsed().as_secs_f64();
        Ok(solved)
    }
}

fn to_stop(stopped: Stopped) -> Stop {
    match stopped {
        Stopped::Nodes => Stop::Nodes,
        Stopped::Time => Stop::Time,
        Stopped::Cancelled | Stopped::Answered => Stop::Cancelled,
    }
}

impl Solved {
    pub(super) fn winner(&self) -> (Option<&'static str>, u64) {
        let winner = match (&self.first.vertical, &self.first.horizontal) {
            (Some(opening), None) | (None, Some(opening)) => Some(opening.winner),
            _ => None,
        };
        (winner, self.nodes)
    }

    fn add(
        &mut self,
        outcome: &Outcome,
        name: impl Fn(lastmove_domineering::Move) -> String,
    ) -> Opening {
        self.nodes += outcome.counters.nodes;
        self.evaluations += outcome.counters.evaluations;
        self.visited += outcome.counters.visited;
        Opening {
            winner: outcome.winner.name(),
            best_move: outcome.best_move.map(name),
            nodes: outcome.counters.nodes,
        }
    }
}

impl Answer for Solved {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Domineering {}", self.board)?;
        match self.class.as_deref() {
            Some("V") => writeln!(f, ": Vertical wins, whoever is first")?,
            Some("H") => writeln!(f, ": Horizontal wins, whoever is first")?,
            Some("1") => writeln!(f, ": the first player wins")?,
            Some(_) => writeln!(f, ": the second player wins")?,
            None => writeln!(f)?,
        }
        for (name, opening) in
            [("Vertical", &self.first.vertical), ("Horizontal", &self.first.horizontal)]
        {
            let Some(opening) = opening else { continue };
            write!(f, "{name} first: {} wins", boards::capital(opening.winner))?;
            if let Some(mv) = &opening.best_move {
                write!(f, " with {mv}")?;
            }
            writeln!(f, ", {} nodes", human::count(opening.nodes))?;
        }
        if let Some(earlier) = &self.earlier {
            writeln!(f, "earlier: {earlier}")?;
        }
        writeln!(
            f,
            "{} evaluations, {} positions visited, {}, {} nodes a second",
            human::count(self.evaluations),
            human::count(self.visited),
            human::seconds(self.seconds),
            human::rate(self.nodes, self.seconds)
        )
    }
}
