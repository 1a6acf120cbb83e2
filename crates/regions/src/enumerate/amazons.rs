//! Placements of amazons on a region, up to the region's symmetries.

use super::Region;
use lastmove_board::subsets;

/// The image of a set of points under `map`.
fn image(map: &[u8], set: u64) -> u64 {
    map.iter().enumerate().fold(0, |out, (i, &to)| out | (set >> i & 1) << to)
}

/// The sets of `count` points of a region, one for each orbit under its symmetries.
///
/// ```
/// use lastmove_regions::{Region, placements};
/// let row = Region::new(&[(0, 0), (1, 0), (2, 0)]).unwrap();
/// assert_eq!(placements(row, 1), [0b001, 0b010]);
/// ```
pub fn placements(region: Region, count: usize) -> Vec<u64> {
    let symmetries = region.symmetries();
    let least = |&set: &u64| symmetries.iter().all(|map| image(map, set) >= set);
    subsets(region.size(), count).filter(least).collect()
}

/// The placements of `black` and `white` amazons on different points of a region, as two sets, one
/// for each orbit under its symmetries.
///
/// ```
/// use lastmove_regions::{Region, placements_of_both};
/// let row = Region::new(&[(0, 0), (1, 0), (2, 0)]).unwrap();
/// assert_eq!(placements_of_both(row, 1, 1), [(0b001, 0b010), (0b001, 0b100), (0b010, 0b001)]);
/// ```
pub fn placements_of_both(region: Region, black: usize, white: usize) -> Vec<(u64, u64)> {
    let symmetries = region.symmetries();
    let mut found = Vec::new();
    for first in subsets(region.size(), black) {
        for second in subsets(region.size(), white).filter(|second| first & second == 0) {
            let both = (first, second);
            let images = symmetries.iter().map(|map| (image(map, first), image(map, second)));
            if images.into_iter().all(|image| image >= both) {
                found.push(both);
            }
        }
    }
    found
}

/// The placements of a black and a white amazon on different points of a region, as point numbers,
/// one for each orbit under its symmetries and the exchange of colours.
pub fn placements_of_pairs(region: Region) -> Vec<(u8, u8)> {
    let symmetries = region.symmetries();
    let n = region.size() as u8;
    let mut pairs = Vec::new();
    for black in 0..n {
        for white in black + 1..n {
            // Exchanging the colours gives every orbit a pair in this order.
            let least = symmetries.iter().all(|map| {
                let (a, b) = (map[usize::from(black)], map[usize::from(white)]);
                (a.min(b), a.max(b)) >= (black, white)
            });
            if least {
                pairs.push((black, white));
            }
        }
    }
    pairs
}
