//! `--proof`: a certificate in place of the engine.

use crate::{Failure, Session};
use lastmove_board::{Diagram, Side, Size};
use lastmove_proof::{AnswerSource, CheckOptions, Claim, MOST_BELOW, Move, Proved};
use lastmove_report::Game;
use lastmove_work::file::open_regular;
use lastmove_work::{Stage, Stop, human};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

/// A certificate that answers.
pub(super) struct Proof {
    proved: Proved,
    claim: Claim,
}

impl Proof {
    /// Checks a certificate, which must be about one position of the game.
    pub(super) fn open(path: &Path, game: Game, session: &Session) -> Result<Self, Failure> {
        let bad = |problem: String| Failure::input(format!("--proof {}", path.display()), problem);
        let file = open_regular(path).map_err(|e| Failure::input_line(e.to_string()))?;
        let stage = Stage::new(&*session.progress, "checking", None);
        let progress = |progress: lastmove_proof::Progress| {
            stage.advance(progress.positions.saturating_sub(stage.done()));
            match session.cancel.is_cancelled() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let options = CheckOptions::default();
        let proved = Proved::open(BufReader::new(file), None, options, progress);
        if session.cancel.is_cancelled() {
            return Err(Failure::stopped(Stop::Cancelled, "the certificate was not checked"));
        }
        let proved = proved.map_err(|rejection| {
            Failure::from(anyhow::anyhow!("{}: not valid: {rejection}", path.display()))
        })?;
        let claim = proved.report.claims[0].clone();
        if claim.game() != game.into() {
            return Err(bad(format!("it is about {}, not {}", claim.game(), game.name())));
        }
        if !proved.has_answers() {
            let problem =
                "it has an older version of the format; write it again with `solve --proof`";
            return Err(bad(problem.to_owned()));
        }
        Ok(Self { proved, claim })
    }

    /// The position to begin with.
    pub(super) fn diagram(&self) -> &Diagram {
        self.claim.diagram()
    }

    /// The side of the person.
    pub(super) fn loser(&self) -> Side {
        self.claim.winner().opponent()
    }

    /// What is said first.
    pub(super) fn welcome(&self) -> String {
        let (winner, loser) = (self.claim.winner().capital(), self.loser().capital());
        let moves = human::count(self.proved.report.moves);
        format!(
            "{winner} wins, and this certificate proves it: it was checked, and has {moves} stored \
             {}.\nYou are {loser}; `help` explains.\n",
            if self.proved.report.moves == 1 { "move" } else { "moves" }
        )
    }

    /// The winner's move, and where it comes from.
    pub(super) fn answer(&self, diagram: &Diagram) -> Result<(String, String), Failure> {
        let claim = Claim::new(self.claim.game(), diagram.clone(), self.claim.winner());
        let position = claim.map(|claim| claim.start());
        let found = position.ok().and_then(|position| self.proved.answer(&position));
        let Some((mv, source)) = found else {
            return Err(Failure::input_line("the certificate does not answer here; `undo`"));
        };
        let words = match source {
            AnswerSource::Stored { below: 0 } => "stored; after it the checker sees all".to_owned(),
            AnswerSource::Stored { below: MOST_BELOW } => {
                format!("stored, with {MOST_BELOW} or more stored moves below")
            }
            AnswerSource::Stored { below: 1 } => "stored, with 1 stored move below".to_owned(),
            AnswerSource::Stored { below } => format!("stored, with {below} stored moves below"),
            AnswerSource::Ahead => "the checker sees it one move ahead".to_owned(),
            AnswerSource::Plain => "plainly won".to_owned(),
        };
        Ok((name(diagram.size(), mv), words))
    }
}

/// A move as it is written.
fn name(size: Size, mv: Move) -> String {
    match mv {
        Move::Amazon { from, to, arrow } => {
            lastmove_amazons::Move { from, to, arrow }.display(size).to_string()
        }
        Move::Domino(square) => lastmove_domineering::Move(square).display(size).to_string(),
    }
}
