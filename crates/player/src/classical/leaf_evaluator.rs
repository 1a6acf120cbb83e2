//! The evaluators of leaves. Values are whole numbers, from the point of view of the side to move.

use super::table::fingerprint;
use crate::eval::{NEVER, PositionEvaluator, Simple};
use lastmove_amazons::Position;
use lastmove_board::{Bits, Geometry, mix};

/// An evaluator of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafEvaluator {
    /// a random number for every position (thesis, 4.2)
    Random,
    /// 0 for every position that does not end the game ("lookahead zero", 5.1.3)
    Zero,
    /// difference of the numbers of moves (4.3)
    Mobility,
    /// squares reached first, by how soon (4.4)
    Territory,
    /// squares reached first, by how many moves earlier (4.5)
    RelativeTerritory,
    /// squares reached first (Müller and Tegos, 6.2)
    MinDistance,
    /// the evaluation of the strong player
    Full,
}

impl LeafEvaluator {
    /// All evaluators by name.
    pub const NAMES: [(&'static str, Self); 7] = [
        ("random", Self::Random),
        ("zero", Self::Zero),
        ("mobility", Self::Mobility),
        ("territory", Self::Territory),
        ("relative-territory", Self::RelativeTerritory),
        ("min-distance", Self::MinDistance),
        ("full", Self::Full),
    ];

    /// How much of this evaluator's value corresponds to a lead of one move.
    pub(super) fn unit(self, rewards: [i16; NEVER]) -> f64 {
        match self {
            Self::Random | Self::Zero => 1000.0,
            Self::Mobility => 40.0,
            Self::Territory => 12.0,
            Self::RelativeTerritory => 0.5 * f64::from(rewards[NEVER - 1]).max(1.0),
            Self::MinDistance => 1.0,
            Self::Full => 150.0,
        }
    }

    /// The value of a position for the side to move; `rewards` are those of relative territory,
    /// `salt` makes random numbers differ from search to search.
    pub(super) fn value<B: Bits>(
        self,
        geometry: &Geometry<B>,
        evaluator: &PositionEvaluator<B>,
        position: &Position<B>,
        rewards: [i16; NEVER],
        salt: u64,
    ) -> i32 {
        let me = position.to_move();
        match self {
            Self::Random => (mix(fingerprint(position) ^ salt) % 2001) as i32 - 1000,
            Self::Zero => 0,
            Self::Mobility => {
                let moves = |colour| position.count_moves_of(geometry, colour) as i32;
                moves(me) - moves(me.opponent())
            }
            Self::Territory => evaluator.simple(Simple::Territory, position),
            Self::RelativeTerritory => evaluator.simple(Simple::Relative(rewards), position),
            Self::MinDistance => evaluator.simple(Simple::MinDistance, position),
            Self::Full => (1000.0 * evaluator.value(geometry, position)) as i32,
        }
    }
}
