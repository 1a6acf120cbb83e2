//! The checker. It derives a level: the loser's replies that are not plainly won; reads the
//! winner's move in each of its positions; and continues with the positions after these moves.

use crate::claim::Claim;
use crate::expect::Expect;
use crate::format::{BlockRef, FileReader, StoredMove, VERSION};
use crate::games::{WithRules, with_rules};
use crate::levels::{Level, Window};
use crate::proved::{Answers, ClaimAnswers, Walk};
use crate::reject::Rejection;
use crate::rules::{Mover, Rules, State};
use crate::threads::Threads;
use std::collections::HashMap;
use std::io::{Read, Seek};
use std::ops::ControlFlow;

/// Positions that are checked between two calls of the progress callback.
const PORTION: usize = 1 << 12;

/// The first version in which a claim without levels may follow from the first claim.
const DERIVED: u16 = 4;

/// Limits of the checker.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// bytes of memory, roughly; with little memory, large levels are derived in several windows
    pub memory: u64,
    /// threads; 0 for one per core
    pub threads: usize,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { memory: 512 << 20, threads: 0 }
    }
}

/// Progress of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// the claim, from 0
    pub claim: usize,
    /// the level, from 0
    pub level: usize,
    /// the number of levels of the claim
    pub levels: usize,
    /// positions read so far, of all claims
    pub positions: u64,
    /// positions of the file
    pub total: u64,
}

/// The content of an accepted certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// the claims that are proved
    pub claims: Vec<Claim>,
    /// the number of positions in all levels
    pub positions: u64,
    /// how many of these positions store the winner's move; in the others the checker sees the win
    /// by itself
    pub moves: u64,
    /// the number of levels of all claims
    pub levels: usize,
    /// the size of the file
    pub bytes: u64,
    /// the SHA-256 of the file, as `sha256sum` prints it
    pub hash: [u8; 32],
}

/// Checks a whole certificate.
///
/// `progress` is called regularly; it may stop the check by returning `Break`.
///
/// # Errors
/// If the file is not a certificate that proves what it claims, or claims something else than
/// expected. See [`Rejection`].
pub fn verify(
    mut file: impl Read + Seek,
    expect: Option<&Expect>,
    options: CheckOptions,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, Rejection> {
    verify_source(&mut file, expect, options, false, &mut progress).map(|(report, _)| report)
}

/// The progress callback as a trait object: the checker and the writer are long, so they are
/// compiled only once for all files and callers.
pub(crate) type OnProgress<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Any seekable input.
pub(crate) trait Seekable: Read + Seek {}
impl<F: Read + Seek> Seekable for F {}

/// Checks a certificate; with `keep` it also returns, for each claim of the newest version, the
/// winner's answers. There are none for a claim that follows from the first one.
pub(crate) fn verify_source(
    file: &mut dyn Seekable,
    expect: Option<&Expect>,
    options: CheckOptions,
    keep: bool,
    progress: OnProgress<'_>,
) -> Result<(Report, Vec<ClaimAnswers>), Rejection> {
    let mut reader = FileReader::open(file)?;
    if let Some(expect) = expect.filter(|expect| !expect.met_by(&reader.claims)) {
        let (expected, found) = (Box::new(expect.clone()), reader.claims.clone());
        return Err(Rejection::OtherClaim { expected, found });
    }
    let mut report = Report {
        claims: reader.claims.clone(),
        positions: 0,
        moves: 0,
        levels: reader.levels.iter().map(Vec::len).sum(),
        bytes: reader.bytes,
        hash: reader.hash,
    };
    let total = reader.levels.iter().flatten().flatten().map(|b| u64::from(b.count)).sum();
    let claims = reader.claims.clone();
    let version = reader.version;
    let threads = Threads::new(options.threads);
    let mut answers = Vec::new();
    for (number, claim) in claims.iter().enumerate() {
        let levels = reader.levels[number].clone();
        let follows = || number > 0 && version >= DERIVED && claim.is_transposed(&claims[0]);
        if levels.is_empty() && follows() {
            continue;
        }
        let check = Check {
            reader: &mut reader,
            claim,
            number,
            levels: &levels,
            total,
            options,
            threads: &threads,
            keep,
            report: &mut report,
            progress: &mut *progress,
        };
        answers.push(with_rules(claim, version, (options.memory / 4) as usize, check)?);
    }
    Ok((report, answers))
}

/// The check of one claim.
pub(crate) struct Check<'a, 'f> {
    pub(crate) reader: &'a mut FileReader<&'f mut dyn Seekable>,
    pub(crate) claim: &'a Claim,
    pub(crate) number: usize,
    pub(crate) levels: &'a [Vec<BlockRef>],
    pub(crate) total: u64,
    pub(crate) options: CheckOptions,
    pub(crate) threads: &'a Threads,
    /// whether to return the stored moves
    keep: bool,
    pub(crate) report: &'a mut Report,
    pub(crate) progress: OnProgress<'a>,
}

impl WithRules for Check<'_, '_> {
    type Output = Result<ClaimAnswers, Rejection>;

    fn run<R: Rules + 'static>(self, rules: R) -> Self::Output {
        if self.reader.version < VERSION {
            return self.stored_levels(&rules).map(|()| None);
        }
        let (claim, version) = (self.claim, self.reader.version);
        let moves = self.levels(&rules)?;
        Ok(moves.map(|moves| Box::new(Walk::new(rules, claim, version, moves)) as Box<dyn Answers>))
    }
}

impl Check<'_, '_> {
    /// Checks a claim in the newest version; returns the stored moves if `keep` is set.
    fn levels<R: Rules>(mut self, rules: &R) -> Result<Option<HashMap<R::K, u64>>, Rejection> {
        let mut kept = self.keep.then(HashMap::new);
        let (threads, claim, levels) = (self.threads, self.claim, self.levels);
        let memory = (self.options.memory / 2) as usize;
        let window = Window::of::<R::K>(memory, rules.most_replies(&claim.state()));
        let mut level = Level::first(rules, threads, window, claim);
        for (number, blocks) in levels.iter().enumerate() {
            let mut open = Vec::new();
            for block in blocks {
                let moves = block.moves(&mut self.reader.file)?;
                let mut keys = level.take(moves.len());
                if keys.len() < moves.len() {
                    return Err(Rejection::Surplus { level: number });
                }
                for (keys, moves) in keys.chunks_mut(PORTION).zip(moves.chunks(PORTION)) {
                    let both: Vec<_> = keys.iter().copied().zip(moves.iter().copied()).collect();
                    if let Some(kept) = &mut kept {
                        kept.extend(both.iter().filter_map(|&(key, mv)| Some((key, mv?))));
                    }
                    let after = |&(key, mv): &_| after_move(rules, claim, number, key, mv);
                    for result in threads.each(&both, after) {
                        open.extend(result?);
                    }
                    self.report.positions += moves.len() as u64;
                    self.report.moves += moves.iter().flatten().count() as u64;
                    self.look(number)?;
                }
            }
            if let Some(&missing) = level.take(1).first() {
                let position = describe(rules, claim, missing, Mover::Winner);
                return Err(Rejection::MissingReply { level: number, position });
            }
            level = level.next(open);
        }
        match level.take(1).first() {
            None => Ok(kept),
            Some(&missing) => Err(Rejection::MissingReply {
                level: levels.len(),
                position: describe(rules, claim, missing, Mover::Winner),
            }),
        }
    }

    /// Calls the progress callback.
    pub(crate) fn look(&mut self, level: usize) -> Result<(), Rejection> {
        let progress = Progress {
            claim: self.number,
            level,
            levels: self.levels.len(),
            positions: self.report.positions,
            total: self.total,
        };
        if (self.progress)(progress).is_break() { Err(Rejection::Stopped) } else { Ok(()) }
    }
}

/// Checks the stored move of a position; returns the position after the winner's move if its
/// replies belong to the next level.
fn after_move<R: Rules>(
    rules: &R,
    claim: &Claim,
    level: usize,
    key: R::K,
    mv: StoredMove,
) -> Result<Option<R::K>, Rejection> {
    let here = || describe(rules, claim, key, Mover::Winner);
    let state = rules.state(key).ok_or_else(|| Rejection::NotNormal { level, position: here() })?;
    let Some(number) = mv else {
        return match rules.looks_ahead(&state) {
            true => Ok(None),
            false => Err(Rejection::FalseLook { level, position: here() }),
        };
    };
    let illegal = || Rejection::IllegalMove { level, position: here(), number };
    goes_on(rules, &state, number).ok_or_else(illegal)
}

/// The position after the winner's move with this number, `Some(None)` if it is plainly won; `None`
/// if there is no such move.
pub(crate) fn goes_on<R: Rules>(
    rules: &R,
    state: &State<R::B>,
    number: u64,
) -> Option<Option<R::K>> {
    let (_, after) = rules.find_move(state, |n, _, _| n == number)?;
    let after = rules.normal_key(&after);
    let ends = rules.visible(&rules.state(after)?, Mover::Loser);
    Some((!ends).then_some(after))
}

pub(crate) fn describe<R: Rules>(rules: &R, claim: &Claim, key: R::K, mover: Mover) -> String {
    match rules.state(key) {
        Some(state) => claim.position(&state, mover).to_string(),
        None => format!("number {:?}", key),
    }
}

/// The claims of a certificate. The checksums are verified, the proof is not.
///
/// # Errors
/// If the file is not a complete certificate.
pub fn claims<F: Read + Seek>(file: F) -> Result<Vec<Claim>, Rejection> {
    Ok(FileReader::open(file)?.claims)
}
