//! Who wins a sum of positions and known games, by a search that knows parts by their values.
//!
//! A part whose canonical form is found within a limit leaves the sum and joins its known half (see
//! [`SumStore`]). What remains is a multiset of parts in normal form, in which a part and its
//! negative cancel. So a sum of small parts needs no search of positions at all, and large parts
//! are searched only as long as they are large.

use crate::appraise::AppraisalLimits;
use crate::error::{Result, ValueError};
use crate::evaluate::{FormEvaluator, Player, Rules};
use crate::forms::{Form, Forms, go_on};
use crate::hash::{FastMap, mix};
use crate::known::{KnownSum, SumReader, SumStore, WithInteger};
use crate::sums::tidy;

/// Positions that the form of one part may take, unless the limits are lower.
const POSITIONS_OF_A_PART: usize = 200_000;
/// Steps of the search over known games that bounds on the open parts are tried with.
const GLANCE: u64 = 200;
/// Open sums between two checks of the budget.
const PATIENCE: u64 = 64;

/// A sum: open parts in normal form, each with whether it counts negatively, and known games.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sum<P> {
    parts: Vec<(P, bool)>,
    known: WithInteger,
}

impl<P> Default for Sum<P> {
    fn default() -> Self {
        Sum { parts: Vec::new(), known: WithInteger::default() }
    }
}

/// Decides who wins sums of positions and known games, and keeps what it has found for later sums.
///
/// ```
/// use lastmove_values::{AppraisalLimits, Player, Rules, Sum, SumSearch};
///
/// /// Nim with one heap: both players may take any number of stones.
/// struct Heap;
/// impl Rules for Heap {
///     type Position = u32;
///     fn components(&self, heap: &u32, out: &mut Vec<u32>) {
///         out.push(*heap);
///     }
///     fn moves(&self, heap: &u32, _: Player, out: &mut Vec<u32>) {
///         out.extend(0..*heap);
///     }
/// }
///
/// let mut search = SumSearch::new(Heap, &AppraisalLimits::default());
/// let mut sum = Sum::default();
/// for heap in [1, 2, 3] {
///     search.add(&mut sum, &heap, false)?;
/// }
/// assert!(!search.wins(&sum, Player::Left)?); // 1 xor 2 xor 3 is 0
/// # Ok::<(), lastmove_values::ValueError>(())
/// ```
pub struct SumSearch<R: Rules> {
    evaluator: FormEvaluator<R>,
    store: SumStore,
    reader: SumReader,
    /// parts in normal form that took too many positions or forms
    large: FastMap<R::Position, ()>,
    /// whether the player to move, as Left, wins an open sum
    decided: FastMap<Sum<R::Position>, bool>,
    limits: AppraisalLimits,
    part_positions: usize,
    nodes: u64,
}

impl<R: Rules> SumSearch<R>
where
    R::Position: Ord,
{
    /// A search that knows nothing yet.
    pub fn new(rules: R, limits: &AppraisalLimits) -> SumSearch<R> {
        let store = SumStore::new(|words| {
            let fold = |seed| u128::from(words.iter().fold(seed, |hash, &word| mix(hash, word)));
            fold(1) << 64 | fold(2)
        });
        SumSearch {
            evaluator: FormEvaluator::new(rules, limits.forms()),
            reader: store.reader(),
            store,
            large: FastMap::default(),
            decided: FastMap::default(),
            limits: limits.clone(),
            part_positions: POSITIONS_OF_A_PART.min(limits.max_positions),
            nodes: 0,
        }
    }

    /// Limits the positions that the form of one part may take; a part that needs more is searched.
    pub fn set_part_positions(&mut self, most: usize) {
        self.part_positions = most;
    }

    /// The rules of the positions.
    pub fn rules(&self) -> &R {
        self.evaluator.rules()
    }

    /// The store of the known games.
    pub fn forms(&mut self) -> &mut Forms {
        self.evaluator.forms()
    }

    /// The open sums that were searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds a game to a sum; its form is in [`SumSearch::forms`].
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn add_form(&mut self, sum: &mut Sum<R::Position>, game: Form) -> Result<()> {
        let more = self.store.add(self.evaluator.forms(), sum.known.sum, game)?;
        sum.known = WithInteger { sum: more.sum, integer: plus(sum.known.integer, more.integer)? };
        Ok(())
    }

    /// Adds a position, or its negative, to a sum.
    ///
    /// # Errors
    /// If told to stop.
    pub fn add(
        &mut self,
        sum: &mut Sum<R::Position>,
        position: &R::Position,
        negated: bool,
    ) -> Result<()> {
        let mut parts = Vec::new();
        self.rules().components(position, &mut parts);
        for part in parts {
            let normal = self.rules().normal_form(&part);
            let negated = normal.negated != negated;
            match self.form(&normal.position)? {
                Some(form) if negated => {
                    let form = self.evaluator.forms().neg(form)?;
                    self.add_form(sum, form)?;
                }
                Some(form) => self.add_form(sum, form)?,
                None => sum.parts.push((normal.position, negated)),
            }
        }
        tidy(&mut sum.parts);
        Ok(())
    }

    /// The form of a part in normal form, if it takes neither too many positions nor forms.
    fn form(&mut self, part: &R::Position) -> Result<Option<Form>> {
        if self.large.contains_key(part) {
            return Ok(None);
        }
        self.evaluator.set_max_positions(self.evaluator.positions() + self.part_positions);
        match self.evaluator.value(part) {
            Ok(form) => Ok(Some(form)),
            Err(error @ (ValueError::Stopped | ValueError::TooMuchMemory { .. })) => Err(error),
            Err(_) => {
                self.large.insert(part.clone(), ());
                Ok(None)
            }
        }
    }

    /// Whether `first`, to move, wins a sum.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn wins(&mut self, sum: &Sum<R::Position>, first: Player) -> Result<bool> {
        match first {
            Player::Left => self.search(sum),
            Player::Right => {
                let negative = self.negative(sum)?;
                self.search(&negative)
            }
        }
    }

    fn negative(&mut self, sum: &Sum<R::Position>) -> Result<Sum<R::Position>> {
        let mut parts = sum.parts.clone();
        parts.iter_mut().for_each(|part| part.1 = !part.1);
        parts.sort_unstable();
        let negative = self.store.negative(self.evaluator.forms(), sum.known.sum)?;
        let integer = plus(negative.integer, -sum.known.integer)?;
        Ok(Sum { parts, known: WithInteger { sum: negative.sum, integer } })
    }

    /// Whether Left, to move, wins a sum.
    fn search(&mut self, sum: &Sum<R::Position>) -> Result<bool> {
        if sum.parts.is_empty() {
            let WithInteger { sum, integer } = sum.known;
            let wins = self.store.wins_first(self.evaluator.forms(), sum, integer, u64::MAX)?;
            return Ok(wins.expect("a search without a limit"));
        }
        if let Some(&wins) = self.decided.get(sum) {
            return Ok(wins);
        }
        if self.nodes.is_multiple_of(PATIENCE) {
            go_on(&self.limits.budget, &self.limits.meter)?;
        }
        if self.decided.len() >= self.limits.max_positions {
            return Err(ValueError::TooManyPositions { limit: self.limits.max_positions });
        }
        self.nodes += 1;
        let wins = match self.bounded(sum)? {
            Some(wins) => wins,
            None => self.plays(sum)?,
        };
        self.decided.insert(sum.clone(), wins);
        Ok(wins)
    }

    /// The winner by the known games and bounds on the open parts.
    fn bounded(&mut self, sum: &Sum<R::Position>) -> Result<Option<bool>> {
        let (mut low, mut high) = (0, 0);
        for (part, negated) in &sum.parts {
            let (least, most) = self.rules().bounds(part);
            let (least, most) = if *negated { (-most, -least) } else { (least, most) };
            (low, high) = (plus(low, least)?, plus(high, most)?);
        }
        let WithInteger { sum, integer } = sum.known;
        for (bound, decides) in [(low, true), (high, false)] {
            let integer = plus(integer, bound)?;
            let found = self.store.wins_first(self.evaluator.forms(), sum, integer, GLANCE)?;
            if found == Some(decides) {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Whether some move of Left wins.
    fn plays(&mut self, sum: &Sum<R::Position>) -> Result<bool> {
        for known in self.known_moves(sum.known)? {
            let after = Sum { parts: sum.parts.clone(), known };
            let after = self.negative(&after)?;
            if !self.search(&after)? {
                return Ok(true);
            }
        }
        let mut moves = Vec::new();
        for (i, (part, negated)) in sum.parts.iter().enumerate() {
            if i > 0 && sum.parts[i - 1] == sum.parts[i] {
                continue; // moves in equal parts lead to equal sums
            }
            let mover = if *negated { Player::Right } else { Player::Left };
            self.rules().moves(part, mover, &mut moves);
            for after in moves.drain(..) {
                let mut rest = sum.clone();
                rest.parts.remove(i);
                self.add(&mut rest, &after, *negated)?;
                let rest = self.negative(&rest)?;
                if !self.search(&rest)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The known games after Left's moves in them. Beside open parts, which may be numbers
    /// themselves, a number has its move too; it is avoided only if another known part is left.
    fn known_moves(&mut self, known: WithInteger) -> Result<Vec<WithInteger>> {
        let reader = self.reader.clone();
        let forms = self.evaluator.forms();
        let mut moves = Vec::new();
        for &after in self.store.moves(forms, &reader, known.sum)? {
            // As Left sees it again.
            let back = self.store.negative(self.evaluator.forms(), after.sum)?;
            let integer = plus(plus(back.integer, -after.integer)?, known.integer)?;
            moves.push(WithInteger { sum: back.sum, integer });
        }
        if known.sum == KnownSum::ZERO && known.integer > 0 {
            moves.push(WithInteger { sum: KnownSum::ZERO, integer: known.integer - 1 });
        }
        Ok(moves)
    }
}

fn plus(a: i64, b: i64) -> Result<i64> {
    a.checked_add(b).ok_or(ValueError::Overflow)
}
