//! Certificates: checking them and playing against them.

use crate::Error;
use crate::ask::{MEMORY, threads};
use lastmove_proof::{CheckOptions, Expect};
use lastmove_report::ProofWalk;
use std::io::{Read, Seek};
use std::ops::ControlFlow::Continue;

/// Checks a certificate, and that it proves the expected claim, such as `amazons 4x5 black`. The
/// report says what it proves.
///
/// # Errors
/// If it proves nothing, or something else.
pub fn verify(
    certificate: impl Read + Seek,
    expected: Option<&str>,
) -> Result<lastmove_proof::Report, Error> {
    let expect: Option<Expect> = expected.map(str::parse).transpose()?;
    Ok(lastmove_proof::verify(certificate, expect.as_ref(), options(), |_| Continue(()))?)
}

/// Checks a certificate as [`verify`] does, and keeps the winner's moves: when you play the losing
/// side, [`ProofWalk::answer`] returns the winner's reply without search.
///
/// ```
/// use std::io::Cursor;
/// use lastmove::Game;
///
/// let mut certificate = Vec::new();
/// lastmove::prove(Game::Amazons, "q2/3/2Q w", &mut certificate)?;
/// let walk = lastmove::walk(Cursor::new(&certificate), None)?;
/// let answer = walk.answer(walk.start()).unwrap();
/// println!("{} plays {}", walk.claim().winner().capital(), answer.mv);
/// # Ok::<(), lastmove::Error>(())
/// ```
///
/// # Errors
/// If it proves nothing, or something else, or is of a version without answers.
pub fn walk(certificate: impl Read + Seek, expected: Option<&str>) -> Result<ProofWalk, Error> {
    let expect: Option<Expect> = expected.map(str::parse).transpose()?;
    Ok(ProofWalk::open(certificate, expect.as_ref(), options(), |_| Continue(()))?)
}

fn options() -> CheckOptions {
    CheckOptions { memory: MEMORY, threads: threads() }
}
