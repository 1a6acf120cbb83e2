//! The static evaluation, and the game as the searches see it.

use super::covers::Cover;
use super::cuts::Parts;
use super::regions::Regions;
use super::state::{State, Views};
use crate::game::{Game, Verdict};
use lastmove_board::{Bits, Size, Square, mix};
use lastmove_domineering::Player;

/// Domineering on one board.
pub(crate) struct Evaluator<B> {
    pub(crate) views: Views<B>,
    regions: Regions,
}

impl<B: Bits> Evaluator<B> {
    pub(crate) fn new(size: Size) -> Self {
        Self { views: Views::new(size), regions: Regions::new(1 << 29) }
    }
}

impl<B: Bits> Game for Evaluator<B> {
    type Position = State<B>;
    type Move = Square;
    type Context = [Parts<B>; 2];

    #[inline]
    fn key(&self, state: &State<B>) -> u128 {
        let images = self.views.geometry.symmetries()[..4].iter().map(|s| s.image(state.empty));
        let least = images.min().unwrap_or(state.empty).widen();
        let (low, high) = (least as u64, (least >> 64) as u64);
        // For boards of up to 64 squares each half is a bijection of the position.
        let side = state.to_move as u64;
        let a = mix(low ^ mix(high.wrapping_add(side << 32 | 1)));
        let b = mix(low.rotate_left(32) ^ mix(high ^ 0x6a09_e667_f3bc_c908 ^ side << 63));
        u128::from(a) << 64 | u128::from(b)
    }

    fn evaluate(&self, state: &State<B>) -> Verdict {
        let (me, other) = (state.to_move, state.to_move.opponent());
        let (my_lines, mine) = self.views.of(me, state);
        let (their_lines, theirs) = self.views.of(other, state);
        let (my_most, their_most) = (my_lines.most(mine), their_lines.most(theirs));
        if Cover::pack(their_lines, theirs, my_most).wins_second() {
            return Verdict::Loss;
        }
        if Cover::pack(my_lines, mine, their_most).wins_first() {
            return Verdict::Win;
        }
        if Parts::cut(their_lines, &self.regions, theirs).sum().wins_second() {
            return Verdict::Loss;
        }
        if Parts::cut(my_lines, &self.regions, mine).sum().wins_first() {
            return Verdict::Win;
        }
        Verdict::Unknown
    }

    fn context(&self, state: &State<B>) -> [Parts<B>; 2] {
        [state.to_move, state.to_move.opponent()].map(|player| {
            let (lines, empty) = self.views.of(player, state);
            Parts::cut(lines, &self.regions, empty)
        })
    }

    fn evaluate_child(
        &self,
        [mover, other]: &[Parts<B>; 2],
        square: Square,
        child: &State<B>,
    ) -> Verdict {
        let (me, opponent) = (child.to_move.opponent(), child.to_move);
        let [domino, turned] = self.views.dominoes(me, square);
        let (my_domino, their_domino) = match me {
            Player::Horizontal => (domino, turned),
            Player::Vertical => (turned, domino),
        };
        let (my_lines, _) = self.views.of(me, child);
        let (their_lines, _) = self.views.of(opponent, child);
        if mover.sum_without(my_lines, &self.regions, my_domino).wins_second() {
            return Verdict::Loss;
        }
        if other.sum_without(their_lines, &self.regions, their_domino).wins_first() {
            return Verdict::Win;
        }
        self.evaluate(child)
    }

    fn moves(&self, state: &State<B>, path: &[Square], list: &mut Vec<Square>) {
        super::order::moves(&self.views, state, path, list);
    }

    #[inline]
    fn play(&self, state: &State<B>, square: Square) -> State<B> {
        self.views.play(state, square)
    }
}
