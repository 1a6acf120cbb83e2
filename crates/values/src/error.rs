//! What can go wrong in arithmetic with game values.

/// Why a value could not be computed. A wrong value is never returned instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// A number left the range of [`Dyadic`](crate::Dyadic), or the smaller one of
    /// thermographs, which keep a reserve so that scaffolds need no checks.
    #[error("number overflow: numbers lie within 2^31, in thermographs within 2^28")]
    Overflow,
    /// A fraction needs a denominator beyond 2^32.
    #[error("number too fine: denominators go up to 2^32")]
    TooFine,
    /// The store of forms is full.
    #[error("too many forms: the limit is {limit}")]
    TooManyForms {
        /// The limit that was reached.
        limit: usize,
    },
    /// An evaluator remembers as many positions as it may.
    #[error("too many positions: the limit is {limit}")]
    TooManyPositions {
        /// The limit that was reached.
        limit: usize,
    },
    /// A computation has taken the memory that it may.
    #[error("too much memory: the limit is {} MiB", .limit >> 20)]
    TooMuchMemory {
        /// The limit that was reached, in bytes.
        limit: u64,
    },
    /// A form is nested deeper than recursion over it may go.
    #[error("form nested too deep: the limit is {limit}")]
    TooDeep {
        /// The limit that was reached.
        limit: usize,
    },
    /// One player has more incomparable options than a form can hold.
    #[error("too many options on one side: the limit is {limit}")]
    TooManyOptions {
        /// The limit that was reached.
        limit: usize,
    },
    /// Cooling by a temperature that no game has.
    #[error("cooling needs a temperature above -1")]
    TooCold,
    /// Only all-small games have an atomic weight here.
    #[error("no atomic weight: the game is not all small")]
    NotAllSmall,
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
}

/// Result of arithmetic with game values.
pub type Result<T> = std::result::Result<T, ValueError>;
