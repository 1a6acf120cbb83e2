//! Takes certificates apart and puts them together again with every checksum right, so that a
//! forgery must be found by its content.

use super::brute::{BruteStrategy, true_claim};
use super::random::RandomPosition;
use crate::claim::{Claim, Game};
use crate::domineering::{self, Domineering};
use crate::format::{Block, Entry, FileReader, FileWriter};
use crate::rules::Rules;
use crate::write::{begin, write_all};
use crate::{
    CheckOptions, Expect, Rejection, Report, WriteOptions,
    amazons::{Amazons, Sight},
    verify, write,
};
use lastmove_work::Random;
use std::io::Cursor;
use std::ops::ControlFlow;

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
            let entries = match claim.game() {
                Game::Amazons => block.entries(&amazons(claim, 1), &mut reader.file),
                Game::Domineering => block.entries(&domineering(claim), &mut reader.file),
            };
            blocks.push((block.claim, block.level, entries.unwrap()));
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
        domineering::Sight::of(crate::VERSION),
        1 << 24,
    )
}

/// A true certificate of small positions, by brute force; `search_nodes` of 0 makes it long. It is
/// of the oldest version of Amazons, for the same reason.
pub(super) fn certificate(game: Game, positions: &[&str], search_nodes: u32) -> Vec<u8> {
    let version = if game == Game::Amazons { 1 } else { crate::VERSION };
    certificate_in(version, game, positions, search_nodes)
}

/// The same in any version.
pub(super) fn certificate_in(
    version: u16,
    game: Game,
    positions: &[&str],
    search_nodes: u32,
) -> Vec<u8> {
    let claims: Vec<Claim> = positions.iter().map(|text| true_claim(game, text)).collect();
    let mut strategy = BruteStrategy::new(claims[0].size());
    let mut file = Vec::new();
    let options = WriteOptions { search_nodes, threads: 1, ..WriteOptions::default() };
    let begun = begin(&mut file, &claims, version).unwrap();
    let room = options.room().unwrap();
    let go = |_| ControlFlow::Continue(());
    write_all(begun, &claims, &mut [], None, &mut strategy, options, room, &mut { go }).unwrap();
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

/// The certificates that the forgers start from: several levels, and all kinds of leaves.
pub(super) fn genuine() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("square-3x3", certificate(Game::Amazons, &["q2/3/2Q w"], 0)),
        ("square-3x3-black", certificate(Game::Amazons, &["q2/3/2Q b"], 20)),
        ("corner-3x4", certificate(Game::Amazons, &["1q*/q2/2Q/*Q1 w"], 0)),
        ("corner-3x4-black", certificate(Game::Amazons, &["1q*/q2/2Q/*Q1 b"], 30)),
        ("open-4x3", certificate(Game::Amazons, &["q1*q/1*2/*Q2 b"], 0)),
        ("walk-6x3", certificate(Game::Amazons, &["q*1*1/*1Q2/q*1*1 b"], 0)),
        ("settled-5x4", certificate(Game::Amazons, &["1q3/*****/**1*1/1Q*1* b"], 0)),
        ("walks-5x4", certificate(Game::Amazons, &["1**2/*Qq**/1***1/**1** b"], 0)),
        ("claims-3x5", certificate_in(2, Game::Amazons, &["1q1/*1Q/3/*1q/1*1 b"], 0)),
        ("claims-4x4", certificate_in(2, Game::Amazons, &["4/1*Qq/3*/Q1*q b"], 0)),
        ("claims-3x5-white", certificate_in(2, Game::Amazons, &["2Q/1*1/3/1q*/1Qq w"], 0)),
        ("claims-4x4-search", certificate_in(2, Game::Amazons, &["3*/3*/1qQ*/1q*1 b"], 30)),
        ("domineering-5x5", certificate(Game::Domineering, &["5/5/2*2/5/5 v", "5/5/2*2/5/5 h"], 0)),
        (
            "domineering-two-holes",
            certificate(Game::Domineering, &["3*1/*4/5/5/5 v", "3*1/*4/5/5/5 h"], 20),
        ),
        ("domineering-6x5", certificate(Game::Domineering, &["***3/3*2/6/4*1/*5 v"], 0)),
    ]
}

#[test]
fn genuine_certificates_are_accepted() {
    let mut kinds = [0; 3];
    for (name, file) in genuine() {
        let report = check(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        println!(
            "{name}: {} positions, {} levels, leaves {:?}, {} plain, {} bytes",
            report.positions,
            report.levels,
            report.leaves,
            report.plain,
            file.len()
        );
        assert_eq!(Parts::of(&file).file(), file, "{name} survives being taken apart");
        for (sum, count) in kinds.iter_mut().zip(report.leaves) {
            *sum += count;
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "every kind of leaf occurs: {kinds:?}");
}

/// Boards of more than 64 squares, whose keys do not fit into a machine's words.
#[test]
fn large_boards() {
    let amazons = format!("q1Q{}{} w", "*".repeat(9), format!("/{}", "*".repeat(12)).repeat(9));
    let domineering = format!("3{}{} v", "*".repeat(8), format!("/3{}", "*".repeat(8)).repeat(10));
    let corner = format!("{}/{}1q*/{}*1Q w", "*".repeat(11), "*".repeat(8), "*".repeat(8));
    for (game, text) in [
        (Game::Amazons, amazons),
        (Game::Amazons, corner.replacen('/', &format!("/{}", "***********/".repeat(8)), 1)),
        (Game::Domineering, domineering),
    ] {
        for winner in game.sides() {
            let claim = Claim::new(game, text.parse().unwrap(), winner).unwrap();
            let mut file = Vec::new();
            let options = WriteOptions { search_nodes: 10_000, threads: 1, ..Default::default() };
            // without a strategy: the writer sees these wins by itself, or there is none
            let written = write(&mut file, &[claim], &mut |_: &_| None, options, |_| {
                ControlFlow::Continue(())
            });
            if written.is_ok() {
                check(&file).unwrap();
            }
        }
    }
}

/// A level that does not fit into memory is read in windows; the answer is the same.
#[test]
fn little_memory_makes_no_difference() {
    for (name, file) in genuine() {
        // blocks of two positions, so that there is something to cut
        let mut parts = Parts::of(&file);
        parts.blocks = parts
            .blocks
            .iter()
            .flat_map(|(claim, level, entries)| {
                entries.chunks(2).map(|chunk| (*claim, *level, chunk.to_vec()))
            })
            .collect();
        let file = parts.file();
        let limits = CheckOptions { memory: 100, threads: 1 };
        let narrow = verify(Cursor::new(&file), None, limits, |_| ControlFlow::Continue(()))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let wide = check(&file).unwrap();
        assert_eq!((narrow.positions, narrow.plain), (wide.positions, wide.plain), "{name}");
    }
}

/// Random positions, end to end: brute force, certificate, check.
#[test]
fn random_positions_end_to_end() {
    let mut random = Random::new(5);
    for round in 0..400 {
        let (w, h) = [(3, 3), (4, 3), (4, 4), (5, 3)][round % 4];
        let size = lastmove_board::Size::new(w, h).unwrap();
        let nodes = [0, 10, 200][round % 3];
        let text = if round % 2 == 0 {
            let each = [random.below(3), random.below(3)];
            let empty = random.below(9).min(size.squares() - each[0] - each[1]);
            (Game::Amazons, random.amazons(size, each, empty).to_diagram(size).to_string())
        } else {
            let free = random.below(size.squares() + 1);
            let player = lastmove_domineering::Player::BOTH[random.below(2)];
            let position = lastmove_domineering::Position::new(random.region(size, free), player);
            (Game::Domineering, position.to_diagram(size).to_string())
        };
        let newest = crate::format::version_of(text.0);
        let oldest = if text.0 == Game::Amazons { 1 } else { newest };
        let version = if round % 3 == 0 { oldest } else { newest };
        let file = certificate_in(version, text.0, &[&text.1], nodes);
        check(&file).unwrap_or_else(|error| panic!("{} {}: {error}", text.0, text.1));
        // and nobody can claim the opposite with the same strategy
        let mut parts = Parts::of(&file);
        let claim = &parts.claims[0];
        parts.claims[0] = Claim::new(claim.game(), claim.diagram().clone(), claim.loser()).unwrap();
        assert!(check(&parts.file()).is_err(), "{} {}", text.0, text.1);
    }
}
