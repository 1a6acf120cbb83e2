//! A position that keeps its hash under the board's reflections up to date.

use crate::{IllegalMove, Move, Player, Position};
use lastmove_board::{Bits, Geometry, SquareKeys, SymmetricHash, Symmetry};

static EMPTY: SquareKeys = SquareKeys::new(4);
const HORIZONTAL_TO_MOVE: u64 = 0x2d58_a7c1_93be_046f;

/// A [`Position`] with its [`SymmetricHash`], both updated by play and undo. The symmetries are
/// those that keep the players apart: the reflections and the half turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashedPosition<B> {
    position: Position<B>,
    hash: SymmetricHash,
}

impl<B: Bits> HashedPosition<B> {
    /// Hashes a position from scratch.
    pub fn new(geometry: &Geometry<B>, position: Position<B>) -> Self {
        let symmetries = symmetries(geometry);
        let mut hash = SymmetricHash::new(symmetries);
        hash.toggle_all(symmetries, &EMPTY, position.empty());
        if position.to_move() == Player::Horizontal {
            hash.toggle_everywhere(HORIZONTAL_TO_MOVE);
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
        self.position.play_unchecked(geometry, mv);
    }

    /// Takes back the move that was played last.
    #[inline]
    pub fn undo(&mut self, geometry: &Geometry<B>, mv: Move) {
        self.position.undo(geometry, mv);
        self.update(geometry, self.position.to_move(), mv);
    }

    /// Playing and taking back change the hash in the same way.
    fn update(&mut self, geometry: &Geometry<B>, player: Player, mv: Move) {
        self.hash.toggle_all(symmetries(geometry), &EMPTY, mv.domino(geometry, player));
        self.hash.toggle_everywhere(HORIZONTAL_TO_MOVE);
    }
}

fn symmetries<B: Bits>(geometry: &Geometry<B>) -> &[Symmetry<B>] {
    &geometry.symmetries()[..4]
}
