//! `lastmove verify`: checks a certificate.

use crate::boards;
use crate::failure::Failure;
use crate::flags::SearchFlags;
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_proof::{Claim, Expect, Limits, Rejection, side_name, verify};
use lastmove_work::{Stage, Stop, human};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use std::fs::File;
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

#[derive(Serialize)]
struct Verified {
    valid: bool,
    claim: Value,
    positions: u64,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    seconds: f64,
    #[serde(skip)]
    said: Vec<String>,
}

/// Checks.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let expect: Option<Expect> = match &args.expect {
        Some(text) => {
            let expect = text.parse();
            Some(expect.map_err(|e| Failure::input(format!("--expect \"{text}\""), e))?)
        }
        None => None,
    };
    let file = File::open(&args.file).map_err(|e| Failure::input(args.file.display(), e))?;
    let started = Instant::now();
    let limits = Limits { memory: args.search.memory() as u64, threads: args.search.threads() };
    let mut stage: Option<Stage<'_>> = None;
    let mut seen = 0;
    let result = verify(BufReader::new(file), expect.as_ref(), limits, |progress| {
        let stage = stage.get_or_insert_with(|| {
            Stage::new(&*session.progress, "verifying", Some(progress.total))
        });
        stage.message(format!("level {} of {}", progress.level + 1, progress.levels));
        stage.advance(progress.positions.saturating_sub(stage.done()));
        seen = progress.positions;
        if session.cancel.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    drop(stage);
    let seconds = started.elapsed().as_secs_f64();
    match result {
        Ok(report) => {
            let verified = Verified {
                valid: true,
                claim: match &report.claims[..] {
                    [claim] => claim_json(claim),
                    claims => claims.iter().map(claim_json).collect(),
                },
                positions: report.positions,
                reason: None,
                levels: Some(report.levels),
                bytes: Some(report.bytes),
                sha256: Some(report.hash.iter().map(|byte| format!("{byte:02x}")).collect()),
                seconds,
                said: report.claims.iter().map(claim_text).collect(),
            };
            output::answer(session, &verified)
        }
        Err(Rejection::Stopped) => {
            Err(Failure::stopped(Stop::Cancelled, "run the same command again to check it"))
        }
        Err(rejection) => {
            let verified = Verified {
                valid: false,
                claim: Value::Null,
                positions: seen,
                reason: Some(format!("{}: {rejection}", rejection.word())),
                levels: None,
                bytes: None,
                sha256: None,
                seconds,
                said: Vec::new(),
            };
            let error = anyhow::anyhow!("{}: not valid: {rejection}", args.file.display());
            Err(Failure::from(error).with_partial(&verified))
        }
    }
}

fn claim_json(claim: &Claim) -> Value {
    json!({
        "game": claim.game().name(),
        "position": claim.diagram().to_string(),
        "to_move": side_name(claim.to_move()),
        "winner": side_name(claim.winner()),
    })
}

fn claim_text(claim: &Claim) -> String {
    let mover = boards::capital(side_name(claim.to_move()));
    let winner = boards::capital(side_name(claim.winner()));
    format!("{} {}: {mover} to move, {winner} wins", claim.game(), claim.diagram())
}

impl Answer for Verified {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "valid")?;
        for claim in &self.said {
            writeln!(f, "{claim}")?;
        }
        let levels = self.levels.unwrap_or_default();
        let bytes = human::bytes(self.bytes.unwrap_or_default());
        writeln!(f, "{} positions in {levels} levels, {bytes}", human::count(self.positions))?;
        writeln!(f, "SHA-256 {}", self.sha256.as_deref().unwrap_or_default())?;
        let rate = human::rate(self.positions, self.seconds);
        writeln!(f, "{}, {rate} positions a second", human::seconds(self.seconds))
    }
}
