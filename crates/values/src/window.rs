//! Integer bounds on the value of a position, by search.
//!
//! The value of a large area is often a plain number, or a switch of two, although its tree holds
//! millions of positions. `G >= n` asks who wins `G - n`, and a search that answers it cuts off
//! nearly everything. If `G >= n` and `G <= n`, then G is n; and options that lie wholly below
//! another one are dominated and need no form.

use crate::error::{Result, ValueError};
use crate::evaluate::{Player, Rules};
use crate::forms::{Form, Forms, go_on};
use crate::hash::FastMap;
use crate::sums::SumOf;
use lastmove_work::{Budget, Meter};

/// A sum of parts in normal form, none of them an integer.
type Sum<R> = Vec<(<R as Rules>::Position, bool)>;

/// How many levels of a form may be built from windows.
const MOST_LEVELS: usize = 3;

/// Searches for integer bounds on the values of positions.
pub struct Windows<R: Rules>
where
    R::Position: Ord,
{
    rules: SumOf<R>,
    /// For a sum and whether Left is to move: the greatest number of spare moves with which Left is
    /// known to lose, and the least with which Left is known to win.
    known: FastMap<(Sum<R>, bool), (i64, i64)>,
    max_positions: usize,
    budget: Option<Budget>,
    meter: Option<Meter>,
}

impl<R: Rules> Windows<R>
where
    R::Position: Ord,
{
    /// A search that stores at most `max_positions` positions.
    pub fn new(rules: R, max_positions: usize, budget: Option<Budget>) -> Windows<R> {
        let known = FastMap::default();
        Windows { rules: SumOf(rules), known, max_positions, budget, meter: None }
    }

    /// Ends searches with [`ValueError::TooMuchMemory`] soon after the meter is full.
    pub fn set_meter(&mut self, meter: Option<Meter>) {
        self.meter = meter;
    }

    /// The canonical form of a position, if a few windows decide it.
    pub fn form(&mut self, position: &R::Position, forms: &mut Forms) -> Result<Option<Form>> {
        let sum = self.rules.position([position]);
        let (rest, integers) = self.split(sum);
        let Some(game) = self.form_within(&rest, forms, MOST_LEVELS)? else { return Ok(None) };
        let integers = forms.integer(integers)?;
        forms.sum(game, integers).map(Some)
    }

    /// The greatest n with `G >= n` and the least n with `G <= n`.
    pub fn window(&mut self, position: &R::Position) -> Result<(i64, i64)> {
        let sum = self.rules.position([position]);
        let (rest, integers) = self.split(sum);
        let (low, high) = self.window_of(&rest)?;
        Ok((low + integers, high + integers))
    }

    fn form_within(
        &mut self,
        sum: &Sum<R>,
        forms: &mut Forms,
        levels: usize,
    ) -> Result<Option<Form>> {
        let (low, high) = self.window_of(sum)?;
        if low == high {
            return forms.integer(low).map(Some);
        }
        if levels == 0 {
            return Ok(None);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            let mut options = Vec::new();
            self.rules.moves(sum, player, &mut options);
            options.sort_unstable();
            options.dedup();
            for option in self.undominated(options, player)? {
                let (rest, integers) = self.split(option);
                let Some(game) = self.form_within(&rest, forms, levels - 1)? else {
                    return Ok(None);
                };
                let integers = forms.integer(integers)?;
                side.push(forms.sum(game, integers)?);
            }
        }
        let [left, right] = sides;
        forms.canonical(left, right).map(Some)
    }

    /// Removes options that are dominated by another one according to their windows.
    fn undominated(&mut self, options: Vec<Sum<R>>, player: Player) -> Result<Vec<Sum<R>>> {
        let sign = if player == Player::Left { 1 } else { -1 };
        let mut kept: Vec<(Sum<R>, i64, i64)> = Vec::new();
        let mut best = i64::MIN;
        for option in options {
            let (rest, integers) = self.split(option.clone());
            // Only an option that may be better than the best so far needs its whole window.
            if best > i64::MIN && self.is_no_better(&rest, sign * best - integers, player)? {
                continue;
            }
            let (low, high) = self.window_of(&rest)?;
            let (low, high) = (low + integers, high + integers);
            let (worst, most) = if sign > 0 { (low, high) } else { (-high, -low) };
            best = best.max(worst);
            kept.retain(|other| other.2 > best || other.1 == other.2 && other.2 == best);
            kept.push((option, worst, most));
        }
        Ok(kept.into_iter().map(|(option, ..)| option).collect())
    }

    /// Whether an option of `player` is no better for that player than the integer n: `G <= n` for
    /// Left, `G >= n` for Right.
    fn is_no_better(&mut self, sum: &Sum<R>, n: i64, player: Player) -> Result<bool> {
        match player {
            Player::Left => Ok(!self.left_wins(sum, -n, true)?),
            Player::Right => self.left_wins(sum, -n, false),
        }
    }

    fn window_of(&mut self, sum: &Sum<R>) -> Result<(i64, i64)> {
        let (least, most) = self.bounds(sum);
        // G >= n if Left wins G - n as the second player.
        let (mut low, mut above) = (least, most + 1);
        while above - low > 1 {
            let n = low + (above - low) / 2;
            if self.left_wins(sum, -n, false)? { low = n } else { above = n }
        }
        // G <= n unless Left wins G - n as the first player.
        let (mut below, mut high) = (low - 1, most);
        while high - below > 1 {
            let n = below + (high - below) / 2;
            if self.left_wins(sum, -n, true)? { below = n } else { high = n }
        }
        Ok((low, high))
    }

    /// Separates the parts that are integers: returns the rest and the sum of the integers.
    fn split(&self, mut sum: Sum<R>) -> (Sum<R>, i64) {
        let mut integers = 0;
        sum.retain(|(part, negated)| match self.rules.0.integer(part) {
            Some(n) => {
                integers += if *negated { -n } else { n };
                false
            }
            None => true,
        });
        (sum, integers)
    }

    /// Integer bounds on the value of the sum.
    fn bounds(&self, sum: &Sum<R>) -> (i64, i64) {
        let mut bounds = (0, 0);
        for (part, negated) in sum {
            let (low, high) = self.rules.0.bounds(part);
            bounds.0 += if *negated { -high } else { low };
            bounds.1 += if *negated { -low } else { high };
        }
        bounds
    }

    /// Whether Left wins the sum with `spare` spare moves (Right has them if it is negative);
    /// exact.
    fn left_wins(&mut self, sum: &Sum<R>, spare: i64, left_to_move: bool) -> Result<bool> {
        if sum.is_empty() {
            return Ok(if left_to_move { spare > 0 } else { spare >= 0 });
        }
        let (low, high) = self.bounds(sum);
        if low + spare > 0 || low + spare == 0 && !left_to_move {
            return Ok(true);
        }
        if high + spare < 0 || high + spare == 0 && left_to_move {
            return Ok(false);
        }
        let key = (sum.clone(), left_to_move);
        let (lost, won) = self.known.get(&key).copied().unwrap_or((i64::MIN, i64::MAX));
        if spare <= lost {
            return Ok(false);
        }
        if spare >= won {
            return Ok(true);
        }
        let wins = self.left_wins_by_moves(sum, spare, left_to_move)?;
        if self.known.len() >= self.max_positions {
            return Err(ValueError::TooManyPositions { limit: self.max_positions });
        }
        if self.known.len().is_multiple_of(256) {
            go_on(&self.budget, &self.meter)?;
        }
        let entry = self.known.entry(key).or_insert((i64::MIN, i64::MAX));
        if wins {
            entry.1 = entry.1.min(spare)
        } else {
            entry.0 = entry.0.max(spare)
        }
        Ok(wins)
    }

    fn left_wins_by_moves(&mut self, sum: &Sum<R>, spare: i64, left_to_move: bool) -> Result<bool> {
        let player = if left_to_move { Player::Left } else { Player::Right };
        let mut moves = Vec::new();
        self.rules.moves(sum, player, &mut moves);
        moves.sort_unstable();
        moves.dedup();
        // Options with narrow bounds first, then those with the most promising bounds.
        let sign = if left_to_move { 1 } else { -1 };
        let mut options: Vec<(i64, Sum<R>, i64)> = Vec::with_capacity(moves.len());
        for after in moves {
            let (rest, integers) = self.split(after);
            let (low, high) = self.bounds(&rest);
            let promise = sign * (low + high + 2 * integers);
            options.push(((high - low) - promise, rest, integers));
        }
        options.sort_unstable_by_key(|option| option.0);
        for (_, rest, integers) in &options {
            if self.left_wins(rest, spare + integers, !left_to_move)? == left_to_move {
                return Ok(left_to_move);
            }
        }
        // Spending a spare move helps only if the rest is a number, so it comes last.
        if spare * sign > 0 {
            return self.left_wins(sum, spare - sign, !left_to_move);
        }
        Ok(!left_to_move)
    }
}
