//! Exact values of small areas, shared by all threads of a search.
//!
//! An area is laid on a sheet of 8x8, so that it is the same wherever it lies and on whatever board.
//! Its canonical form comes from the databases or is computed by play, up to a limit on positions
//! and forms, which does not depend on time: one thread does the same nodes every time.

use lastmove_amazons::{AmazonsRules, SheetArea};
use lastmove_board::{Bits, Key, Size};
use lastmove_values::{
    FastMap, Form, FormEvaluator, Forms, KnownSum, Nus, SumReader, SumStore, Thermograph,
    WithInteger,
};
use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The width and the height of the sheet.
const SIDE: usize = 8;
/// The most positions of a sum that are tried to find its winner without the main search: where
/// all areas are known, and for the bounds of one beside unknown areas.
pub(super) const MOST_ALONE: u64 = 20_000;
pub(super) const MOST_BESIDE: u64 = 200;
/// Bytes that a position, a form and a sum take, about.
const BYTES_OF_POSITION: u64 = 64;
const BYTES_OF_FORM: u64 = 256;
const BYTES_OF_SUM: u64 = 512;

/// How an area relates to its normal form, in which the sides may be exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Same,
    Negative,
    /// the area is its own negative
    Both,
}

impl Sign {
    /// Whether two areas with one normal form are negatives of each other.
    pub(super) fn cancels(self, other: Self) -> bool {
        self != other || self == Self::Both
    }
}

/// The normal form of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NormalArea {
    /// its key without the sign: areas with one key are taken for equal, so it has 128 bits
    pub(super) key: u128,
    pub(super) sign: Sign,
}

/// Exact values of areas, and sums of them.
pub struct KnownAreas {
    reader: SumReader,
    inner: Mutex<Inner>,
}

struct Inner {
    values: Values,
    sums: SumStore,
    /// the most sums
    most_sums: usize,
}

struct Values {
    evaluator: FormEvaluator<AmazonsRules<u64>>,
    /// areas that take more than this number of new positions
    large: FastMap<SheetArea<u64>, usize>,
    /// the most positions and forms in all
    room: [usize; 2],
}

/// The columns of a set, as its first row.
fn columns(set: u64) -> u8 {
    let half = set | set >> 32;
    let quarter = half | half >> 16;
    (quarter | quarter >> 8) as u8
}

/// A set on the sheet with rows and columns exchanged.
fn transposed(set: u64) -> u64 {
    let swap = |set: u64, mask: u64, by: u32| {
        let moved = (set ^ set >> by) & mask;
        set ^ moved ^ moved << by
    };
    let set = swap(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

fn key_of_words(words: &[u64]) -> u128 {
    words.iter().fold(Key::EMPTY.and(words.len() as u64), |key, &word| key.and(word)).whole()
}

impl Default for KnownAreas {
    fn default() -> Self {
        Self::new(1 << 28)
    }
}

impl KnownAreas {
    /// No values yet; `bytes` limits the memory for them, roughly.
    pub fn new(bytes: u64) -> Self {
        let size = Size::new(SIDE, SIDE).expect("a sheet");
        let sums = SumStore::new(key_of_words);
        let share = bytes / 3;
        let (positions, forms) = (share / BYTES_OF_POSITION, share / BYTES_OF_FORM);
        let values = Values {
            evaluator: FormEvaluator::new(AmazonsRules::on(size), Forms::new()),
            large: FastMap::default(),
            room: [positions as usize, forms as usize],
        };
        let inner = Inner { values, sums, most_sums: (share / BYTES_OF_SUM) as usize };
        Self { reader: inner.sums.reader(), inner: Mutex::new(inner) }
    }

    /// Whether more than half of the room is taken.
    pub(crate) fn is_half_full(&self) -> bool {
        let Inner { values: Values { evaluator, room, .. }, sums, most_sums } = &mut *self.lock();
        evaluator.positions() > room[0] / 2
            || evaluator.forms().len() > room[1] / 2
            || sums.len() > *most_sums / 2
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An area of a board in the corner of the sheet, the mover as Black; `None` if it is too wide
    /// or too high.
    pub(super) fn in_corner<B: Bits>(
        size: Size,
        area: B,
        mover: B,
        other: B,
    ) -> Option<SheetArea<u64>> {
        let width = size.width() as u32;
        let line = B::first_n(size.width());
        let row = |set: B, row: u32| set.down(row * width) & line;
        let first = u32::from(area.lowest()) / width;
        let mut columns = B::NONE;
        let mut last = first;
        for y in first..size.height() as u32 {
            let squares = row(area, y);
            if !squares.is_empty() {
                columns |= squares;
                last = y;
            }
        }
        let left = u32::from(columns.lowest());
        let columns = columns.down(left);
        if last - first >= SIDE as u32 || !(columns & !B::first_n(SIDE)).is_empty() {
            return None;
        }
        let place = |set: B| {
            (first..=last).fold(0u64, |whole, y| {
                whole | u64::from(row(set, y).down(left).byte(0)) << (SIDE as u32 * (y - first))
            })
        };
        let (black, white) = (place(mover), place(other));
        Some(SheetArea { empty: place(area) & !black & !white, black, white })
    }

    /// The least image of an area in the corner under symmetries and exchange of colours.
    pub(super) fn normal(area: &SheetArea<u64>) -> NormalArea {
        let upright = [area.empty, area.black, area.white];
        let mut least = [[u64::MAX; 3]; 2];
        for sets in [upright, upright.map(transposed)] {
            let all = sets[0] | sets[1] | sets[2];
            let right = columns(all).leading_zeros();
            let below = all.leading_zeros() / 8 * 8;
            let mirrored = sets.map(|set| set.reverse_bits().swap_bytes() >> right);
            for sets in [sets, mirrored] {
                let turned = sets.map(|set| set.swap_bytes() >> below);
                for [empty, black, white] in [sets, turned] {
                    least[0] = least[0].min([empty, black, white]);
                    least[1] = least[1].min([empty, white, black]);
                }
            }
        }
        let [same, negative] = least;
        let sign = match same.cmp(&negative) {
            Ordering::Less => Sign::Same,
            Ordering::Equal => Sign::Both,
            Ordering::Greater => Sign::Negative,
        };
        let [empty, black, white] = same.min(negative);
        NormalArea { key: Key::EMPTY.and(empty).and(black).and(white).whole(), sign }
    }

    /// The canonical form of an area, if it was found before or `stored` has it, or if it can be
    /// computed with at most `most_positions` new positions.
    pub(super) fn value(
        &self,
        area: &SheetArea<u64>,
        most_positions: usize,
        stored: impl FnOnce(&mut Forms) -> Option<Form>,
    ) -> Option<Form> {
        let mut inner = self.lock();
        let Values { evaluator, large, room } = &mut inner.values;
        let known = evaluator.known(area).or_else(|| stored(evaluator.forms()));
        let tried = large.get(area).is_some_and(|&tried| most_positions <= tried);
        if known.is_some() || tried || most_positions == 0 {
            return known;
        }
        let [positions, forms] = [evaluator.positions(), evaluator.forms().len()];
        evaluator.set_max_positions((positions + most_positions).min(room[0]));
        evaluator.forms().set_max_forms((forms + most_positions).min(room[1]));
        let game = evaluator.value(area).ok();
        evaluator.forms().set_max_forms(usize::MAX);
        if game.is_none() {
            large.insert(*area, most_positions);
        }
        game
    }

    /// A sum plus a game of [`KnownAreas::value`]; `None` if the memory for sums is full.
    pub(super) fn add(&self, sum: KnownSum, game: Form) -> Option<WithInteger> {
        let Inner { values: Values { evaluator, .. }, sums, most_sums } = &mut *self.lock();
        if sums.len() >= *most_sums {
            return None;
        }
        sums.add(evaluator.forms(), sum, game).ok()
    }

    /// The negative of a sum.
    pub(super) fn negative(&self, sum: KnownSum) -> WithInteger {
        self.reader.negative(sum).unwrap_or_else(|| {
            let Inner { values: Values { evaluator, .. }, sums, .. } = &mut *self.lock();
            sums.negative(evaluator.forms(), sum).expect(SMALL)
        })
    }

    /// The sums after the mover's moves in a sum, from the opponent's view.
    pub(super) fn moves(&self, sum: KnownSum) -> &[WithInteger] {
        self.reader.moves(sum).unwrap_or_else(|| {
            let Inner { values: Values { evaluator, .. }, sums, .. } = &mut *self.lock();
            sums.moves(evaluator.forms(), &self.reader, sum).expect(SMALL)
        })
    }

    /// Whether the mover wins a sum plus an integer, if that is found with at most `most` positions.
    pub(super) fn wins_first(&self, sum: KnownSum, integer: i64, most: u64) -> Option<bool> {
        let known = self.reader.wins_first(sum, integer);
        if known.is_some() || self.reader.is_too_hard(sum, most) {
            return known;
        }
        let Inner { values: Values { evaluator, .. }, sums, most_sums } = &mut *self.lock();
        if sums.len() >= *most_sums {
            return None;
        }
        sums.wins_first(evaluator.forms(), sum, integer, most).expect(SMALL)
    }

    /// Whether a sum is a number.
    pub(super) fn is_number(&self, sum: KnownSum) -> bool {
        self.reader.is_number(sum)
    }

    /// The key of a sum, by the structure of its forms.
    pub(super) fn key(&self, sum: KnownSum) -> u128 {
        self.reader.key(sum)
    }

    /// The parts of a sum: the exact number plus ups plus a nimber, and the thermographs of the
    /// others.
    pub(super) fn parts(&self, sum: KnownSum) -> (Nus, Vec<Thermograph>) {
        let (nus, parts) = self.reader.parts(sum);
        let evaluator = &mut self.lock().values.evaluator;
        let walls = |&part: &Form| evaluator.forms().thermograph(part).expect(SMALL);
        (nus, parts.iter().map(walls).collect())
    }
}

/// Why operations on known sums do not fail: numbers and forms of small areas are far from all
/// limits, and the store of forms may grow.
const SMALL: &str = "sums of small areas are within all limits";

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_board::SymmetryKind;
    use lastmove_work::Random;
    use std::collections::HashMap;

    /// All images of an area on all boards have one normal form, whose sign says whether colours
    /// were exchanged; and areas that are no images of each other have different ones.
    #[test]
    fn images_have_one_normal_form() {
        let mut random = Random::new(1);
        let mut known = HashMap::new();
        for _ in 0..3000 {
            let (width, height) = (1 + random.below(4), 1 + random.below(4));
            let size = Size::new(width, height).unwrap();
            let all = u64::first_n(size.squares());
            let black = random.next_u64() & random.next_u64() & all;
            let white = random.next_u64() & random.next_u64() & all & !black;
            let empty = random.next_u64() & all & !black & !white;
            if (black | white | empty) == 0 {
                continue;
            }
            let mut images = Vec::new();
            for kind in SymmetryKind::ALL {
                let on = if kind.exchanges_axes() { size.transposed() } else { size };
                let board = Size::new(on.width() + random.below(5), on.height() + 3).unwrap();
                let (x, y) = (random.below(board.width() - on.width() + 1), random.below(4));
                let image = |set: u64| {
                    u128::from_squares(set.squares().map(|square| {
                        let to = kind.apply(size, square);
                        board.square(x + on.column(to), y + on.row(to))
                    }))
                };
                let [area, black, white] = [black | white | empty, black, white].map(image);
                let one = KnownAreas::in_corner(board, area, black, white).unwrap();
                let other = KnownAreas::in_corner(board, area, white, black).unwrap();
                let (normal, negative) = (KnownAreas::normal(&one), KnownAreas::normal(&other));
                assert_eq!(normal.key, negative.key);
                assert!(normal.sign.cancels(negative.sign));
                images.push((one.empty, one.black, one.white, normal));
            }
            let first = images[0].3;
            assert!(images.iter().all(|image| image.3 == first));
            let itself = images[0];
            let is_negative = images
                .iter()
                .any(|image| (image.0, image.1, image.2) == (itself.0, itself.2, itself.1));
            assert_eq!(first.sign == Sign::Both, is_negative);
            let shapes: Vec<_> = images.iter().map(|image| (image.0, image.1, image.2)).collect();
            let least = shapes.iter().flat_map(|&(e, b, w)| [(e, b, w), (e, w, b)]).min().unwrap();
            assert_eq!(*known.entry(first.key).or_insert(least), least);
        }
        assert!(known.len() > 1000, "{}", known.len());
    }

    #[test]
    fn wide_areas_are_not_laid_on_the_sheet() {
        let board = Size::new(12, 3).unwrap();
        let row = u64::first_n(9);
        assert!(KnownAreas::in_corner(board, row, 1, 2).is_none());
        let column = u128::from_squares((0..9).map(|y| 2 * y));
        assert!(KnownAreas::in_corner(Size::new(2, 9).unwrap(), column, 1, 4).is_none());
        let corner = KnownAreas::in_corner(board, u64::first_n(8) << 4, 1 << 4, 1 << 11).unwrap();
        assert_eq!((corner.black, corner.white, corner.empty), (1, 128, 126));
    }
}
