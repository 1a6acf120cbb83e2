//! Frames: the bounding rectangles of areas, and the shapes inside them.
//!
//! A *shape* is the set of squares of an area that are not burnt, queens included. Databases are
//! kept per frame, width at most height, and within a frame per shape, each shape once for all
//! its images under the symmetries of the rectangle. Classifying a shape is one table look-up:
//! the table has an entry for every subset of the frame.

use lastmove_board::{Bits, Geometry, Size, Square, Symmetry, SymmetryKind};
use std::sync::OnceLock;

/// The most squares of a frame: its table of shapes has two to this power entries.
pub const MAX_FRAME_SQUARES: usize = 20;

/// A rectangle with its shapes, in one of its two orientations. The shapes of a frame that is
/// wider than high are those of the upright frame, turned.
#[derive(Debug)]
pub struct Frame {
    size: Size,
    geometry: Geometry<u64>,
    /// the maps into the upright frame that carry a shape to its normal form
    maps: Vec<Symmetry<u64>>,
    /// per subset of the frame: index of its normal form << 3 | number of the map, or `NOT_FILLED`
    classes: Vec<u32>,
    /// per number of squares: the normal forms, the connected ones first, each part ascending
    shapes: Vec<Vec<u32>>,
    /// per number of squares: how many of the normal forms are connected
    connected: Vec<usize>,
}

const NOT_FILLED: u32 = u32::MAX;

/// The location of a shape: the index of its normal form among the shapes of its frame with the
/// same number of squares, and the map that carries the shape to its normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeRef {
    /// index among the normal forms with this number of squares
    pub index: u32,
    /// index into the frame's maps
    pub map: u8,
}

impl Frame {
    /// The frame of this size, built on first use.
    ///
    /// # Panics
    /// If it has more than [`MAX_FRAME_SQUARES`] squares.
    pub fn get(width: usize, height: usize) -> &'static Self {
        const SIDE: usize = MAX_FRAME_SQUARES + 1;
        static FRAMES: [OnceLock<Frame>; SIDE * SIDE] = [const { OnceLock::new() }; SIDE * SIDE];
        assert!(Self::fits(width, height), "{width}x{height} is too large for a frame");
        FRAMES[width * SIDE + height].get_or_init(|| Self::new(width, height))
    }

    /// Whether a frame may have this size.
    #[inline]
    pub fn fits(width: usize, height: usize) -> bool {
        width * height <= MAX_FRAME_SQUARES && width > 0 && height > 0
    }

    fn new(width: usize, height: usize) -> Self {
        let size = Size::new(width, height).expect("a frame is a board");
        let geometry = Geometry::<u64>::new(size);
        let kinds = match width.cmp(&height) {
            std::cmp::Ordering::Less => &SymmetryKind::ALL[..4],
            std::cmp::Ordering::Equal => &SymmetryKind::ALL[..],
            std::cmp::Ordering::Greater => &SymmetryKind::ALL[4..],
        };
        let maps: Vec<_> = kinds.iter().map(|&kind| Symmetry::new(size, kind)).collect();
        let mut frame = Self {
            size,
            geometry,
            maps,
            classes: Vec::new(),
            shapes: Vec::new(),
            connected: Vec::new(),
        };
        if width <= height {
            frame.list_shapes();
        }
        frame.classify();
        frame
    }

    /// Lists the normal forms: the least images of the subsets that fill the frame.
    fn list_shapes(&mut self) {
        let n = self.size.squares();
        let mut connected = vec![Vec::new(); n + 1];
        let mut others = vec![Vec::new(); n + 1];
        for shape in 1..1u32 << n {
            if self.is_filled_by(shape) && self.normal_form(shape).0 == shape {
                let list = if self.is_connected(shape) { &mut connected } else { &mut others };
                list[shape.count_ones() as usize].push(shape);
            }
        }
        self.connected = connected.iter().map(Vec::len).collect();
        for (list, others) in connected.iter_mut().zip(others) {
            list.extend(others);
        }
        self.shapes = connected;
    }

    fn classify(&mut self) {
        let upright = self.upright();
        let n = self.size.squares();
        // positions of the normal forms in their lists
        let mut index = vec![NOT_FILLED; 1 << n];
        for list in &upright.unwrap_or(self).shapes {
            for (i, &shape) in list.iter().enumerate() {
                index[shape as usize] = i as u32;
            }
        }
        self.classes = (0..1u32 << n)
            .map(|shape| {
                if shape == 0 || !self.is_filled_by(shape) {
                    return NOT_FILLED;
                }
                let (normal, map) = self.normal_form(shape);
                index[normal as usize] << 3 | u32::from(map)
            })
            .collect();
    }

    /// The upright frame, if this one is wider than high.
    fn upright(&self) -> Option<&'static Self> {
        let (w, h) = (self.size.width(), self.size.height());
        (w > h).then(|| Self::get(h, w))
    }

    /// The least image in the upright frame, and the first map that leads there.
    fn normal_form(&self, shape: u32) -> (u32, u8) {
        let images = self.maps.iter().enumerate();
        let images = images.map(|(i, map)| (map.image(u64::from(shape)) as u32, i as u8));
        images.min().expect("there is always the first map")
    }

    fn is_filled_by(&self, shape: u32) -> bool {
        let (w, h) = (self.size.width(), self.size.height());
        let row = |y: usize| ((1u32 << w) - 1) << (y * w);
        let column = |x: usize| (0..h).fold(0u32, |set, y| set | 1 << (y * w + x));
        [row(0), row(h - 1), column(0), column(w - 1)].iter().all(|&edge| shape & edge != 0)
    }

    fn is_connected(&self, shape: u32) -> bool {
        let shape = u64::from(shape);
        self.geometry.flood(shape & shape.wrapping_neg(), shape) == shape
    }

    /// The size of the frame.
    pub fn size(&self) -> Size {
        self.size
    }
    /// The lines of the frame.
    pub fn geometry(&self) -> &Geometry<u64> {
        &self.geometry
    }
    /// The maps that carry shapes to their normal forms.
    #[inline]
    pub fn map(&self, map: u8) -> &Symmetry<u64> {
        &self.maps[map as usize]
    }

    /// The location of a set of squares among the shapes; `None` if it does not fill the frame.
    #[inline]
    pub fn shape(&self, set: u32) -> Option<ShapeRef> {
        match self.classes[set as usize] {
            NOT_FILLED => None,
            class => Some(ShapeRef { index: class >> 3, map: (class & 7) as u8 }),
        }
    }

    /// The normal forms with this number of squares, the connected ones first. Upright frames
    /// only.
    pub fn shapes(&self, squares: usize) -> &[u32] {
        debug_assert!(self.size.width() <= self.size.height());
        &self.shapes[squares]
    }

    /// How many of the normal forms with this number of squares are connected. Upright frames
    /// only.
    #[inline]
    pub fn connected(&self, squares: usize) -> usize {
        self.connected[squares]
    }

    /// The maps that leave a shape in place, as permutations of the frame's squares.
    pub fn automorphisms(&self, shape: u32) -> impl Iterator<Item = &Symmetry<u64>> {
        self.maps.iter().filter(move |map| map.image(u64::from(shape)) == u64::from(shape))
    }
}

/// A set of squares within its bounding rectangle.
///
/// ```
/// use lastmove_board::{Bits, Size};
/// use lastmove_endgame::Framed;
/// // three squares in the middle of a 5x5 board
/// let set = u64::from_squares([6, 11, 12]);
/// let framed = Framed::of(Size::new(5, 5).unwrap(), set).unwrap();
/// assert_eq!((framed.width, framed.height), (2, 2));
/// assert_eq!(framed.cut(set), 0b1101);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Framed<B> {
    /// columns of the rectangle
    pub width: usize,
    /// rows of the rectangle
    pub height: usize,
    rectangle: B,
}

impl<B: Bits> Framed<B> {
    /// The bounding rectangle of a set on a board; `None` if it is too large for a frame or the
    /// set is empty.
    #[inline]
    pub fn of(size: Size, set: B) -> Option<Self> {
        if set.is_empty() {
            return None;
        }
        let w = size.width();
        let top = set.lowest() as usize / w;
        let mut rows = set >> (top * w) as u32;
        let mut columns = B::NONE;
        let mut height = 0;
        let row_mask = B::first_n(w);
        while !rows.is_empty() {
            columns |= rows & row_mask;
            rows = if w >= B::CAPACITY { B::NONE } else { rows >> w as u32 };
            height += 1;
        }
        let left = columns.lowest() as usize;
        let width = B::CAPACITY - leading_zeros(columns) - left;
        if !Frame::fits(width, height) {
            return None;
        }
        let row = B::first_n(width) << left as u32;
        let mut rectangle = B::NONE;
        for y in top..top + height {
            rectangle |= row << (y * w) as u32;
        }
        Some(Self { width, height, rectangle })
    }

    /// Converts a subset of the board to a subset of the frame.
    #[inline]
    pub fn cut(&self, set: B) -> u32 {
        set.compress(self.rectangle).widen() as u32
    }
}

#[inline]
fn leading_zeros<B: Bits>(set: B) -> usize {
    set.widen().leading_zeros() as usize - (128 - B::CAPACITY)
}

/// The squares of a small set.
pub(crate) fn squares_of(set: u32) -> impl Iterator<Item = Square> {
    u64::from(set).squares()
}
