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
    /// The shape of a set of squares on a board with this many columns.
    pub(super) fn of<B: Bits>(set: B, columns: u32) -> Self {
        let mut places = [(0u8, 0u8); 128];
        let mut n = 0;
        let (mut left, mut right, mut top, mut bottom) = (255, 0, 255, 0);
        for square in set.squares() {
            let (x, y) = (square % columns as u8, square / columns as u8);
            (left, right) = (x.min(left), x.max(right));
            (top, bottom) = (y.min(top), y.max(bottom));
            places[n] = (x, y);
            n += 1;
        }
        let (width, height) = (right - left + 1, bottom - top + 1);
        debug_assert!(usize::from(width) * usize::from(height) <= 128);
        let mut images = [0u128; 4];
        for &(x, y) in &places[..n] {
            let (x, y) = (x - left, y - top);
            let (back_x, back_y) = (width - 1 - x, height - 1 - y);
            for (image, (x, y)) in
                images.iter_mut().zip([(x, y), (back_x, y), (x, back_y), (back_x, back_y)])
            {
                *image |= 1 << (u32::from(y) * u32::from(width) + u32::from(x));
            }
        }
        let bits = images.into_iter().min().unwrap_or(0);
        Self { bits, width, height }
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
