//! Shared areas in which neither side wants to move, recognised so that a sum of them is planned
//! instead of searched (Müller and Tegos, section 5.3).
//!
//! An area is the zugzwang a|b if the best that the first side can move to is worth the integer a,
//! the best that the second can move to the integer b, and a < b - 1. A move to a position that is
//! not an integer does not help the first side if the second has an answer worth a + 1 or less:
//! then a move to a would have done as much. With b = a + 2 nothing is lost by moving, and the area
//! is as good as the integer a + 1.
//!
//! `regions::sum_parts` recognises more, areas in which one side cannot move among them, but by
//! canonical forms, which are too slow for a player.

use lastmove_amazons::zugzwang::SimpleZugzwang;
use lastmove_amazons::{AreaKind, Territories, TooHard, areas, visit_moves};
use lastmove_board::{Bits, Geometry};
use lastmove_values::FastMap;
use lastmove_work::Budget;

/// Areas with more empty squares are not examined.
const MOST_EMPTY: u32 = 12;

/// Recognises the areas of one board.
pub(super) struct Zugzwangs<'a, B> {
    /// by amazons of both sides and empty squares, seen by the side whose word is less
    known: FastMap<([B; 2], B), Option<SimpleZugzwang>>,
    /// positions that may still be entered
    left: u64,
    budget: &'a Budget,
}

/// Positions between two checks of the budget.
const PERIOD: u64 = 64;

/// A side's view of the moves in an area.
struct Side<B> {
    /// the best integer that it can move to
    best: Option<i64>,
    /// moves to positions that are not integers, or not yet known to be: amazons and empty squares
    open: Vec<([B; 2], B)>,
}

impl<'a, B: Bits> Zugzwangs<'a, B> {
    /// Enters at most `positions` positions within the budget; after that it recognises nothing
    /// new.
    pub(super) fn new(positions: u64, budget: &'a Budget) -> Self {
        Self { known: FastMap::default(), left: positions, budget }
    }

    /// Counts a position.
    fn step(&mut self) -> Result<(), TooHard> {
        self.left = self.left.checked_sub(1).ok_or(TooHard)?;
        if self.left.is_multiple_of(PERIOD) && self.budget.check().is_err() {
            self.left = 0;
            return Err(TooHard);
        }
        Ok(())
    }

    /// Recognises an area with amazons of both sides as a zugzwang, seen by the first side; `None`
    /// if it is none, or if the limits are reached.
    pub(super) fn recognise(
        &mut self,
        filler: &mut Territories<'_, B>,
        amazons: [B; 2],
        empty: B,
    ) -> Result<Option<SimpleZugzwang>, TooHard> {
        if empty.count() > MOST_EMPTY {
            return Ok(None);
        }
        let [first, second] = amazons;
        if second < first {
            let found = self.recognise(filler, [second, first], empty)?;
            return Ok(found.map(SimpleZugzwang::mirrored));
        }
        if let Some(&found) = self.known.get(&(amazons, empty)) {
            return Ok(found);
        }
        if self.left == 0 {
            return Err(TooHard);
        }
        let found = self.look(filler, amazons, empty)?;
        self.known.insert((amazons, empty), found);
        Ok(found)
    }

    fn look(
        &mut self,
        filler: &mut Territories<'_, B>,
        amazons: [B; 2],
        empty: B,
    ) -> Result<Option<SimpleZugzwang>, TooHard> {
        let zugzwang = |sides: &[Side<B>; 2]| match (sides[0].best, sides[1].best) {
            // The second side's integers are from its own point of view; the first side's are the
            // negatives.
            (Some(a), Some(b)) => SimpleZugzwang::new(a, -b),
            _ => None,
        };
        // Moves that settle an area nearly always show that a hot area is hot.
        let mut sides = [0, 1].map(|_| Side { best: None, open: Vec::new() });
        for (mover, side) in sides.iter_mut().enumerate() {
            self.settle(filler, amazons, empty, mover, side)?;
        }
        if sides.iter().all(|side| side.best.is_some()) && zugzwang(&sides).is_none() {
            return Ok(None);
        }
        for (mover, side) in sides.iter_mut().enumerate() {
            let mut open = Vec::new();
            for child in std::mem::take(&mut side.open) {
                match self.integer(filler, mover, child)? {
                    Some(n) => side.best = side.best.max(Some(n)),
                    None => open.push(child),
                }
            }
            side.open = open;
        }
        let Some(found) = zugzwang(&sides) else { return Ok(None) };
        for (mover, side) in sides.iter().enumerate() {
            let enough = side.best.unwrap_or_default() + 1;
            for &child in &side.open {
                if !self.answered(filler, mover, child, enough)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(found))
    }

    /// Splits a side's moves into those that leave no shared area, and the others.
    fn settle(
        &mut self,
        filler: &mut Territories<'_, B>,
        amazons: [B; 2],
        empty: B,
        mover: usize,
        side: &mut Side<B>,
    ) -> Result<(), TooHard> {
        for child in children(filler, amazons, empty, mover) {
            self.step()?;
            match settled(filler, mover, child)? {
                Some(n) => side.best = side.best.max(Some(n)),
                None => side.open.push(child),
            }
        }
        Ok(())
    }

    /// The value of a position for a side, if it is an integer.
    fn integer(
        &mut self,
        filler: &mut Territories<'_, B>,
        side: usize,
        (amazons, empty): ([B; 2], B),
    ) -> Result<Option<i64>, TooHard> {
        let mut total = 0;
        let geometry = filler.geometry();
        for area in areas(geometry, amazons, empty) {
            if area.kind() != AreaKind::Active {
                total += lead(filler, side, area.amazons, area.empty())?;
                continue;
            }
            match self.recognise(filler, area.amazons, area.empty())? {
                Some(zugzwang) if zugzwang.gain() == 0 => {
                    total += if side == 0 { zugzwang.value() } else { -zugzwang.value() };
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    /// Whether the opponent of `side` has an answer after which the position is worth no more than
    /// an integer to `side`.
    fn answered(
        &mut self,
        filler: &mut Territories<'_, B>,
        side: usize,
        (amazons, empty): ([B; 2], B),
        most: i64,
    ) -> Result<bool, TooHard> {
        let answers = children(filler, amazons, empty, 1 - side);
        let mut unsettled = Vec::new();
        for answer in answers {
            self.step()?;
            match settled(filler, side, answer)? {
                Some(n) if n <= most => return Ok(true),
                Some(_) => {}
                None => unsettled.push(answer),
            }
        }
        for answer in unsettled {
            if self.integer(filler, side, answer)?.is_some_and(|n| n <= most) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The positions after all moves of a side.
fn children<B: Bits>(
    filler: &Territories<'_, B>,
    amazons: [B; 2],
    empty: B,
    mover: usize,
) -> Vec<([B; 2], B)> {
    let mut children = Vec::new();
    visit_moves(filler.geometry(), amazons[mover], empty, |_, moved, rest| {
        let mut after = amazons;
        after[mover] = moved;
        children.push((after, rest));
    });
    children
}

/// The moves of a side less those of the other in areas of one colour.
fn lead<B: Bits>(
    filler: &mut Territories<'_, B>,
    side: usize,
    amazons: [B; 2],
    empty: B,
) -> Result<i64, TooHard> {
    let mine = filler.most(amazons[side], empty)?;
    Ok(i64::from(mine) - i64::from(filler.most(amazons[1 - side], empty)?))
}

/// The value of a position for a side, if no area is shared.
fn settled<B: Bits>(
    filler: &mut Territories<'_, B>,
    side: usize,
    (amazons, empty): ([B; 2], B),
) -> Result<Option<i64>, TooHard> {
    let geometry: &Geometry<B> = filler.geometry();
    if areas(geometry, amazons, empty).any(|area| area.kind() == AreaKind::Active) {
        return Ok(None);
    }
    lead(filler, side, amazons, empty).map(Some)
}
