//! Positions as the search stores them.

use super::cuts::{Placed, View};
use super::lines::Lines;
use lastmove_board::{Bits, Geometry, Size, Square, SymmetryKind};
use lastmove_domineering::Orientation;

/// The free squares on the board and on its transpose, and the player to move. Squares that neither
/// player can use any more do not count as free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<B> {
    pub(crate) empty: B,
    pub(crate) turned: B,
    pub(crate) to_move: Orientation,
}

/// Both views of one board: in each player's own view the dominoes lie along the rows.
pub(crate) struct Views<B> {
    pub(crate) geometry: Geometry<B>,
    /// Horizontal's view: the board itself
    pub(crate) rows: Lines<B>,
    /// Vertical's view: the transposed board
    pub(crate) columns: Lines<B>,
    /// the place of each square of the board in Vertical's view
    pub(crate) turn: Vec<Square>,
    /// the square of the board at each place of Vertical's view
    back: Vec<Square>,
    /// the mirror images of each player's dominoes in the player's view, by their first squares
    images: [Vec<B>; 2],
}

impl<B: Bits> Views<B> {
    pub(crate) fn new(size: Size) -> Self {
        let all = || 0..size.squares() as Square;
        let turn = |size: Size, square| SymmetryKind::Transpose.apply(size, square);
        let mut views = Self {
            geometry: Geometry::new(size),
            rows: Lines::new(size),
            columns: Lines::new(size.transposed()),
            turn: all().map(|square| turn(size, square)).collect(),
            back: all().map(|square| turn(size.transposed(), square)).collect(),
            images: Default::default(),
        };
        views.images = Orientation::BOTH
            .map(|player| all().map(|square| views.find_images(player, square)).collect());
        views
    }

    /// The mirror images of a player's domino, by their first squares; none of one that does not fit.
    fn find_images(&self, player: Orientation, square: Square) -> B {
        let size = self.geometry.size();
        let (step, fits) = match player {
            Orientation::Horizontal => (1, size.column(square) + 1 < size.width()),
            Orientation::Vertical => (size.width(), size.row(square) + 1 < size.height()),
        };
        if !fits {
            return B::NONE;
        }
        let images = self.geometry.symmetries()[1..4].iter().map(|symmetry| {
            let first = symmetry.square(square).min(symmetry.square(square + step as Square));
            self.in_view(player, first)
        });
        B::from_squares(images)
    }

    /// The mirror images of a player's domino with this upper or left square of the board: their
    /// first squares in the player's view.
    #[inline(always)]
    pub(crate) fn images(&self, player: Orientation, square: Square) -> B {
        self.images[player as usize][square as usize]
    }

    /// The place of a square of the board in a player's view.
    #[inline(always)]
    fn in_view(&self, player: Orientation, square: Square) -> Square {
        match player {
            Orientation::Horizontal => square,
            Orientation::Vertical => self.turn[square as usize],
        }
    }

    /// The square of the board at a place of a player's view.
    #[inline(always)]
    pub(crate) fn on_board(&self, player: Orientation, place: Square) -> Square {
        match player {
            Orientation::Horizontal => place,
            Orientation::Vertical => self.back[place as usize],
        }
    }

    pub(crate) fn state(&self, empty: B, to_move: Orientation) -> State<B> {
        let useful = self.rows.usable(empty);
        let turned = B::from_squares(useful.squares().map(|s| self.turn[s as usize]));
        State { empty: useful, turned, to_move }
    }

    /// The state after the player to move places a domino with this upper or left square.
    #[inline]
    pub(crate) fn play(&self, state: &State<B>, square: Square) -> State<B> {
        let [domino, turned] = self.dominoes(state.to_move, square);
        let (empty, turned) = (state.empty & !domino, state.turned & !turned);
        State {
            empty: self.rows.usable(empty),
            turned: self.columns.usable(turned),
            to_move: state.to_move.opponent(),
        }
    }

    /// The domino with this upper or left square, on the board and on its transpose.
    #[inline]
    pub(crate) fn dominoes(&self, player: Orientation, square: Square) -> [B; 2] {
        let turned = B::bit(self.turn[square as usize]);
        let bit = B::bit(square);
        match player {
            Orientation::Horizontal => [bit | bit << 1, turned | turned << self.columns.columns],
            Orientation::Vertical => [bit | bit << self.rows.columns, turned | turned << 1],
        }
    }

    /// A player's view of a state.
    #[inline]
    pub(crate) fn view(&self, player: Orientation, state: &State<B>) -> View<'_, B> {
        let (lines, empty, turned) = match player {
            Orientation::Horizontal => (&self.rows, state.empty, state.turned),
            Orientation::Vertical => (&self.columns, state.turned, state.empty),
        };
        View { lines, empty, turned }
    }

    /// A domino of `owner` in the view of `viewer`.
    #[inline]
    pub(crate) fn placed(&self, viewer: Orientation, owner: Orientation, square: Square) -> Placed {
        let (size, own) = (self.geometry.size(), viewer == owner);
        let first = match viewer {
            Orientation::Horizontal => size.column(square),
            Orientation::Vertical => size.row(square),
        };
        Placed { columns: first..=first + usize::from(own), own }
    }

    /// A player's view of the board and of a state.
    #[inline]
    pub(crate) fn of(&self, player: Orientation, state: &State<B>) -> (&Lines<B>, B) {
        let View { lines, empty, .. } = self.view(player, state);
        (lines, empty)
    }
}
