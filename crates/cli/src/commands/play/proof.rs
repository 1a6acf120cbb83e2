//! `--proof`: a certificate in place of the engine.

use crate::{Failure, Session};
use lastmove_board::{Diagram, Game, Side};
use lastmove_proof::CheckOptions;
use lastmove_report::{ProofWalk, WalkError};
use lastmove_work::file::open_regular;
use lastmove_work::{Stage, Stop, human};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

/// A certificate that answers moves.
pub(super) struct Proof(ProofWalk);

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
        let walk = ProofWalk::open(BufReader::new(file), None, CheckOptions::default(), progress);
        if session.cancel.is_cancelled() {
            return Err(Failure::stopped(Stop::Cancelled, "the certificate was not checked"));
        }
        let walk = walk.map_err(|error| match error {
            WalkError::Rejected(_) => Failure::from(anyhow::anyhow!("{}: {error}", path.display())),
            WalkError::OldVersion => bad(error.to_string()),
        })?;
        let about = walk.claim().game();
        if about != game.into() {
            return Err(bad(format!("it is about {about}, not {}", game.name())));
        }
        Ok(Self(walk))
    }

    /// The position to begin with.
    pub(super) fn diagram(&self) -> &Diagram {
        self.0.start()
    }

    /// The side of the user.
    pub(super) fn loser(&self) -> Side {
        self.0.loser()
    }

    /// The text printed at the beginning.
    pub(super) fn welcome(&self) -> String {
        let (winner, loser) = (self.0.claim().winner().capital(), self.loser().capital());
        let moves = self.0.report().moves;
        format!(
            "{winner} wins, and this certificate proves it: it was checked, and has {} stored \
             {}.\nYou are {loser}; `help` explains.\n",
            human::count(moves),
            if moves == 1 { "move" } else { "moves" }
        )
    }

    /// The winner's move and its source.
    pub(super) fn answer(&self, diagram: &Diagram) -> Result<(String, String), Failure> {
        let Some(answer) = self.0.answer(diagram) else {
            return Err(Failure::input_line("the certificate does not answer here; `undo`"));
        };
        let words = answer.words();
        Ok((answer.mv, words))
    }
}
