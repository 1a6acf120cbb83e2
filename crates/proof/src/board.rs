//! The checker's own geometry of a board: neighbours, lines and symmetries, built by stepping from
//! square to square. It shares nothing with the move generators of the games' crates.

use lastmove_board::{Bits, Size, Square};

/// Neighbours, lines and symmetries of one board size.
#[derive(Clone, Debug)]
pub(crate) struct Board<B> {
    pub(crate) size: Size,
    pub(crate) all: B,
    /// all squares except those of the leftmost column; below, except those of the rightmost one
    not_left: B,
    not_right: B,
    /// `lines[square]`: the squares in each of the eight directions, nearest first
    lines: Vec<[Vec<Square>; 8]>,
    /// each square with its neighbours in eight directions
    around: Vec<B>,
    /// `images[symmetry][byte place][byte]`
    images: Vec<Vec<[B; 256]>>,
}

const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl<B: Bits> Board<B> {
    /// `diagonals` says whether to include the symmetries that exchange rows and columns (on a
    /// square board, in a game whose sides do not depend on the direction).
    pub(crate) fn new(size: Size, diagonals: bool) -> Self {
        let (w, h) = (size.width(), size.height());
        let n = size.squares();
        let on_board =
            |x: isize, y: isize| (0..w as isize).contains(&x) && (0..h as isize).contains(&y);
        let lines = (0..n)
            .map(|s| {
                DIRECTIONS.map(|(dx, dy)| {
                    let (mut x, mut y) = ((s % w) as isize + dx, (s / w) as isize + dy);
                    let mut line = Vec::new();
                    while on_board(x, y) {
                        line.push((y as usize * w + x as usize) as Square);
                        x += dx;
                        y += dy;
                    }
                    line
                })
            })
            .collect();
        let column = |x: usize| B::from_squares((0..h).map(|y| (y * w + x) as Square));
        let all = B::first_n(n);
        // A symmetry is three choices: mirror the columns, mirror the rows, exchange the axes.
        let kinds = if diagonals && w == h { 8 } else { 4 };
        let images = (0..kinds)
            .map(|kind| {
                let target = |s: usize| {
                    let x = if kind & 1 != 0 { w - 1 - s % w } else { s % w };
                    let y = if kind & 2 != 0 { h - 1 - s / w } else { s / w };
                    (if kind & 4 != 0 { x * w + y } else { y * w + x }) as Square
                };
                (0..n.div_ceil(8)).map(|place| byte_table(place, n, &target)).collect()
            })
            .collect();
        let (not_left, not_right) = (all & !column(0), all & !column(w - 1));
        let mut board = Self { size, all, not_left, not_right, lines, around: Vec::new(), images };
        board.around = all.squares().map(|square| board.grow(B::bit(square))).collect();
        board
    }

    pub(crate) fn squares(&self) -> u32 {
        self.size.squares() as u32
    }

    pub(crate) fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// The image of a set under one symmetry.
    #[inline]
    pub(crate) fn image(&self, symmetry: usize, set: B) -> B {
        let mut image = B::NONE;
        for (place, table) in self.images[symmetry].iter().enumerate() {
            image |= table[set.byte(place) as usize];
        }
        image
    }

    /// A square and all squares next to it, in eight directions.
    #[inline]
    pub(crate) fn around(&self, square: Square) -> B {
        self.around[usize::from(square)]
    }

    /// The set and all squares next to it, in eight directions.
    #[inline]
    pub(crate) fn grow(&self, set: B) -> B {
        let wide = set | (set & self.not_right) << 1 | (set & self.not_left) >> 1;
        if self.size.height() == 1 {
            return wide;
        }
        let w = self.size.width() as u32;
        (wide | wide << w | wide >> w) & self.all
    }

    /// The squares of `through` that can be reached from `from` by steps within `through`.
    #[inline]
    pub(crate) fn flood(&self, from: B, through: B) -> B {
        let mut reached = self.grow(from) & through;
        loop {
            let next = self.grow(reached) & through;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The squares a queen reaches from `from` over the squares of `free`.
    #[inline]
    pub(crate) fn queen(&self, from: Square, free: B) -> B {
        let mut reached = B::NONE;
        for line in &self.lines[from as usize] {
            for &square in line {
                if !free.has(square) {
                    break;
                }
                reached |= B::bit(square);
            }
        }
        reached
    }

    /// The squares of `set` whose right neighbour (if `across`) or lower neighbour is in it too.
    pub(crate) fn pairs(&self, set: B, across: bool) -> B {
        if across {
            set & (set & self.not_left) >> 1
        } else if self.size.height() > 1 {
            set & set >> self.size.width() as u32
        } else {
            B::NONE
        }
    }

    /// The squares of `set` with a neighbour in it, in four directions.
    pub(crate) fn alive(&self, set: B) -> B {
        let (right, down) = (self.pairs(set, true), self.pairs(set, false));
        let right = right | right << 1;
        if down.is_empty() { right } else { right | down | down << self.size.width() as u32 }
    }

    /// The squares of `set` that are connected with its first one, in four directions.
    pub(crate) fn part(&self, set: B) -> B {
        let mut part = B::bit(set.lowest());
        loop {
            let mut next = part | (part & self.not_right) << 1 | (part & self.not_left) >> 1;
            if self.size.height() > 1 {
                let w = self.size.width() as u32;
                next |= part << w | part >> w;
            }
            next &= set;
            if next == part {
                return part;
            }
            part = next;
        }
    }

    /// The set moved as far up and to the left as possible.
    pub(crate) fn to_corner(&self, set: B) -> B {
        if set.is_empty() {
            return set;
        }
        let w = self.size.width();
        let mut set = set >> (set.lowest() as usize / w * w) as u32;
        while set & self.not_left == set {
            set = set >> 1;
        }
        set
    }

    /// The square to the right (if `across`) or below.
    pub(crate) fn partner(&self, square: Square, across: bool) -> Square {
        if across { square + 1 } else { square + self.size.width() as Square }
    }
}

fn byte_table<B: Bits>(place: usize, n: usize, target: &impl Fn(usize) -> Square) -> [B; 256] {
    let mut table = [B::NONE; 256];
    for byte in 1..256usize {
        let square = 8 * place + byte.trailing_zeros() as usize;
        let image = if square < n { B::bit(target(square)) } else { B::NONE };
        table[byte] = table[byte & (byte - 1)] | image;
    }
    table
}
