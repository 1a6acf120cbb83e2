//! Areas that are known exactly leave a position: their values are added to its known sum.
//!
//! Only positions of several areas are treated so; one area alone is searched as it is. An area and
//! its negative, the same area with exchanged colours, cancel whatever their value is.

use super::assign::Aim;
use super::evaluator::{Assessment, Evaluator, Watch};
use super::known::{KnownAreas, MOST_ALONE, MOST_BESIDE, NormalArea};
use super::reduced::Reduced;
use super::sum::{Sum, Worth};
use crate::Verdict;
use lastmove_amazons::{AreaKind, Position, SheetArea, areas};
use lastmove_board::{Bits, Geometry, Key};
use lastmove_values::{End, Form, Forms, KnownSum, Nus};
use std::sync::Arc;

/// What is remembered of an area in the corner of the sheet, the mover as Black.
#[derive(Clone, Copy)]
pub(super) struct Remembered {
    normal: NormalArea,
    value: Value,
}

/// What is known of the value of an area.
#[derive(Clone, Copy)]
enum Value {
    New,
    Known(Form),
    /// not found with this many new positions
    Open(usize),
}

/// How many new positions the value of an area may take. This depends on nothing but the area and on
/// whether it belongs to the position that is asked about: an area that is known in one position of a
/// search is known in all of them. Otherwise a position would change its key in the course of the
/// search, and what was found of it would be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// an area of the position that is asked about
    Root,
    /// an area of a later position
    Node,
    /// only what others have found
    Nothing,
}

/// The most new positions for the value of an area of the position that is asked about.
const MOST_AT_ROOT: usize = 100_000;
/// The same for later positions, where areas with more empty squares than this are not valued: the
/// time for larger ones outweighs the nodes that they save.
const MOST_AT_NODE: usize = 1_000;
const SQUARES_AT_NODE: u32 = 6;

impl Patience {
    fn most(self, empty: u32) -> usize {
        match self {
            Self::Root => MOST_AT_ROOT,
            Self::Node if empty <= SQUARES_AT_NODE => MOST_AT_NODE,
            Self::Node | Self::Nothing => 0,
        }
    }
}

/// An area of a position.
struct Part<B> {
    squares: B,
    /// what is laid on the sheet, with its normal form; `None` if it is too large for the sheet
    on_sheet: Option<(SheetArea<u64>, NormalArea)>,
}

impl<B: Bits> Reduced<B> {
    /// Takes out pairs of areas that cancel, and areas whose exact values are known, if there are
    /// several areas or one beside a known sum.
    #[cold]
    #[inline(never)]
    pub(super) fn without_known<W: Watch>(mut self, evaluator: &mut Evaluator<'_, B, W>) -> Self {
        let Some(known) = evaluator.known.take() else { return self };
        let mut parts: Vec<Part<B>> = Vec::new();
        for squares in evaluator.geometry().components(self.mover | self.other | self.empty) {
            let part = evaluator.part(&self, squares);
            let cancels = |other: &Part<B>| match (&part.on_sheet, &other.on_sheet) {
                (Some((_, one)), Some((_, other))) => {
                    one.key == other.key && one.sign.cancels(other.sign)
                }
                _ => false,
            };
            match parts.iter().position(cancels) {
                Some(place) => {
                    self.remove(squares);
                    self.remove(parts.swap_remove(place).squares);
                }
                None => parts.push(part),
            }
        }
        if parts.len() > 1 || self.known != KnownSum::ZERO {
            parts.retain(|part| {
                let Some(game) = evaluator.value(&known, &self, part) else { return true };
                let Some(more) = known.add(self.known, game) else { return true };
                self.remove(part.squares);
                self.known = more.sum;
                self.balance += more.integer as i16;
                false
            });
        }
        self.several = parts.len() > 1;
        evaluator.known = Some(known);
        self
    }

    fn remove(&mut self, squares: B) {
        self.mover &= !squares;
        self.other &= !squares;
        self.empty &= !squares;
    }

    /// The key of a position with several areas or a known sum: the same wherever the areas lie.
    pub(super) fn key_of_sum(&self, geometry: &Geometry<B>, known: &KnownAreas) -> u128 {
        let size = geometry.size();
        let mut keys: Vec<u128> = geometry
            .components(self.mover | self.other | self.empty)
            .map(|squares| {
                let (mover, other) = (self.mover & squares, self.other & squares);
                match KnownAreas::in_corner(size, squares, mover, other) {
                    Some(area) => {
                        let NormalArea { key, sign } = KnownAreas::normal(&area);
                        Key::EMPTY.and([1u32, sign as u32]).and(key).whole()
                    }
                    None => {
                        let size = [size.width(), size.height()].map(|n| n as u32);
                        Key::EMPTY.and(size).and(mover).and(other).and(squares).whole()
                    }
                }
            })
            .collect();
        keys.sort_unstable();
        let first = Key::EMPTY.and([-1, self.balance, keys.len() as i16, 0]);
        keys.into_iter().fold(first.and(known.key(self.known)), Key::and).whole()
    }
}

impl<B: Bits, W: Watch> Evaluator<'_, B, W> {
    /// Finds the values of the areas of the position that is asked about.
    pub(super) fn prepare(&mut self, position: &Position<B>) {
        let patience = std::mem::replace(&mut self.patience, Patience::Root);
        let _ = Reduced::new(self, position);
        self.patience = patience;
    }

    fn part(&mut self, position: &Reduced<B>, squares: B) -> Part<B> {
        let (mover, other) = (position.mover & squares, position.other & squares);
        let area = KnownAreas::in_corner(self.geometry().size(), squares, mover, other);
        let on_sheet = area.map(|area| {
            let remembered = self.remembered.get(&area).copied().unwrap_or_else(|| {
                if self.remembered.len() >= self.settings().memos {
                    self.remembered.clear();
                }
                let remembered =
                    Remembered { normal: KnownAreas::normal(&area), value: Value::New };
                self.remembered.insert(area, remembered);
                remembered
            });
            (area, remembered.normal)
        });
        Part { squares, on_sheet }
    }

    /// The value of an area to the mover, who is Left.
    fn value(&mut self, known: &KnownAreas, at: &Reduced<B>, part: &Part<B>) -> Option<Form> {
        let (area, normal) = part.on_sheet?;
        let empty = area.empty.count();
        if empty > self.settings().known_areas {
            return None;
        }
        let most = self.patience.most(empty);
        let before = self.remembered.get(&area).map_or(Value::New, |remembered| remembered.value);
        match before {
            Value::Known(game) => return Some(game),
            Value::Open(tried) if tried >= most => return None,
            Value::Open(_) | Value::New => {}
        }
        let (size, databases) = (self.geometry().size(), self.databases());
        let squares = part.squares;
        let small = squares.count() as usize <= lastmove_endgame::MAX_FRAME_SQUARES;
        let stored = |forms: &mut Forms| {
            let (mover, other) = (at.mover & squares, at.other & squares);
            let found = databases.active(size, squares, mover, other).filter(|_| small)?;
            databases.value(found, Some(forms)).ok()?.exact
        };
        let game = known.value(&area, most, stored);
        let value = game.map_or(Value::Open(most), Value::Known);
        self.remembered.insert(area, Remembered { normal, value });
        game
    }

    /// The result for a position without areas that are not known, if it is found without much
    /// search.
    pub(super) fn assess_known(&self, position: &Reduced<B>) -> Option<Assessment> {
        let all = position.mover | position.other | position.empty;
        let known = self.known.as_ref().filter(|_| all.is_empty())?;
        let wins = known.wins_first(position.known, position.balance.into(), MOST_ALONE)?;
        let verdict = if wins { Verdict::Win } else { Verdict::Loss };
        Some(Assessment { verdict, lead: 0.0, gap: 0.0, rule: None })
    }

    /// The result for a position with a known sum and unknown areas, by the exact sum: the mover wins
    /// if the unknown areas are at least an integer with which the mover wins the known sum, and
    /// loses likewise.
    pub(super) fn assess_mixed(&mut self, position: &Reduced<B>) -> Option<Assessment> {
        let known = Arc::clone(self.known.as_ref()?);
        let balance = i64::from(position.balance);
        let wins = |integer| known.wins_first(position.known, balance + integer, MOST_BESIDE);
        let most = i64::from(position.empty.count());
        // Not even the greatest bounds may help.
        let verdict = if wins(most) != Some(false)
            && wins(self.at_least([position.mover, position.other], position.empty)) == Some(true)
        {
            Verdict::Win
        } else if wins(-most) != Some(true)
            && wins(-self.at_least([position.other, position.mover], position.empty)) == Some(false)
        {
            Verdict::Loss
        } else {
            return None;
        };
        Some(Assessment { verdict, lead: 0.0, gap: 0.0, rule: None })
    }

    /// An integer that the owner of the first amazons has at least.
    fn at_least(&mut self, [own, opponent]: [B; 2], empty: B) -> i64 {
        let mut sum = Sum::default();
        let mut open = B::NONE;
        for area in areas(self.geometry(), [own, opponent], empty) {
            let [own, opponent] = area.amazons;
            let small = area.squares.count() as usize <= lastmove_endgame::MAX_FRAME_SQUARES;
            let stored = area.kind() == AreaKind::Active && small;
            match stored.then(|| self.area_worths(area.squares, own, opponent)).flatten() {
                Some([worth, _]) => sum.add(worth),
                None => open |= area.squares,
            }
        }
        if !open.is_empty() {
            sum = self.best_claim(sum, [own & open, opponent & open], empty & open, Aim::Most);
        }
        match sum.at_least() {
            (bound, End::Relaxed) => -(-bound).floor() - 1,
            (bound, _) => bound.floor(),
        }
    }

    /// What a known sum guarantees to the mover and to the other player.
    pub(super) fn known_worths(&mut self, sum: KnownSum) -> [Sum; 2] {
        if let Some(&sums) = self.known_sums.get(&sum) {
            return sums;
        }
        let known = self.known.as_ref().expect("known sums come from known areas");
        let (nus, walls) = known.parts(sum);
        let worths = [1, -1].map(|sign| {
            let nus =
                if sign > 0 { nus } else { Nus { number: -nus.number, ups: -nus.ups, ..nus } };
            let mut sum =
                Sum::of(Worth::exactly(nus).expect("sums over a board are small numbers"));
            for walls in &walls {
                let walls = if sign > 0 { walls.clone() } else { walls.neg() };
                sum.add(Worth::of(&walls, None));
            }
            sum
        });
        if self.known_sums.len() >= self.settings().memos {
            self.known_sums.clear();
        }
        self.known_sums.insert(sum, worths);
        worths
    }
}
