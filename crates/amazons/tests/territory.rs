//! Fillings of territories, compared with a plain search over all moves.

use lastmove_amazons::{Territories, TooHard};
use lastmove_board::{Bits, Geometry, Size};
use proptest::prelude::*;
use std::collections::HashMap;

/// The most moves that the amazons can make, by trying all of them.
fn plain(
    geometry: &Geometry<u64>,
    known: &mut HashMap<(u64, u64), u32>,
    amazons: u64,
    empty: u64,
) -> u32 {
    if let Some(&most) = known.get(&(amazons, empty)) {
        return most;
    }
    let mut most = 0;
    for from in amazons.squares() {
        let vacated = empty | 1 << from;
        for to in geometry.queen_reach(from, empty).squares() {
            for arrow in geometry.queen_reach(to, vacated).squares() {
                let moved = amazons & !(1 << from) | 1 << to;
                let rest = vacated & !(1 << to) & !(1 << arrow);
                most = most.max(1 + plain(geometry, known, moved, rest));
            }
        }
    }
    known.insert((amazons, empty), most);
    most
}

proptest! {
    #[test]
    fn as_many_moves_as_the_rules_allow(burnt: u64, more: u64, a in 0u8..16, b in 0u8..16) {
        let geometry = Geometry::<u64>::new(Size::new(4, 4).unwrap());
        let amazons = 1u64 << a | 1 << b;
        // Few enough empty squares for the plain search.
        let mut empty = geometry.all() & !amazons & !(burnt & more);
        while empty.count() > 9 {
            empty = empty.without_lowest();
        }
        let mut territories = Territories::new(&geometry, u64::MAX);
        let most = plain(&geometry, &mut HashMap::new(), amazons, empty);
        prop_assert_eq!(territories.most(amazons, empty), Ok(most));
        // Following the best moves makes the same number of moves.
        let (mut amazons, mut empty, mut made) = (amazons, empty, 0);
        while let Some(mv) = territories.best(amazons, empty) {
            amazons = amazons & !(1 << mv.from) | 1 << mv.to;
            empty = (empty | 1 << mv.from) & !(1 << mv.to) & !(1 << mv.arrow);
            made += 1;
        }
        prop_assert_eq!(made, most);
    }
}

#[test]
fn past_the_limit_it_still_has_a_move() {
    let geometry = Geometry::<u64>::new(Size::new(4, 1).unwrap());
    let mut territories = Territories::new(&geometry, 0);
    // An amazon between two squares and one: in either direction its first arrow must go ahead.
    assert_eq!(territories.most(0b0010, 0b1101), Err(TooHard));
    assert!(territories.best(0b0010, 0b1101).is_some());
}
