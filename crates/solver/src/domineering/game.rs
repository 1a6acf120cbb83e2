//! The static evaluation, and Domineering as an implementation of [`SearchGame`] for the searches.

use super::covers::Cover;
use super::cuts::Cut;
use super::regions::{Regions, UNIT};
use super::state::{State, Views};
use super::sum::Sum;
use super::switches::Switches;
use crate::table::Numbers;
use crate::{SearchGame, Verdict};
use lastmove_board::{Bits, Key, Size, Square, SymmetryKind};
use lastmove_domineering::{Orientation, Position};
use std::sync::Arc;

/// If the result of the parent's lines is below this, other lines hardly win: a move and a half
/// behind.
const HOPELESS: i32 = -3 * UNIT as i32;
/// If it is below this, covers do not win either: three moves behind. On 8x8 and 8x9 less than one
/// node in a thousand is searched in addition.
const HOPELESS_COVER: i32 = -6 * UNIT as i32;
/// A doubled sum of means that the first move can hardly make up for.
const HOPELESS_MEAN: i32 = -3 * UNIT as i32;

/// Domineering on one board.
pub struct DomineeringGame<B> {
    pub(crate) views: Views<B>,
    regions: Arc<Regions>,
    /// the parts of the evaluation in use, if not all are
    switches: Option<Switches>,
}

impl<B: Bits> DomineeringGame<B> {
    /// The game on boards of this size. `switches` turn parts of the evaluation off, for
    /// experiments.
    pub fn new(size: Size, regions: Arc<Regions>, switches: Option<Switches>) -> Self {
        Self { views: Views::new(size), regions, switches }
    }

    /// The state of the search for a position.
    pub fn state(&self, position: &Position<B>) -> State<B> {
        self.views.state(position.empty(), position.to_move())
    }

    pub(crate) fn regions(&self) -> &Regions {
        &self.regions
    }

    #[inline]
    fn without_cuts(&self) -> bool {
        self.switches.is_some_and(|switches| !switches.cuts)
    }

    /// The verdict of Bullock's covers: those of the player who has moved and those of the player to
    /// move, if wanted.
    fn by_covers(&self, state: &State<B>, [second, first]: [bool; 2]) -> Verdict {
        let cover = |player: Orientation| {
            let (lines, empty) = self.views.of(player, state);
            let (their_lines, theirs) = self.views.of(player.opponent(), state);
            Cover::pack(self.switches.as_ref(), lines, empty, their_lines.most(theirs))
        };
        if second && cover(state.to_move.opponent()).wins_second() {
            Verdict::Loss
        } else if first && cover(state.to_move).wins_first() {
            Verdict::Win
        } else {
            Verdict::Unknown
        }
    }

    /// Evaluates a position without search.
    pub(crate) fn evaluate(&self, state: &State<B>) -> Verdict {
        let by_covers = self.by_covers(state, [true; 2]);
        if by_covers != Verdict::Unknown || self.without_cuts() {
            by_covers
        } else if self.sum(state.to_move.opponent(), state).wins_second() {
            Verdict::Loss
        } else if self.sum(state.to_move, state).wins_first() {
            Verdict::Win
        } else {
            Verdict::Unknown
        }
    }

    /// The sum of the parts of a player's cut.
    fn sum(&self, player: Orientation, state: &State<B>) -> Sum {
        Cut::new(self.views.view(player, state), &self.regions, None).parts.sum().clone()
    }

    /// Evaluates the position after a move, given both players' cuts before it.
    fn evaluate_child(
        &self,
        [mover, other]: &[Cut<B>; 2],
        square: Square,
        child: &State<B>,
    ) -> Verdict {
        let (me, opponent) = (child.to_move.opponent(), child.to_move);
        let [domino, turned] = self.views.dominoes(me, square);
        let (my_domino, their_domino) = match me {
            Orientation::Horizontal => (domino, turned),
            Orientation::Vertical => (turned, domino),
        };
        let regions = &self.regions;
        let (my_view, their_view) = (self.views.view(me, child), self.views.view(opponent, child));
        if self.without_cuts() {
            return self.by_covers(child, [true; 2]);
        }
        // First the parent's choice of lines, which takes one or two look-ups.
        let their_sum = other.parts.sum_without(their_view.lines, regions, their_domino);
        let their_result = their_sum.result(true);
        if their_result > 0 {
            return Verdict::Win;
        }
        let my_result = mover.parts.sum_without(my_view.lines, regions, my_domino).result(false);
        if my_result > 0 {
            return Verdict::Loss;
        }
        let wanted = [my_result, their_result].map(|result| result >= HOPELESS_COVER);
        let by_covers = self.by_covers(child, wanted);
        if by_covers != Verdict::Unknown {
            return by_covers;
        }
        // Then other lines, if they may help.
        if my_result >= HOPELESS || mover.cramped {
            let placed = self.views.placed(me, me, square);
            let sum = mover.sum_after(my_view, regions, &placed, 0);
            if sum.is_some_and(|sum| sum.wins_second()) {
                return Verdict::Loss;
            }
        }
        if their_result >= HOPELESS || other.cramped {
            let placed = self.views.placed(opponent, me, square);
            let sum = other.sum_after(their_view, regions, &placed, HOPELESS_MEAN);
            if sum.is_some_and(|sum| sum.wins_first()) {
                return Verdict::Win;
            }
        }
        Verdict::Unknown
    }

    /// Twice the number guaranteed to a player with the other to move, plus one.
    pub(crate) fn sure_of(&self, player: Orientation, state: &State<B>) -> i32 {
        self.sum(player, state).result(false)
    }
}

impl<B: Bits> SearchGame for DomineeringGame<B> {
    type Position = State<B>;
    type Move = Square;
    type Worker = ();
    type Context = [Cut<B>; 2];

    fn worker(&self) {}

    #[inline]
    fn key(&self, state: &State<B>) -> u128 {
        // On a square board Horizontal's positions are Vertical's, transposed: the winner of one of
        // them gives the winner of the other.
        let size = self.views.geometry.size();
        let transpose = size.width() == size.height() && state.to_move == Orientation::Horizontal;
        let (lines, empty, to_move) = match transpose {
            true => (&self.views.columns, state.turned, Orientation::Vertical),
            false => (&self.views.rows, state.empty, state.to_move),
        };
        let (rest, integer) = lines.without_integers(empty);
        // the four images of the board: one mirror image by a table, and both of them rotated by
        // 180°
        let squares = size.squares();
        let flipped =
            self.views.geometry.symmetries()[SymmetryKind::MirrorRows as usize].image(rest);
        let least =
            rest.min(flipped).min(rest.turned_around(squares)).min(flipped.turned_around(squares));
        position_key(size, to_move, integer as i16, least)
    }

    fn context(
        &self,
        (): &mut (),
        state: &State<B>,
        before: Option<(&[Cut<B>; 2], Square)>,
    ) -> [Cut<B>; 2] {
        let mover = state.to_move;
        let cut = |player: Orientation| {
            // one move earlier the players' roles were exchanged
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

    /// The cuts were chosen for this position, so they may be better than those of its parent, from
    /// which it was evaluated.
    fn settles(&self, [mover, other]: &[Cut<B>; 2]) -> Verdict {
        if self.without_cuts() {
            Verdict::Unknown
        } else if other.parts.sum().wins_second() {
            Verdict::Loss
        } else if mover.parts.sum().wins_first() {
            Verdict::Win
        } else {
            Verdict::Unknown
        }
    }

    fn assess(
        &self,
        (): &mut (),
        state: &State<B>,
        before: Option<(&[Cut<B>; 2], Square)>,
    ) -> Numbers {
        Numbers::from(match before {
            None => self.evaluate(state),
            Some((cuts, square)) => self.evaluate_child(cuts, square, state),
        })
    }

    fn moves(&self, (): &mut (), state: &State<B>, path: &[Square], list: &mut Vec<Square>) {
        let first = list.len();
        let Some(switches) = self.switches else {
            return super::order::moves(&self.views, state, path, list);
        };
        let path = if switches.symmetries { path } else { &[] };
        super::order::moves(&self.views, state, path, list);
        if !switches.order {
            list[first..].sort_unstable();
        }
        if switches.safe_moves {
            let position = Position::new(state.empty, state.to_move);
            let all: Vec<Square> = position.moves(&self.views.geometry).map(|mv| mv.0).collect();
            let rest = all.into_iter().filter(|square| !list[first..].contains(square));
            list.extend(rest.collect::<Vec<_>>());
        }
    }

    #[inline]
    fn play(&self, (): &mut (), state: &State<B>, square: Square) -> State<B> {
        self.views.play(state, square)
    }

    fn name(&self, square: Square) -> usize {
        square.into()
    }
}

/// The key of a position without its integers, and of their sum.
#[inline]
pub(super) fn position_key<B: Bits>(
    size: Size,
    to_move: Orientation,
    integer: i16,
    rest: B,
) -> u128 {
    let [width, height] = [size.width(), size.height()].map(|n| n as i16);
    Key::EMPTY.and([width, height, to_move as i16, integer]).and(rest).whole()
}
