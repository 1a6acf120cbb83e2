//! Safe moves: the number of moves guaranteed to the owner of a zone, whatever the opponent does
//! there.
//!
//! The paper counts one safe move in an area, by six rules (IV-A5). Several amazons may have
//! more. Give each of them ways of its own, empty squares beside it that no other is given. The
//! opponent's move takes two squares at most; the owner answers by stepping onto one of the ways
//! of an amazon and shooting back, which takes nothing from the others. So the owner *claims* one
//! amazon a turn while the opponent takes two ways a turn, and an amazon without ways is lost:
//! the box game of Chvátal and Erdős, on boxes so small that all of it fits a table.

use super::evaluator::{Evaluator, SafeMoves, Watch};
use super::zone::Zone;
use lastmove_board::{Bits, pack};
use lastmove_values::FastMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// The number of moves guaranteed to the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Safe {
    /// if the opponent starts
    pub(crate) second: i16,
    /// if the owner starts
    pub(crate) first: i16,
}

/// Why safe moves are safe: the rules of the paper (IV-A5), and two that go further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SafeRule {
    /// rules 1 to 6 of the paper
    Paper(u8),
    /// the squares beside several amazons together, which no single move takes
    Together,
    /// several amazons that move in turn while the opponent takes two squares a turn
    InTurn,
}

impl fmt::Display for SafeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paper(number) => write!(f, "rule {number}"),
            Self::Together => f.write_str("several amazons together"),
            Self::InTurn => f.write_str("several moves in turn"),
        }
    }
}

impl Serialize for SafeRule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Amazons that are counted; more of them are not looked at.
const BOXES: usize = 4;
/// The most ways of an amazon that are counted.
const MOST: u8 = 7;

/// The ways of one amazon, packed: 3 bits each for
///
/// * `now`: squares to step to,
/// * `on`: those of them that have `then` ways on,
/// * `then`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Ways(u16);

impl Ways {
    fn new(now: u8, on: u8, then: u8) -> Self {
        let field = |n: u8| u16::from(n.min(MOST));
        Self(field(now) << 6 | field(on) << 3 | field(then))
    }

    fn now(self) -> u8 {
        (self.0 >> 6) as u8
    }

    /// The opponent takes one of its squares. Which one is not recorded, so it counts against all
    /// three.
    fn hit(self) -> Self {
        let left = |shift: u32| (self.0 >> shift & 7).saturating_sub(1) << shift;
        Self(left(6) | left(3) | left(0))
    }

    /// The amazon steps onto one of its squares, one with ways on if possible.
    fn claimed(self) -> Self {
        let on = self.0 >> 3 & 7;
        if on > 0 { Self((self.0 & 7) << 6) } else { Self(0) }
    }
}

/// Cached box games per entry of a memo: they take little memory.
const CLAIMS_PER_MEMO: usize = 4;

type Boxes = [Ways; BOXES];

/// Caches the results of the box game.
pub(crate) struct Claims {
    all: FastMap<u64, Claimed>,
    /// The latest results, indexed by key: the key and the two results in one word. It stays in the
    /// processor's cache; looking everything up in `all` would take a tenth of a search.
    recent: Box<[u64]>,
}

/// The number of entries of the small cache.
const RECENT: usize = 1 << 15;

impl Default for Claims {
    fn default() -> Self {
        Self { all: FastMap::default(), recent: vec![0; RECENT].into() }
    }
}

/// The number of moves that the owner makes.
#[derive(Clone, Copy)]
struct Claimed {
    /// if the opponent starts
    second: u8,
    /// if the owner starts
    first: u8,
}

impl Claims {
    /// Clears the cache if it has too many entries.
    fn keep_below(&mut self, most: usize) {
        if self.all.len() >= most {
            self.all = FastMap::default();
        }
    }

    fn get(&mut self, mut boxes: Boxes) -> Claimed {
        // the largest first, by a sorting network
        for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            if boxes[i] < boxes[j] {
                boxes.swap(i, j);
            }
        }
        if boxes[0].now() == 0 {
            return Claimed { second: 0, first: 0 };
        }
        // Never zero, and at most 48 bits.
        let key = pack::<9, BOXES>(boxes.map(|ways| ways.0));
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT.ilog2())) as usize;
        let recent = self.recent[place];
        if recent >> 16 == key {
            return Claimed { second: (recent >> 8) as u8, first: recent as u8 };
        }
        let claimed = match self.all.get(&key) {
            Some(&claimed) => claimed,
            None => self.play(key, boxes),
        };
        self.recent[place] = key << 16 | u64::from(claimed.second) << 8 | u64::from(claimed.first);
        claimed
    }

    /// Plays out the game of sorted boxes.
    fn play(&mut self, key: u64, boxes: Boxes) -> Claimed {
        let (mut second, mut first) = (u8::MAX, 0);
        for i in 0..BOXES {
            if boxes[i].now() == 0 {
                break;
            }
            let mut left = boxes;
            left[i] = left[i].claimed();
            first = first.max(1 + self.get(left).second);
            // Taking two squares is never worse for the opponent than taking fewer.
            for j in i..BOXES {
                let mut left = boxes;
                left[i] = left[i].hit();
                left[j] = left[j].hit();
                second = second.min(self.get(left).first);
            }
        }
        let claimed = Claimed { second, first };
        self.all.insert(key, claimed);
        claimed
    }
}

impl<B: Bits, W: Watch> Evaluator<'_, B, W> {
    /// The number of moves guaranteed to the owner of a zone.
    pub(crate) fn safe_moves(&mut self, zone: Zone<B>) -> Safe {
        let geometry = self.geometry();
        let own = zone.free | zone.bound;
        let beside = geometry.king_step(own);
        let ways = beside & zone.empty;
        let count = self.settings().safe_moves;
        if ways.is_empty() || count == SafeMoves::None {
            return Safe { second: 0, first: 0 };
        }
        if count == SafeMoves::One {
            return Safe { second: i16::from(self.has_safe_move(zone, ways, beside)), first: 1 };
        }
        self.claims.keep_below(CLAIMS_PER_MEMO * self.settings().memos);
        // squares are distributed in the order of the least image, so that all images give the same
        // result
        let [own, empty] = geometry.least_image([own, zone.empty]);
        let boxes = self.boxes(own, empty);
        let claimed = self.claims.get(boxes);
        let second = claimed.second.max(u8::from(self.has_safe_move(zone, ways, beside)));
        let first = claimed.first.max(second);
        Safe { second: i16::from(second), first: i16::from(first) }
    }

    /// The safe moves of a zone, and the first rule that gives them.
    pub(crate) fn safe_rule(&mut self, zone: Zone<B>) -> Option<(u32, SafeRule)> {
        let second = self.safe_moves(zone).second;
        if second != 1 {
            return (second > 1).then_some((second as u32, SafeRule::InTurn));
        }
        let geometry = self.geometry();
        let beside = geometry.king_step(zone.free | zone.bound);
        let mut found = None;
        for amazon in (zone.free | zone.bound).squares() {
            let around = geometry.neighbours(amazon);
            let ways = around & zone.empty;
            let two = ways.count() == 2;
            let rule = if ways.is_empty() {
                continue;
            } else if ways.count() > 2 {
                1
            } else if self.has_safe_move(zone, ways, B::NONE) {
                if two { 2 } else { 4 }
            } else if two && self.has_safe_move(zone, ways, around) {
                3
            } else if self.has_safe_move(zone, ways, beside) {
                if two { 6 } else { 5 }
            } else {
                continue;
            };
            found = Some(found.map_or(rule, |other: u8| other.min(rule)));
        }
        Some((1, found.map_or(SafeRule::Together, SafeRule::Paper)))
    }

    /// Distributes the empty squares beside the owner's amazons, each to the one with the fewest,
    /// and then the squares beside those.
    fn boxes(&self, own: B, empty: B) -> Boxes {
        let geometry = self.geometry();
        let mut sets = [B::NONE; BOXES];
        let mut rest = own;
        for set in &mut sets {
            if rest.is_empty() {
                break;
            }
            *set = geometry.neighbours(rest.lowest()) & empty;
            rest = rest.without_lowest();
        }
        let steps = share(sets);
        let all = steps.iter().fold(B::NONE, |all, &set| all | set);
        let beyond = share(steps.map(|set| geometry.king_step(set) & empty & !all));
        let mut boxes = Boxes::default();
        for i in 0..BOXES {
            let own = steps[i] | beyond[i];
            let mut counts = [0u8; 8];
            let mut n = 0;
            for square in steps[i].squares() {
                counts[n] = (geometry.neighbours(square) & own).count() as u8;
                n += 1;
            }
            counts[..n].sort_unstable_by(|a, b| b.cmp(a));
            // A claim comes after at least one turn of the opponent. So what counts is the number
            // of ways on from the worst of several steps, minus the two that the opponent takes
            // then.
            let (mut on, mut then, mut best) = (0, 0, 0);
            for (k, &count) in (1..).zip(&counts[..n]) {
                let worth = k.min(count.saturating_sub(2));
                if worth > best || on == 0 {
                    (on, then, best) = (k, count, worth);
                }
            }
            boxes[i] = Ways::new(n as u8, on, then);
        }
        boxes
    }

    /// Whether no single move of the opponent leaves the owner without a move. This covers the
    /// six rules for safe moves of the paper. `ways` are the empty squares beside the owner's
    /// amazons: a move can take two of them, and opens the square that it came from, which
    /// helps if it is one of `own`, the squares beside the owner's amazons.
    fn has_safe_move(&self, zone: Zone<B>, ways: B, own: B) -> bool {
        let geometry = self.geometry();
        if ways.count() > 2 {
            return true;
        }
        let lowest = ways.lowest();
        let second = ways.without_lowest();
        for from in zone.opponent.squares() {
            if own.has(from) {
                continue; // leaving opens a way for the owner, unless the arrow goes back there
            }
            let targets = geometry.queen_reach(from, zone.empty);
            let vacated = zone.empty | B::bit(from);
            if second.is_empty() {
                if targets.has(lowest) {
                    return false; // moves onto the only way and shoots anywhere
                }
                for to in targets.squares() {
                    if geometry.queen_reach(to, vacated).has(lowest) {
                        return false;
                    }
                }
            } else {
                for to in (targets & ways).squares() {
                    let rest = ways & !B::bit(to);
                    if geometry.queen_reach(to, vacated).meets(rest) {
                        return false;
                    }
                }
            }
        }
        // Opponents beside the owner's amazons: their own square becomes free unless they burn it,
        // and then they take no other square than their target.
        for from in (zone.opponent & own).squares() {
            if second.is_empty() && geometry.queen_reach(from, zone.empty).has(lowest) {
                return false;
            }
        }
        true
    }
}

/// Assigns each square to one of the sets that contain it, the smallest so far.
fn share<B: Bits>(mut sets: [B; BOXES]) -> [B; BOXES] {
    let (mut once, mut twice) = (B::NONE, B::NONE);
    for &set in &sets {
        twice |= once & set;
        once |= set;
    }
    let wanted = sets;
    sets = sets.map(|set| set & !twice);
    for square in twice.squares() {
        let sharing = (0..BOXES).filter(|&i| wanted[i].has(square));
        if let Some(i) = sharing.min_by_key(|&i| sets[i].count()) {
            sets[i] |= B::bit(square);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::*;
    use lastmove_board::{Geometry, Size, mix};
    use lastmove_endgame::Databases;

    /// Random zones with pieces of both sides: the count is never more than the value by playing
    /// the zone out.
    #[test]
    fn counting_never_promises_more_than_playing_out() {
        let databases = Databases::none();
        let mut state = 1u64;
        let mut random = |n: u64| {
            state = mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
            state % n
        };
        let (mut zones, mut several) = (0, 0);
        for (width, height) in [(3, 4), (4, 4), (5, 3)] {
            let geometry = Geometry::<u64>::new(Size::new(width, height).unwrap());
            let mut evaluator = Evaluator::new(&geometry, &databases, Settings::default());
            for _ in 0..300 {
                let mut zone = Zone { empty: 0, free: 0, bound: 0, opponent: 0 };
                for square in geometry.all().squares() {
                    let bit = 1 << square;
                    match random(12) {
                        0..=5 if zone.empty.count() < 6 => zone.empty |= bit,
                        6 | 7 if zone.free.count() < 3 => zone.free |= bit,
                        8 if zone.bound == 0 => zone.bound |= bit,
                        9 => zone.opponent |= bit,
                        _ => {}
                    }
                }
                let counted = evaluator.counted_worth(zone);
                let played = evaluator.local_worth(zone);
                assert!(counted.is_at_most(&played), "{zone:?}: {counted:?} {played:?}");
                zones += 1;
                several += u32::from(evaluator.safe_moves(zone).second > 1);
            }
        }
        assert!(several > zones / 100, "{several} of {zones} zones with several safe moves");
    }
}
