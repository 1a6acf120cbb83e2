//! The winner's strategy of a certificate, for playing by it.

use crate::claim::{Claim, Position};
use crate::expect::Expect;
use crate::format::VERSION_OF_SUMS;
use crate::reject::Rejection;
use crate::rules::{Move, Mover, Rules, State};
use crate::verify::{CheckOptions, Progress, Report, goes_on, verify_source};
use std::collections::{HashMap, HashSet};
use std::io::{Read, Seek};
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Stored moves below a position are counted up to this number.
pub const MOST_BELOW: usize = 500;
/// The most moves of the winner that the checker looks ahead if no move is stored.
const DEEPEST: u8 = 6;

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerSource {
    /// the move is stored; `below` stored moves, counted up to [`MOST_BELOW`], are for positions
    /// that can come after it
    Stored {
        /// as described above
        below: usize,
    },
    /// the checker sees a move after which every reply is plainly won
    Ahead,
    /// the loser moved in an area whose negative lies elsewhere on the board, and this is the image
    /// of that move there
    Mirrored,
    /// the position is plainly won
    Plain,
}

/// A certificate that was checked, with the winner's answers.
///
/// ```
/// use lastmove_proof::{Claim, CheckOptions, Position, Proved, WriteOptions, write};
/// use std::io::Cursor;
/// use std::ops::ControlFlow;
///
/// let go = |_| ControlFlow::Continue(());
/// let claim: Claim = "amazons q1Q w white".parse().unwrap();
/// let mut file = Vec::new();
/// write(&mut file, &[claim.clone()], &mut |_: &Position| None, WriteOptions::default(), go).unwrap();
/// let proved = Proved::open(Cursor::new(&file), None, CheckOptions::default(), go).unwrap();
/// let (mv, _) = proved.answer(&claim.start()).unwrap();
/// assert_eq!(mv.to_string(), "2-1/2");
/// ```
pub struct Proved {
    /// the result of the check
    pub report: Report,
    answers: Vec<ClaimAnswers>,
}

impl std::fmt::Debug for Proved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proved").field("report", &self.report).finish_non_exhaustive()
    }
}

impl Proved {
    /// Checks a certificate as [`verify()`](crate::verify()) does, and keeps its moves.
    ///
    /// # Errors
    /// As [`verify()`](crate::verify()).
    pub fn open(
        mut file: impl Read + Seek,
        expect: Option<&Expect>,
        options: CheckOptions,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, Rejection> {
        let (report, answers) = verify_source(&mut file, expect, options, true, &mut progress)?;
        Ok(Self { report, answers })
    }

    /// Whether there are answers to a claim: certificates of older versions have none.
    pub fn has_answers(&self) -> bool {
        self.answers.iter().all(Option::is_some)
    }

    /// The winner's move in a position of this certificate with the winner to move, and its source;
    /// `None` if play by the certificate does not lead to the position.
    pub fn answer(&self, position: &Position) -> Option<(Move, AnswerSource)> {
        let answer = |position: &Position| {
            let mut claims = self.report.claims.iter().zip(&self.answers);
            claims.find_map(|(claim, answers)| {
                let fits = claim.winner() == position.to_move && claim.size() == position.size;
                if fits { answers.as_ref()?.answer(claim, position) } else { None }
            })
        };
        // a claim without answers is the first one transposed
        let is_transposed = self.answers.len() < self.report.claims.len();
        answer(position).or_else(|| {
            let position = is_transposed.then(|| position.transposed())?;
            let (mv, source) = answer(&position)?;
            Some((mv.transposed(position.size), source))
        })
    }
}

/// The answers for one claim; `None` in older versions of the format.
pub(crate) type ClaimAnswers = Option<Box<dyn Answers>>;

/// The answers for one claim, for any rules.
pub(crate) trait Answers: Send + Sync {
    fn answer(&self, claim: &Claim, position: &Position) -> Option<(Move, AnswerSource)>;
}

/// The stored moves of a claim, with the rules for looking further.
pub(crate) struct Walk<R: Rules> {
    rules: R,
    moves: HashMap<R::K, u64>,
    /// whether areas that form pairs with their negatives are not in the normal forms
    pairs: bool,
    /// the claimed position if the loser is to move in it
    start: Option<R::K>,
    /// positions that the winner's moves lead to, with the loser to move
    reached: OnceLock<HashSet<R::K>>,
}

impl<R: Rules> Walk<R> {
    pub(crate) fn new(rules: R, claim: &Claim, version: u16, moves: HashMap<R::K, u64>) -> Self {
        let waits = claim.mover() == Mover::Loser;
        let start = waits.then(|| rules.normal_key(&claim.state()));
        let pairs = version >= VERSION_OF_SUMS;
        Self { rules, moves, pairs, start, reached: OnceLock::new() }
    }

    fn reached(&self) -> &HashSet<R::K> {
        let after = |(&key, &number): (&R::K, &u64)| {
            let state = self.rules.state(key)?;
            let (_, after) = self.rules.find_move(&state, |n, _, _| n == number)?;
            Some(self.rules.normal_key(&after))
        };
        self.reached.get_or_init(|| self.moves.iter().filter_map(after).chain(self.start).collect())
    }

    /// A move to a position whose normal form, with the loser to move, is one that the certificate
    /// proves. After a move of the loser in one area of a pair, its image in the other one is such a
    /// move.
    fn mirrored(&self, state: &State<R::B>) -> Option<Move> {
        let rules = &self.rules;
        let proved = |next: &State<R::B>| {
            let key = rules.normal_key(next);
            self.reached().contains(&key)
                || rules.state(key).is_some_and(|next| rules.visible(&next, Mover::Loser))
        };
        let looks = |next: &State<R::B>| {
            rules.state(rules.normal_key(next)).is_some_and(|next| rules.answers_all(&next))
        };
        self.first(state, proved).or_else(|| self.first(state, looks))
    }

    /// The first move of the winner after which the position satisfies `wanted`.
    fn first(&self, state: &State<R::B>, wanted: impl Fn(&State<R::B>) -> bool) -> Option<Move> {
        let mut found = None;
        self.rules.each_move(state, Mover::Winner, |mv, after| {
            found = wanted(&after).then_some(mv);
            found.is_none()
        });
        found
    }

    /// The number of positions with a stored move that can come after this one, with the loser to
    /// move; counted up to [`MOST_BELOW`].
    fn below(&self, after: R::K) -> usize {
        let (mut seen, mut open) = (HashSet::new(), vec![after]);
        while let Some(state) = open.pop().and_then(|key| self.rules.state(key)) {
            self.rules.each_move(&state, Mover::Loser, |_, reply| {
                let key = self.rules.normal_key(&reply);
                if let Some(&number) = self.moves.get(&key)
                    && seen.insert(key)
                    && let Some(state) = self.rules.state(key)
                {
                    open.extend(goes_on(&self.rules, &state, number).flatten());
                }
                seen.len() < MOST_BELOW
            });
            if seen.len() >= MOST_BELOW {
                break;
            }
        }
        seen.len()
    }
}

impl<R: Rules> Answers for Walk<R> {
    fn answer(&self, claim: &Claim, position: &Position) -> Option<(Move, AnswerSource)> {
        let rules = &self.rules;
        let state = claim.state_of::<R::B>(position);
        let key = rules.normal_key(&state);
        if let Some(&number) = self.moves.get(&key) {
            let normal = rules.state(key)?;
            let (_, after) = rules.find_move(&normal, |n, _, _| n == number)?;
            let after = rules.normal_key(&after);
            if let Some(mv) = self.first(&state, |next| rules.normal_key(next) == after) {
                return Some((mv, AnswerSource::Stored { below: self.below(after) }));
            }
        }
        let normal = |state: &State<R::B>| rules.state(rules.normal_key(state));
        let source = match normal(&state)? {
            state if rules.visible(&state, Mover::Winner) => AnswerSource::Plain,
            state if rules.looks_ahead(&state) => AnswerSource::Ahead,
            _ if self.pairs => return Some((self.mirrored(&state)?, AnswerSource::Mirrored)),
            _ => return None,
        };
        // A win that the checker sees usually stays visible after the moves that lead to it; if
        // not, the checker looks further.
        let mv = self
            .first(&state, |after| {
                normal(after).is_some_and(|after| rules.visible(&after, Mover::Loser))
            })
            .or_else(|| self.first(&state, |after| rules.answers_all(after)))
            .or_else(|| {
                (0..DEEPEST).find_map(|depth| {
                    self.first(&state, |after| {
                        rules.search(after, Mover::Loser, depth, &mut { u32::MAX })
                    })
                })
            })?;
        Some((mv, source))
    }
}
