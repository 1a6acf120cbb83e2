//! A small rectangular board in a word, with symmetries by table.

/// Square `(row, column)` is bit `row * width + column`.
pub struct Grid {
    pub width: usize,
    pub height: usize,
    all: u64,
    first_column: u64,
    last_column: u64,
    symmetries: Vec<Symmetry>,
}

/// A symmetry of the board; `turns` if it exchanges rows and columns.
pub struct Symmetry {
    bytes: Vec<[u64; 256]>,
    pub turns: bool,
}

impl Symmetry {
    pub fn apply(&self, set: u64) -> u64 {
        let images = self.bytes.iter().enumerate();
        images.fold(0, |image, (i, table)| image | table[(set >> (8 * i)) as usize & 255])
    }
}

impl Grid {
    pub fn new(height: usize, width: usize) -> Grid {
        let squares = width * height;
        assert!(squares < 64);
        let column = |c: usize| (0..height).fold(0, |set, r| set | 1_u64 << (r * width + c));
        let mut symmetries = Vec::new();
        for code in 0..if width == height { 8 } else { 4 } {
            let turns = code & 4 != 0;
            let image = |square: usize| {
                let (mut r, mut c) = (square / width, square % width);
                if code & 1 != 0 {
                    r = height - 1 - r;
                }
                if code & 2 != 0 {
                    c = width - 1 - c;
                }
                if turns { c * width + r } else { r * width + c }
            };
            let table = |byte: usize| {
                std::array::from_fn(|bits: usize| {
                    let squares = (0..8).filter(|b| bits >> b & 1 != 0).map(|b| 8 * byte + b);
                    squares.filter(|&s| s < width * height).fold(0, |set, s| set | 1 << image(s))
                })
            };
            let bytes = (0..squares.div_ceil(8)).map(table).collect();
            symmetries.push(Symmetry { bytes, turns });
        }
        Grid {
            width,
            height,
            all: (1 << squares) - 1,
            first_column: column(0),
            last_column: column(width - 1),
            symmetries,
        }
    }

    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Steps in one of eight directions; squares that would leave the board vanish.
    pub fn step(&self, set: u64, rows: i32, columns: i32) -> u64 {
        let set = match columns {
            -1 => (set & !self.first_column) >> 1,
            1 => (set & !self.last_column) << 1,
            _ => set,
        };
        match rows {
            -1 => set >> self.width,
            1 => (set << self.width) & self.all,
            _ => set,
        }
    }

    /// A set with its neighbours, along rows and columns only or in all directions.
    fn grown(&self, set: u64, diagonally: bool) -> u64 {
        let across = set | self.step(set, 0, 1) | self.step(set, 0, -1);
        let base = if diagonally { across } else { set };
        across | self.step(base, 1, 0) | self.step(base, -1, 0)
    }

    /// The connected part of `within` around the lowest square of `seed`.
    pub fn flood(&self, seed: u64, within: u64, diagonally: bool) -> u64 {
        let mut set = seed & seed.wrapping_neg();
        loop {
            let next = self.grown(set, diagonally) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// By how many bits a set can be moved towards square 0.
    pub fn slack(&self, set: u64) -> u32 {
        let rows = set.trailing_zeros() as usize / self.width;
        let mut columns = 0;
        while self.first_column << columns & set == 0 {
            columns += 1;
        }
        (rows * self.width + columns) as u32
    }
}
