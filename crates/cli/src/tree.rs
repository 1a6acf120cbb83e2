//! Both games as trees of moves, for commands that count them.

use lastmove_amazons as amazons;
use lastmove_board::{Bits, Geometry, Size};
use lastmove_domineering as domineering;
use lastmove_work::Stop;

/// A position whose moves can be listed, played and counted.
pub(crate) trait Tree<B>: Copy {
    /// A move.
    type Move: Copy;
    /// The moves here.
    fn moves(&self, geometry: &Geometry<B>) -> Vec<Self::Move>;
    /// The position after a move.
    fn after(&self, geometry: &Geometry<B>, mv: Self::Move) -> Self;
    /// The leaves at a depth; `counted` hears of every batch and may stop the count.
    fn leaves(
        &self,
        geometry: &Geometry<B>,
        depth: u32,
        counted: &mut impl FnMut(u64) -> Result<(), Stop>,
    ) -> Result<u64, Stop>;
    /// The move as it is written.
    fn name(mv: Self::Move, size: Size) -> String;
}

impl<B: Bits> Tree<B> for amazons::Position<B> {
    type Move = amazons::Move;

    fn moves(&self, geometry: &Geometry<B>) -> Vec<Self::Move> {
        self.moves(geometry).collect()
    }
    fn after(&self, _: &Geometry<B>, mv: Self::Move) -> Self {
        let mut after = *self;
        after.play_unchecked(mv);
        after
    }
    fn leaves(
        &self,
        geometry: &Geometry<B>,
        depth: u32,
        counted: &mut impl FnMut(u64) -> Result<(), Stop>,
    ) -> Result<u64, Stop> {
        amazons::try_perft(geometry, self, depth, counted)
    }
    fn name(mv: Self::Move, size: Size) -> String {
        mv.display(size).to_string()
    }
}

impl<B: Bits> Tree<B> for domineering::Position<B> {
    type Move = domineering::Move;

    fn moves(&self, geometry: &Geometry<B>) -> Vec<Self::Move> {
        self.moves(geometry).collect()
    }
    fn after(&self, geometry: &Geometry<B>, mv: Self::Move) -> Self {
        let mut after = *self;
        after.play_unchecked(geometry, mv);
        after
    }
    fn leaves(
        &self,
        geometry: &Geometry<B>,
        depth: u32,
        counted: &mut impl FnMut(u64) -> Result<(), Stop>,
    ) -> Result<u64, Stop> {
        domineering::try_perft(geometry, self, depth, counted)
    }
    fn name(mv: Self::Move, size: Size) -> String {
        mv.display(size).to_string()
    }
}
