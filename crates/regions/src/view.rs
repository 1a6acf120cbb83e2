//! The improved partition as one side sees it (paper, II-A3).
//!
//! The owner promises never to let the opponent in where he cannot get now: what the opponent's
//! flood does not reach while the owner's amazons stand still is the owner's territory, and the
//! flood falls into *zones*. A promise weakens only the one who gives it, so whatever the owner
//! can achieve under it he can achieve without: bounds found in this way hold for the owner's
//! side. (Holding both sides to such promises at once gives wrong bounds.)
//!
//! Each of the owner's amazons is
//!
//! * *normal*: it touches territory alone, and nothing that the opponent could enter opens when
//!   it leaves;
//! * *free*: it touches one zone alone, and when it leaves, its square opens to that zone alone;
//! * *bound* (a blocker): leaving would open a way between two parts, so its first move must
//!   shoot back to where it stood. It may be used in one of the parts that it touches;
//! * *idle*: it touches no empty square.
//!
//! So all parts stay independent of each other, whatever the opponent does.

use lastmove_board::{Bits, Geometry};

/// More zones than this are not told apart; positions with more get no view.
pub const MAX_ZONES: usize = 8;

/// How the board falls apart for one side.
#[derive(Clone, Copy, Debug)]
pub struct View<B> {
    /// empty squares that the opponent cannot reach; those that nobody can reach are among them
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
    /// The view of the side with these amazons against the opponent's. `None` if there are too
    /// many zones to tell apart.
    pub fn new(geometry: &Geometry<B>, own: B, opponent: B, empty: B) -> Option<Self> {
        let contested = geometry.flood(opponent, empty) & empty;
        let territory = empty & !contested;
        let mut zones = [B::NONE; MAX_ZONES];
        let mut count = 0;
        // The opponent's amazons conduct: they may leave their squares.
        let mut rest = contested | opponent;
        let mut stuck = B::NONE; // opponents without an empty square beside them
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
        for amazon in (own & beside_opponent & !between).squares() {
            view.place(geometry, amazon, contested, stuck);
        }
        Some(view)
    }

    /// Finds out whether an amazon that touches no territory is free, and if so joins it to its
    /// zone, together with the opponents that its leaving would set free.
    fn place(&mut self, geometry: &Geometry<B>, amazon: u8, contested: B, stuck: B) {
        let around = geometry.neighbours(amazon);
        if !around.meets(contested) {
            return; // idle: it could move only after others have opened its way; it never does
        }
        let bit = B::bit(amazon);
        let touched = |zone: &B| around.meets(*zone);
        let mut touching = (0..self.count).filter(|&i| touched(&self.zones[i]));
        let home = touching.next();
        let others = touching.next().is_some();
        let Some(home) = home else { return };
        // Opening its square must not lead past another amazon of ours that may leave freely:
        // into territory by a normal one, or into another zone by a free one.
        let beside_normal = around.meets(self.normal);
        let beside_foreign_free = around.meets(self.free & !self.zones[home]);
        if others || beside_normal || beside_foreign_free {
            self.bound |= bit;
            return;
        }
        self.free |= bit;
        // Stuck opponents beside the square come alive when it opens. Those that stand beside
        // another zone's amazons as well were joined to that zone when its amazon was placed, and
        // then touch two zones: handled above, since zones grow as amazons join them.
        let freed = geometry.flood(stuck & around, stuck);
        self.zones[home] |= bit | freed;
    }

    /// The zones: squares that the opponent can reach, his amazons there, and the owner's free
    /// amazons.
    #[inline]
    pub fn zones(&self) -> &[B] {
        &self.zones[..self.count]
    }
}
