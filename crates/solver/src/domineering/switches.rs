//! Parts of the evaluation that experiments switch off, in the terms of Bullock's thesis
//! (figures 4.5 to 4.7 and 6.4).

/// The parts that the evaluation and the search use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// protective areas
    pub protective: bool,
    /// squares outside the cover that the opponent cannot use
    pub unavailable: bool,
    /// vulnerable areas with a protected square
    pub protected: bool,
    /// vulnerable areas of type 1; without them all are of type 2
    pub type1: bool,
    /// option areas
    pub options: bool,
    /// cuts of the board into regions, which the thesis does not have
    pub cuts: bool,
    /// whether moves that other moves make unnecessary are searched too, above all safe ones
    pub safe_moves: bool,
    /// whether promising moves come first (figure 4.5); otherwise moves are in the order of the
    /// board
    pub order: bool,
    /// whether mirror images of earlier moves come first among equals (figure 4.6)
    pub symmetries: bool,
}

impl Switches {
    /// Everything, as in the normal solver.
    pub const ALL: Self = Self::all(true);

    /// No enhancement at all: safe and vulnerable areas of type 2.
    pub const NONE: Self = Self::all(false);

    const fn all(on: bool) -> Self {
        Self {
            protective: on,
            unavailable: on,
            protected: on,
            type1: on,
            options: on,
            cuts: on,
            safe_moves: false,
            order: true,
            symmetries: true,
        }
    }
}
