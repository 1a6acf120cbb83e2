//! Areas with amazons of one colour: the value is the greatest number of moves that can be made
//! there.
//!
//! Nearly always every empty square can be used, and trying first the moves that leave the most
//! squares within reach finds such a filling at once. Only defective areas need a longer search; a
//! limit on positions bounds its time.
//!
//! The project has other ways to fill territories: on graphs, for all placements at once
//! (`regions::Filler`); with blockers, as a lower bound (the solver); in tables (`endgame::build`);
//! and by plain search, to check all of these (`endgame::plain`).

use crate::{Move, visit_moves};
use lastmove_board::{Bits, Geometry};
use lastmove_values::FastMap;

/// The greatest number of moves that the amazons can make one after another on these empty squares,
/// undisturbed by the opponent.
///
/// ```
/// use lastmove_amazons::most_moves;
/// use lastmove_board::{Geometry, Size};
/// // The smallest defective area: both empty squares can be reached, but not both filled.
/// //   * q *
/// //   . * .
/// let geometry = Geometry::<u64>::new(Size::new(3, 2).unwrap());
/// assert_eq!(most_moves(&geometry, 0b000_010, 0b101_000), 1);
/// ```
pub fn most_moves<B: Bits>(geometry: &Geometry<B>, amazons: B, empty: B) -> u32 {
    let most = Territories::new(geometry, u64::MAX).most(amazons, empty);
    most.unwrap_or_else(|TooHard| unreachable!("nobody searches so many positions"))
}

/// Finds how many moves the areas of one board hold, and caches the results.
pub struct Territories<'g, B> {
    geometry: &'g Geometry<B>,
    /// connected areas (amazons, empty squares) whose search is complete
    known: FastMap<(B, B), (u32, Option<Move>)>,
    /// positions that may still be searched
    left: u64,
}

/// The limit of positions was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooHard;

impl<'g, B: Bits> Territories<'g, B> {
    /// An empty cache. All searches together enter at most this number of positions.
    pub fn new(geometry: &'g Geometry<B>, positions: u64) -> Self {
        Self { geometry, known: FastMap::default(), left: positions }
    }

    /// The board.
    pub fn geometry(&self) -> &'g Geometry<B> {
        self.geometry
    }

    /// The most moves that the amazons can make one after another.
    pub fn most(&mut self, mut amazons: B, mut empty: B) -> Result<u32, TooHard> {
        let mut total = 0;
        while !amazons.is_empty() && !empty.is_empty() {
            let part = self.geometry.flood(B::bit(amazons.lowest()), amazons | empty);
            total += self.part(amazons & part, empty & part)?.0;
            amazons &= !part;
            empty &= !part;
        }
        Ok(total)
    }

    /// A move after which as many moves as possible are left; `None` if there is no move. If the
    /// limit is reached, a move that leaves the most squares within reach.
    pub fn best(&mut self, mut amazons: B, mut empty: B) -> Option<Move> {
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
        visit_moves(self.geometry, amazons, empty, |mv, moved, rest| {
            let reach = self.reachable(moved, rest);
            if best.is_none_or(|(most, _)| reach > most) {
                best = Some((reach, mv));
            }
        });
        best.map(|(_, mv)| mv)
    }

    /// The first step of a walk over all empty squares, one by one and shooting back each time, if
    /// one is found by always choosing the step with the fewest continuations.
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

    /// The most moves of a connected part, with the first of them.
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
        // Moves that leave the most squares within reach come first.
        let mut moves = Vec::new();
        visit_moves(self.geometry, amazons, empty, |mv, moved, rest| {
            moves.push((self.reachable(moved, rest), mv, moved, rest));
        });
        moves.sort_by_key(|&(reach, ..)| std::cmp::Reverse(reach));
        let mut best = (0, None);
        for (reach, mv, moved, rest) in moves {
            if best.0 > reach {
                break; // these leave at most 1 + reach moves
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
