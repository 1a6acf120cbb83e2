//! The basic partition: areas between which no amazon can ever move or shoot.

use lastmove_board::{Bits, Geometry};

/// The kind of an area of the basic partition (paper, II-B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AreaKind {
    /// No amazon, or no empty square: neither side can ever move here.
    Dead,
    /// Amazons of one colour: the value is an integer, the most moves that its owner can make.
    SimpleTerritory,
    /// Amazons of both colours.
    Active,
}

/// An area: 8-connected squares that are not burnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area<B> {
    /// all squares, including those of the amazons
    pub squares: B,
    /// the amazons of the two sides
    pub amazons: [B; 2],
}

impl<B: Bits> Area<B> {
    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> B {
        self.squares & !(self.amazons[0] | self.amazons[1])
    }

    /// The kind of this area.
    #[inline]
    pub fn kind(&self) -> AreaKind {
        let [first, second] = self.amazons.map(|set| !set.is_empty());
        match (self.empty().is_empty(), first, second) {
            (true, ..) | (_, false, false) => AreaKind::Dead,
            (_, true, true) => AreaKind::Active,
            _ => AreaKind::SimpleTerritory,
        }
    }
}

/// The areas of a board with these amazons and empty squares.
///
/// ```
/// use lastmove_board::{Geometry, Size};
/// use lastmove_amazons::{AreaKind, areas};
/// // Q 1 * q  on a row of four
/// let geometry = Geometry::<u64>::new(Size::new(4, 1).unwrap());
/// let kinds: Vec<AreaKind> =
///     areas(&geometry, [0b0001, 0b1000], 0b0010).map(|area| area.kind()).collect();
/// assert_eq!(kinds, [AreaKind::SimpleTerritory, AreaKind::Dead]);
/// ```
#[inline]
pub fn areas<B: Bits>(
    geometry: &Geometry<B>,
    amazons: [B; 2],
    empty: B,
) -> impl Iterator<Item = Area<B>> + '_ {
    let all = empty | amazons[0] | amazons[1];
    geometry
        .components(all)
        .map(move |squares| Area { squares, amazons: amazons.map(|set| set & squares) })
}
