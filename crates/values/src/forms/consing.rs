//! Hash-consing: one id per pair of option lists.

use super::{ABOVE_RIGHT_STOP, BELOW_LEFT_STOP, Forms, Game, MAX_DEPTH, Node, UNKNOWN};
use crate::dyadic::Dyadic;
use crate::error::{Result, ValueError};
use crate::hash::mix;

/// Open addressing; a slot keeps half of the hash, so that growing needs no
/// look at the forms and most mismatches are seen at once.
pub(super) struct Table {
    slots: Vec<(u32, Game)>,
    used: usize,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { slots: vec![(0, UNKNOWN); 1 << 10], used: 0 }
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = std::mem::replace(&mut self.slots, vec![(0, UNKNOWN); mask + 1]);
        for entry in old.into_iter().filter(|entry| entry.1 != UNKNOWN) {
            let mut slot = entry.0 as usize & mask;
            while self.slots[slot].1 != UNKNOWN {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = entry;
        }
    }
}

fn hash(left: &[Game], right: &[Game]) -> u32 {
    let mut hash = left.len() as u64;
    for game in left.iter().chain(right) {
        hash = mix(hash, u64::from(game.0));
    }
    (hash >> 32) as u32
}

impl Forms {
    /// The form with these options, which must be canonical, not a number, and
    /// sorted by id.
    pub(super) fn intern(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        if let Some(nus) = self.as_nus_options(left, right) {
            return self.nus(nus);
        }
        let hash = hash(left, right);
        let mask = self.table.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let (tag, game) = self.table.slots[slot];
            if game == UNKNOWN {
                break;
            }
            if tag == hash
                && self.arena[self.lefts(game)] == *left
                && self.arena[self.rights(game)] == *right
            {
                return Ok(game);
            }
            slot = (slot + 1) & mask;
        }
        let game = self.append(left, right)?;
        self.table.slots[slot] = (hash, game);
        self.table.used += 1;
        if self.table.used * 2 > self.table.slots.len() {
            self.table.grow();
        }
        Ok(game)
    }

    /// Adds a form that is known to be new.
    pub(super) fn append(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        let most = u16::MAX as usize;
        if left.len() > most || right.len() > most {
            return Err(ValueError::TooManyOptions { limit: most });
        }
        let (left_stop, right_stop, flags) = self.stops_of_options(left, right);
        let options = left.iter().chain(right);
        let depth = options.map(|&g| self.node(g).depth).max().unwrap_or(0) + 1;
        if depth as usize > MAX_DEPTH {
            return Err(ValueError::TooDeep { limit: MAX_DEPTH });
        }
        let start = self.arena.len();
        if start + left.len() + right.len() > u32::MAX as usize {
            return Err(ValueError::TooManyForms { limit: self.nodes.len() });
        }
        let game = self.push(Node {
            left_stop,
            right_stop,
            start: start as u32,
            lefts: left.len() as u16,
            rights: right.len() as u16,
            ups: 0,
            nimber: 0,
            depth,
            flags,
        })?;
        self.arena.extend_from_slice(left);
        self.arena.extend_from_slice(right);
        Ok(game)
    }

    /// Stops of the game with these options, which is not a number, and whether
    /// it is comparable with each of them.
    ///
    /// With r the right stop, `G >= r` holds unless Right has a move to some
    /// `X <= r`; moving in r itself only hurts (number avoidance).
    pub(super) fn stops_of_options(&self, left: &[Game], right: &[Game]) -> (Dyadic, Dyadic, u8) {
        let mut flags = 0;
        let mut left_stop = None;
        for &game in left {
            let node = self.node(game);
            let below = node.flags & ABOVE_RIGHT_STOP == 0;
            left_stop = left_stop.max(Some((node.right_stop, !below)));
        }
        let mut right_stop: Option<(Dyadic, bool)> = None;
        for &game in right {
            let node = self.node(game);
            let reached = node.flags & BELOW_LEFT_STOP != 0;
            let this = (node.left_stop, !reached);
            right_stop = Some(right_stop.map_or(this, |other| other.min(this)));
        }
        let (left_stop, reaches) = left_stop.expect("not a number, so Left has an option");
        let (right_stop, misses) = right_stop.expect("not a number, so Right has an option");
        if !reaches {
            flags |= BELOW_LEFT_STOP;
        }
        if misses {
            flags |= ABOVE_RIGHT_STOP;
        }
        (left_stop, right_stop, flags)
    }
}
