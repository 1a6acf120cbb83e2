//! The store of canonical forms.
//!
//! Every value is stored once and identified by a [`Form`], so equality of values is equality of
//! ids. One thread at a time uses a [`Forms`], without locks; it is `Send`, so each thread may own
//! one, and [`Forms::transfer`] copies values from one store to another.

mod atomic;
mod canonical;
mod compare;
mod consing;
mod cooling;
mod merit;
mod nus;
mod pairs;
mod properties;
mod sum;
mod transfer;

use crate::dyadic::Dyadic;
use crate::error::{Result, ValueError};
use crate::evaluate::Player;
use crate::hash::FastMap;
use crate::thermograph::{ThermographId, ThermographStore};
use lastmove_work::{Budget, Meter};
use pairs::PairCache;

pub use compare::Relation;
pub use merit::Merit;
pub use nus::Nus;
pub use properties::Outcome;

/// How deep a form that is not a number may be nested; recursion to this depth fits the stack of
/// any thread.
pub const MAX_DEPTH: usize = 500;

/// Default limit on the number of forms in a store.
pub const DEFAULT_MAX_FORMS: usize = 2_000_000;

/// The id of a value inside one [`Forms`]; equal ids mean equal values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(pub(crate) u32);

impl Form {
    /// The value 0, in every store.
    pub const ZERO: Form = Form(0);

    /// The id as a small integer, without gaps within the store, for tables indexed by value.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    const fn at(self) -> usize {
        self.0 as usize
    }
}

const NUMBER: u8 = 1;
/// A number plus ups plus a nimber.
const NUS: u8 = 2;
/// `G >= right stop of G`.
const ABOVE_RIGHT_STOP: u8 = 4;
/// `G <= left stop of G`.
const BELOW_LEFT_STOP: u8 = 8;

/// The stored facts about a form. Its options are `lefts + rights` ids in the arena, each side
/// sorted by id; those of a number are not stored, because they follow from its value.
#[derive(Clone, Copy)]
struct Node {
    /// For a nus: its number.
    left_stop: Dyadic,
    right_stop: Dyadic,
    start: u32,
    lefts: u16,
    rights: u16,
    /// For a nus: the multiple of up.
    ups: i16,
    /// For a nus: the nimber.
    nimber: u16,
    /// The depth of nesting above numbers.
    depth: u16,
    flags: u8,
}

const _: () = assert!(size_of::<Node>() == 32);

/// The stops of a game, and how the game compares with them: the flags of a [`Node`].
#[derive(Clone, Copy)]
struct Stops {
    left: Dyadic,
    right: Dyadic,
    flags: u8,
}

impl Node {
    #[inline]
    fn stops(&self) -> Stops {
        Stops { left: self.left_stop, right: self.right_stop, flags: self.flags }
    }
}

/// A store of canonical forms.
///
/// ```
/// use lastmove_values::{Dyadic, Forms, Form};
/// let mut forms = Forms::new();
/// let star = forms.game(&[Form::ZERO], &[Form::ZERO])?;
/// let up = forms.game(&[Form::ZERO], &[star])?;
/// assert_eq!(forms.sum(star, star)?, Form::ZERO);
/// let double_up = forms.sum(up, up)?;
/// let up_star = forms.sum(up, star)?;
/// assert_eq!(double_up, forms.game(&[Form::ZERO], &[up_star])?);
/// # Ok::<(), lastmove_values::ValueError>(())
/// ```
pub struct Forms {
    nodes: Vec<Node>,
    arena: Vec<Form>,
    numbers: FastMap<Dyadic, Form>,
    nus: FastMap<(Dyadic, u32), Form>,
    table: consing::Table,
    order: PairCache,
    sums: FastMap<u64, Form>,
    negatives: Vec<Form>,
    /// Cached answers about the game that is being made canonical, one list per side, valid for one
    /// epoch.
    seen: [Vec<u32>; 2],
    epoch: u32,
    birthdays: Vec<u32>,
    thermographs: ThermographStore,
    walls: FastMap<Form, ThermographId>,
    max_forms: usize,
    budget: Option<Budget>,
    meter: Option<Meter>,
    /// Games made canonical so far, to check the budget at intervals.
    made: u32,
}

/// Checks that the budget is not spent and the meter not full.
pub(crate) fn go_on(budget: &Option<Budget>, meter: &Option<Meter>) -> Result<()> {
    if budget.as_ref().is_some_and(|budget| budget.check().is_err()) {
        return Err(ValueError::Stopped);
    }
    match meter {
        Some(meter) if meter.is_full() => Err(ValueError::TooMuchMemory { limit: meter.most() }),
        _ => Ok(()),
    }
}

/// Games made canonical between two checks of the budget.
const PATIENCE: u32 = 1024;

/// Marks an id that has not been computed yet.
const UNKNOWN: Form = Form(u32::MAX);

impl Default for Forms {
    fn default() -> Forms {
        Forms::new()
    }
}

impl Forms {
    /// An empty store with the default limit of [`DEFAULT_MAX_FORMS`].
    pub fn new() -> Forms {
        Forms::with_limit(DEFAULT_MAX_FORMS)
    }

    /// An empty store that holds at most `max_forms` forms; operations that need more return
    /// [`ValueError::TooManyForms`], and the stored values remain usable.
    pub fn with_limit(max_forms: usize) -> Forms {
        let mut forms = Forms {
            nodes: Vec::new(),
            arena: Vec::new(),
            numbers: FastMap::default(),
            nus: FastMap::default(),
            table: consing::Table::new(),
            order: PairCache::new(24),
            sums: FastMap::default(),
            negatives: Vec::new(),
            seen: [Vec::new(), Vec::new()],
            epoch: 0,
            birthdays: Vec::new(),
            thermographs: ThermographStore::new(),
            walls: FastMap::default(),
            max_forms: max_forms.clamp(1, 1 << 30),
            budget: None,
            meter: None,
            made: 0,
        };
        let zero = forms.number(Dyadic::ZERO).expect("room for one form");
        debug_assert_eq!(zero, Form::ZERO);
        forms
    }

    /// Sets a budget: operations return [`ValueError::Stopped`] soon after it is spent; the stored
    /// values remain usable.
    pub fn set_budget(&mut self, budget: Option<Budget>) {
        self.budget = budget;
    }

    /// The budget, if there is one.
    pub fn budget(&self) -> Option<Budget> {
        self.budget.clone()
    }

    /// Sets a memory meter: operations return [`ValueError::TooMuchMemory`] soon after it is full;
    /// the stored values remain usable. It must be the meter of the thread that uses the store.
    pub fn set_meter(&mut self, meter: Option<Meter>) {
        if let Some(meter) = &meter {
            // At most a sixteenth of the memory; the table grows fourfold at a time.
            self.order = PairCache::new((meter.most() / 128).max(1).ilog2().min(24));
        }
        self.meter = meter;
    }

    #[inline]
    fn poll(&mut self) -> Result<()> {
        self.made = self.made.wrapping_add(1);
        if self.made.is_multiple_of(PATIENCE) { self.go_on() } else { Ok(()) }
    }

    /// Checks the budget and the meter.
    pub(crate) fn go_on(&self) -> Result<()> {
        go_on(&self.budget, &self.meter)
    }

    /// The number of stored forms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always `false`: the store contains 0.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Changes the limit on the number of forms.
    pub fn set_max_forms(&mut self, most: usize) {
        self.max_forms = most.clamp(1, 1 << 30);
    }

    /// The limit on the number of forms.
    pub fn max_forms(&self) -> usize {
        self.max_forms
    }

    /// The number `x` as a game.
    pub fn number(&mut self, x: Dyadic) -> Result<Form> {
        if let Some(&game) = self.numbers.get(&x) {
            return Ok(game);
        }
        let game = self.push(Node {
            left_stop: x,
            right_stop: x,
            start: 0,
            lefts: 0,
            rights: 0,
            ups: 0,
            nimber: 0,
            depth: 0,
            flags: NUMBER | NUS | ABOVE_RIGHT_STOP | BELOW_LEFT_STOP,
        })?;
        self.numbers.insert(x, game);
        Ok(game)
    }

    /// The integer `n` as a game.
    pub fn integer(&mut self, n: i64) -> Result<Form> {
        self.number(Dyadic::integer(n)?)
    }

    fn push(&mut self, node: Node) -> Result<Form> {
        if self.nodes.len() >= self.max_forms {
            return Err(ValueError::TooManyForms { limit: self.max_forms });
        }
        let game = Form(self.nodes.len() as u32);
        self.nodes.push(node);
        self.negatives.push(UNKNOWN);
        self.seen.iter_mut().for_each(|seen| seen.push(0));
        self.birthdays.push(u32::MAX);
        Ok(game)
    }

    #[inline]
    fn node(&self, game: Form) -> &Node {
        &self.nodes[game.at()]
    }

    #[inline]
    fn is(&self, game: Form, flag: u8) -> bool {
        self.node(game).flags & flag != 0
    }

    /// Stored options of a player; none for a number.
    #[inline]
    fn options(&self, game: Form, side: Player) -> std::ops::Range<usize> {
        let node = self.node(game);
        let middle = node.start as usize + node.lefts as usize;
        match side {
            Player::Left => node.start as usize..middle,
            Player::Right => middle..middle + node.rights as usize,
        }
    }

    /// The options of a player in a form that is not a number.
    pub(crate) fn stored_options(&self, game: Form, player: Player) -> &[Form] {
        &self.arena[self.options(game, player)]
    }

    /// Left's options in the canonical form.
    pub fn left_options(&mut self, game: Form) -> Result<Vec<Form>> {
        self.options_of(game, Player::Left)
    }

    /// Right's options in the canonical form.
    pub fn right_options(&mut self, game: Form) -> Result<Vec<Form>> {
        self.options_of(game, Player::Right)
    }

    /// A player's options in the canonical form.
    pub fn options_of(&mut self, game: Form, player: Player) -> Result<Vec<Form>> {
        let Some(x) = self.as_number(game) else {
            return Ok(self.arena[self.options(game, player)].to_vec());
        };
        let option = match player {
            Player::Left => x.left_option(),
            Player::Right => x.right_option(),
        };
        option.into_iter().map(|y| self.number(y)).collect()
    }
}
