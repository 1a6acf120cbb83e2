//! Filling territory: the most moves that amazons can make when nobody disturbs them, and a move
//! that begins such a filling, within a limit of positions.
//!
//! Nearly always every empty square can be used, and trying first the moves that leave most within
//! reach finds such a filling at once. Only defective areas make the search look further, and the
//! limit keeps a clock safe there.

use lastmove_amazons::Move;
use lastmove_board::{Bits, Geometry};
use lastmove_values::FastMap;

/// Finds fillings of areas of one board.
pub(crate) struct Filler<'g, B> {
    geometry: &'g Geometry<B>,
    /// connected areas (amazons, empty squares) that were searched to the end
    known: FastMap<(B, B), (u32, Option<Move>)>,
    /// positions that may still be entered
    left: u64,
}

/// The limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooHard;

impl<'g, B: Bits> Filler<'g, B> {
    pub(crate) fn new(geometry: &'g Geometry<B>, positions: u64) -> Self {
        Self { geometry, known: FastMap::default(), left: positions }
    }

    /// The board.
    pub(super) fn geometry(&self) -> &'g Geometry<B> {
        self.geometry
    }

    /// The most moves that the amazons can make one after another.
    pub(crate) fn most(&mut self, mut amazons: B, mut empty: B) -> Result<u32, TooHard> {
        let mut total = 0;
        while !amazons.is_empty() && !empty.is_empty() {
            let part = self.geometry.flood(B::bit(amazons.lowest()), amazons | empty);
            total += self.part(amazons & part, empty & part)?.0;
            amazons &= !part;
            empty &= !part;
        }
        Ok(total)
    }

    /// A move after which as many moves as possible are left; `None` if there is no move. Past the
    /// limit a move that leaves most squares within reach.
    pub(crate) fn best(&mut self, mut amazons: B, mut empty: B) -> Option<Move> {
        let mut fallback = None;
        while !amazons.is_empty() {
            let part = self.geometry.flood(B::bit(amazons.lowest()), amazons | empty);
            match self.part(amazons & part, empty & part) {
                Ok((_, Some(mv))) => return Some(mv),
                Ok((_, None)) => {}
                Err(TooHard) => {
                    fallback = fallback.or_else(|| self.careful(amazons & part, empty & part));
                }
            }
            amazons &= !part;
            empty &= !part;
        }
        fallback
    }

    fn reachable(&self, amazons: B, empty: B) -> u32 {
        (self.geometry.flood(amazons, amazons | empty) & empty).count()
    }

    fn careful(&self, amazons: B, empty: B) -> Option<Move> {
        let mut best = None;
        self.for_each(amazons, empty, |mv, moved, rest| {
            let reach = self.reachable(moved, rest);
            if best.is_none_or(|(most, _)| reach > most) {
                best = Some((reach, mv));
            }
        });
        best.map(|(_, mv)| mv)
    }

    /// All moves of the amazons, with where they stand and what is empty afterwards.
    pub(super) fn for_each(&self, amazons: B, empty: B, mut visit: impl FnMut(Move, B, B)) {
        for from in amazons.squares() {
            let vacated = empty | B::bit(from);
            for to in self.geometry.queen_reach(from, empty).squares() {
                let moved = amazons & !B::bit(from) | B::bit(to);
                for arrow in self.geometry.queen_reach(to, vacated).squares() {
                    let rest = vacated & !B::bit(to) & !B::bit(arrow);
                    visit(Move { from, to, arrow }, moved, rest);
                }
            }
        }
    }

    /// The first step of a walk over all empty squares, one by one and shooting back each time, if
    /// going where fewest ways lead on finds one.
    fn walk(&self, amazons: B, empty: B) -> Option<Move> {
        let mut left = empty;
        let mut first = None;
        for from in amazons.squares() {
            let mut at = from;
            loop {
                let ways = |s: u8| (self.geometry.neighbours(s) & left).count();
                let steps = self.geometry.neighbours(at) & left;
                let Some(next) = steps.squares().min_by_key(|&s| ways(s)) else { break };
                first = first.or(Some(Move { from: at, to: next, arrow: at }));
                left &= !B::bit(next);
                at = next;
            }
        }
        first.filter(|_| left.is_empty())
    }

    /// The most moves of a connected part, and the first of them.
    fn part(&mut self, amazons: B, empty: B) -> Result<(u32, Option<Move>), TooHard> {
        let all = empty.count();
        if all == 0 {
            return Ok((0, None));
        }
        if let Some(&known) = self.known.get(&(amazons, empty)) {
            return Ok(known);
        }
        if let Some(mv) = self.walk(amazons, empty) {
            return Ok((all, Some(mv)));
        }
        self.left = self.left.checked_sub(1).ok_or(TooHard)?;
        // Moves by how much they leave within reach, most first.
        let mut moves = Vec::new();
        self.for_each(amazons, empty, |mv, moved, rest| {
            moves.push((self.reachable(moved, rest), mv, moved, rest));
        });
        moves.sort_by_key(|&(reach, ..)| std::cmp::Reverse(reach));
        let mut best = (0, None);
        for (reach, mv, moved, rest) in moves {
            if best.0 > reach {
                break; // at most 1 + reach moves
            }
            let found = 1 + self.most(moved, rest)?;
            if found > best.0 {
                best = (found, Some(mv));
            }
        }
        self.known.insert((amazons, empty), best);
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_amazons::most_moves;
    use lastmove_board::Size;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_many_moves_as_the_rules_allow(burnt: u64, more: u64, a in 0u8..25, b in 0u8..25) {
            let geometry = Geometry::<u64>::new(Size::new(5, 5).unwrap());
            let amazons = 1u64 << a | 1 << b;
            let empty = geometry.all() & !amazons & !(burnt & more);
            let mut filler = Filler::new(&geometry, 100_000);
            let most = filler.most(amazons, empty);
            if let Ok(most) = most {
                prop_assert_eq!(most, most_moves(&geometry, amazons, empty));
                // following the best moves makes as many
                let (mut amazons, mut empty, mut made) = (amazons, empty, 0);
                while let Some(mv) = filler.best(amazons, empty) {
                    amazons = amazons & !(1 << mv.from) | 1 << mv.to;
                    empty = (empty | 1 << mv.from) & !(1 << mv.to) & !(1 << mv.arrow);
                    made += 1;
                }
                prop_assert_eq!(made, most);
            }
        }
    }

    #[test]
    fn past_the_limit_it_still_has_a_move() {
        let geometry = Geometry::<u64>::new(Size::new(4, 1).unwrap());
        let mut filler = Filler::new(&geometry, 0);
        // an amazon between two squares and one: whichever way it walks, it must shoot ahead
        assert_eq!(filler.most(0b0010, 0b1101), Err(TooHard));
        assert!(filler.best(0b0010, 0b1101).is_some());
    }
}
