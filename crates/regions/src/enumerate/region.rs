//! One region: an 8-connected set of squares, up to shifts, turns and mirrors.

use lastmove_board::{Bits, Cell, Diagram, Size};

/// The most squares of the box around a region.
pub const MAX_BOX: usize = 56;
/// The longest side of the box around a region.
pub const MAX_SIDE: usize = 10;

/// Column and row of a square, counted from the top left corner of the box.
pub type Point = (u8, u8);

/// A region in its normal form: among its images under shifts, turns and mirrors that are at least
/// as wide as high, the one with the least word.
///
/// ```text
///   63      56 55                              0
///  +----------+---------------------------------+
///  |  width   |  squares, row by row, top first |
///  +----------+---------------------------------+
/// ```
///
/// The order of regions is the order of their words. The points of a region are numbered in the
/// order of their bits.
///
/// ```
/// use lastmove_regions::Region;
/// let upright = Region::new(&[(0, 0), (0, 1), (1, 2)]).unwrap();
/// let lying = Region::new(&[(2, 1), (1, 0), (0, 0)]).unwrap();
/// assert_eq!(upright, lying);
/// assert_eq!((upright.width(), upright.height(), upright.size()), (3, 2, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region(u64);

impl Region {
    /// The region of a single square.
    pub const SQUARE: Self = Self(1 << 56 | 1);

    /// The region of these squares, which must be different; whether they are connected is not
    /// checked. `None` if there are none or the box is too large.
    pub fn new(points: &[Point]) -> Option<Self> {
        let left = points.iter().map(|p| p.0).min()?;
        let top = points.iter().map(|p| p.1).min()?;
        let width = usize::from(points.iter().map(|p| p.0).max()? - left) + 1;
        let height = usize::from(points.iter().map(|p| p.1).max()? - top) + 1;
        if width * height > MAX_BOX || width.max(height) > MAX_SIDE {
            return None;
        }
        let mut best = u64::MAX;
        if width >= height {
            let at = points.iter().map(|&(x, y)| (usize::from(x - left), usize::from(y - top)));
            best = least_image(at, width, height);
        }
        if height >= width {
            let at = points.iter().map(|&(x, y)| (usize::from(y - top), usize::from(x - left)));
            best = best.min(least_image(at, height, width));
        }
        Some(Self((width.max(height) as u64) << 56 | best))
    }

    fn squares(self) -> u64 {
        self.0 & ((1 << 56) - 1)
    }

    /// The width of its box, at least the height.
    pub fn width(self) -> usize {
        (self.0 >> 56) as usize
    }

    /// The height of its box.
    pub fn height(self) -> usize {
        (63 - self.squares().leading_zeros() as usize) / self.width() + 1
    }

    /// The number of its squares.
    pub fn size(self) -> usize {
        self.squares().count_ones() as usize
    }

    /// Its squares in the order of their numbers.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let width = self.width() as u8;
        Bits::squares(self.squares()).map(move |bit| (bit % width, bit / width))
    }

    /// Appends the regions with one more square, some of them several times.
    pub fn grow(self, out: &mut Vec<Self>) {
        // A frame of free squares around the box, so that steps never wrap.
        let stride = self.width() + 2;
        let mut points: Vec<Point> = self.points().map(|(x, y)| (x + 1, y + 1)).collect();
        let bit = |&(x, y): &Point| 1u128 << (usize::from(y) * stride + usize::from(x));
        let own = points.iter().fold(0, |set, p| set | bit(p));
        let wide = own | own << 1 | own >> 1;
        let around = (wide | wide << stride | wide >> stride) & !own;
        for at in around.squares().map(usize::from) {
            points.push(((at % stride) as u8, (at / stride) as u8));
            out.extend(Self::new(&points));
            points.pop();
        }
    }

    /// The permutations of its points by its symmetries, without the identity; most regions have
    /// none.
    pub fn symmetries(self) -> Vec<Vec<u8>> {
        let (w, h) = (self.width() as u8, self.height() as u8);
        let points: Vec<Point> = self.points().collect();
        let mut found = Vec::new();
        for kind in 1..if w == h { 8 } else { 4 } {
            let place = |p: Point| points.iter().position(|&q| q == p).map(|i| i as u8);
            let image = |&p: &Point| turned(p, kind, w, h).and_then(place);
            let map: Option<Vec<u8>> = points.iter().map(image).collect();
            found.extend(map);
        }
        found
    }

    /// The region as a diagram, with black and white amazons on the points of two sets.
    pub fn diagram(self, black: u64, white: u64) -> Diagram {
        let size = Size::new(self.width(), self.height()).expect("a box within the limits");
        points_diagram(size, self.points(), black, white)
    }

    /// The region of a diagram (the squares that are not burnt), with the sets of its points on
    /// which black and white amazons stand. `None` if there is no such square or the box is too
    /// large.
    pub fn of_diagram(diagram: &Diagram) -> Option<(Self, u64, u64)> {
        let size = diagram.size();
        let marked: Vec<(Point, Cell)> = diagram
            .cells()
            .iter()
            .enumerate()
            .filter(|&(_, &cell)| cell != Cell::Burnt)
            .map(|(i, &cell)| (((i % size.width()) as u8, (i / size.width()) as u8), cell))
            .collect();
        let points: Vec<Point> = marked.iter().map(|&(p, _)| p).collect();
        let region = Self::new(&points)?;
        // Try the turns and mirrors until one maps the squares to those of the normal form.
        let left = points.iter().map(|p| p.0).min()?;
        let top = points.iter().map(|p| p.1).min()?;
        let own: Vec<Point> = region.points().collect();
        let (w, h) = (region.width() as u8, region.height() as u8);
        (0..8).find_map(|kind| {
            let (mut black, mut white) = (0, 0);
            for &((x, y), cell) in &marked {
                let image = turned((x - left, y - top), kind, w, h)?;
                let bit = 1u64 << own.iter().position(|&p| p == image)?;
                match cell {
                    Cell::Black | Cell::BlackBlocker => black |= bit,
                    Cell::White | Cell::WhiteBlocker => white |= bit,
                    Cell::Empty | Cell::Burnt => {}
                }
            }
            Some((region, black, white))
        })
    }
}

/// The image of a point under one of the eight symmetries of a box; `None` if it is outside.
fn turned((x, y): Point, kind: u8, width: u8, height: u8) -> Option<Point> {
    let (x, y) = if kind & 4 == 0 { (x, y) } else { (y, x) };
    let x = if kind & 1 == 0 { x } else { width.checked_sub(x + 1)? };
    Some((x, if kind & 2 == 0 { y } else { height.checked_sub(y + 1)? }))
}

/// The least word among the four mirror images.
fn least_image(points: impl Iterator<Item = (usize, usize)>, width: usize, height: usize) -> u64 {
    let mut images = [0u64; 4];
    for (x, y) in points {
        let (right, bottom) = (width - 1 - x, (height - 1 - y) * width);
        let y = y * width;
        images[0] |= 1 << (y + x);
        images[1] |= 1 << (y + right);
        images[2] |= 1 << (bottom + x);
        images[3] |= 1 << (bottom + right);
    }
    images.into_iter().min().unwrap_or(0)
}

/// A diagram of these points, with black and white amazons on two sets of them; all other squares
/// are burnt.
pub fn points_diagram(
    size: Size,
    points: impl IntoIterator<Item = Point>,
    black: u64,
    white: u64,
) -> Diagram {
    let mut cells = vec![Cell::Burnt; size.squares()];
    for (i, (x, y)) in points.into_iter().enumerate() {
        cells[size.square(x.into(), y.into()) as usize] = match (black >> i & 1, white >> i & 1) {
            (0, 0) => Cell::Empty,
            (_, 0) => Cell::Black,
            _ => Cell::White,
        };
    }
    Diagram::new(size, cells, None)
}
