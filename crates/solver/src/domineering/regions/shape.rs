//! Regions apart from the board: a set of squares in its own bounding box.

use lastmove_board::Bits;

/// The least image of a region under the four symmetries that keep the players apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    pub(super) bits: u128,
    pub(super) width: u8,
    pub(super) height: u8,
}

impl Shape {
    /// The shape of a set of squares on a board with this many columns. The set is not empty and
    /// at most 64 columns wide.
    pub(super) fn of<B: Bits>(set: B, columns: u32) -> Self {
        let wide = set.widen();
        let top = wide.trailing_zeros() / columns;
        let bottom = (127 - wide.leading_zeros()) / columns;
        let row_mask = if columns < 128 { (1u128 << columns) - 1 } else { !0 };
        let row = |y: u32| wide >> (y * columns) & row_mask;
        let union = (top..=bottom).fold(0, |union, y| union | row(y));
        let left = union.trailing_zeros();
        let width = 128 - union.leading_zeros() - left;
        let height = bottom - top + 1;
        debug_assert!(width <= 64 && width * height <= 128);
        let mut images = [0u128; 4];
        for y in 0..height {
            let there = (row(top + y) >> left) as u64;
            let back = there.reverse_bits() >> (64 - width);
            let (down, up) = (y * width, (height - 1 - y) * width);
            images[0] |= u128::from(there) << down;
            images[1] |= u128::from(back) << down;
            images[2] |= u128::from(there) << up;
            images[3] |= u128::from(back) << up;
        }
        let bits = images.into_iter().min().unwrap_or(0);
        Self { bits, width: width as u8, height: height as u8 }
    }

    /// Dominoes along the rows that fit.
    pub(super) fn along(&self) -> impl Iterator<Item = u128> {
        let last = self.column(self.width - 1);
        let left = self.bits & (self.bits & !self.column(0)) >> 1 & !last;
        left.squares().map(|s| 3 << s)
    }

    /// Dominoes across the rows that fit.
    pub(super) fn across(&self) -> impl Iterator<Item = u128> {
        let width = u32::from(self.width);
        let upper = if self.height > 1 { self.bits & self.bits >> width } else { 0 };
        upper.squares().map(move |s| 1 << s | 1 << (u32::from(s) + width))
    }

    fn column(&self, x: u8) -> u128 {
        (0..self.height)
            .fold(0, |set, y| set | 1 << (u32::from(y) * u32::from(self.width) + u32::from(x)))
    }

    /// The connected components of what is left of the shape, as sets in its box.
    pub(super) fn components(&self, set: u128) -> impl Iterator<Item = u128> {
        let width = u32::from(self.width);
        let (not_first, not_last) = (!self.column(0), !self.column(self.width - 1));
        let tall = self.height > 1;
        let mut rest = set;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let mut component = rest & rest.wrapping_neg();
            loop {
                let mut next =
                    component | (component & not_last) << 1 | (component & not_first) >> 1;
                if tall {
                    next |= component << width | component >> width;
                }
                next &= rest;
                if next == component {
                    break;
                }
                component = next;
            }
            rest &= !component;
            Some(component)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_have_one_shape() {
        // an L of four squares in the four ways that keep rows rows, on a board of five columns
        let images = [
            0b00001_00001_00011u64,
            0b00010_00010_00011 << 7,
            0b00011_00001_00001 << 1,
            0b00011_00010_00010 << 12,
        ];
        let shapes = images.map(|set| Shape::of(set, 5));
        assert!(shapes.iter().all(|&s| s == shapes[0]));
        assert_eq!((shapes[0].width, shapes[0].height), (2, 3));
        assert_eq!(shapes[0].along().count(), 1);
        assert_eq!(shapes[0].across().count(), 2);
        assert_eq!(shapes[0].components(shapes[0].bits).count(), 1);
        assert_ne!(Shape::of(0b111_001u64, 3), Shape::of(0b01_01_11u64, 2));
    }
}
