//! Finding the positions after an arrow: one look-up per move instead of a search for the normal
//! form.

use crate::frame::{Frame, Framed, MAX_FRAME_SQUARES, squares_of};
use lastmove_board::Bits;

/// For each square of a shape: the shape without it.
pub(crate) struct Children {
    by_arrow: Vec<Child>,
}

/// The shape that remains when one square is burnt: its frame, its index there, and the numbers of
/// the old frame's squares within the new shape.
pub(crate) struct Child {
    pub(crate) frame: usize,
    pub(crate) index: usize,
    half: u32,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Child {
    /// Converts a subset of the old frame to a subset of the squares of the new shape.
    #[inline]
    pub(crate) fn compress(&self, set: u32) -> u32 {
        let low = set & ((1 << self.half) - 1);
        self.low[low as usize] | self.high[(set >> self.half) as usize]
    }
}

impl Children {
    pub(crate) fn new() -> Self {
        let child = || Child { frame: 0, index: 0, half: 0, low: Vec::new(), high: Vec::new() };
        Self { by_arrow: std::iter::repeat_with(child).take(MAX_FRAME_SQUARES).collect() }
    }

    /// The child after an arrow on this square of the shape.
    #[inline]
    pub(crate) fn after(&self, arrow: u8) -> &Child {
        &self.by_arrow[arrow as usize]
    }

    /// Finds the children of a shape. `frames` are the frames whose positions are being built.
    pub(crate) fn find(&mut self, frame: &Frame, shape: u32, frames: &[(usize, usize)]) {
        let size = frame.size();
        let half = size.squares().div_ceil(2) as u32;
        for arrow in squares_of(shape) {
            let rest = shape & !(1 << arrow);
            if rest == 0 {
                continue; // the only square has a queen, so no arrow hits it
            }
            let framed = Framed::of(size, u64::from(rest)).expect("smaller than a frame");
            let (w, h) = (framed.width, framed.height);
            let target = Frame::get(w, h);
            let found = target.shape(framed.cut(u64::from(rest))).expect("a cut fills its frame");
            let map = target.map(found.map);
            let normal = map.image(u64::from(framed.cut(u64::from(rest))));
            let mut number = [0u32; MAX_FRAME_SQUARES];
            for square in squares_of(rest) {
                let image = map.image(u64::from(framed.cut(1 << square)));
                number[square as usize] = image.compress(normal) as u32;
            }
            let child = &mut self.by_arrow[arrow as usize];
            let upright = (w.min(h), w.max(h));
            child.frame = frames.iter().position(|&f| f == upright).expect("closed under cutting");
            child.index = found.index as usize;
            child.half = half;
            fill(&mut child.low, &number[..half as usize]);
            fill(&mut child.high, &number[half as usize..size.squares()]);
        }
    }
}

/// For every subset, the union of the numbers of its members.
fn fill(table: &mut Vec<u32>, number: &[u32]) {
    table.clear();
    table.resize(1 << number.len(), 0);
    for set in 1..table.len() {
        table[set] = table[set & (set - 1)] | number[set.trailing_zeros() as usize];
    }
}
