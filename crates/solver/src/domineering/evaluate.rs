//! The static evaluation, and the game as the searches see it.

use super::covers::Cover;
use super::cuts::Cut;
use super::regions::{RegionValues, Regions, UNIT};
use super::state::{State, Views};
use super::switches::Switches;
use crate::game::{Game, Verdict};
use lastmove_board::{Bits, Size, Square, SymmetryKind, mix};
use lastmove_domineering::{Player, Position};
use std::sync::Arc;

/// With a worse result of the parent's lines, others hardly win: a move and a half behind.
const HOPELESS: i32 = -3 * UNIT as i32;
/// A doubled sum of means that the first move will hardly make up for.
const HOPELESS_MEAN: i32 = -3 * UNIT as i32;

/// Domineering on one board.
pub(crate) struct Evaluator<B> {
    pub(crate) views: Views<B>,
    regions: Regions,
    /// what is used, if not everything is
    switches: Option<Switches>,
}

impl<B: Bits> Evaluator<B> {
    pub(crate) fn new(size: Size, values: Arc<RegionValues>) -> Self {
        Self::with(size, values, None)
    }

    /// An evaluation with parts of it switched off, for experiments.
    pub(crate) fn with(size: Size, values: Arc<RegionValues>, switches: Option<Switches>) -> Self {
        Self { views: Views::new(size), regions: Regions::new(1 << 26, values), switches }
    }

    #[inline]
    fn without_cuts(&self) -> bool {
        self.switches.is_some_and(|switches| !switches.cuts)
    }

    /// What Bullock's covers say.
    fn by_covers(&self, state: &State<B>) -> Verdict {
        let (me, other) = (state.to_move, state.to_move.opponent());
        let (my_lines, mine) = self.views.of(me, state);
        let (their_lines, theirs) = self.views.of(other, state);
        let (my_most, their_most) = (my_lines.most(mine), their_lines.most(theirs));
        if Cover::pack_with(self.switches.as_ref(), their_lines, theirs, my_most).wins_second() {
            return Verdict::Loss;
        }
        if Cover::pack_with(self.switches.as_ref(), my_lines, mine, their_most).wins_first() {
            return Verdict::Win;
        }
        Verdict::Unknown
    }

    /// Twice the number that a player is sure of with the other to move, plus one.
    pub(crate) fn sure_of(&self, player: Player, state: &State<B>) -> i32 {
        Cut::new(self.views.view(player, state), &self.regions, None).parts.sum().result(false)
    }
}

impl<B: Bits> Game for Evaluator<B> {
    type Position = State<B>;
    type Move = Square;
    type Context = [Cut<B>; 2];

    #[inline]
    fn key(&self, state: &State<B>) -> u128 {
        let (rest, integer) = self.views.rows.without_integers(state.empty);
        // the four images of the board: one by a table, and both turned around
        let squares = self.views.geometry.size().squares();
        let flipped =
            self.views.geometry.symmetries()[SymmetryKind::MirrorRows as usize].image(rest);
        let least = rest
            .min(flipped)
            .min(rest.turned_around(squares))
            .min(flipped.turned_around(squares))
            .widen();
        let (low, high) = (least as u64, (least >> 64) as u64);
        // For boards of up to 64 squares each half is a bijection of the position.
        let side = state.to_move as u64 | u64::from(integer as u8) << 8;
        let a = mix(low ^ mix(high.wrapping_add(side << 32 | 1)));
        let b = mix(low.rotate_left(32) ^ mix(high ^ 0x6a09_e667_f3bc_c908 ^ side << 40));
        u128::from(a) << 64 | u128::from(b)
    }

    fn evaluate(&self, state: &State<B>) -> Verdict {
        let (me, other) = (state.to_move, state.to_move.opponent());
        let by_covers = self.by_covers(state);
        if by_covers != Verdict::Unknown || self.without_cuts() {
            return by_covers;
        }
        if Cut::new(self.views.view(other, state), &self.regions, None).parts.sum().wins_second() {
            return Verdict::Loss;
        }
        if Cut::new(self.views.view(me, state), &self.regions, None).parts.sum().wins_first() {
            return Verdict::Win;
        }
        Verdict::Unknown
    }

    fn context(&self, state: &State<B>, before: Option<(&[Cut<B>; 2], Square)>) -> [Cut<B>; 2] {
        let mover = state.to_move;
        let cut = |player: Player| {
            // one move earlier the players had each other's part
            let before = before.map(|(cuts, square)| {
                let cut = &cuts[usize::from(player == mover)];
                (cut, self.views.placed(player, mover.opponent(), square))
            });
            let mut view = self.views.view(player, state);
            if self.without_cuts() {
                (view.empty, view.turned) = (B::NONE, B::NONE); // nothing to look up
            }
            Cut::new(view, &self.regions, before)
        };
        [cut(mover), cut(mover.opponent())]
    }

    fn evaluate_child(
        &self,
        [mover, other]: &[Cut<B>; 2],
        square: Square,
        child: &State<B>,
    ) -> Verdict {
        let (me, opponent) = (child.to_move.opponent(), child.to_move);
        let [domino, turned] = self.views.dominoes(me, square);
        let (my_domino, their_domino) = match me {
            Player::Horizontal => (domino, turned),
            Player::Vertical => (turned, domino),
        };
        let regions = &self.regions;
        let (my_lines, mine) = self.views.of(me, child);
        let (their_lines, theirs) = self.views.of(opponent, child);
        if self.without_cuts() {
            return self.by_covers(child);
        }
        // First the parent's choice of lines, which costs a look-up or two.
        let their_result = other.parts.sum_without(their_lines, regions, their_domino).result(true);
        if their_result > 0 {
            return Verdict::Win;
        }
        let my_result = mover.parts.sum_without(my_lines, regions, my_domino).result(false);
        if my_result > 0 {
            return Verdict::Loss;
        }
        let (my_most, their_most) = (my_lines.most(mine), their_lines.most(theirs));
        if Cover::pack_with(self.switches.as_ref(), my_lines, mine, their_most).wins_second() {
            return Verdict::Loss;
        }
        if Cover::pack_with(self.switches.as_ref(), their_lines, theirs, my_most).wins_first() {
            return Verdict::Win;
        }
        // Then other lines, where they may help.
        if my_result >= HOPELESS || mover.cramped {
            let placed = self.views.placed(me, me, square);
            let sum = mover.sum_after(self.views.view(me, child), regions, &placed, 0);
            if sum.is_some_and(|sum| sum.wins_second()) {
                return Verdict::Loss;
            }
        }
        if their_result >= HOPELESS || other.cramped {
            let placed = self.views.placed(opponent, me, square);
            let view = self.views.view(opponent, child);
            let sum = other.sum_after(view, regions, &placed, HOPELESS_MEAN);
            if sum.is_some_and(|sum| sum.wins_first()) {
                return Verdict::Win;
            }
        }
        Verdict::Unknown
    }

    fn moves(&self, state: &State<B>, path: &[Square], list: &mut Vec<Square>) {
        let first = list.len();
        super::order::moves(&self.views, state, path, list);
        if self.switches.is_some_and(|switches| switches.safe_moves) {
            let position = Position::new(state.empty, state.to_move);
            let all: Vec<Square> = position.moves(&self.views.geometry).map(|mv| mv.0).collect();
            let rest = all.into_iter().filter(|square| !list[first..].contains(square));
            list.extend(rest.collect::<Vec<_>>());
        }
    }

    #[inline]
    fn play(&self, state: &State<B>, square: Square) -> State<B> {
        self.views.play(state, square)
    }
}
