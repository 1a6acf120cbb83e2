//! `lastmove verify`: checks a certificate.

use crate::flags::SearchFlags;
use crate::{Failure, Session, output};
use lastmove_board::Side;
use lastmove_proof::{CheckOptions, Claim, Expect, Rejection, verify};
use lastmove_work::file::open_regular;
use lastmove_work::{Stage, Stop, human};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  lastmove solve amazons 4x4 --proof 4x4.proof --quiet
  lastmove verify 4x4.proof
  lastmove verify 4x4.proof --expect \"amazons 4x4 black\" --json

The checker shares no move generator, evaluation, table or database with the solver. Without
--expect it says what the certificate proves; compare that with what you were told.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A certificate, as `lastmove solve --proof` writes it
    file: PathBuf,
    /// What it must prove, such as "amazons 4x5 black"
    #[arg(long, value_name = "CLAIM")]
    expect: Option<String>,
    #[command(flatten)]
    search: SearchFlags,
}

/// The verdict on a certificate.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Verdict {
    valid: bool,
    /// what it proves: one claim, or a list of two
    claim: Option<Claims>,
    /// positions seen
    positions: u64,
    /// moves that the file stores
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u64>,
    /// why it is not valid
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// of the whole file
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    seconds: f64,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Claims {
    One(ClaimAnswer),
    Two(Vec<ClaimAnswer>),
}

/// Who wins a position.
#[derive(Serialize, JsonSchema)]
struct ClaimAnswer {
    game: &'static str,
    position: String,
    to_move: Side,
    winner: Side,
}

/// Checks.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let read = |text: &String| {
        text.parse::<Expect>().map_err(|e| Failure::input(format!("--expect \"{text}\""), e))
    };
    let expect = args.expect.as_ref().map(read).transpose()?;
    let file = open_regular(&args.file).map_err(|e| Failure::input_line(e.to_string()))?;
    let started = Instant::now();
    let limits = CheckOptions { memory: args.search.memory(), threads: args.search.threads() };
    let mut stage: Option<Stage<'_>> = None;
    let mut seen = 0;
    let result = verify(BufReader::new(file), expect.as_ref(), limits, |progress| {
        let stage = stage.get_or_insert_with(|| {
            Stage::new(&*session.progress, "verifying", Some(progress.total))
        });
        stage.message(format!("level {} of {}", progress.level + 1, progress.levels));
        stage.advance(progress.positions.saturating_sub(stage.done()));
        seen = progress.positions;
        match session.cancel.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    drop(stage);
    let seconds = started.elapsed().as_secs_f64();
    match result {
        Ok(report) => {
            let hash: String = report.hash.iter().map(|byte| format!("{byte:02x}")).collect();
            let fields = Verdict {
                valid: true,
                claim: Some(answers(&report.claims)),
                positions: report.positions,
                moves: Some(report.moves),
                reason: None,
                levels: Some(report.levels),
                bytes: Some(report.bytes),
                sha256: Some(hash.clone()),
                seconds,
            };
            let claims: String = report.claims.iter().map(claim_text).collect();
            let (positions, bytes) = (human::count(report.positions), human::bytes(report.bytes));
            let (time, rate) = (human::seconds(seconds), human::rate(report.positions, seconds));
            let text = format!(
                "valid\n{claims}{positions} positions in {} levels, {} stored moves, {bytes}\n\
                 SHA-256 {hash}\n{time}, {rate} positions a second\n",
                report.levels,
                human::count(report.moves)
            );
            output::answer(session, &fields, text)
        }
        Err(Rejection::Stopped) => {
            Err(Failure::stopped(Stop::Cancelled, "run the same command again to check it"))
        }
        Err(rejection) => {
            let reason = format!("{}: {rejection}", rejection.word());
            let error = anyhow::anyhow!("{}: not valid: {rejection}", args.file.display());
            Err(Failure::from(error).with_partial(&Verdict {
                valid: false,
                claim: other_claim(&rejection),
                positions: seen,
                moves: None,
                reason: Some(reason),
                levels: None,
                bytes: None,
                sha256: None,
                seconds,
            }))
        }
    }
}

/// The claims of a certificate that was expected to make another claim; `None` if it was rejected
/// for another reason, since its claims are not proved then.
fn other_claim(rejection: &Rejection) -> Option<Claims> {
    let Rejection::OtherClaim { found, .. } = rejection else { return None };
    Some(answers(found))
}

/// One claim, or a list of two.
fn answers(claims: &[Claim]) -> Claims {
    let answer = |claim: &Claim| ClaimAnswer {
        game: claim.game().name(),
        position: claim.diagram().to_string(),
        to_move: claim.to_move(),
        winner: claim.winner(),
    };
    match claims {
        [claim] => Claims::One(answer(claim)),
        claims => Claims::Two(claims.iter().map(answer).collect()),
    }
}

fn claim_text(claim: &Claim) -> String {
    let (mover, winner) = (claim.to_move().capital(), claim.winner().capital());
    format!("{} {}: {mover} to move, {winner} wins\n", claim.game(), claim.diagram())
}
