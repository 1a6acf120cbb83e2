//! Certificates of the older versions, which store positions: files written by the programs of that
//! time are still accepted, and forgeries of them are not.

mod forge;
mod forged;
mod mutants;

pub(super) use forged::{Forgery, forgeries};

use super::forge::check;
use crate::{CheckOptions, verify};
use std::io::Cursor;
use std::ops::ControlFlow;

macro_rules! files {
    ($($name:literal: $version:literal $positions:literal,)*) => {
        /// The files, with their versions and the number of positions that they store.
        pub(super) const FILES: &[(&str, u16, u64, &[u8])] = &[
            $(($name, $version, $positions, include_bytes!(concat!("files/", $name, ".proof"))),)*
        ];
    };
}

files! {
    "amazons-4x6": 2 4235,
    "amazons-5x4": 1 344,
    "claims-3x5-white": 2 42,
    "claims-3x5": 2 47,
    "claims-4x4-search": 2 69,
    "claims-4x4": 2 45,
    "corner-3x4-black": 1 7,
    "corner-3x4": 1 11,
    "domineering-5x5": 3 4,
    "domineering-6x5": 3 3,
    "domineering-7x7": 2 533,
    "domineering-two-holes": 3 2,
    "open-4x3": 1 1,
    "settled-5x4": 1 1,
    "square-3x3-black": 1 31,
    "square-3x3": 1 49,
    "walk-6x3": 1 7,
    "walks-5x4": 1 1,
    "worked-example": 1 2,
}

#[test]
fn older_versions_are_accepted() {
    for (name, version, positions, file) in FILES {
        assert_eq!(u16::from(file[8]), *version, "{name}");
        let report = check(file).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(report.positions, *positions, "{name}");
    }
}

/// A level that does not fit into memory is read in windows; the answer is the same.
#[test]
fn little_memory_makes_no_difference() {
    for (name, _, positions, file) in FILES {
        let limits = CheckOptions { memory: 100, threads: 1 };
        let narrow = verify(Cursor::new(file), None, limits, |_| ControlFlow::Continue(()))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(narrow.positions, *positions, "{name}");
    }
}

#[test]
fn every_cut_and_every_flipped_bit_is_found() {
    for (name, .., file) in FILES.iter().filter(|(.., file)| file.len() < 1000) {
        for length in 0..file.len() {
            assert!(check(&file[..length]).is_err(), "{name} cut to {length} bytes");
        }
        let mut file = file.to_vec();
        for at in 0..file.len() {
            let bit = 1 << (at % 8);
            file[at] ^= bit;
            assert!(check(&file).is_err(), "{name} with byte {at} altered");
            file[at] ^= bit;
        }
    }
}

/// A file is checked by the rules of its own version: with another version number it is rejected.
#[test]
fn versions_are_told_apart() {
    let mut refused = 0;
    for (name, version, positions, file) in
        FILES.iter().filter(|(_, _, positions, _)| *positions > 0)
    {
        for other in (1..=4u8).filter(|&other| u16::from(other) != *version) {
            let mut changed = file[..file.len() - 32].to_vec();
            changed[8] = other;
            let end = 12 + usize::from(file[10]);
            changed.splice(end..end + 4, crc32fast::hash(&changed[..end]).to_le_bytes());
            use sha2::{Digest, Sha256};
            changed.extend(Sha256::digest(&changed));
            // positions that are plainly won in both versions may be stored in the same way
            if check(&changed).is_err() {
                refused += 1;
            } else {
                assert_ne!(other, 4, "{name}, {positions} positions");
            }
        }
    }
    assert!(refused > 20, "{refused}");
}
