//! A position that keeps its hash under all symmetries of the board up to date.

use crate::{Colour, IllegalMove, Move, Position};
use lastmove_board::{Bits, Geometry, SquareKeys, SymmetricHash};

static AMAZONS: [SquareKeys; 2] = [SquareKeys::new(1), SquareKeys::new(2)];
static EMPTY: SquareKeys = SquareKeys::new(3);
const BLACK_TO_MOVE: u64 = 0x9d39_247e_3377_6d41;

/// A [`Position`] with its [`SymmetricHash`], both updated by play and undo.
///
/// ```
/// use lastmove_amazons::{HashedPosition, Position, start};
/// use lastmove_board::Geometry;
/// let diagram = start::parse("4x5").unwrap();
/// let geometry = Geometry::<u64>::new(diagram.size());
/// let mut hashed = HashedPosition::new(&geometry, Position::from_diagram(&diagram).unwrap());
/// let before = *hashed.hash();
/// let mv = hashed.position().moves(&geometry).next().unwrap();
/// hashed.play_unchecked(&geometry, mv);
/// assert_ne!(*hashed.hash(), before);
/// hashed.undo(&geometry, mv);
/// assert_eq!(*hashed.hash(), before);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashedPosition<B> {
    position: Position<B>,
    hash: SymmetricHash,
}

impl<B: Bits> HashedPosition<B> {
    /// Hashes a position from scratch.
    pub fn new(geometry: &Geometry<B>, position: Position<B>) -> Self {
        let symmetries = geometry.symmetries();
        let mut hash = SymmetricHash::new(symmetries);
        for colour in Colour::BOTH {
            hash.toggle_all(symmetries, &AMAZONS[colour as usize], position.amazons(colour));
        }
        hash.toggle_all(symmetries, &EMPTY, position.empty());
        if position.to_move() == Colour::Black {
            hash.toggle_everywhere(BLACK_TO_MOVE);
        }
        Self { position, hash }
    }

    /// The position.
    #[inline]
    pub fn position(&self) -> &Position<B> {
        &self.position
    }

    /// Its hash.
    #[inline]
    pub fn hash(&self) -> &SymmetricHash {
        &self.hash
    }

    /// Plays a move after checking it.
    pub fn play(&mut self, geometry: &Geometry<B>, mv: Move) -> Result<(), IllegalMove> {
        self.position.check(geometry, mv)?;
        self.play_unchecked(geometry, mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub fn play_unchecked(&mut self, geometry: &Geometry<B>, mv: Move) {
        self.update(geometry, self.position.to_move(), mv);
        self.position.play_unchecked(mv);
    }

    /// Takes back the move that was played last.
    #[inline]
    pub fn undo(&mut self, geometry: &Geometry<B>, mv: Move) {
        self.position.undo(mv);
        self.update(geometry, self.position.to_move(), mv);
    }

    /// Playing and taking back change the hash in the same way.
    fn update(&mut self, geometry: &Geometry<B>, mover: Colour, mv: Move) {
        let symmetries = geometry.symmetries();
        let amazons = &AMAZONS[mover as usize];
        self.hash.toggle(symmetries, amazons, mv.from);
        self.hash.toggle(symmetries, amazons, mv.to);
        self.hash.toggle(symmetries, &EMPTY, mv.to);
        if mv.arrow != mv.from {
            self.hash.toggle(symmetries, &EMPTY, mv.from);
            self.hash.toggle(symmetries, &EMPTY, mv.arrow);
        }
        self.hash.toggle_everywhere(BLACK_TO_MOVE);
    }
}
