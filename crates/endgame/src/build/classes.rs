//! Classes of positions by value: the thermograph, and the exact value if it is simple.
//!
//! Millions of positions share few such classes. The shared list gives each a number; every thread
//! works with a list of its own and consults the shared one only for new classes.

use lastmove_board::Key;
use lastmove_values::{
    Dyadic, FastMap, Form, Forms, Player, Thermograph, ThermographId, ThermographStore,
};
use std::sync::{Arc, Mutex};

/// The number of a class in the shared list.
pub(crate) type ClassId = u32;

/// Larger forms are not kept. Numbers, ups and stars have size 1; the size of any other form is 1
/// more than that of its options together.
const LARGEST_FORM: usize = 12;

/// A thread clears its stores when they hold this many forms or have valued this many positions:
/// with each position, they collect walls and meetings of walls that are never needed again.
const FORMS_PER_THREAD: usize = 1_000_000;
const POSITIONS_PER_THREAD: usize = 3_000_000;

/// The shared list.
#[derive(Clone)]
pub(crate) struct Classes(Arc<Mutex<Shared>>);

struct Shared {
    thermographs: ThermographStore,
    forms: Forms,
    list: Vec<(ThermographId, Option<Form>)>,
    ids: FastMap<(ThermographId, Option<Form>), ClassId>,
}

/// A class of the list, with its thermograph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exact {
    /// the thermograph
    pub(crate) thermograph: Thermograph,
    /// the value, if it is simple
    pub(crate) value: Option<Form>,
}

impl Classes {
    /// An empty list.
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Shared {
            thermographs: ThermographStore::new(),
            forms: Forms::new(),
            list: Vec::new(),
            ids: FastMap::default(),
        })))
    }

    /// How many classes there are.
    pub(crate) fn len(&self) -> usize {
        self.lock().list.len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.0.lock().expect("no thread panics while it holds the list")
    }

    /// Calls `visit` for each wanted class in ascending order, with its number, the class, and the
    /// store of its value.
    pub(crate) fn for_each(
        &self,
        wanted: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, Exact, &mut Forms),
    ) {
        let shared = &mut *self.lock();
        for (number, &(thermograph, value)) in shared.list.iter().enumerate() {
            if wanted(number) {
                let thermograph = shared.thermographs.get(thermograph);
                visit(number, Exact { thermograph, value }, &mut shared.forms);
            }
        }
    }
}

/// A class in the list of one thread.
#[derive(Clone, Copy)]
struct Own {
    thermograph: ThermographId,
    left_stop: Dyadic,
    right_stop: Dyadic,
    /// the walls at t = -1, and the mean, where they meet: every wall lies between foot and mean
    left_foot: Dyadic,
    right_foot: Dyadic,
    mean: Dyadic,
    value: Option<Form>,
}

/// The part of one thread: finds the class of a position from those of its options.
pub(crate) struct Valuer {
    classes: Classes,
    thermographs: ThermographStore,
    forms: Forms,
    own: Vec<Own>,
    own_ids: FastMap<(ThermographId, Option<Form>), u32>,
    /// from shared number to own number and back; `UNKNOWN` if the class is new to this thread
    to_own: Vec<u32>,
    to_shared: Vec<ClassId>,
    sizes: FastMap<Form, usize>,
    /// positions valued since the stores were cleared
    valued: usize,
    /// the options of the current position, without repetition
    options: [Vec<ClassId>; 2],
    seen: [Vec<u32>; 2],
    round: u32,
    key: u128,
    memo: Vec<(u128, ClassId)>,
}

const UNKNOWN: u32 = u32::MAX;
const MEMO_ENTRIES: usize = 1 << 21;

impl Valuer {
    pub(crate) fn new(classes: Classes) -> Self {
        Self {
            classes,
            thermographs: ThermographStore::new(),
            forms: Forms::with_limit(2 * FORMS_PER_THREAD),
            own: Vec::new(),
            own_ids: FastMap::default(),
            to_own: Vec::new(),
            to_shared: Vec::new(),
            sizes: FastMap::default(),
            valued: 0,
            options: [Vec::new(), Vec::new()],
            seen: [Vec::new(), Vec::new()],
            round: 0,
            key: 0,
            memo: vec![(0, UNKNOWN); MEMO_ENTRIES],
        }
    }

    /// Begins a new position.
    #[inline]
    pub(crate) fn start(&mut self) {
        self.options[0].clear();
        self.options[1].clear();
        self.round += 1;
        self.key = 0;
    }

    /// Adds an option of Black (side 0) or White (side 1) of this class.
    #[inline]
    pub(crate) fn add(&mut self, side: usize, class: ClassId) {
        let seen = &mut self.seen[side];
        if class as usize >= seen.len() {
            seen.resize((class as usize + 1).next_power_of_two(), 0);
        }
        if seen[class as usize] != self.round {
            seen[class as usize] = self.round;
            self.options[side].push(class);
            // A set's key is the sum over its members, so that their order does not matter.
            let member = Key::EMPTY.and([class, side as u32]).whole();
            self.key = self.key.wrapping_add(member);
        }
    }

    /// Returns the class of the position whose options were added.
    #[inline]
    pub(crate) fn finish(&mut self) -> ClassId {
        let slot = self.key as usize & (MEMO_ENTRIES - 1);
        let (key, class) = self.memo[slot];
        if key == self.key && class != UNKNOWN {
            return class;
        }
        let class = self.find();
        self.memo[slot] = (self.key, class);
        class
    }

    #[cold]
    fn find(&mut self) -> ClassId {
        self.valued += 1;
        if self.forms.len() > FORMS_PER_THREAD || self.valued > POSITIONS_PER_THREAD {
            self.forget();
        }
        let mut options = std::mem::take(&mut self.options);
        for option in options.iter_mut().flatten() {
            *option = self.own_number(*option);
        }
        let thermograph = self.thermograph(&options);
        let value = self.simple_value(thermograph, &options);
        self.options = options;
        let own = self.intern(thermograph, value);
        self.shared_number(own)
    }

    /// The thermograph of the game with these options.
    ///
    /// Right walls lean to greater values from their foot to their mean. So an option whose mean is
    /// no more than the foot of another is nowhere better for Left and can be skipped. The same
    /// holds for Right with the order reversed.
    fn thermograph(&mut self, options: &[Vec<u32>; 2]) -> ThermographId {
        let mut scaffolds = self.thermographs.scaffolds();
        for (player, options) in Player::BOTH.into_iter().zip(options) {
            let options = options.iter().map(|&option| &self.own[option as usize]);
            let seen = |own: &Own| match player {
                Player::Left => (own.right_foot, own.mean),
                Player::Right => (-own.left_foot, -own.mean),
            };
            let Some(best) = options.clone().max_by_key(|own| seen(own).0) else { continue };
            self.thermographs.add(&mut scaffolds, player, best.thermograph);
            for option in options.filter(|own| seen(own).1 > seen(best).0) {
                self.thermographs.add(&mut scaffolds, player, option.thermograph);
            }
        }
        self.thermographs.finish(scaffolds).expect("values of small boards are small numbers")
    }

    /// The value of the game with these options, if it can be determined and is simple.
    fn simple_value(
        &mut self,
        thermograph: ThermographId,
        options: &[Vec<u32>; 2],
    ) -> Option<Form> {
        let temperature = self.thermographs.temperature(thermograph);
        if temperature < Dyadic::ZERO {
            return self.forms.number(self.thermographs.mean(thermograph)).ok();
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in options.iter().enumerate() {
            let own = |&o: &u32| self.own[o as usize];
            sides[side] = options.iter().filter_map(|o| own(o).value).collect::<Vec<_>>();
            if sides[side].len() == options.len() {
                continue;
            }
            // An option of unknown value may be ignored if a known one is certainly better: if the
            // known one's worst stop is better than the unknown one's best stop.
            let known = options.iter().map(own).filter(|o| o.value.is_some());
            let unknown = options.iter().map(own).filter(|o| o.value.is_none());
            let dominated = if side == 0 {
                let best = known.map(|o| o.right_stop).max()?;
                unknown.map(|o| o.left_stop).all(|stop| stop < best)
            } else {
                let best = known.map(|o| o.left_stop).min()?;
                unknown.map(|o| o.right_stop).all(|stop| stop > best)
            };
            if !dominated {
                return None;
            }
        }
        let game = self.forms.game(&sides[0], &sides[1]).ok()?;
        (self.size(game) <= LARGEST_FORM).then_some(game)
    }

    fn size(&mut self, game: Form) -> usize {
        if self.forms.as_nus(game).is_some() {
            return 1;
        }
        if let Some(&size) = self.sizes.get(&game) {
            return size;
        }
        let left = self.forms.left_options(game).unwrap_or_default();
        let right = self.forms.right_options(game).unwrap_or_default();
        let mut size = 1;
        for option in left.into_iter().chain(right) {
            size += self.size(option);
        }
        self.sizes.insert(game, size);
        size
    }

    fn intern(&mut self, thermograph: ThermographId, value: Option<Form>) -> u32 {
        if let Some(&own) = self.own_ids.get(&(thermograph, value)) {
            return own;
        }
        let walls = self.thermographs.get(thermograph);
        let own = self.own.len() as u32;
        self.own_ids.insert((thermograph, value), own);
        self.to_shared.push(UNKNOWN);
        self.own.push(Own {
            thermograph,
            left_stop: walls.left_stop(),
            right_stop: walls.right_stop(),
            left_foot: walls.left_wall().at(Dyadic::MINUS_ONE),
            right_foot: walls.right_wall().at(Dyadic::MINUS_ONE),
            mean: walls.mean(),
            value,
        });
        own
    }

    fn own_number(&mut self, class: ClassId) -> u32 {
        if class as usize >= self.to_own.len() {
            self.to_own.resize((class as usize + 1).next_power_of_two(), UNKNOWN);
        }
        if self.to_own[class as usize] == UNKNOWN {
            let classes = self.classes.clone();
            let shared = &mut *classes.lock();
            let (thermograph, value) = shared.list[class as usize];
            let thermograph = self.thermographs.insert(&shared.thermographs.get(thermograph));
            let value = value.map(|game| {
                let memo = &mut FastMap::default();
                self.forms.transfer(&shared.forms, game, memo).expect("a simple value is small")
            });
            let own = self.intern(thermograph, value);
            self.to_own[class as usize] = own;
            self.to_shared[own as usize] = class;
        }
        self.to_own[class as usize]
    }

    fn shared_number(&mut self, own: u32) -> ClassId {
        if self.to_shared[own as usize] == UNKNOWN {
            let Own { thermograph, value, .. } = self.own[own as usize];
            let classes = self.classes.clone();
            let shared = &mut *classes.lock();
            let thermograph = shared.thermographs.insert(&self.thermographs.get(thermograph));
            let value = value.map(|game| {
                let memo = &mut FastMap::default();
                shared.forms.transfer(&self.forms, game, memo).expect("a simple value is small")
            });
            let next = shared.list.len() as ClassId;
            let class = *shared.ids.entry((thermograph, value)).or_insert(next);
            if class == next {
                shared.list.push((thermograph, value));
            }
            self.to_shared[own as usize] = class;
        }
        self.to_shared[own as usize]
    }

    /// Clears the list of this thread. All that it found is in the shared list.
    fn forget(&mut self) {
        self.thermographs = ThermographStore::new();
        self.forms = Forms::with_limit(2 * FORMS_PER_THREAD);
        self.own = Vec::new();
        self.own_ids = FastMap::default();
        self.to_own.fill(UNKNOWN);
        self.to_shared = Vec::new();
        self.sizes = FastMap::default();
        self.valued = 0;
    }
}
