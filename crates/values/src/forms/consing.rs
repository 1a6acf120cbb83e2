//! Hash-consing: one id per pair of option lists.

use super::{ABOVE_RIGHT_STOP, BELOW_LEFT_STOP, Form, Forms, MAX_DEPTH, Node, Stops, UNKNOWN};
use crate::dyadic::Dyadic;
use crate::error::{Result, ValueError};
use crate::evaluate::Player;
use crate::hash::mix;

/// A hash table with open addressing. A slot keeps half of the hash, so that the table can grow
/// without reading the forms, and most mismatches are found at once.
pub(super) struct Table {
    slots: Vec<(u32, Form)>,
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

fn hash(left: &[Form], right: &[Form]) -> u32 {
    let mut hash = left.len() as u64;
    for game in left.iter().chain(right) {
        hash = mix(hash, u64::from(game.0));
    }
    (hash >> 32) as u32
}

impl Forms {
    /// The form with these options, which must be canonical and not a number.
    pub(super) fn intern(&mut self, mut options: [Vec<Form>; 2]) -> Result<Form> {
        options.iter_mut().for_each(|side| side.sort_unstable());
        let [left, right] = &options;
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
                && self.arena[self.options(game, Player::Left)] == **left
                && self.arena[self.options(game, Player::Right)] == **right
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
    pub(super) fn append(&mut self, left: &[Form], right: &[Form]) -> Result<Form> {
        let most = u16::MAX as usize;
        if left.len() > most || right.len() > most {
            return Err(ValueError::TooManyOptions { limit: most });
        }
        let stops = self.stops_of_options(left, right);
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
            left_stop: stops.left,
            right_stop: stops.right,
            start: start as u32,
            lefts: left.len() as u16,
            rights: right.len() as u16,
            ups: 0,
            nimber: 0,
            depth,
            flags: stops.flags,
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
    pub(super) fn stops_of_options(&self, left: &[Form], right: &[Form]) -> Stops {
        let [left, right] = self.best_stops(left, right);
        let (left, reaches) = left.expect("not a number, so Left has an option");
        let (right, misses) = right.expect("not a number, so Right has an option");
        let below = if reaches { 0 } else { BELOW_LEFT_STOP };
        let above = if misses { ABOVE_RIGHT_STOP } else { 0 };
        Stops { left, right, flags: below | above }
    }

    /// The greatest right stop of Left's options, and whether one of the options with this stop is
    /// `>=` it; the least left stop of Right's options, and whether none of the options with this
    /// stop is `<=` it.
    pub(super) fn best_stops(&self, left: &[Form], right: &[Form]) -> [Option<(Dyadic, bool)>; 2] {
        let low = left.iter().map(|&game| self.node(game));
        let low = low.map(|node| (node.right_stop, node.flags & ABOVE_RIGHT_STOP != 0));
        let high = right.iter().map(|&game| self.node(game));
        let high = high.map(|node| (node.left_stop, node.flags & BELOW_LEFT_STOP == 0));
        [low.max(), high.min()]
    }
}
