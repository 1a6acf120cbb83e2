//! Takes certificates of older versions apart and puts them together again with every checksum right,
//! so that a forgery must be found by its content.

use super::FILES;
use crate::amazons::{Amazons, Sight};
use crate::claim::{Claim, Game};
use crate::domineering::{self, Domineering};
use crate::format::{FileReader, FileWriter};
use crate::rules::Rules;
use crate::stored::{Block, Entry, entries};
use std::io::Cursor;

/// A certificate of a board of at most 32 squares, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// of the format
    pub(super) version: u16,
    pub(super) claims: Vec<Claim>,
    /// claim, level, positions
    pub(super) blocks: Vec<(u8, u16, Vec<Entry<u64>>)>,
}

impl Parts {
    pub(super) fn of(file: &[u8]) -> Self {
        let mut reader = FileReader::open(Cursor::new(file)).unwrap();
        let claims = reader.claims.clone();
        let mut blocks = Vec::new();
        for block in reader.levels.concat().concat() {
            let claim = &claims[block.claim as usize];
            let found = match claim.game() {
                Game::Amazons => entries(&amazons(claim, 1), &block, &mut reader.file),
                Game::Domineering => entries(&domineering(claim), &block, &mut reader.file),
            };
            blocks.push((block.claim, block.level, found.unwrap()));
        }
        Self { version: reader.version, claims, blocks }
    }

    pub(super) fn file(&self) -> Vec<u8> {
        let header: String = self.claims.iter().map(|claim| format!("{claim}\n")).collect();
        let mut file = Vec::new();
        let mut writer = FileWriter::new(&mut file, &header, self.version).unwrap();
        for (claim, level, entries) in &self.blocks {
            let raw = match self.claims[0].game() {
                Game::Amazons => encode(&amazons(&self.claims[0], 1), entries),
                Game::Domineering => encode(&domineering(&self.claims[0]), entries),
            };
            writer.block(*claim, *level, entries.len() as u32, &raw).unwrap();
        }
        writer.finish().unwrap();
        file
    }
}

fn encode<R: Rules>(rules: &R, entries: &[Entry<R::K>]) -> Vec<u8> {
    let mut block = Block::default();
    entries.iter().for_each(|entry| block.push(rules, entry));
    block.finish()
}

pub(super) fn amazons(claim: &Claim, version: u16) -> Amazons<u64, u64> {
    Amazons::new(claim.size(), Sight::of(version), 1 << 20)
}

pub(super) fn domineering(claim: &Claim) -> Domineering<u64, u64> {
    Domineering::new(
        claim.size(),
        claim.winner() == lastmove_board::Side::Horizontal,
        domineering::Sight::of(3),
        1 << 24,
    )
}

/// The certificates that the forgers start from: several levels, and all kinds of leaves.
pub(super) fn genuine() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().filter(|(.., file)| file.len() < 1000).map(|&(name, _, _, file)| (name, file))
}

#[test]
fn genuine_certificates_survive_being_taken_apart() {
    for (name, file) in genuine() {
        assert_eq!(Parts::of(file).file(), file, "{name}");
    }
}
