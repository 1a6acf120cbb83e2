//! Walking through a proof: a certificate that the checker has accepted answers for the winner.

use crate::ask::{Ask, Cost, TellEvent};
use crate::boards::Given;
use crate::{Answer, Answers, Problem};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use lastmove_board::{Diagram, Game, Side, Square};
use lastmove_proof::{AnswerSource, CheckOptions, Rejection};
use lastmove_report::{ProofAnswer, ProofWalk, WalkError};
use lastmove_work::{Budget, Limits};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// The longest that a check may take.
const TIME: Duration = Duration::from_secs(30);

#[derive(Deserialize)]
pub(crate) struct Question {
    /// the bytes of the certificate, in base64
    certificate: String,
    /// a position; the winner's answer is given if it is his turn
    position: Option<String>,
}

/// What is proved, and the winner's answer.
#[derive(Serialize)]
struct Walked {
    game: Game,
    board: String,
    position: String,
    to_move: Side,
    winner: Side,
    loser: Side,
    positions: u64,
    moves: u64,
    levels: usize,
    bytes: u64,
    sha256: String,
    answer: Option<WalkedMove>,
}

#[derive(Serialize)]
struct WalkedMove {
    #[serde(rename = "move")]
    mv: String,
    squares: Vec<Square>,
    /// `stored` in the file; or seen by the checker: `ahead`, `mirrored` or `plain`
    source: &'static str,
    /// stored moves below, of a stored move
    below: Option<usize>,
    words: String,
}

impl From<ProofAnswer> for WalkedMove {
    fn from(answer: ProofAnswer) -> Self {
        let (source, below) = match answer.source {
            AnswerSource::Stored { below } => ("stored", Some(below)),
            AnswerSource::Ahead => ("ahead", None),
            AnswerSource::Mirrored => ("mirrored", None),
            AnswerSource::Plain => ("plain", None),
        };
        Self { words: answer.words(), mv: answer.mv, squares: answer.squares, source, below }
    }
}

impl Ask for Question {
    const COST: Cost = Cost::Proof;

    /// The certificate's bytes.
    type Read = Vec<u8>;

    fn read(&self) -> Result<Vec<u8>, Problem> {
        let bytes = BASE64_STANDARD.decode(&self.certificate);
        bytes.map_err(|e| Problem::bad(format!("certificate: not base64: {e}")))
    }

    fn answer(
        &self,
        bytes: Vec<u8>,
        with: &Answers,
        budget: &Budget,
        _: TellEvent<'_>,
    ) -> Result<Answer, Problem> {
        let walk = with.walk(bytes, &budget.part(Limits::time(TIME)))?;
        let (claim, report) = (walk.claim(), walk.report());
        let (game, start) = (Game::from(claim.game()), walk.start());
        let here = |position: &String| {
            let given = Given { game, position: position.clone() };
            let placed = given.read()?;
            let side = placed.diagram.side().unwrap_or(game.first_side());
            Ok::<Diagram, Problem>(placed.diagram.with_side(Some(side)))
        };
        let here = self.position.as_ref().map(here).transpose()?;
        let answer = here.and_then(|diagram| walk.answer(&diagram));
        Ok(Answer::json(Walked {
            game,
            board: game.board_name(start),
            position: start.to_string(),
            to_move: claim.to_move(),
            winner: claim.winner(),
            loser: walk.loser(),
            positions: report.positions,
            moves: report.moves,
            levels: report.levels,
            bytes: report.bytes,
            sha256: report.hash.iter().map(|byte| format!("{byte:02x}")).collect(),
            answer: answer.map(WalkedMove::from),
        }))
    }
}

/// The latest certificates that were walked through, so that each is checked once and not at every
/// move.
#[derive(Default)]
pub(crate) struct Walks(VecDeque<(Vec<u8>, Arc<ProofWalk>)>);

/// How many are kept.
const KEPT: usize = 2;

impl Answers {
    /// A certificate, checked now or not long ago.
    fn walk(&self, bytes: Vec<u8>, budget: &Budget) -> Result<Arc<ProofWalk>, Problem> {
        let most = self.config.most_proof();
        if bytes.len() > most {
            return Err(Problem::bad(format!(
                "certificates of more than {} KiB are for `lastmove play --proof FILE`",
                most >> 10
            )));
        }
        if let Some((_, walk)) = self.walks().0.iter().find(|(kept, _)| *kept == bytes) {
            return Ok(Arc::clone(walk));
        }
        let options = CheckOptions { memory: self.config.parts().values / 4, threads: 1 };
        let go_on = |_| match budget.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let walk = ProofWalk::open(Cursor::new(&bytes), None, options, go_on);
        let walk = Arc::new(walk.map_err(|error| match error {
            WalkError::Rejected(Rejection::Stopped) => Problem::bad(
                "this certificate takes too long to check on the page; use `lastmove play --proof FILE`",
            ),
            error => Problem::bad(error),
        })?);
        let mut walks = self.walks();
        walks.0.push_front((bytes, Arc::clone(&walk)));
        walks.0.truncate(KEPT);
        Ok(walk)
    }
}
