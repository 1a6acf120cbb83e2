//! Counting moves without generating them.
//!
//! An amazon on `o` that moves to `d` along direction k can then shoot to all squares that `d` sees
//! while the amazon is still on `o`, and, since `o` is empty after the move, also to `o` and the
//! run of empty squares behind it. Hence the number of arrows from `d` is (squares that `d` sees
//! while the amazon is still on `o`) + 1 + (run from `o` against k). The first part is summed for
//! all destinations of one amazon at once: the set of destinations is shifted step by step in each
//! direction, and after each step the squares that are still empty are counted.

use crate::{Colour, Position};
use lastmove_board::{Bits, Direction, Geometry};

impl<B: Bits> Position<B> {
    /// The number of moves of the side to move.
    #[inline]
    pub fn count_moves(&self, geometry: &Geometry<B>) -> u64 {
        self.count_moves_of(geometry, self.to_move())
    }

    /// The number of moves that `colour` would have if it were to move.
    ///
    /// ```
    /// use lastmove_amazons::{Colour, Position, start};
    /// use lastmove_board::Geometry;
    /// let diagram = start::parse("10x10").unwrap();
    /// let geometry = Geometry::<u128>::new(diagram.size());
    /// let position = Position::from_diagram(&diagram).unwrap();
    /// assert_eq!(position.count_moves_of(&geometry, Colour::Black), 2176);
    /// ```
    pub fn count_moves_of(&self, geometry: &Geometry<B>, colour: Colour) -> u64 {
        let empty = self.empty();
        let mut total = 0;
        for from in self.amazons(colour).squares() {
            let mut targets = B::NONE;
            let mut runs = [0u32; 8];
            for direction in Direction::ALL {
                let ray = geometry.ray_reach(from, direction, empty);
                runs[direction as usize] = ray.count();
                targets |= ray;
            }
            for d in 0..4 {
                // forwards in direction d and backwards in d ^ 4, then the reverse
                total += runs[d] * (1 + runs[d ^ 4]) + runs[d ^ 4] * (1 + runs[d]);
            }
            for direction in Direction::ALL {
                let mut front = targets;
                loop {
                    front = geometry.shift(front, direction) & empty;
                    if front.is_empty() {
                        break;
                    }
                    total += front.count();
                }
            }
        }
        u64::from(total)
    }
}
