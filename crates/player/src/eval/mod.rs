//! The evaluation of Amazons positions.

mod features;
mod lines;
mod network;
mod simple;
mod weights;

#[cfg(test)]
mod tests;

use features::Extractor;
pub(crate) use features::Nearer;
pub use features::{Amazon, CLASSES, Features, WORST};
use lastmove_amazons::Position;
use lastmove_board::{Bits, Geometry, Size};
use lines::Masks;
pub use network::{BLOCKS, INPUTS, LANES, Network, NetworkError};
pub(crate) use simple::NEVER;
pub use weights::{KNOTS, TERMS, Weights, WeightsError};

/// Evaluates positions of one board.
///
/// ```
/// use lastmove_amazons::{Position, start};
/// use lastmove_board::Geometry;
/// use lastmove_player::eval::PositionEvaluator;
///
/// let diagram = start::parse("10x10").unwrap();
/// let geometry = Geometry::<u128>::new(diagram.size());
/// let evaluator = PositionEvaluator::new(&geometry);
/// let position = Position::from_diagram(&diagram).unwrap();
/// let features = evaluator.features(&geometry, &position);
/// assert_eq!((features.t1, features.c2), (0.0, 0.0)); // both sides stand alike
/// ```
#[derive(Clone, Debug)]
pub struct PositionEvaluator<B> {
    extractor: Width<B>,
    judgement: Judgement,
}

/// Turns the terms of a position into its evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// the weights of the terms
    pub weights: Weights,
    /// corrects the weighed sum
    pub network: Network,
}

impl Judgement {
    /// The logarithm of the odds of the side to move.
    #[inline(always)]
    pub fn value(&self, features: &Features) -> f32 {
        let weighed = self.weights.value(features);
        weighed + self.network.value(&Network::inputs(features, weighed))
    }
}

/// The widths that are compiled as constants.
#[derive(Clone, Debug)]
enum Width<B> {
    Six(Extractor<B, 6>),
    Eight(Extractor<B, 8>),
    Ten(Extractor<B, 10>),
    Other(Extractor<B, 0>),
}

/// Evaluates an expression with the extractor of the board's width.
macro_rules! with_width {
    ($evaluator:expr, $extractor:ident => $with:expr) => {
        match &$evaluator.extractor {
            Width::Six($extractor) => $with,
            Width::Eight($extractor) => $with,
            Width::Ten($extractor) => $with,
            Width::Other($extractor) => $with,
        }
    };
}

impl<B: Bits> PositionEvaluator<B> {
    /// An evaluator for a board.
    pub fn new(geometry: &Geometry<B>) -> Self {
        Self::with(geometry, Judgement::default())
    }

    /// An evaluator with its own weights and network.
    pub fn with(geometry: &Geometry<B>, judgement: Judgement) -> Self {
        let size: Size = geometry.size();
        let extractor = if Masks::<B, 6>::fits(size) {
            Width::Six(Extractor::new(geometry))
        } else if Masks::<B, 8>::fits(size) {
            Width::Eight(Extractor::new(geometry))
        } else if Masks::<B, 10>::fits(size) {
            Width::Ten(Extractor::new(geometry))
        } else {
            Width::Other(Extractor::new(geometry))
        };
        Self { extractor, judgement }
    }

    /// The terms of a position, from the side to move.
    pub fn features(&self, geometry: &Geometry<B>, position: &Position<B>) -> Features {
        self.extract(geometry, position).0
    }

    /// The logarithm of the odds of the side to move.
    #[inline]
    pub fn value(&self, geometry: &Geometry<B>, position: &Position<B>) -> f32 {
        self.judgement.value(&self.extract(geometry, position).0)
    }

    /// The logarithm of the odds by the weighed terms alone, in less time.
    #[inline]
    pub(crate) fn glance(&self, geometry: &Geometry<B>, position: &Position<B>) -> f32 {
        let (me, opponent, empty) = sides(position);
        let features = with_width!(self, e => e.extract::<false>(geometry, me, opponent, empty).0);
        self.judgement.weights.value(&features)
    }

    /// The logarithm of the odds that [`PositionEvaluator::value`] computes from these terms.
    pub fn weigh(&self, features: &Features) -> f32 {
        self.judgement.value(features)
    }

    /// The terms, and which side reaches which squares first.
    pub(crate) fn extract(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
    ) -> (Features, Nearer<B>) {
        let (me, opponent, empty) = sides(position);
        with_width!(self, e => e.extract::<true>(geometry, me, opponent, empty))
    }

    /// The value by a simple evaluator, for the side to move.
    pub fn simple(&self, which: Simple, position: &Position<B>) -> i32 {
        let (me, opponent, empty) = sides(position);
        with_width!(self, e => e.lines.open(empty).simple(which, [me, opponent]))
    }

    /// The empty squares by queen's distance: `maps[d]` are those at distance `d + 1` of the
    /// amazons.
    pub fn queen_distances(&self, amazons: B, empty: B) -> Vec<B> {
        with_width!(self, e => queen_distances(&e.lines, amazons, empty))
    }
}

/// The amazons of the side to move and of the other, and the empty squares.
fn sides<B: Bits>(position: &Position<B>) -> (B, B, B) {
    let me = position.to_move();
    (position.amazons(me), position.amazons(me.opponent()), position.empty())
}

/// The evaluators that compare distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simple {
    /// squares reached first, by how soon
    Territory,
    /// squares reached first, by how many moves earlier: the values of one to five moves
    Relative([i16; NEVER]),
    /// squares reached first
    MinDistance,
}

fn queen_distances<B: Bits, const W: u32>(lines: &Masks<B, W>, amazons: B, empty: B) -> Vec<B> {
    let open = lines.open(empty);
    let (mut maps, mut front, mut seen) = (Vec::new(), amazons, B::NONE);
    loop {
        front = open.queen_step(front) & !seen;
        if front.is_empty() {
            return maps;
        }
        seen |= front;
        maps.push(front);
    }
}
