//! Expanding a leaf: finding and evaluating its best moves, and proving its result if that is
//! quick.

use super::StrongSettings;
use super::pick::{Picked, promising};
use super::tree::{Edge, NONE};
use crate::endgame::Prover;
use crate::eval::{Nearer, PositionEvaluator};
use lastmove_amazons::{Colour, Move, Position};
use lastmove_board::{Bits, Geometry};

/// The result of expanding a leaf.
pub(super) struct Expansion<B> {
    pub(super) edges: Vec<Edge>,
    pub(super) complete: bool,
    /// probability that the side to move wins: that of its best move
    pub(super) value: f32,
    /// expected lead of the side to move
    pub(super) score: f32,
    /// whether the side to move wins, if that is proven
    pub(super) proof: Option<bool>,
    pub(super) nearer: Nearer<B>,
}

/// Shared areas are evaluated statically only if less than this is contested: it costs as much as
/// some hundred evaluations.
const PROOF_BELOW: f32 = 14.0;

/// The probability for a logarithm of odds.
pub(super) fn chance(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The lead in moves for a logarithm of odds: the more is contested, the greater the lead that
/// makes a win equally likely.
pub(super) fn lead(log_odds: f32, w: f32) -> f32 {
    log_odds * (1.25 + 0.07 * w)
}

/// Expands a leaf. With `all`, keeps every move.
pub(super) fn expand<B: Bits>(
    geometry: &Geometry<B>,
    evaluator: &PositionEvaluator<B>,
    prover: &mut Prover<'_, B>,
    settings: &StrongSettings,
    position: &Position<B>,
    all: bool,
) -> Expansion<B> {
    let (features, nearer) = evaluator.extract(geometry, position);
    let score = lead(evaluator.weigh(&features), features.w);
    let proof =
        (features.w < PROOF_BELOW).then(|| prover.prove(position, settings.proofs)).flatten();
    if let (Some(proof), false) = (proof, all) {
        let value = f32::from(u8::from(proof.win));
        let score = proof.score.unwrap_or(score);
        let proof = Some(proof.win);
        return Expansion { edges: Vec::new(), complete: false, value, score, proof, nearer };
    }
    let most = if all { usize::MAX } else { settings.keep as usize };
    let Picked { moves, complete } = promising(geometry, evaluator, position, most);
    let edge = |mv: Move| {
        let mut after = *position;
        after.play_unchecked(mv);
        Edge { mv, node: NONE, value: -evaluator.value(geometry, &after), prior: 0.0 }
    };
    let mut edges: Vec<Edge> = moves.into_iter().map(edge).collect();
    if edges.is_empty() {
        return Expansion { edges, complete: true, value: 0.0, score, proof: Some(false), nearer };
    }
    edges.sort_by(|a, b| b.value.total_cmp(&a.value));
    // The prior shares depend on the difference from the best move.
    let best = edges[0].value;
    let share = |edge: &Edge| ((edge.value - best) / settings.temper).exp();
    let total: f32 = edges.iter().map(share).sum();
    for edge in &mut edges {
        edge.prior = share(edge) / total;
        edge.value = chance(edge.value);
    }
    let value = edges[0].value;
    let proof = proof.map(|proof| proof.win);
    Expansion { edges, complete, value, score, proof, nearer }
}

/// Adds the owner of every square, Black as +1; less where both sides can reach the square.
pub(super) fn add_ownership<B: Bits>(sums: &mut [f32], nearer: &Nearer<B>, to_move: Colour) {
    let sign = if to_move == Colour::Black { 1.0 } else { -1.0 };
    for (set, sign) in [(nearer.mine, sign), (nearer.theirs, -sign)] {
        for square in set.squares() {
            sums[square as usize] += if nearer.both.has(square) { 0.6 * sign } else { sign };
        }
    }
}
