//! Evaluating positions: the link between the rules of a game and this crate.
//!
//! [`Rules`] say which moves a position has and into which parts it falls; the evaluators store
//! whole positions, their parts at their places on the board, and the normal forms of parts. So
//! each position and each part is split and brought into normal form only once, and the common case
//! of a move to a known position takes one look-up.

use crate::dyadic::Dyadic;
use crate::error::{Result, ValueError};
use crate::forms::{Form, Forms, go_on};
use crate::hash::FastMap;
use crate::thermograph::{ThermographId, ThermographStore};
use lastmove_work::{Budget, Meter};
use serde::Serialize;
use std::hash::Hash;

/// The two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Positive: Black in Amazons, Vertical in Domineering.
    Left,
    /// Negative: White in Amazons, Horizontal in Domineering.
    Right,
}

impl Player {
    /// Both players.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The player's name.
    pub const fn name(self) -> &'static str {
        match self {
            Player::Left => "Left",
            Player::Right => "Right",
        }
    }

    /// The other player.
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// The representative of a position and all its images under the symmetries of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NormalForm<P> {
    /// The image that represents the others.
    pub position: P,
    /// Whether its value is the *negative* of the value of the position that it represents, as
    /// after an exchange of colours.
    pub negated: bool,
}

/// A partizan game in which every move leads closer to the end.
pub trait Rules {
    /// A position without the side to move.
    type Position: Clone + Eq + Hash;

    /// Appends the independent parts of a position, at their places on the board. Parts of value 0
    /// may be left out. The only part of a part is itself.
    fn components(&self, position: &Self::Position, out: &mut Vec<Self::Position>);

    /// The normal form of a part: the same for all its images, or at least for some. The default
    /// ignores symmetries.
    fn normal_form(&self, part: &Self::Position) -> NormalForm<Self::Position> {
        NormalForm { position: part.clone(), negated: false }
    }

    /// The integer value of a part, if it is known without playing.
    fn integer(&self, part: &Self::Position) -> Option<i64> {
        let _ = part;
        None
    }

    /// Integer bounds on the value of a part; the default is no bounds.
    fn bounds(&self, part: &Self::Position) -> (i64, i64) {
        let _ = part;
        (-1000, 1000)
    }

    /// Appends the positions that `player` can move to; duplicates are allowed.
    fn moves(&self, position: &Self::Position, player: Player, out: &mut Vec<Self::Position>);
}

/// New positions between two checks of the budget.
const PATIENCE: usize = 1024;

/// Default limit on the positions that an evaluator stores: about half a gigabyte for positions of
/// three machine words.
pub const DEFAULT_MAX_POSITIONS: usize = 10_000_000;

/// Computes the canonical forms of positions.
pub struct FormEvaluator<R: Rules> {
    rules: R,
    forms: Forms,
    memo: FastMap<R::Position, Form>,
    max_positions: usize,
    /// Vectors for reuse: recursion needs a few per level, not per call.
    lists: Vec<Vec<R::Position>>,
}

impl<R: Rules> FormEvaluator<R> {
    /// An evaluator that keeps its forms in `forms`.
    pub fn new(rules: R, forms: Forms) -> FormEvaluator<R> {
        let (memo, max_positions, lists) = (FastMap::default(), DEFAULT_MAX_POSITIONS, Vec::new());
        FormEvaluator { rules, forms, memo, max_positions, lists }
    }

    /// Limits the positions that the evaluator stores; an evaluation that needs more ends with
    /// [`ValueError::TooManyPositions`].
    pub fn set_max_positions(&mut self, most: usize) {
        self.max_positions = most;
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The store of the values; its budget ends an evaluation.
    pub fn forms(&mut self) -> &mut Forms {
        &mut self.forms
    }

    /// The number of positions stored.
    pub fn positions(&self) -> usize {
        self.memo.len()
    }

    /// The value of a part, if it was computed before.
    pub fn known(&mut self, part: &R::Position) -> Option<Form> {
        if let Some(&game) = self.memo.get(part) {
            return Some(game);
        }
        let normal = self.rules.normal_form(part);
        let &game = self.memo.get(&normal.position)?;
        if normal.negated { self.forms.neg(game).ok() } else { Some(game) }
    }

    /// The value of a position. After an error the evaluator stays usable, and
    /// what was computed is kept.
    pub fn value(&mut self, position: &R::Position) -> Result<Form> {
        if let Some(&game) = self.memo.get(position) {
            return Ok(game);
        }
        let mut parts = self.lists.pop().unwrap_or_default();
        self.rules.components(position, &mut parts);
        let mut total = Form::ZERO;
        for part in parts.drain(..) {
            let game = self.part(&part)?;
            total = self.forms.sum(total, game)?;
        }
        self.lists.push(parts);
        if self.memo.len() >= self.max_positions {
            return Err(ValueError::TooManyPositions { limit: self.max_positions });
        }
        self.memo.insert(position.clone(), total);
        if self.memo.len().is_multiple_of(PATIENCE) {
            self.forms.go_on()?;
        }
        Ok(total)
    }

    fn part(&mut self, part: &R::Position) -> Result<Form> {
        if let Some(&game) = self.memo.get(part) {
            return Ok(game);
        }
        let normal = self.rules.normal_form(part);
        let game = self.normal_part(&normal.position)?;
        let game = if normal.negated { self.forms.neg(game)? } else { game };
        self.memo.insert(part.clone(), game);
        Ok(game)
    }

    fn normal_part(&mut self, position: &R::Position) -> Result<Form> {
        if let Some(&game) = self.memo.get(position) {
            return Ok(game);
        }
        let game = if let Some(n) = self.rules.integer(position) {
            self.forms.integer(n)?
        } else {
            let left = self.options(position, Player::Left)?;
            let right = self.options(position, Player::Right)?;
            self.forms.canonical(left, right)?
        };
        self.memo.insert(position.clone(), game);
        Ok(game)
    }

    fn options(&mut self, position: &R::Position, player: Player) -> Result<Vec<Form>> {
        let mut moves = self.lists.pop().unwrap_or_default();
        self.rules.moves(position, player, &mut moves);
        let mut options = Vec::with_capacity(moves.len());
        for after in moves.drain(..) {
            options.push(self.value(&after)?);
        }
        self.lists.push(moves);
        Ok(options)
    }
}

/// Computes the thermographs of positions, without canonical forms.
///
/// Components that are integers are split off, since they only shift the thermograph; the rest is
/// played out as one position, because thermographs do not add.
pub struct ThermographEvaluator<R: Rules> {
    rules: R,
    store: ThermographStore,
    memo: FastMap<R::Position, ThermographId>,
    max_positions: usize,
    budget: Option<Budget>,
    meter: Option<Meter>,
    /// Vectors for reuse: recursion needs a few per level, not per call.
    lists: Vec<Vec<R::Position>>,
}

impl<R: Rules> ThermographEvaluator<R> {
    /// An evaluator that keeps its thermographs in `store`.
    pub fn new(rules: R, store: ThermographStore) -> ThermographEvaluator<R> {
        let (memo, max_positions, lists) = (FastMap::default(), DEFAULT_MAX_POSITIONS, Vec::new());
        let (budget, meter) = (None, None);
        ThermographEvaluator { rules, store, memo, max_positions, budget, meter, lists }
    }

    /// Limits the positions that the evaluator stores; an evaluation that needs more ends with
    /// [`ValueError::TooManyPositions`].
    pub fn set_max_positions(&mut self, most: usize) {
        self.max_positions = most;
    }

    /// Ends evaluations with [`ValueError::Stopped`] soon after the budget is spent.
    pub fn set_budget(&mut self, budget: Option<Budget>) {
        self.budget = budget;
    }

    /// Ends evaluations with [`ValueError::TooMuchMemory`] soon after the meter is full.
    pub fn set_meter(&mut self, meter: Option<Meter>) {
        self.meter = meter;
    }

    /// The store of the thermographs.
    pub fn store(&mut self) -> &mut ThermographStore {
        &mut self.store
    }

    /// The number of positions stored.
    pub fn positions(&self) -> usize {
        self.memo.len()
    }

    /// The thermograph of a position.
    pub fn thermograph(&mut self, position: &R::Position) -> Result<ThermographId> {
        if let Some(&id) = self.memo.get(position) {
            return Ok(id);
        }
        if self.memo.len().is_multiple_of(PATIENCE) {
            go_on(&self.budget, &self.meter)?;
        }
        if self.memo.len() >= self.max_positions {
            return Err(ValueError::TooManyPositions { limit: self.max_positions });
        }
        let mut parts = self.lists.pop().unwrap_or_default();
        self.rules.components(position, &mut parts);
        let mut integers = Dyadic::ZERO;
        let mut rest = None;
        let mut several = false;
        for part in parts.drain(..) {
            let id = self.part(&part)?;
            match self.store.as_integer(id) {
                Some(n) => integers = integers.checked_add(n)?,
                None => several |= rest.replace(id).is_some(),
            }
        }
        self.lists.push(parts);
        let id = if several {
            self.by_options(position)?
        } else {
            self.store.shift(rest.unwrap_or(ThermographId::ZERO), integers.floor())?
        };
        self.memo.insert(position.clone(), id);
        Ok(id)
    }

    fn part(&mut self, part: &R::Position) -> Result<ThermographId> {
        if let Some(&id) = self.memo.get(part) {
            return Ok(id);
        }
        let normal = self.rules.normal_form(part);
        let id = self.normal_part(&normal.position)?;
        let id = if normal.negated { self.store.neg(id) } else { id };
        self.memo.insert(part.clone(), id);
        Ok(id)
    }

    fn normal_part(&mut self, position: &R::Position) -> Result<ThermographId> {
        if let Some(&id) = self.memo.get(position) {
            return Ok(id);
        }
        let id = match self.rules.integer(position) {
            Some(n) => self.store.number(Dyadic::integer(n)?)?,
            None => self.by_options(position)?,
        };
        self.memo.insert(position.clone(), id);
        Ok(id)
    }

    fn by_options(&mut self, position: &R::Position) -> Result<ThermographId> {
        let mut scaffolds = self.store.scaffolds();
        let mut moves = self.lists.pop().unwrap_or_default();
        for player in Player::BOTH {
            self.rules.moves(position, player, &mut moves);
            for after in moves.drain(..) {
                let option = self.thermograph(&after)?;
                self.store.add(&mut scaffolds, player, option);
            }
        }
        self.lists.push(moves);
        self.store.finish(scaffolds)
    }
}

/// The game of a position plus `*`, needed to distinguish n + `*` from other games with the same
/// walls: G is n + `*` if and only if G + `*` is n.
///
/// A position is a pair: a position of `R`, and whether the `*` is still there.
pub struct PlusStar<R>(pub R);

impl<R: Rules> Rules for PlusStar<R> {
    type Position = (R::Position, bool);

    fn components(&self, position: &Self::Position, out: &mut Vec<Self::Position>) {
        let mut parts = Vec::new();
        self.0.components(&position.0, &mut parts);
        if position.1 && parts.len() != 1 {
            // Splitting the star off would leave two games that do not add.
            out.push(position.clone());
        } else {
            out.extend(parts.into_iter().map(|part| (part, position.1)));
        }
    }

    /// `*` is its own negative, so it stays the same whether the form is negated or not.
    fn normal_form(&self, part: &Self::Position) -> NormalForm<Self::Position> {
        let mut parts = Vec::new();
        self.0.components(&part.0, &mut parts);
        if parts.len() != 1 {
            return NormalForm { position: part.clone(), negated: false };
        }
        let NormalForm { position, negated } = self.0.normal_form(&parts[0]);
        NormalForm { position: (position, part.1), negated }
    }

    fn moves(&self, position: &Self::Position, player: Player, out: &mut Vec<Self::Position>) {
        let mut moves = Vec::new();
        self.0.moves(&position.0, player, &mut moves);
        out.extend(moves.into_iter().map(|after| (after, position.1)));
        if position.1 {
            out.push((position.0.clone(), false));
        }
    }
}
