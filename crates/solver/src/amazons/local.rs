//! Local search: the thermograph of a small zone under the blocker constraint, cached by zone.
//! Thermographs are built from options, so the whole zone is played out; parts that belong to one
//! side alone are replaced by integers.

use super::evaluator::{Evaluator, Watch};
use super::sum::Worth;
use super::zone::Zone;
use lastmove_board::{Bits, Geometry};
use lastmove_values::{FastMap, Thermograph, ThermographId, ThermographStore};

/// The caches of the local search.
pub(crate) struct Local<B> {
    store: ThermographStore,
    known: FastMap<Zone<B>, ThermographId>,
    worths: Vec<Option<Worth>>,
}

impl<B> Default for Local<B> {
    fn default() -> Self {
        Self { store: ThermographStore::new(), known: FastMap::default(), worths: Vec::new() }
    }
}

impl<B: Bits, W: Watch> Evaluator<'_, B, W> {
    /// The value guaranteed to the owner of a zone, by search.
    pub(crate) fn local_worth(&mut self, zone: Zone<B>) -> Worth {
        if self.local.known.len() >= self.settings().memos {
            self.local = Local::default();
        }
        let id = self.local_value(self.in_corner(zone));
        if self.local.worths.len() <= id.index() {
            self.local.worths.resize(id.index() + 1, None);
        }
        let local = &mut self.local;
        *local.worths[id.index()].get_or_insert_with(|| Worth::of(&local.store.get(id), None))
    }

    /// The zone moved up and to the left as far as possible: its value does not depend on its
    /// place.
    fn in_corner(&self, zone: Zone<B>) -> Zone<B> {
        let size = self.geometry().size();
        let width = size.width() as u32;
        let squares = zone.squares();
        let up = u32::from(squares.lowest()) / width * width;
        let mut first = B::NONE;
        for row in 0..size.height() as u32 {
            first |= B::bit((row * width) as u8);
        }
        let mut left = 0;
        while !squares.meets(first << left) {
            left += 1;
        }
        let moved = |set: B| set >> (up + left);
        Zone {
            empty: moved(zone.empty),
            free: moved(zone.free),
            bound: moved(zone.bound),
            opponent: moved(zone.opponent),
        }
    }

    fn local_value(&mut self, zone: Zone<B>) -> ThermographId {
        let (zone, settled) = self.settle(zone);
        if zone.empty.is_empty() {
            return self.integer(settled);
        }
        let zone = self.in_corner(zone);
        let id = match self.local.known.get(&zone) {
            Some(&id) => id,
            None => {
                let id = self.search(zone);
                self.local.known.insert(zone, id);
                id
            }
        };
        self.local.store.shift(id, i64::from(settled)).expect("small numbers")
    }

    fn integer(&mut self, n: i32) -> ThermographId {
        self.local.store.insert(&Thermograph::integer(i64::from(n)).expect("small numbers"))
    }

    /// Removes dead parts and counts the moves in parts of one side alone.
    fn settle(&mut self, zone: Zone<B>) -> (Zone<B>, i32) {
        let geometry: &Geometry<B> = self.geometry();
        let mut active = B::NONE;
        let mut settled = 0;
        for part in geometry.components(zone.squares()) {
            let empty = part & zone.empty;
            let own = part & (zone.free | zone.bound);
            let opponent = part & zone.opponent;
            if empty.is_empty() {
                continue;
            }
            match (own.is_empty(), opponent.is_empty()) {
                (true, true) => {}
                (false, false) => active |= part,
                (false, true) => {
                    settled += self.fill(part, part & zone.free, part & zone.bound) as i32;
                }
                // the opponent's moves need an upper bound
                (true, false) => {
                    settled -= self.exact_fill(part, opponent).unwrap_or(empty.count()) as i32;
                }
            }
        }
        let zone = Zone {
            empty: zone.empty & active,
            free: zone.free & active,
            bound: zone.bound & active,
            opponent: zone.opponent & active,
        };
        (zone, settled)
    }

    fn search(&mut self, zone: Zone<B>) -> ThermographId {
        self.counters.local_positions += 1;
        let mut scaffolds = self.local.store.scaffolds();
        let geometry: &Geometry<B> = self.geometry();
        for from in (zone.free | zone.bound | zone.opponent).squares() {
            let bit = B::bit(from);
            let (own, bound) = (!zone.opponent.has(from), zone.bound.has(from));
            let vacated = zone.empty | bit;
            for to in geometry.queen_reach(from, zone.empty).squares() {
                let arrows = if bound { bit } else { geometry.queen_reach(to, vacated) };
                let moved = |amazons: B| amazons & !bit | B::bit(to);
                for arrow in arrows.squares() {
                    let empty = vacated & !B::bit(to) & !B::bit(arrow);
                    if own {
                        let (free, bound) = (moved(zone.free), zone.bound & !bit);
                        let id = self.local_value(Zone { empty, free, bound, ..zone });
                        self.local.store.add_left(&mut scaffolds, id);
                    } else {
                        let opponent = moved(zone.opponent);
                        let id = self.local_value(Zone { empty, opponent, ..zone });
                        self.local.store.add_right(&mut scaffolds, id);
                    }
                }
            }
        }
        self.local.store.finish(scaffolds).expect("values of small areas are small numbers")
    }
}
