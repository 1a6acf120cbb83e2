//! Lines on a board: neighbours, rays, the reach of a queen, floods.

use crate::symmetry::{Symmetry, SymmetryKind};
use crate::{Bits, Size, Square};

/// The eight directions of a queen. The first four run towards higher square numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// right
    East,
    /// down and left
    SouthWest,
    /// down
    South,
    /// down and right
    SouthEast,
    /// left
    West,
    /// up and right
    NorthEast,
    /// up
    North,
    /// up and left
    NorthWest,
}

impl Direction {
    /// All directions; `ALL[i]` and `ALL[i ^ 4]` are opposite.
    pub const ALL: [Self; 8] = {
        use Direction::*;
        [East, SouthWest, South, SouthEast, West, NorthEast, North, NorthWest]
    };

    /// The number of columns to the right and of rows down of one step in this direction.
    pub const fn step(self) -> (i8, i8) {
        [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)][self as usize]
    }

    /// The opposite direction.
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 4]
    }
}

/// The lines of one board: built once per size, then shared by reference.
///
/// The tables are small (a ray table is 4 KiB on 64-bit boards), so that a search keeps them in
/// the first-level cache.
#[derive(Clone, Debug)]
pub struct Geometry<B> {
    size: Size,
    all: B,
    /// all squares except those of the leftmost column
    not_first_column: B,
    /// all squares except those of the rightmost column
    not_last_column: B,
    width: u32,
    /// `rays[square][direction]`, without the square itself
    rays: Vec<[B; 8]>,
    neighbours: Vec<B>,
    symmetries: Vec<Symmetry<B>>,
}

impl<B: Bits> Geometry<B> {
    /// The geometry of a board.
    ///
    /// # Panics
    /// If the board has more squares than `B` holds.
    pub fn new(size: Size) -> Self {
        assert!(size.squares() <= B::CAPACITY, "{size} does not fit {} bits", B::CAPACITY);
        let squares = || (0..size.squares()).map(|s| s as Square);
        let column = |c: usize| B::from_squares(squares().filter(|&s| size.column(s) == c));
        let all = B::first_n(size.squares());
        let rays: Vec<[B; 8]> =
            squares().map(|s| Direction::ALL.map(|d| Self::full_ray(size, s, d))).collect();
        let mut geometry = Self {
            size,
            all,
            not_first_column: all & !column(0),
            not_last_column: all & !column(size.width() - 1),
            width: size.width() as u32,
            rays,
            neighbours: Vec::new(),
            symmetries: SymmetryKind::of(size).iter().map(|&k| Symmetry::new(size, k)).collect(),
        };
        geometry.neighbours =
            squares().map(|s| geometry.king_step(B::bit(s)) & !B::bit(s)).collect();
        geometry
    }

    fn full_ray(size: Size, from: Square, direction: Direction) -> B {
        let (dx, dy) = direction.step();
        let (mut x, mut y) = (size.column(from) as i32, size.row(from) as i32);
        let mut ray = B::NONE;
        loop {
            x += i32::from(dx);
            y += i32::from(dy);
            if x < 0 || y < 0 || x >= size.width() as i32 || y >= size.height() as i32 {
                return ray;
            }
            ray |= B::bit(size.square(x as usize, y as usize));
        }
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }
    /// All squares of the board.
    #[inline]
    pub fn all(&self) -> B {
        self.all
    }
    /// The symmetries of the board, the identity first: 8 for a square, otherwise 4.
    #[inline]
    pub fn symmetries(&self) -> &[Symmetry<B>] {
        &self.symmetries
    }
    /// The squares around a square, up to eight.
    #[inline]
    pub fn neighbours(&self, square: Square) -> B {
        self.neighbours[square as usize]
    }
    /// All squares from here to the edge, empty or not.
    #[inline]
    pub fn ray(&self, from: Square, direction: Direction) -> B {
        self.rays[from as usize][direction as usize]
    }

    /// The squares that a queen on `from` can move to, or shoot at, over the squares of `empty`.
    /// Whether `from` itself is in `empty` does not matter.
    ///
    /// ```
    /// use lastmove_board::{Bits, Geometry, Size};
    /// let g = Geometry::<u64>::new(Size::new(4, 1).unwrap());
    /// assert_eq!(g.queen_reach(0, 0b0110), 0b0110);
    /// assert_eq!(g.queen_reach(0, 0b1010), 0b0010);
    /// ```
    #[inline]
    pub fn queen_reach(&self, from: Square, empty: B) -> B {
        let rays = &self.rays[from as usize];
        let occupied = !empty;
        let mut reach = B::NONE;
        for &ray in &rays[..4] {
            reach |= ray & (ray & occupied).up_to_lowest();
        }
        for &ray in &rays[4..] {
            reach |= ray & (ray & occupied).from_highest();
        }
        // Each ray now ends with the square that stopped it, which is not empty and is removed
        // here.
        reach & empty
    }

    /// The empty squares from `from` in one direction up to the first that is not empty.
    #[inline]
    pub fn ray_reach(&self, from: Square, direction: Direction, empty: B) -> B {
        let ray = self.ray(from, direction);
        let blocked = ray & !empty;
        let seen =
            if (direction as usize) < 4 { blocked.up_to_lowest() } else { blocked.from_highest() };
        ray & seen & empty
    }

    /// Every square of the set moved one step; squares that would leave the board are lost.
    #[inline]
    pub fn shift(&self, set: B, direction: Direction) -> B {
        let w = self.width;
        match direction {
            Direction::East => (set & self.not_last_column) << 1,
            Direction::West => (set & self.not_first_column) >> 1,
            Direction::South => shl(set, w) & self.all,
            Direction::North => shr(set, w),
            Direction::SouthEast => shl(set & self.not_last_column, w + 1) & self.all,
            Direction::SouthWest => shl(set & self.not_first_column, w - 1) & self.all,
            Direction::NorthEast => shr(set & self.not_last_column, w - 1),
            Direction::NorthWest => shr(set & self.not_first_column, w + 1),
        }
    }

    /// The set and all squares next to it, including diagonally.
    #[inline]
    pub fn king_step(&self, set: B) -> B {
        let row = set | (set & self.not_last_column) << 1 | (set & self.not_first_column) >> 1;
        (row | shl(row, self.width) | shr(row, self.width)) & self.all
    }

    /// All squares that queens on the squares of a set reach in one move over empty squares.
    ///
    /// ```
    /// use lastmove_board::{Geometry, Size};
    /// let g = Geometry::<u64>::new(Size::new(5, 1).unwrap());
    /// assert_eq!(g.queen_step(0b00001, 0b10110), 0b00110);
    /// ```
    #[inline]
    pub fn queen_step(&self, set: B, empty: B) -> B {
        let mut reached = B::NONE;
        for direction in Direction::ALL {
            let mut front = self.shift(set, direction) & empty;
            while !front.is_empty() {
                reached |= front;
                front = self.shift(front, direction) & empty;
            }
        }
        reached
    }

    /// The squares of `through` that are 8-connected with `seed` over squares of `through`,
    /// together with `seed`.
    ///
    /// ```
    /// use lastmove_board::{Geometry, Size};
    /// let g = Geometry::<u64>::new(Size::new(5, 1).unwrap());
    /// assert_eq!(g.flood(0b00001, 0b10110), 0b00111);
    /// ```
    #[inline]
    pub fn flood(&self, seed: B, through: B) -> B {
        let mut reached = seed;
        loop {
            let next = reached | (self.king_step(reached) & through);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The least of all images of some sets under the symmetries of the board, compared set by set:
    /// the same for all images.
    ///
    /// ```
    /// use lastmove_board::{Geometry, Size};
    /// let g = Geometry::<u64>::new(Size::new(4, 1).unwrap());
    /// assert_eq!(g.least_image([0b1000, 0b0100]), [0b0001, 0b0010]);
    /// ```
    #[inline]
    pub fn least_image<const N: usize>(&self, sets: [B; N]) -> [B; N] {
        let mut least = sets;
        for symmetry in &self.symmetries[1..] {
            // The first set nearly always decides; the others are mapped only if it does not.
            let first = symmetry.image(sets[0]);
            if first > least[0] {
                continue;
            }
            let mut image = sets;
            image[0] = first;
            for (set, original) in image.iter_mut().zip(sets).skip(1) {
                *set = symmetry.image(original);
            }
            if image < least {
                least = image;
            }
        }
        least
    }

    /// The 8-connected components of a set.
    pub fn components(&self, set: B) -> impl Iterator<Item = B> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let component = self.flood(B::bit(rest.lowest()), rest);
            rest &= !component;
            Some(component)
        })
    }
}

/// A shift that may reach the width of the word (a board of one row of 64 squares).
#[inline(always)]
pub fn shl<B: Bits>(set: B, by: u32) -> B {
    if by as usize >= B::CAPACITY { B::NONE } else { set.up(by) }
}

/// Like [`shl`], in the other direction.
#[inline(always)]
pub fn shr<B: Bits>(set: B, by: u32) -> B {
    if by as usize >= B::CAPACITY { B::NONE } else { set.down(by) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Steps square by square, directly by the rule.
    fn slow_reach(size: Size, from: Square, empty: u128) -> u128 {
        let mut reach = 0;
        for direction in Direction::ALL {
            let (dx, dy) = direction.step();
            let (mut x, mut y) = (size.column(from) as i32, size.row(from) as i32);
            loop {
                (x, y) = (x + i32::from(dx), y + i32::from(dy));
                if x < 0 || y < 0 || x >= size.width() as i32 || y >= size.height() as i32 {
                    break;
                }
                let bit = u128::bit(size.square(x as usize, y as usize));
                if empty & bit == 0 {
                    break;
                }
                reach |= bit;
            }
        }
        reach
    }

    fn check<B: Bits>(size: Size, empty: u128) {
        let geometry = Geometry::<B>::new(size);
        let empty = B::narrow(empty) & geometry.all();
        for square in geometry.all().squares() {
            let reach = geometry.queen_reach(square, empty);
            assert_eq!(reach.widen(), slow_reach(size, square, empty.widen()));
            let by_rays = Direction::ALL
                .iter()
                .fold(B::NONE, |set, &d| set | geometry.ray_reach(square, d, empty));
            assert_eq!(by_rays, reach);
            let by_steps = Direction::ALL
                .iter()
                .fold(B::NONE, |set, &d| set | geometry.shift(B::bit(square), d));
            assert_eq!(by_steps, geometry.neighbours(square));
        }
        let parts: Vec<B> = geometry.components(empty).collect();
        assert_eq!(parts.iter().fold(B::NONE, |all, &p| all | p), empty);
        for (i, &p) in parts.iter().enumerate() {
            assert!(parts[i + 1..].iter().all(|&q| !geometry.king_step(p).meets(q)));
        }
    }

    proptest! {
        #[test]
        fn reach_equals_stepping(w in 1usize..=20, h in 1usize..=20, empty: u128) {
            if let Ok(size) = Size::new(w, h) {
                check::<u128>(size, empty);
                if size.squares() <= 64 {
                    check::<u64>(size, empty);
                }
            }
        }
    }

    #[test]
    fn one_row_and_one_column_of_full_width() {
        for (w, h) in [(64, 1), (1, 64)] {
            check::<u64>(Size::new(w, h).unwrap(), 0xffff_0f0f_1234_5678);
        }
        for (w, h) in [(128, 1), (1, 128), (26, 4)] {
            check::<u128>(Size::new(w, h).unwrap(), 0xffff_0f0f_1234_5678_9abc_def0_ffff_ffff);
        }
    }
}
