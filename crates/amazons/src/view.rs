//! The improved partition as one side sees it (paper, II-A3).
//!
//! The owner promises not to open squares that the opponent cannot reach now: squares outside the
//! opponent's flood, computed with the owner's amazons in place, are the owner's territory, and the
//! flood falls into *zones*. A promise weakens only the one who gives it, so whatever the owner can
//! achieve under it he can achieve without: bounds found in this way hold for the owner's side.
//! (Making both sides keep such promises at once gives wrong bounds.)
//!
//! Each of the owner's amazons is
//!
//! * *normal*: it touches only territory, and when it leaves, nothing opens that the opponent could
//!   enter;
//! * *free*: it touches only one zone, and when it leaves, its square opens to that zone only;
//! * *bound* (a blocker): leaving would connect two parts, so its first move must shoot back at the
//!   square that it left. It may be used in one of the parts that it touches. Amazons next to
//!   opponents only are bound as well: they can move after an opponent has left;
//! * *idle*: it touches nothing that could ever open.
//!
//! So all parts stay independent of each other, whatever the opponent does.

use lastmove_board::{Bits, Geometry};

/// The most zones; positions with more get no view.
const MAX_ZONES: usize = 8;

/// The partition of the board for one side.
#[derive(Clone, Copy, Debug)]
pub struct View<B> {
    /// empty squares that the opponent cannot reach, including those that neither side can reach
    pub territory: B,
    /// amazons that move in territory without constraint
    pub normal: B,
    /// amazons that move in their zone without constraint
    pub free: B,
    /// blockers
    pub bound: B,
    zones: [B; MAX_ZONES],
    count: usize,
}

impl<B: Bits> View<B> {
    /// The view of the side with the amazons `own` against those of the `opponent`. `None` if there
    /// are more than `MAX_ZONES` zones.
    pub fn new(geometry: &Geometry<B>, own: B, opponent: B, empty: B) -> Option<Self> {
        let contested = geometry.flood(opponent, empty) & empty;
        let territory = empty & !contested;
        let mut zones = [B::NONE; MAX_ZONES];
        let mut count = 0;
        // The flood passes through the opponent's amazons, since they may leave their squares.
        let mut rest = contested | opponent;
        let mut stuck = B::NONE; // opponents without an empty neighbour
        while !rest.is_empty() {
            let zone = geometry.flood(B::bit(rest.lowest()), rest);
            rest &= !zone;
            if !zone.meets(contested) {
                stuck |= zone;
            } else if count == MAX_ZONES {
                return None;
            } else {
                zones[count] = zone;
                count += 1;
            }
        }
        let mut view =
            Self { territory, normal: B::NONE, free: B::NONE, bound: B::NONE, zones, count };
        let beside_territory = geometry.king_step(territory);
        let beside_opponent = geometry.king_step(contested | opponent);
        view.normal = own & beside_territory & !beside_opponent;
        let between = own & beside_territory & beside_opponent;
        view.bound = between;
        view.place(geometry, own & beside_opponent & !between, contested, stuck);
        Some(view)
    }

    /// Finds which amazons that touch no territory are free, and adds them to their zones, together
    /// with the opponents that could move after they leave. The result does not depend on an order,
    /// so the view of a mirror image is the mirror image of the view.
    fn place(&mut self, geometry: &Geometry<B>, amazons: B, contested: B, stuck: B) {
        let mut homes = [B::NONE; MAX_ZONES];
        let mut candidates = B::NONE;
        let beside_normal = geometry.king_step(self.normal);
        for amazon in amazons.squares() {
            let (bit, around) = (B::bit(amazon), geometry.neighbours(amazon));
            let mut touching = (0..self.count).filter(|&i| around.meets(self.zones[i]));
            let Some(home) = touching.next() else { continue };
            // An amazon without an empty neighbour can move only after an opponent has left.
            let may_leave = around.meets(contested) && !beside_normal.has(amazon);
            if touching.next().is_some() || !may_leave {
                self.bound |= bit;
            } else {
                homes[home] |= bit;
                candidates |= bit;
            }
        }
        // Opening a square must not connect the zone to another one past another amazon that may
        // leave, directly or through stuck opponents that can then move: such amazons stay bound.
        let conducted = |set: B| set | geometry.flood(geometry.king_step(set) & stuck, stuck);
        for i in 0..self.count {
            if homes[i].is_empty() {
                continue;
            }
            let foreign = candidates & !homes[i];
            let mut home = homes[i];
            if !foreign.is_empty() {
                home &= !geometry.king_step(conducted(foreign));
            }
            self.free |= home;
            self.bound |= homes[i] & !home;
            self.zones[i] |= conducted(home);
        }
    }

    /// The zones: the squares that the opponent can reach, with his amazons there and the owner's
    /// free amazons.
    #[inline]
    pub fn zones(&self) -> &[B] {
        &self.zones[..self.count]
    }
}
