//! Areas with amazons of one colour: worth the greatest number of moves that can be made there.
//!
//! Nearly always that is the number of empty squares, and a search that tries careful moves first
//! finds so many at once. Only in a defective area does the search have to look at everything, and
//! then it remembers what it has seen.

use lastmove_board::{Bits, Geometry};
use lastmove_values::FastMap;

/// The greatest number of moves that the amazons can make one after another, with the empty
/// squares to themselves.
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
    Territory { geometry, known: FastMap::default() }.most(amazons, empty)
}

struct Territory<'g, B> {
    geometry: &'g Geometry<B>,
    /// Connected areas that were searched to the end.
    known: FastMap<(B, B), u32>,
}

impl<B: Bits> Territory<'_, B> {
    /// The sum over the connected parts.
    fn most(&mut self, mut amazons: B, mut empty: B) -> u32 {
        let mut total = 0;
        while !amazons.is_empty() && !empty.is_empty() {
            let part = self.geometry.flood(B::bit(amazons.lowest()), amazons | empty);
            total += self.most_in_part(amazons & part, empty & part);
            amazons &= !part;
            empty &= !part;
        }
        total
    }

    /// The empty squares that some amazon could come to: no part holds more moves.
    fn reachable(&self, amazons: B, empty: B) -> u32 {
        (self.geometry.flood(amazons, amazons | empty) & empty).count()
    }

    fn most_in_part(&mut self, amazons: B, empty: B) -> u32 {
        let all = empty.count();
        if all <= 1 {
            return all;
        }
        if let Some(&most) = self.known.get(&(amazons, empty)) {
            return most;
        }
        let mut best = 0;
        // Moves that leave more within reach come first.
        'lost: for lost in 1..=all {
            if best > all - lost {
                break;
            }
            for from in amazons.squares() {
                let vacated = empty | B::bit(from);
                for to in self.geometry.queen_reach(from, empty).squares() {
                    let moved = amazons & !B::bit(from) | B::bit(to);
                    for arrow in self.geometry.queen_reach(to, vacated).squares() {
                        let rest = vacated & !B::bit(to) & !B::bit(arrow);
                        if self.reachable(moved, rest) + lost != all {
                            continue;
                        }
                        best = best.max(1 + self.most(moved, rest));
                        if best > all - lost {
                            break 'lost;
                        }
                    }
                }
            }
        }
        self.known.insert((amazons, empty), best);
        best
    }
}
