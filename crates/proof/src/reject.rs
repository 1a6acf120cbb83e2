//! Why a certificate is rejected.

use crate::claim::Claim;
use crate::expect::Expect;
use crate::rules::LeafKind;
use thiserror::Error;

/// Why a certificate is rejected. Positions are printed as position strings of normal forms.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The file does not begin like a certificate.
    #[error("this is not a certificate: it does not begin with LMPROOF")]
    Foreign,
    /// A version of the format that this program cannot check.
    #[error("the certificate has version {0} of the format; this program reads versions 1, 2, {own} and {sums} of Amazons and 2 to {own} of Domineering; solve again with --proof", own = crate::format::VERSION, sums = crate::format::VERSION_OF_SUMS)]
    Version(u16),
    /// The file ends too early.
    #[error("the file is cut off at byte {0}")]
    Cut(u64),
    /// A checksum is wrong.
    #[error("byte {0}: the checksum does not agree; the file was altered or damaged")]
    Altered(u64),
    /// Bytes after the end.
    #[error("the file goes on after its end at byte {0}")]
    Trailing(u64),
    /// The header holds no readable claim.
    #[error("the header is malformed: {0}")]
    Header(String),
    /// A block that cannot be read although its checksum is right.
    #[error("byte {offset}: malformed block: {what}")]
    Malformed {
        /// where the block begins
        offset: u64,
        /// what is wrong with it
        what: &'static str,
    },
    /// Levels out of order: play might then never end.
    #[error(
        "byte {offset}: level {found} of claim {claim} comes after level {before}; levels must count up one by one"
    )]
    LevelOrder {
        /// where the block begins
        offset: u64,
        /// the claim, from 1
        claim: usize,
        /// the level it names
        found: usize,
        /// the level before, or `none`
        before: String,
    },
    /// Positions of a level out of order, or duplicates.
    #[error("byte {offset}: the positions of a level are not in ascending order")]
    PositionOrder {
        /// where the block begins
        offset: u64,
    },
    /// A position that is not in normal form, or a key without a position.
    #[error("level {level} holds a position that is not in normal form: {position}")]
    NotNormal {
        /// its level
        level: usize,
        /// the position
        position: String,
    },
    /// The winner's move does not exist.
    #[error("level {level}: illegal move: {position} has no move number {number}")]
    IllegalMove {
        /// its level
        level: usize,
        /// the position
        position: String,
        /// the move's number
        number: u64,
    },
    /// A leaf fact that does not hold.
    #[error("level {level}: false leaf: '{kind}' does not hold in {position}")]
    FalseLeaf {
        /// its level
        level: usize,
        /// the claimed fact
        kind: LeafKind,
        /// the position
        position: String,
    },
    /// A position whose win is not seen by looking ahead, though the certificate says so.
    #[error(
        "level {level}: no move of the winner is seen to win in {position}, and none is stored"
    )]
    FalseLook {
        /// its level
        level: usize,
        /// the position
        position: String,
    },
    /// The certificate stores more moves than the level has positions.
    #[error("level {level} has fewer positions than the certificate has moves for them")]
    Surplus {
        /// its level
        level: usize,
    },
    /// A reply of the loser that the certificate does not answer.
    #[error("level {level}: missing reply: the loser can reach {position}, which is not there")]
    MissingReply {
        /// the level where it should be
        level: usize,
        /// the position after the reply
        position: String,
    },
    /// A position that play by the certificate's own strategy does not reach.
    #[error("level {level}: stray position: no reply leads to {position}")]
    Stray {
        /// its level
        level: usize,
        /// the position
        position: String,
    },
    /// The claim is not the expected one.
    #[error("the certificate claims \"{}\", expected \"{expected}\"", list(.found))]
    OtherClaim {
        /// the expected claims
        expected: Box<Expect>,
        /// the claims of the file
        found: Vec<Claim>,
    },
    /// Reading failed.
    #[error("reading failed: {0}")]
    Read(#[source] std::io::Error),
    /// The progress callback asked to stop.
    #[error("stopped before the end")]
    Stopped,
}

impl Rejection {
    /// A fixed word for the reason, the same that `tools/check_certificate.py` prints.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Foreign => "foreign",
            Self::Version(_) => "version",
            Self::Cut(_) => "cut",
            Self::Altered(_) => "altered",
            Self::Trailing(_) => "trailing",
            Self::Header(_) => "header",
            Self::Malformed { .. } => "malformed",
            Self::LevelOrder { .. } => "level-order",
            Self::PositionOrder { .. } => "position-order",
            Self::NotNormal { .. } => "not-normal",
            Self::IllegalMove { .. } => "illegal-move",
            Self::FalseLeaf { kind: LeafKind::Settled, .. } => "false-settled",
            Self::FalseLeaf { kind: LeafKind::Walks, .. } => "false-walks",
            Self::FalseLeaf { kind: LeafKind::Search, .. } => "false-search",
            Self::FalseLook { .. } => "false-look",
            Self::Surplus { .. } => "stray",
            Self::MissingReply { .. } => "missing-reply",
            Self::Stray { .. } => "stray",
            Self::OtherClaim { .. } => "other-claim",
            Self::Read(_) => "read",
            Self::Stopped => "stopped",
        }
    }
}

/// The claims in one line.
fn list(claims: &[Claim]) -> String {
    claims.iter().map(Claim::to_string).collect::<Vec<_>>().join("; ")
}
