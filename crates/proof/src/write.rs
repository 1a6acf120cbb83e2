//! The writer. It plays the winner's strategy against every reply, level by level, and stops in
//! positions in which the checker sees the win by itself.

use crate::begun::Begun;
use crate::claim::Claim;
use crate::expand::Expansion;
use crate::format::FileWriter;
use crate::games::{version_for, with_rules};
use crate::join::{Parts, no_parts};
use crate::options::{Room, Strategy, WriteError, WriteOptions, Written};
use crate::threads::Threads;
use crate::verify::{OnProgress, Progress};
use std::io::Write;
use std::ops::ControlFlow;

/// Writes a certificate of one claim, or of two (Domineering, each player first).
///
/// `progress` is called regularly (its `total` is what is known so far); it may stop the writing by
/// returning `Break`.
///
/// # Errors
/// If the strategy has no answer or was stopped, the output fails, or the memory is too small. The
/// file is then incomplete; only [`go_on`] can use it.
pub fn write(
    mut out: impl Write,
    claims: &[Claim],
    strategy: &mut dyn Strategy,
    options: WriteOptions<'_>,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Written, WriteError> {
    let room = options.room()?;
    let file = begin(&mut out, claims)?;
    write_all(file, claims, &mut [], None, strategy, options, room, &mut progress)
}

/// Finishes a certificate that another run began. `out` receives what comes after its first
/// [`Begun::bytes`] bytes; the moves stored in these are kept. The claims must be the same as in
/// the first run.
///
/// # Errors
/// As [`write()`], and if the levels that were begun do not follow from each other.
pub fn go_on(
    mut out: impl Write,
    mut begun: Begun,
    claims: &[Claim],
    strategy: &mut dyn Strategy,
    options: WriteOptions<'_>,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Written, WriteError> {
    let file = FileWriter::behind(&mut out, begun.hash.clone(), begun.bytes());
    let room = options.room()?;
    write_all(file, claims, &mut [], Some(&mut begun), strategy, options, room, &mut progress)
}

/// Writes the header.
pub(crate) fn begin<'w>(
    out: &'w mut dyn Write,
    claims: &[Claim],
) -> Result<FileWriter<'w>, WriteError> {
    if !Claim::may_share_a_file(claims) {
        return Err(WriteError::Claims);
    }
    let header: String = claims.iter().map(|claim| format!("{claim}\n")).collect();
    Ok(FileWriter::new(out, &header, version_for(claims))?)
}

/// Writes everything after the header or after what was begun. `parts` are the certificates to
/// join: those of the first claim, and those of the second.
pub(crate) fn write_all(
    mut file: FileWriter<'_>,
    claims: &[Claim],
    parts: &mut [Parts<'_>],
    mut begun: Option<&mut Begun>,
    strategy: &mut dyn Strategy,
    options: WriteOptions<'_>,
    room: Room,
    progress: OnProgress<'_>,
) -> Result<Written, WriteError> {
    let mut written = Written { positions: 0, moves: 0, levels: 0, bytes: 0, hash: [0; 32] };
    let threads = Threads::new(options.threads);
    let version = version_for(claims);
    for (number, claim) in claims.iter().enumerate() {
        let is_begun = begun.as_ref().is_some_and(|begun| begun.has_begun(number));
        if number > 0 && claim.is_transposed(&claims[0]) && !is_begun {
            continue; // it follows from the first claim
        }
        let none: Parts<'_> = &mut no_parts();
        let (memo, room) = room.divided(claim.game());
        let task = Expansion {
            file: &mut file,
            claim,
            number,
            parts: parts.get_mut(number).map_or(none, |parts| &mut **parts),
            begun: begun.as_deref_mut(),
            strategy: &mut *strategy,
            options: &options,
            room,
            threads: &threads,
            written: &mut written,
            progress: &mut *progress,
        };
        with_rules(claim, version, memo, task)?;
    }
    (written.bytes, written.hash) = file.finish()?;
    Ok(written)
}
