//! Errors of arithmetic with game values.

/// Why a value could not be computed. A wrong value is never returned instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// A number exceeds the range of [`Dyadic`](crate::Dyadic), or the smaller range of
    /// thermographs, which leave a margin so that scaffolds need no checks.
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
    /// An evaluator has stored as many positions as its limit allows.
    #[error("too many positions: the limit is {limit}")]
    TooManyPositions {
        /// The limit that was reached.
        limit: usize,
    },
    /// A computation has used up its memory.
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
    /// Atomic weights are implemented for all-small games only.
    #[error("no atomic weight: the game is not all small")]
    NotAllSmall,
    /// The budget is spent or was cancelled.
    #[error("stopped")]
    Stopped,
}

/// Result of arithmetic with game values.
pub type Result<T> = std::result::Result<T, ValueError>;
