//! Searches: who wins, with progress, and a certificate that the checker has accepted.

use crate::ask::{Ask, Cost, TellEvent};
use crate::boards::{Given, Placed};
use crate::certificates::Bounded;
use crate::{Answer, AnswerEvent, Answers, Problem};
use lastmove_board::{Game, Side};
use lastmove_proof::CheckOptions;
use lastmove_report::solve::{
    self, BothFirst, Certificate, First, Opening, SearchHooks, SolveError, Solved,
};
use lastmove_work::{Budget, Limits, Stop};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Duration;

#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    given: Given,
    /// the most time
    seconds: Option<f64>,
    /// whether a certificate is wanted
    #[serde(default)]
    certificate: bool,
}

/// A time in a question, as far as it makes sense.
pub(crate) fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.01, 1e6))
}

impl Ask for Question {
    const COST: Cost = Cost::Search;

    type Read = Placed;

    fn read(&self) -> Result<Placed, Problem> {
        self.given.read()
    }

    fn answer(
        &self,
        Placed { mut diagram, .. }: Placed,
        with: &Answers,
        budget: &Budget,
        tell: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let most = with.config.time;
        let time = self.seconds.map_or(most, |seconds| duration(seconds).min(most));
        let budget = &budget.part(Limits::time(time));
        // Without a side, both players of Domineering are taken as first.
        if self.given.game == Game::Amazons && diagram.side().is_none() {
            diagram = diagram.with_side(Some(Side::White));
        }
        let asked = solve::Question::new(self.given.game, diagram);
        Job { with, budget, tell }.solve(&asked, self.certificate)
    }
}

struct Job<'j> {
    with: &'j Answers,
    budget: &'j Budget,
    tell: TellEvent<'j>,
}

impl Job<'_> {
    fn solve(&self, asked: &solve::Question, certificate: bool) -> Result<Answer, Problem> {
        let mut look = |progress: &solve::SearchProgress| {
            self.report("searching", progress.nodes, progress.numbers, &progress.line);
        };
        let stopped = |why: Stop| {
            let (nodes, seconds) = (self.budget.nodes(), self.budget.seconds());
            Problem::Stopped { why, nodes, seconds }
        };
        let solved = self.with.desk.solve(asked, self.budget, SearchHooks::new(&mut look));
        let mut solved = solved.map_err(|error| match error {
            SolveError::Stopped(end, _) => stopped(end.why),
            error => Problem::bad(error),
        })?;
        let mut id = None;
        if certificate {
            // The certificate can take much longer than the search, so the answer is told before it.
            (self.tell)(AnswerEvent::new("answer", shown(&solved, None)));
            solved.certificate = Some(match self.write(&solved) {
                Ok((written, name)) => {
                    id = Some(name);
                    written
                }
                Err(problem) => Certificate::failed(problem),
            });
        }
        Ok(Answer::json(shown(&solved, id)))
    }

    fn report(&self, stage: &str, nodes: u64, numbers: Option<[u32; 2]>, line: &[String]) {
        let number = |i: usize| numbers.map(|numbers| numbers[i]);
        (self.tell)(AnswerEvent::new(
            "progress",
            json!({
                "stage": stage, "nodes": nodes, "proof": number(0), "disproof": number(1),
                "line": line, "seconds": self.budget.seconds(),
            }),
        ));
    }

    /// Writes the certificate, has it checked, and keeps it under a name.
    fn write(&self, solved: &Solved) -> Result<(Certificate, String), String> {
        self.with.config.check_certificate()?;
        let desk = &self.with.desk;
        let flow = |stage: &str, positions: u64| {
            self.report(stage, positions, None, &[]);
            match self.budget.check() {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let mut file = Bounded::new(self.with.config.parts().certificate());
        let writing = |progress: lastmove_proof::Progress| {
            flow("writing the certificate", progress.positions)
        };
        let written = desk.proof(solved).write(&mut file, self.budget, writing);
        let written = written.map_err(|e| e.to_string())?;
        let options = CheckOptions { threads: desk.shares().threads, memory: desk.shares().writer };
        lastmove_proof::verify(Cursor::new(&file.bytes), None, options, |progress| {
            flow("checking the certificate", progress.positions)
        })
        .map_err(|rejection| format!("the checker refused it: {rejection}"))?;
        let id = self.with.certificates().keep(&written.hash, file.bytes);
        Ok((Certificate::from(&written), id))
    }
}

/// The answer in the fields of `lastmove solve --json`, with squares for drawings and the
/// certificate's name.
fn shown(solved: &Solved, id: Option<String>) -> Value {
    let opening = |opening: &Opening| {
        json!({
            "winner": opening.winner, "best_move": opening.best_move,
            "squares": opening.squares, "nodes": opening.nodes,
        })
    };
    let first =
        solved.both.as_ref().map(|BothFirst { first: First { vertical, horizontal }, .. }| {
            let [vertical, horizontal] = [vertical, horizontal].map(|o| o.as_ref().map(opening));
            json!({ "vertical": vertical, "horizontal": horizontal })
        });
    let certificate = solved.certificate.as_ref().map(|written| {
        json!({
            "id": id.as_deref().unwrap_or_default(), "positions": written.positions,
            "bytes": written.bytes, "verified": id.is_some(), "problem": written.problem,
        })
    });
    json!({
        "game": solved.game, "board": solved.board, "position": solved.position,
        "to_move": solved.to_move, "winner": solved.winner,
        "best_move": solved.best_move, "best_squares": solved.best_squares, "pv": solved.pv,
        "class": solved.class(), "first": first, "nodes": solved.nodes,
        "evaluations": solved.evaluations, "visited": solved.visited, "seconds": solved.seconds,
        "threads": solved.threads, "databases": solved.databases, "certificate": certificate,
    })
}
