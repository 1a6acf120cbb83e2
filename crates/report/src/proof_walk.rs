//! Playing against a certificate: the winner's answer to every move of the loser.

use lastmove_board::{Diagram, GamePosition, Side, Size, Square};
use lastmove_proof::{
    AnswerSource, CheckOptions, Claim, Expect, MOST_BELOW, Move, Progress, Proved, Rejection,
    Report,
};
use std::io::{Read, Seek};
use std::ops::ControlFlow;

/// A certificate that was checked, and answers for the winner without search.
///
/// ```
/// use lastmove_proof::{CheckOptions, Claim, Position, WriteOptions, write};
/// use lastmove_report::ProofWalk;
/// use std::io::Cursor;
/// use std::ops::ControlFlow::Continue;
///
/// let claim: Claim = "amazons q1Q w white".parse().unwrap();
/// let mut file = Vec::new();
/// write(&mut file, &[claim], &mut |_: &Position| None, WriteOptions::default(), |_| Continue(())).unwrap();
/// let walk = ProofWalk::open(Cursor::new(&file), None, CheckOptions::default(), |_| Continue(())).unwrap();
/// assert_eq!(walk.answer(walk.start()).unwrap().mv, "c1-b1/c1");
/// ```
#[derive(Debug)]
pub struct ProofWalk {
    proved: Proved,
    claim: Claim,
}

/// The winner's move in a position of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofAnswer {
    /// the move, as it is written
    pub mv: String,
    /// the squares that it names (Amazons: from, to, arrow) or covers (Domineering)
    pub squares: Vec<Square>,
    /// where it comes from
    pub source: AnswerSource,
}

impl ProofAnswer {
    /// The source in words.
    pub fn words(&self) -> String {
        match self.source {
            AnswerSource::Stored { below: 0 } => "stored; after it the checker sees all".to_owned(),
            AnswerSource::Stored { below: MOST_BELOW } => {
                format!("stored, with {MOST_BELOW} or more stored moves below")
            }
            AnswerSource::Stored { below: 1 } => "stored, with 1 stored move below".to_owned(),
            AnswerSource::Stored { below } => format!("stored, with {below} stored moves below"),
            AnswerSource::Ahead => "the checker sees it one move ahead".to_owned(),
            AnswerSource::Mirrored => "the image of your move in the area's negative".to_owned(),
            AnswerSource::Plain => "plainly won".to_owned(),
        }
    }
}

/// Why a certificate cannot be played against.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// The certificate is not valid, or proves something else.
    #[error("not valid: {0}")]
    Rejected(#[from] Rejection),
    /// The format is valid, but too old to hold the answers.
    #[error("it has an older version of the format; write it again with `solve --proof`")]
    OldVersion,
}

impl ProofWalk {
    /// Checks a certificate as [`lastmove_proof::verify()`] does, and keeps its moves. Of two claims
    /// the first counts.
    ///
    /// # Errors
    /// If the certificate is not valid, or of a version that holds no answers.
    pub fn open(
        file: impl Read + Seek,
        expect: Option<&Expect>,
        options: CheckOptions,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self, WalkError> {
        let proved = Proved::open(file, expect, options, progress)?;
        if !proved.has_answers() {
            return Err(WalkError::OldVersion);
        }
        let claim = proved.report.claims[0].clone();
        Ok(Self { proved, claim })
    }

    /// What the check found.
    pub fn report(&self) -> &Report {
        &self.proved.report
    }

    /// What is proved.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The position that the claim is about.
    pub fn start(&self) -> &Diagram {
        self.claim.diagram()
    }

    /// The side that loses, whatever it plays.
    pub fn loser(&self) -> Side {
        self.claim.winner().opponent()
    }

    /// The winner's move; `None` if it is the loser's turn, or if play by the certificate does not
    /// lead to the position.
    pub fn answer(&self, position: &Diagram) -> Option<ProofAnswer> {
        let here = Claim::new(self.claim.game(), position.clone(), self.claim.winner()).ok()?;
        let (mv, source) = self.proved.answer(&here.start())?;
        let (mv, squares) = named(position, mv)?;
        Some(ProofAnswer { mv, squares, source })
    }
}

/// A move as its game writes it, and its squares.
fn named(position: &Diagram, mv: Move) -> Option<(String, Vec<Square>)> {
    let size: Size = position.size();
    match mv {
        Move::Amazon { from, to, arrow } => {
            let mv = lastmove_amazons::Move { from, to, arrow };
            Some((mv.display(size).to_string(), vec![from, to, arrow]))
        }
        Move::Domino(square) => {
            let mv = lastmove_domineering::Move(square);
            let here = lastmove_domineering::Position::<u128>::from_diagram(position).ok()?;
            Some((mv.display(size).to_string(), here.move_squares(mv, size)))
        }
    }
}
