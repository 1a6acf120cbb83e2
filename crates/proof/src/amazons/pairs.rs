//! Areas and their negatives: such pairs are worth nothing, and normal forms are without them.
//!
//! The negative of an area is its image, mirrored or turned, with exchanged colours. Whoever wins
//! without the pair also wins with it, by answering each move in one of the two areas with the image
//! of that move in the other.

use super::Amazons;
use crate::key::Key;
use crate::rules::State;
use lastmove_board::{Bits, Square};

/// An area: the winner's amazons, the loser's, and the empty squares.
type Area<B> = [B; 3];

/// A square of an area: its column, its row, and the number of the set that it belongs to.
type Place = (i16, i16, u8);

impl<B: Bits, K: Key> Amazons<B, K> {
    /// The areas of a position, in ascending order of their first squares.
    pub(super) fn areas(&self, state: &State<B>) -> impl Iterator<Item = Area<B>> {
        let &State { winner, loser, empty } = state;
        let mut rest = winner | loser | empty;
        std::iter::from_fn(move || {
            let first = (!rest.is_empty()).then(|| B::bit(rest.lowest()))?;
            let area = first | self.board.flood(first, rest);
            rest &= !area;
            Some([winner & area, loser & area, empty & area])
        })
    }

    /// Whether a position has several areas with amazons and empty squares.
    pub(crate) fn falls_apart(&self, state: &State<B>) -> bool {
        let (alive, empty) = self.alive(state);
        let (winner, loser) = (state.winner & alive, state.loser & alive);
        self.areas(&State { winner, loser, empty }).count() > 1
    }

    /// The squares of areas that form pairs with their negatives. Areas are taken in ascending order
    /// of their first squares; each forms a pair with the first one before it that is its negative and
    /// is not in a pair yet.
    pub(super) fn pairs(&self, state: &State<B>) -> B {
        let mut burnt = B::NONE;
        let mut single: Vec<Area<B>> = Vec::new();
        for area in self.areas(state) {
            match single.iter().position(|other| self.is_negative(&area, other)) {
                Some(place) => {
                    let other = single.remove(place);
                    burnt = area.into_iter().chain(other).fold(burnt, |burnt, set| burnt | set);
                }
                None => single.push(area),
            }
        }
        burnt
    }

    fn is_negative(&self, area: &Area<B>, [winner, loser, empty]: &Area<B>) -> bool {
        let negative = [*loser, *winner, *empty];
        if area.iter().map(|set| set.count()).ne(negative.iter().map(|set| set.count())) {
            return false;
        }
        let (area, negative) = (self.places(area), in_corner(self.places(&negative)));
        (0..8u8).any(|kind| {
            let image = area.iter().map(|&(x, y, set)| {
                let x = if kind & 1 != 0 { -x } else { x };
                let y = if kind & 2 != 0 { -y } else { y };
                if kind & 4 != 0 { (y, x, set) } else { (x, y, set) }
            });
            in_corner(image.collect()) == negative
        })
    }

    fn places(&self, area: &Area<B>) -> Vec<Place> {
        let width = self.board.size.width() as Square;
        let place = |square: Square| (i16::from(square % width), i16::from(square / width));
        let sets = area.iter().zip(0..);
        sets.flat_map(|(set, number)| set.squares().map(place).map(move |(x, y)| (x, y, number)))
            .collect()
    }
}

/// The same places moved so that the least column and the least row are 0, in ascending order.
fn in_corner(mut places: Vec<Place>) -> Vec<Place> {
    let left = places.iter().map(|place| place.0).min().unwrap_or(0);
    let top = places.iter().map(|place| place.1).min().unwrap_or(0);
    places.iter_mut().for_each(|(x, y, _)| (*x, *y) = (*x - left, *y - top));
    places.sort_unstable();
    places
}
