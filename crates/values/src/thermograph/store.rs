//! Interned thermographs.
//!
//! Millions of positions share a few thousand thermographs, so a database keeps ids, and the store
//! caches the steps of building a thermograph from options: maxima of two walls, and the
//! thermograph that results from two scaffolds.

use super::wall::{Meeting, Point, check, max, meet};
use super::{Thermograph, Wall};
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::evaluate::Player;
use crate::forms::Outcome;
use crate::hash::{FastMap, mix};

/// The id of a thermograph inside one [`ThermographStore`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThermographId(u32);

impl ThermographId {
    /// The thermograph of 0, in every store.
    pub const ZERO: ThermographId = ThermographId(0);

    /// The id as a small integer, without gaps within the store.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The id of a right wall inside one store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct WallId(u32);

/// A scaffold without options.
const NONE: WallId = WallId(u32::MAX);

/// The best options of both players so far: a thermograph under construction.
///
/// Options are added one at a time and in any order, so a move generator can add them directly,
/// without a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scaffolds {
    left: WallId,
    right: WallId,
}

/// The walls of one thermograph.
#[derive(Clone, Copy)]
struct Entry {
    /// The right wall of -G.
    negated_left: WallId,
    right: WallId,
}

/// A store of thermographs.
///
/// ```
/// use lastmove_values::{Dyadic, ThermographStore};
/// let mut store = ThermographStore::new();
/// let two = store.number(Dyadic::from_integer(2))?;
/// let zero = store.number(Dyadic::ZERO)?;
/// let mut scaffolds = store.scaffolds();
/// store.add_left(&mut scaffolds, two);
/// store.add_right(&mut scaffolds, zero);
/// let hot = store.finish(scaffolds)?;
/// assert_eq!(store.mean(hot), Dyadic::ONE);
/// assert_eq!(store.temperature(hot), Dyadic::ONE);
/// # Ok::<(), lastmove_values::ValueError>(())
/// ```
pub struct ThermographStore {
    entries: Vec<Entry>,
    /// Mean and temperature of each thermograph.
    masts: Vec<(Dyadic, Dyadic)>,
    walls: Vec<Box<[Point]>>,
    wall_ids: FastMap<Box<[Point]>, WallId>,
    ids: FastMap<u64, ThermographId>,
    meetings: FastMap<u64, ThermographId>,
    /// A direct-mapped cache: two wall ids and their maximum.
    maxima: Vec<(u64, WallId)>,
    maxima_evicted: usize,
    numbers: FastMap<Dyadic, ThermographId>,
    shifts: FastMap<(ThermographId, i64), ThermographId>,
    scratch: [Vec<Point>; 2],
}

impl Default for ThermographStore {
    fn default() -> ThermographStore {
        ThermographStore::new()
    }
}

const NO_PAIR: u64 = u64::MAX;

fn pair(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

impl ThermographStore {
    /// A store that contains only 0.
    pub fn new() -> ThermographStore {
        let mut store = ThermographStore {
            entries: Vec::new(),
            masts: Vec::new(),
            walls: Vec::new(),
            wall_ids: FastMap::default(),
            ids: FastMap::default(),
            meetings: FastMap::default(),
            maxima: vec![(NO_PAIR, NONE); 1 << 10],
            maxima_evicted: 0,
            numbers: FastMap::default(),
            shifts: FastMap::default(),
            scratch: [Vec::new(), Vec::new()],
        };
        store.straight(Dyadic::ZERO);
        store
    }

    /// The number of stored thermographs.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Always `false`: the store contains 0.
    pub fn is_empty(&self) -> bool {
        false
    }

    fn wall(&mut self, points: &[Point]) -> WallId {
        if let Some(&id) = self.wall_ids.get(points) {
            return id;
        }
        let id = WallId(self.walls.len() as u32);
        self.walls.push(points.into());
        self.wall_ids.insert(points.into(), id);
        id
    }

    fn intern(&mut self, negated_left: WallId, right: WallId) -> ThermographId {
        let next = ThermographId(self.entries.len() as u32);
        let id = *self.ids.entry(pair(negated_left.0, right.0)).or_insert(next);
        if id == next {
            self.entries.push(Entry { negated_left, right });
            let top = |id: WallId| *self.walls[id.0 as usize].last().expect("walls have corners");
            let ((left_start, _), (right_start, mean)) = (top(negated_left), top(right));
            self.masts.push((mean, left_start.max(right_start)));
        }
        id
    }

    /// The thermograph of an integer: two vertical walls.
    fn straight(&mut self, n: Dyadic) -> ThermographId {
        let right = self.wall(&[(Dyadic::MINUS_ONE, n)]);
        let negated_left = self.wall(&[(Dyadic::MINUS_ONE, -n)]);
        self.intern(negated_left, right)
    }

    /// The thermograph of a number.
    pub fn number(&mut self, x: Dyadic) -> Result<ThermographId> {
        if x.is_integer() {
            // Reject integers out of range.
            check(x)?;
            return Ok(self.straight(x));
        }
        if let Some(&id) = self.numbers.get(&x) {
            return Ok(id);
        }
        let mut scaffolds = self.scaffolds();
        for (side, option) in Player::BOTH.into_iter().zip([x.left_option(), x.right_option()]) {
            if let Some(option) = option {
                let option = self.number(option)?;
                self.add(&mut scaffolds, side, option);
            }
        }
        let id = self.finish(scaffolds)?;
        self.numbers.insert(x, id);
        Ok(id)
    }

    /// Scaffolds without options; finished like this, the game is 0.
    #[inline]
    pub fn scaffolds(&self) -> Scaffolds {
        Scaffolds { left: NONE, right: NONE }
    }

    /// Adds an option of Left with this thermograph.
    #[inline]
    pub fn add_left(&mut self, scaffolds: &mut Scaffolds, option: ThermographId) {
        let wall = self.entries[option.index()].right;
        scaffolds.left = self.greater(scaffolds.left, wall);
    }

    /// Adds an option of Right with this thermograph.
    #[inline]
    pub fn add_right(&mut self, scaffolds: &mut Scaffolds, option: ThermographId) {
        let wall = self.entries[option.index()].negated_left;
        scaffolds.right = self.greater(scaffolds.right, wall);
    }

    /// Adds an option of `player` with this thermograph.
    #[inline]
    pub fn add(&mut self, scaffolds: &mut Scaffolds, player: Player, option: ThermographId) {
        match player {
            Player::Left => self.add_left(scaffolds, option),
            Player::Right => self.add_right(scaffolds, option),
        }
    }

    /// The pointwise maximum of two walls.
    #[inline]
    fn greater(&mut self, a: WallId, b: WallId) -> WallId {
        if a == b || a == NONE {
            return b;
        }
        let key = if a.0 < b.0 { pair(a.0, b.0) } else { pair(b.0, a.0) };
        let slot = mix(0, key) as usize & (self.maxima.len() - 1);
        let (known, id) = self.maxima[slot];
        if known == key { id } else { self.new_maximum(a, b, key, slot) }
    }

    #[cold]
    fn new_maximum(&mut self, a: WallId, b: WallId, key: u64, slot: usize) -> WallId {
        let mut out = std::mem::take(&mut self.scratch[0]);
        max(&self.walls[a.0 as usize], &self.walls[b.0 as usize], &mut out);
        let id = self.wall(&out);
        self.scratch[0] = out;
        let old = std::mem::replace(&mut self.maxima[slot], (key, id));
        if old.0 != NO_PAIR {
            self.maxima_evicted += 1;
            if self.maxima_evicted * 4 > self.maxima.len() && self.maxima.len() < 1 << 20 {
                self.grow_maxima();
            }
        }
        id
    }

    fn grow_maxima(&mut self) {
        self.maxima_evicted = 0;
        let size = self.maxima.len() * 4;
        let old = std::mem::replace(&mut self.maxima, vec![(NO_PAIR, NONE); size]);
        for entry in old.into_iter().filter(|entry| entry.0 != NO_PAIR) {
            self.maxima[mix(0, entry.0) as usize & (size - 1)] = entry;
        }
    }

    /// The thermograph of the game with the options added.
    pub fn finish(&mut self, scaffolds: Scaffolds) -> Result<ThermographId> {
        let key = pair(scaffolds.left.0, scaffolds.right.0);
        if let Some(&id) = self.meetings.get(&key) {
            return Ok(id);
        }
        let [mut negated_left, mut right] = std::mem::take(&mut self.scratch);
        let points = |id: WallId| (id != NONE).then(|| &*self.walls[id.0 as usize]);
        let meeting =
            meet(points(scaffolds.left), points(scaffolds.right), &mut negated_left, &mut right);
        let id = match meeting {
            Ok(Meeting::Integer(n)) => Ok(self.straight(n)),
            Ok(Meeting::Walls) => {
                let (a, b) = (self.wall(&negated_left), self.wall(&right));
                Ok(self.intern(a, b))
            }
            Err(error) => Err(error),
        };
        self.scratch = [negated_left, right];
        let id = id?;
        self.meetings.insert(key, id);
        Ok(id)
    }

    /// The thermograph of the game with these options.
    pub fn from_options(
        &mut self,
        left: impl IntoIterator<Item = ThermographId>,
        right: impl IntoIterator<Item = ThermographId>,
    ) -> Result<ThermographId> {
        let mut scaffolds = self.scaffolds();
        for option in left {
            self.add_left(&mut scaffolds, option);
        }
        for option in right {
            self.add_right(&mut scaffolds, option);
        }
        self.finish(scaffolds)
    }

    /// The thermograph of -G.
    #[inline]
    pub fn neg(&mut self, id: ThermographId) -> ThermographId {
        let entry = self.entries[id.index()];
        if entry.negated_left == entry.right {
            return id;
        }
        self.intern(entry.right, entry.negated_left)
    }

    /// The thermograph of G + n. Only integers shift a thermograph; that of G + 1/2 has another
    /// shape below t = 0.
    pub fn shift(&mut self, id: ThermographId, n: i64) -> Result<ThermographId> {
        if n == 0 {
            return Ok(id);
        }
        if let Some(&shifted) = self.shifts.get(&(id, n)) {
            return Ok(shifted);
        }
        let thermograph = self.get(id).shift(Dyadic::integer(n)?)?;
        let shifted = self.insert(&thermograph);
        self.shifts.insert((id, n), shifted);
        Ok(shifted)
    }

    /// Stores a thermograph and returns its id.
    pub fn insert(&mut self, thermograph: &Thermograph) -> ThermographId {
        let negated_left = self.wall(&thermograph.left.points(true));
        let right = self.wall(&thermograph.right.points(false));
        self.intern(negated_left, right)
    }

    /// The thermograph with this id.
    pub fn get(&self, id: ThermographId) -> Thermograph {
        let entry = self.entries[id.index()];
        let points = |id: WallId| &self.walls[id.0 as usize];
        Thermograph {
            left: Wall::from_points(points(entry.negated_left), true),
            right: Wall::from_points(points(entry.right), false),
        }
    }

    /// The mean value: the value at the mast.
    pub fn mean(&self, id: ThermographId) -> Dyadic {
        self.masts[id.index()].0
    }

    /// The temperature at which the mast begins.
    pub fn temperature(&self, id: ThermographId) -> Dyadic {
        self.masts[id.index()].1
    }

    /// The value of the game if it is an integer.
    #[inline]
    pub fn as_integer(&self, id: ThermographId) -> Option<Dyadic> {
        (self.temperature(id) == Dyadic::MINUS_ONE).then(|| self.mean(id))
    }

    /// The outcome class, from the walls at t = -1.
    pub fn outcome(&self, id: ThermographId) -> Outcome {
        let entry = self.entries[id.index()];
        let foot = |id: WallId| self.walls[id.0 as usize][0].1;
        Outcome::from_order(
            foot(entry.right) >= Dyadic::ZERO,
            foot(entry.negated_left) >= Dyadic::ZERO,
        )
    }
}
