//! Tests of the keys of caches: no field of a key overlaps another.
//!
//! Random sets would hardly ever reveal such a fault. So these tests use pairs that differ in one
//! field and in exactly the squares that this field would overlap if it were shifted by any number
//! of bits and combined with the set by exclusive or or by addition.

use super::game::position_key;
use super::lines::Lines;
use super::regions::{Bounds, Regions, UNIT};
use lastmove_board::{Bits, Size, with_bits};
use lastmove_domineering::Orientation;
use lastmove_work::Random;
use std::collections::HashMap;

/// The sets that would have the key of `set` if a field with the values `a` and `b` overlapped
/// them.
pub(super) fn mistakable(set: u128, a: usize, b: usize) -> impl Iterator<Item = u128> {
    let (difference, distance) = ((a ^ b) as u128, a.abs_diff(b) as u128);
    (0..128).flat_map(move |shift| {
        let by = distance << shift;
        [set ^ difference << shift, set.wrapping_add(by), set.wrapping_sub(by)]
    })
}

pub(super) fn random_set(random: &mut Random, squares: usize) -> u128 {
    let set = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    set & u128::first_n(squares)
}

/// The number of columns in the keys of worths and bounds, for all boards in both players' views:
/// for each number of columns, the board with the most rows contains all squares of the others.
#[test]
fn columns_do_not_overlap_squares() {
    let mut random = Random::new(1);
    let regions = Regions::default();
    let boards = (1..=128).map(|columns| Size::new(columns, 128 / columns).unwrap());
    let boards: Vec<Lines<u128>> = boards.map(Lines::new).collect();
    let mut pairs = 0;
    for a in &boards {
        for b in boards.iter().filter(|b| b.columns != a.columns) {
            let set = random_set(&mut random, a.all.min(b.all).count() as usize);
            // the cached value of this set must not be returned for another one
            let number = Bounds::number(UNIT);
            regions.worth(a, set, |_| {}, |tell| tell(&number));
            let others = mistakable(set, a.columns as usize, b.columns as usize);
            for other in others.filter(|other| other & !b.all == 0) {
                let mut told = false;
                regions.worth(b, other, |bounds| told |= bounds.number != 0, |_| {});
                assert!(!told, "{set:x} in {} columns is {other:x} in {}", a.columns, b.columns);
                assert_ne!(a.key(set).whole(), b.key(other).whole());
                pairs += 1;
            }
        }
    }
    assert!(pairs > 1_000_000, "{pairs}");
}

/// Size, side and integer in the keys of positions, on all boards.
#[test]
fn sides_and_integers_do_not_overlap_squares() {
    let mut random = Random::new(2);
    let mut keys = HashMap::new();
    for columns in 1..=128 {
        for rows in 1..=128 / columns {
            let size = Size::new(columns, rows).unwrap();
            let set = random_set(&mut random, size.squares());
            for (side, integer) in
                Orientation::BOTH.into_iter().flat_map(|s| [(s, 0), (s, -1), (s, 5)])
            {
                let one = (Orientation::Vertical as usize, 0);
                let other = (side as usize, integer as u8 as usize);
                let sets = mistakable(set, one.0, other.0).chain(mistakable(set, one.1, other.1));
                for set in sets.filter(|set| set & !u128::first_n(size.squares()) == 0) {
                    let key = with_bits!(size, B => {
                        position_key(size, side, integer, B::narrow(set))
                    });
                    let entry = (size, side, integer, set);
                    let known = keys.insert(key, entry);
                    assert!(known.is_none_or(|known| known == entry), "{known:?} {entry:?}");
                }
            }
        }
    }
    assert!(keys.len() > 200_000, "{}", keys.len());
}
