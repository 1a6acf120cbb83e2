//! A database of simple territories that keeps only the defective ones, as section 6.3 of Song's
//! thesis proposes.
//!
//! A position that is not listed has as many moves as it has empty squares. The listed ones are in
//! the order of a full database's entries: a look-up computes the number of its entry as before and
//! finds it in the list by binary search.

use crate::Spec;
use crate::build::Tables;
use crate::census::defective;

/// Bytes of a listed position: the number of its entry, and its number of moves.
const BYTES: usize = 4 + 1;

/// The defective positions of one database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefectiveOnly {
    entries: usize,
    positions: u64,
    /// the entries that are listed, ascending
    numbers: Vec<u32>,
    /// the number of moves of each
    moves: Vec<u8>,
}

impl DefectiveOnly {
    /// Takes the defective positions from the tables of a build.
    pub(crate) fn of(spec: Spec, tables: &Tables<u8>) -> Self {
        let positions = defective(spec, tables);
        let mut list = Self { entries: 0, positions, numbers: Vec::new(), moves: Vec::new() };
        for_each_entry(spec, tables, |number, empty, moves| {
            list.entries = number as usize + 1;
            if moves < empty {
                list.numbers.push(number);
                list.moves.push(moves);
            }
        });
        list
    }

    /// The number of entries of the full database.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// The number of listed positions, up to symmetry.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of listed entries: a symmetric shape has an entry for each mirror image of a
    /// position.
    pub fn listed(&self) -> usize {
        self.numbers.len()
    }

    /// The size of the list in bytes.
    pub fn bytes(&self) -> usize {
        BYTES * self.listed()
    }

    /// The number of moves in the position of this entry, which has `empty` empty squares.
    pub fn moves(&self, number: u32, empty: u8) -> u8 {
        self.numbers.binary_search(&number).map_or(empty, |at| self.moves[at])
    }
}

/// Visits all entries of a database in order, with number, empty squares and moves.
fn for_each_entry(spec: Spec, tables: &Tables<u8>, mut visit: impl FnMut(u32, u8, u8)) {
    let frame = tables.frame_index(spec.size()).expect("the build covered the frame");
    let pieces = spec.material.pieces();
    let mut number = 0;
    for squares in pieces.max(1)..=spec.frame().size().squares() {
        let length = spec.frame().connected(squares) * spec.material.placements(squares);
        for &moves in &tables.level(frame, squares)[..length] {
            visit(number, (squares - pieces) as u8, moves);
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::over_simple;
    use lastmove_work::{Budget, Silent};

    /// The list gives the same answer as the full database in every position.
    #[test]
    fn every_look_up_is_right() {
        let specs = [Spec::new(2, 3, [1, 0, 0]), Spec::new(3, 4, [2, 0, 0])];
        let checked = over_simple(&specs, &Silent, &Budget::default(), |spec, tables| {
            let list = DefectiveOnly::of(spec, tables);
            let mut entries = 0;
            for_each_entry(spec, tables, |number, empty, moves| {
                assert_eq!(list.moves(number, empty), moves, "{spec}, entry {number}");
                entries += 1;
            });
            assert_eq!(list.entries(), entries);
            (list.positions(), list.listed(), list.bytes())
        });
        let checked = checked.unwrap();
        // as in table B.1, and no fewer entries than positions
        for ((positions, listed, bytes), published) in checked.into_iter().zip([2, 38]) {
            assert_eq!(positions, published);
            assert!(listed as u64 >= positions && bytes == 5 * listed, "{listed}, {bytes}");
        }
    }
}
