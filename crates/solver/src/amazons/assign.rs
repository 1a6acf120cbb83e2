//! Assigning blockers to territories and zones (thesis, 4.2.3).
//!
//! A blocker may fill one of the territories that it touches, play in one of the zones, or be
//! available for several zones at once. What it does in one of them it cannot do in another, so a
//! side may claim the best of all assignments of its blockers. There are few blockers, so all
//! assignments are tried; no order is preferred, and mirror images get the same result.

use super::evaluator::{Evaluator, Watch};
use super::sum::{Sum, Worth};
use super::zone::Zone;
use lastmove_amazons::View;
use lastmove_board::Bits;

/// The most blockers with a choice that are assigned; if there are more, none of them is.
const MOST_BLOCKERS: usize = 12;
/// The most territories that blockers may fill; the others are left to normal amazons.
const MOST_TERRITORIES: usize = 12;
/// The most assignments that are tried; if there are more, blockers with a choice stay unassigned.
const MOST_WAYS: usize = 2048;

/// What a side wants to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// that it wins if it starts
    WinFirst,
    /// that it wins if the opponent starts
    WinSecond,
    /// the greatest value that it can
    Most,
}

impl Aim {
    fn is_reached(self, sum: &Sum) -> bool {
        match self {
            Self::WinFirst => sum.wins_first(),
            Self::WinSecond => sum.wins_second(),
            Self::Most => false,
        }
    }
}

/// A set of indices of territories or zones.
type Numbers = u16;

/// A blocker with a choice: the territories that it could fill and the zones that it could play in.
#[derive(Clone, Copy, Default)]
struct Choice<B> {
    at: B,
    fills: Numbers,
    plays: Numbers,
    /// the zones that it could watch together, if there are two or more
    watches: Numbers,
}

impl<B> Choice<B> {
    fn ways(&self) -> usize {
        (self.fills.count_ones() + self.plays.count_ones()) as usize + usize::from(self.watches > 0)
    }
}

/// The parts of a view, with the blockers assigned to them.
#[derive(Clone)]
pub(crate) struct Parts<B> {
    /// for each territory: its squares including its normal amazons, these amazons, and the
    /// blockers
    pub(crate) territories: Vec<[B; 3]>,
    /// each zone with its blockers
    pub(crate) zones: Vec<Zone<B>>,
    /// sets of zones that are watched together, with the blockers that watch them
    pub(crate) watched: Vec<(Numbers, B)>,
    choices: Vec<Choice<B>>,
    /// cached values of a territory (an index) or of some zones (a set) with some blockers
    known: Vec<(Part, B, Worth)>,
}

impl<B> Default for Parts<B> {
    fn default() -> Self {
        let (territories, zones, watched) = Default::default();
        Self { territories, zones, watched, choices: Vec::new(), known: Vec::new() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Territory(usize),
    Zones(Numbers),
}

fn each(set: Numbers) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let next = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (next < Numbers::BITS).then_some(next as usize)
    })
}

impl<B: Bits, W: Watch> Evaluator<'_, B, W> {
    /// The greatest value that is guaranteed to the owner of the first amazons: `base`, plus what
    /// the board gives where no database has an answer.
    pub(crate) fn best_claim(&mut self, base: Sum, sides: [B; 2], empty: B, aim: Aim) -> Sum {
        // The lists are reused from call to call, to save allocations.
        let mut parts = std::mem::take(&mut self.parts);
        let sum = self.parts_of(&mut parts, base, sides, empty);
        let sum = if parts.territories.is_empty() && parts.zones.is_empty() {
            sum
        } else {
            match self.hopeless(&mut parts, sum, aim) {
                Some(guess) => guess,
                None => self.best_way(&mut parts, sum, aim, &mut |_| {}),
            }
        };
        self.parts = parts;
        sum
    }

    /// If the aim cannot be reached even with every blocker in every part that it could serve: the
    /// value in that case. It is not a valid claim, but a good estimate.
    fn hopeless(&mut self, parts: &mut Parts<B>, base: Sum, aim: Aim) -> Option<Sum> {
        let watching = parts.choices.iter().any(|choice| choice.watches > 0);
        if aim == Aim::Most || watching || parts.choices.is_empty() {
            return None;
        }
        let everywhere = |parts: &mut Parts<B>, serve: fn(&mut B, B)| {
            for i in 0..parts.choices.len() {
                let Choice { at, fills, plays, .. } = parts.choices[i];
                each(fills).for_each(|t| serve(&mut parts.territories[t][2], at));
                each(plays).for_each(|z| serve(&mut parts.zones[z].bound, at));
            }
        };
        everywhere(parts, |set, at| *set |= at);
        let sum = self.sum_of(parts, base);
        everywhere(parts, |set, at| *set &= !at);
        (!aim.is_reached(&sum)).then_some(sum)
    }

    /// Adds the parts that need no blocker to `base` and lists the others.
    pub(crate) fn parts_of(
        &mut self,
        parts: &mut Parts<B>,
        base: Sum,
        [own, opponent]: [B; 2],
        empty: B,
    ) -> Sum {
        let mut sum = base;
        parts.territories.clear();
        parts.zones.clear();
        parts.watched.clear();
        parts.choices.clear();
        parts.known.clear();
        let geometry = self.geometry();
        let Some(view) = View::new(geometry, own, opponent, empty) else {
            sum.add(Worth::integer(-(empty.count() as i16)));
            return sum;
        };
        let bound = if self.settings().blockers { view.bound } else { B::NONE };
        for part in geometry.components(view.territory | view.normal) {
            let squares = part & view.territory;
            if squares.is_empty() {
                continue;
            }
            let normal = part & view.normal;
            let moves = if normal.is_empty() { 0 } else { self.fill(part, normal, B::NONE) };
            let helped = moves < squares.count() && geometry.king_step(squares).meets(bound);
            if helped && parts.territories.len() < MOST_TERRITORIES {
                parts.territories.push([part, normal, B::NONE]);
            } else {
                sum.add(Worth::integer(moves as i16));
            }
        }
        for &zone in view.zones() {
            let whole = Zone {
                empty: zone & empty,
                free: zone & view.free,
                bound: B::NONE,
                opponent: zone & opponent,
            };
            if bound.meets(geometry.king_step(zone)) {
                parts.zones.push(whole);
            } else {
                sum.add(self.zone_worth(whole));
            }
        }
        if !bound.is_empty() {
            self.list_choices(parts, bound);
        }
        sum
    }

    /// Assigns the blockers that can serve only one part, and lists the choices of the others.
    fn list_choices(&self, parts: &mut Parts<B>, bound: B) {
        let geometry = self.geometry();
        for square in bound.squares() {
            let (at, around) = (B::bit(square), geometry.neighbours(square));
            let mut choice = Choice { at, fills: 0, plays: 0, watches: 0 };
            for (i, [part, normal, _]) in parts.territories.iter().enumerate() {
                if around.meets(*part & !*normal) {
                    choice.fills |= 1 << i;
                }
            }
            for (i, zone) in parts.zones.iter().enumerate() {
                if around.meets(zone.empty) {
                    choice.plays |= 1 << i;
                    choice.watches |= 1 << i;
                } else if around.meets(zone.opponent) {
                    // It can do nothing there until an opponent leaves, which matters only if there
                    // are few other squares to step to.
                    let ways = geometry.king_step(zone.free | bound) & zone.empty;
                    choice.plays |= Numbers::from(ways.count() <= 2) << i;
                }
            }
            if choice.watches.count_ones() < 2 {
                choice.watches = 0;
            }
            match (choice.ways(), choice.fills) {
                (0, _) => {}
                (1, 0) => parts.zones[choice.plays.trailing_zeros() as usize].bound |= at,
                (1, fills) => parts.territories[fills.trailing_zeros() as usize][2] |= at,
                _ => parts.choices.push(choice),
            }
        }
        let ways = |choices: &[Choice<B>]| {
            choices.iter().fold(1usize, |ways, choice| ways.saturating_mul(choice.ways()))
        };
        if ways(&parts.choices) > MOST_WAYS {
            parts.choices.iter_mut().for_each(|choice| choice.watches = 0);
        }
        if parts.choices.len() > MOST_BLOCKERS || ways(&parts.choices) > MOST_WAYS {
            parts.choices.clear();
        }
    }

    /// Tries all assignments of the blockers that have a choice; calls `better` for each one that
    /// is better than those before.
    pub(crate) fn best_way(
        &mut self,
        parts: &mut Parts<B>,
        base: Sum,
        aim: Aim,
        better: &mut dyn FnMut(&Parts<B>),
    ) -> Sum {
        let mut best = None;
        self.try_ways(parts, 0, base, aim, &mut best, better);
        best.expect("one way at least")
    }

    /// Tries the choices of the remaining blockers; returns whether the aim is reached.
    fn try_ways(
        &mut self,
        parts: &mut Parts<B>,
        number: usize,
        base: Sum,
        aim: Aim,
        best: &mut Option<Sum>,
        better: &mut dyn FnMut(&Parts<B>),
    ) -> bool {
        let Some(&Choice { at, fills, plays, watches }) = parts.choices.get(number) else {
            let sum = self.sum_of(parts, base);
            if best.is_none_or(|best| sum.rank() > best.rank()) || aim.is_reached(&sum) {
                *best = Some(sum);
                better(parts);
            }
            return aim.is_reached(&sum);
        };
        for i in each(fills) {
            parts.territories[i][2] |= at;
            let reached = self.try_ways(parts, number + 1, base, aim, best, better);
            parts.territories[i][2] &= !at;
            if reached {
                return true;
            }
        }
        for i in each(plays) {
            parts.zones[i].bound |= at;
            let reached = self.try_ways(parts, number + 1, base, aim, best, better);
            parts.zones[i].bound &= !at;
            if reached {
                return true;
            }
        }
        if watches > 0 {
            parts.watched.push((watches, at));
            let reached = self.try_ways(parts, number + 1, base, aim, best, better);
            parts.watched.pop();
            return reached;
        }
        false
    }

    /// The value of one assignment.
    fn sum_of(&mut self, parts: &mut Parts<B>, base: Sum) -> Sum {
        let mut sum = base;
        for i in 0..parts.territories.len() {
            let [part, normal, blockers] = parts.territories[i];
            let worth = self.known_worth(parts, Part::Territory(i), blockers, |evaluator| {
                let nobody = (normal | blockers).is_empty();
                let mut fill = || evaluator.fill(part | blockers, normal, blockers);
                Worth::integer(if nobody { 0 } else { fill() } as i16)
            });
            sum.add(worth);
        }
        let mut done: Numbers = 0;
        for i in 0..parts.zones.len() {
            if done >> i & 1 == 1 {
                continue;
            }
            let (numbers, zone) = parts.watched_zone(i);
            done |= numbers;
            let alone = numbers.count_ones() == 1;
            let worth = self.known_worth(parts, Part::Zones(numbers), zone.bound, |evaluator| {
                if alone { evaluator.zone_worth(zone) } else { evaluator.counted_worth(zone) }
            });
            sum.add(worth);
        }
        sum
    }

    fn known_worth(
        &mut self,
        parts: &mut Parts<B>,
        part: Part,
        blockers: B,
        find: impl FnOnce(&mut Self) -> Worth,
    ) -> Worth {
        if parts.choices.is_empty() {
            return find(self);
        }
        let mut known = parts.known.iter();
        if let Some(&(.., worth)) = known.find(|known| (known.0, known.1) == (part, blockers)) {
            return worth;
        }
        let worth = find(self);
        parts.known.push((part, blockers, worth));
        worth
    }
}

impl<B: Bits> Parts<B> {
    /// The zone with this index, united with those that are watched together with it.
    pub(crate) fn watched_zone(&self, number: usize) -> (Numbers, Zone<B>) {
        let mut numbers: Numbers = 1 << number;
        let mut whole = self.zones[number];
        loop {
            let before = numbers;
            for &(watched, at) in &self.watched {
                if watched & numbers != 0 {
                    numbers |= watched;
                    whole.bound |= at;
                }
            }
            if numbers == before {
                break;
            }
        }
        for i in each(numbers & !(1 << number)) {
            let zone = &self.zones[i];
            whole.empty |= zone.empty;
            whole.free |= zone.free;
            whole.bound |= zone.bound;
            whole.opponent |= zone.opponent;
        }
        (numbers, whole)
    }
}
