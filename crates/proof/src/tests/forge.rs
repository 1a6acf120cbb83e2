//! Takes certificates apart and puts them together again with every checksum right, so that a
//! forgery must be found by its content.

use super::brute::{BruteStrategy, true_claim};
use crate::claim::{Claim, Game};
use crate::format::{FileReader, FileWriter, StoredMove, write_moves};
use crate::{CheckOptions, Expect, Rejection, Report, VERSION, WriteOptions, verify, write};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// A certificate taken apart.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// of the format
    pub(super) version: u16,
    pub(super) claims: Vec<Claim>,
    /// claim, level, stored moves of its positions
    pub(super) blocks: Vec<(u8, u16, Vec<StoredMove>)>,
}

impl Parts {
    pub(super) fn of(file: &[u8]) -> Self {
        let mut reader = FileReader::open(Cursor::new(file)).unwrap();
        assert!(reader.version >= VERSION);
        let mut blocks = Vec::new();
        for block in reader.levels.concat().concat() {
            blocks.push((block.claim, block.level, block.moves(&mut reader.file).unwrap()));
        }
        Self { version: reader.version, claims: reader.claims, blocks }
    }

    pub(super) fn file(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut writer = FileWriter::new(&mut file, &header(&self.claims), self.version).unwrap();
        for (claim, level, moves) in &self.blocks {
            writer.block(*claim, *level, moves.len() as u32, &write_moves(moves)).unwrap();
        }
        writer.finish().unwrap();
        file
    }
}

/// The text of a header.
pub(super) fn header(claims: &[Claim]) -> String {
    claims.iter().map(|claim| format!("{claim}\n")).collect()
}

/// A true certificate of small positions, by brute force.
pub(super) fn certificate(game: Game, positions: &[&str]) -> Vec<u8> {
    let claims: Vec<Claim> = positions.iter().map(|text| true_claim(game, text)).collect();
    let mut strategy = BruteStrategy::new(claims[0].size());
    let mut file = Vec::new();
    let options = WriteOptions { threads: 1, ..WriteOptions::default() };
    write(&mut file, &claims, &mut strategy, options, |_| ControlFlow::Continue(())).unwrap();
    file
}

pub(super) fn check(file: &[u8]) -> Result<Report, Rejection> {
    check_expecting(file, None)
}

pub(super) fn check_expecting(file: &[u8], expect: Option<&str>) -> Result<Report, Rejection> {
    let expect: Option<Expect> = expect.map(|text| text.parse().unwrap());
    let limits = CheckOptions { threads: 1, ..CheckOptions::default() };
    verify(Cursor::new(file), expect.as_ref(), limits, |_| ControlFlow::Continue(()))
}

/// Positions whose certificates have several levels, with moves and looks ahead, found by a random
/// search. In those named "waiting" the loser is to move.
const SEVERAL_LEVELS: [(&str, Game, &[&str]); 18] = [
    ("amazons-3x4-one-each", Game::Amazons, &["3/q2/3/1Q1 w"]),
    ("amazons-3x4-two-each", Game::Amazons, &["2Q/2Q/q2/2q b"]),
    ("amazons-3x4-waiting", Game::Amazons, &["3/3/Q1q/1** b"]),
    ("amazons-5x3", Game::Amazons, &["*4/*q1Q1/2Qq1 w"]),
    ("amazons-5x3-waiting", Game::Amazons, &["**2*/*2Qq/*4 b"]),
    ("amazons-4x4", Game::Amazons, &["*1Q*/q3/*1Q1/2q1 w"]),
    ("amazons-4x4-black", Game::Amazons, &["1Q1*/1*1*/1qQ1/1q2 b"]),
    ("amazons-4x4-waiting", Game::Amazons, &["4/1*1Q/Q2*/qq** b"]),
    ("amazons-4x4-many-moves", Game::Amazons, &["*q**/Q*1Q/2q1/*3 b"]),
    ("amazons-4x5", Game::Amazons, &["1q1*/**1Q/*3/*3/1*** b"]),
    ("amazons-4x5-waiting", Game::Amazons, &["*1**/*1**/2q*/1*1*/Q3 w"]),
    ("domineering-6x5", Game::Domineering, &["6/6/2*3/4*1/6 v"]),
    ("domineering-4x8", Game::Domineering, &["4/4/*1**/4/4/4/4/4 v"]),
    ("domineering-5x6-waiting", Game::Domineering, &["2*2/2*1*/2*2/5/5/5 h"]),
    ("domineering-5x6-both", Game::Domineering, &["5/3*1/*2*1/5/4*/5 v", "5/3*1/*2*1/5/4*/5 h"]),
    (
        "domineering-6x5-both",
        Game::Domineering,
        &["3***/6/2*2*/3*2/1*4 v", "3***/6/2*2*/3*2/1*4 h"],
    ),
    // with areas and their negatives
    ("amazons-sum", Game::Amazons, &["*1Q*1Q1/1Q1**1*/*q**q*1/*******/**q*Q**/*1Q*q1*/******* b"]),
    (
        "amazons-sum-waiting",
        Game::Amazons,
        &["Q***1*Q/**1*q2/**q*1*1/*******/**Q*q*1/**1*Q2/q***1*1 b"],
    ),
];

/// The certificates that the forgers start from.
pub(super) fn genuine() -> &'static [(&'static str, Vec<u8>)] {
    static FILES: OnceLock<Vec<(&str, Vec<u8>)>> = OnceLock::new();
    FILES.get_or_init(|| {
        let file = |(name, game, texts): &(_, _, &[&str])| (*name, certificate(*game, texts));
        SEVERAL_LEVELS.iter().map(file).collect()
    })
}

#[test]
fn genuine_certificates_are_accepted() {
    for (name, file) in genuine() {
        let report = check(file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let Report { positions, moves, levels, bytes, .. } = report;
        println!("{name}: {positions} positions, {moves} moves, {levels} levels, {bytes} bytes");
        assert!(levels >= 2 && 0 < moves && moves < positions, "{name}");
        assert_eq!(Parts::of(file).file(), *file, "{name} survives being taken apart");
    }
}
