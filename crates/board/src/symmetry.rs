//! The symmetries of a rectangle, applied to whole sets of squares at once.

use crate::{Bits, Size, Square};

/// A symmetry of the rectangle; those that exchange rows and columns exist on square boards only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymmetryKind {
    /// leaves everything in place
    Identity,
    /// left and right exchanged
    MirrorColumns,
    /// top and bottom exchanged
    MirrorRows,
    /// a half turn
    HalfTurn,
    /// rows and columns exchanged
    Transpose,
    /// a quarter turn to the right
    QuarterTurn,
    /// a quarter turn to the left
    QuarterTurnBack,
    /// reflection in the other diagonal
    AntiTranspose,
}

impl SymmetryKind {
    /// All symmetries; the last four exchange rows and columns.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::HalfTurn,
        Self::Transpose,
        Self::QuarterTurn,
        Self::QuarterTurnBack,
        Self::AntiTranspose,
    ];

    /// The symmetries of a board of this size, the identity first.
    pub fn of(size: Size) -> &'static [Self] {
        if size.is_square() { &Self::ALL } else { &Self::ALL[..4] }
    }

    /// Whether rows become columns.
    pub fn exchanges_axes(self) -> bool {
        self as u8 >= Self::Transpose as u8
    }

    /// The image of a square. On a board that is not square, a symmetry that exchanges the axes
    /// leads to the transposed board.
    pub fn apply(self, size: Size, square: Square) -> Square {
        let (x, y) = (size.column(square), size.row(square));
        let (right, bottom) = (size.width() - 1 - x, size.height() - 1 - y);
        let (x, y) = match self {
            Self::Identity => (x, y),
            Self::MirrorColumns => (right, y),
            Self::MirrorRows => (x, bottom),
            Self::HalfTurn => (right, bottom),
            Self::Transpose => (y, x),
            Self::QuarterTurn => (bottom, x),
            Self::QuarterTurnBack => (y, right),
            Self::AntiTranspose => (bottom, right),
        };
        let target = if self.exchanges_axes() { size.transposed() } else { size };
        target.square(x, y)
    }
}

/// One symmetry of one board, with tables that map eight squares at a time.
#[derive(Clone, Debug)]
pub struct Symmetry<B> {
    kind: SymmetryKind,
    squares: Vec<Square>,
    /// `bytes[i][b]`: the image of the squares in byte `i` of a set if this byte is `b`
    bytes: Vec<[B; 256]>,
}

impl<B: Bits> Symmetry<B> {
    /// The tables of one symmetry. For a kind that exchanges the axes of a board that is not
    /// square, images are sets on the transposed board.
    pub fn new(size: Size, kind: SymmetryKind) -> Self {
        let n = size.squares();
        let squares: Vec<Square> = (0..n).map(|s| kind.apply(size, s as Square)).collect();
        let bytes = (0..n.div_ceil(8))
            .map(|i| {
                let mut table = [B::NONE; 256];
                for b in 1..256usize {
                    let square = 8 * i + b.trailing_zeros() as usize;
                    let image = if square < n { B::bit(squares[square]) } else { B::NONE };
                    table[b] = table[b & (b - 1)] | image;
                }
                table
            })
            .collect();
        Self { kind, squares, bytes }
    }

    /// The kind of this symmetry.
    pub fn kind(&self) -> SymmetryKind {
        self.kind
    }

    /// The image of one square.
    #[inline]
    pub fn square(&self, square: Square) -> Square {
        self.squares[square as usize]
    }

    /// The image of a set.
    #[inline]
    pub fn image(&self, set: B) -> B {
        let mut image = B::NONE;
        for (i, table) in self.bytes.iter().enumerate() {
            image |= table[set.byte(i) as usize];
        }
        image
    }
}

/// The image of a set of squares of a `size` board on the transposed board.
pub fn transposed<B: Bits>(size: Size, set: B) -> B {
    B::from_squares(set.squares().map(|s| SymmetryKind::Transpose.apply(size, s)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_permutations_and_form_a_group() {
        for (w, h) in [(1, 1), (4, 4), (3, 5), (8, 8), (1, 7)] {
            let size = Size::new(w, h).unwrap();
            let symmetries: Vec<Symmetry<u64>> =
                SymmetryKind::of(size).iter().map(|&k| Symmetry::new(size, k)).collect();
            let all = u64::first_n(size.squares());
            let maps: Vec<Vec<Square>> = symmetries
                .iter()
                .map(|s| {
                    assert_eq!(s.image(all), all);
                    (0..size.squares()).map(|q| s.square(q as Square)).collect()
                })
                .collect();
            for a in &maps {
                for b in &maps {
                    let product: Vec<Square> = a.iter().map(|&q| b[q as usize]).collect();
                    assert!(maps.contains(&product));
                }
            }
        }
    }

    #[test]
    fn image_of_a_set_is_the_set_of_images() {
        let size = Size::new(6, 6).unwrap();
        let set = 0x0008_1234_5678u64;
        for &kind in SymmetryKind::of(size) {
            let symmetry = Symmetry::<u64>::new(size, kind);
            assert_eq!(
                symmetry.image(set),
                u64::from_squares(set.squares().map(|s| kind.apply(size, s)))
            );
        }
    }
}
