//! Forged certificates, each rejected for its own reason.

use super::brute::{BruteStrategy, opposite};
use super::forge::{Parts, check, check_expecting, genuine, header};
use super::reading::read;
use crate::VERSION;
use crate::format::{FileWriter, StoredMove, VERSION_OF_SUMS};
use sha2::{Digest, Sha256};

/// A forgery, the expected claims (`--expect`), and the reason for which it is rejected.
pub(super) struct Forgery {
    pub(super) name: &'static str,
    pub(super) file: Vec<u8>,
    pub(super) expect: Option<&'static str>,
    pub(super) word: &'static str,
}

/// One of the genuine certificates.
fn known(name: &str) -> &'static [u8] {
    &genuine().iter().find(|(other, _)| *other == name).unwrap().1
}

/// A file of four levels, with the winner to move.
fn base() -> &'static [u8] {
    known("amazons-5x3")
}

fn edited(edit: impl Fn(&mut Parts)) -> Vec<u8> {
    let mut parts = Parts::of(base());
    edit(&mut parts);
    parts.file()
}

/// A certificate of one claim with these levels, each in one block.
fn of_claim(claim: &str, levels: &[&[StoredMove]]) -> Vec<u8> {
    let blocks = levels.iter().enumerate().map(|(level, moves)| (0, level as u16, moves.to_vec()));
    let claims = vec![claim.parse().unwrap()];
    Parts { version: VERSION, claims, blocks: blocks.collect() }.file()
}

/// A file with one block of these bytes, packed.
fn raw_block(count: u32, raw: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let header = header(&Parts::of(base()).claims);
    let mut writer = FileWriter::new(&mut file, &header, VERSION).unwrap();
    writer.block(0, 0, count, raw).unwrap();
    writer.finish().unwrap();
    file
}

/// A file with one block of these packed bytes, whose header `change` alters. All checksums are
/// right.
fn block(packed: &[u8], change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut file = only_header(&header(&Parts::of(base()).claims), VERSION);
    file.truncate(file.len() - 33);
    let mut head = vec![1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
    head.extend((packed.len() as u32).to_le_bytes());
    head.extend(crc32fast::hash(packed).to_le_bytes());
    change(&mut head);
    file.extend(&head);
    file.extend(crc32fast::hash(&head).to_le_bytes());
    file.extend(packed);
    file.push(0);
    file.extend(Sha256::digest(&file));
    file
}

fn only_header(text: &str, version: u16) -> Vec<u8> {
    let mut file = Vec::new();
    FileWriter::new(&mut file, text, version).unwrap().finish().unwrap();
    file
}

pub(super) fn forgeries() -> Vec<Forgery> {
    let mut all = forged_moves();
    all.extend(forged_levels());
    all.extend(damage(base()));
    all.extend(forged_headers(VERSION));
    all.extend(forged_versions());
    all.extend(forged_pairs());
    all.extend(forged_blocks());
    let (file, expect) = (base().to_vec(), Some("amazons 4x5 black"));
    all.push(Forgery { name: "other-claim", file, expect, word: "other-claim" });
    all
}

/// Collects forgeries without an expectation.
fn collect(forgeries: Vec<(&'static str, &'static str, Vec<u8>)>) -> Vec<Forgery> {
    let forgery = |(name, word, file)| Forgery { name, file, expect: None, word };
    forgeries.into_iter().map(forgery).collect()
}

/// Wrong winners, false looks, losing and illegal moves.
fn forged_moves() -> Vec<Forgery> {
    let levels = read(&Parts::of(base()), 0).unwrap();
    let root = &levels[0][0];
    let mut brute = BruteStrategy::new(root.position.size);
    let losing = root.after.iter().position(|after| brute.mover_wins(after)).unwrap() as u64;
    // a position with a stored move, and one whose win is seen by looking ahead
    let place = |seen: bool| levels[1].iter().position(|line| line.seen == seen).unwrap();
    let (moved, seen) = (place(false), place(true));
    let moves = levels[1][moved].after.len() as u64;
    let at = |place: usize, stored| edited(|parts| parts.blocks[1].2[place] = stored);
    let opposite = |blocks: usize| {
        edited(|parts| {
            parts.claims[0] = opposite(&parts.claims[0]);
            parts.blocks.truncate(blocks);
        })
    };
    let blocked = "amazons Qq*/*** w white";
    let open_board = "amazons 1qq1/q2q/4/Q2Q/1QQ1 w white";
    collect(vec![
        ("winner-changed", "missing-reply", opposite(0)),
        ("winner-changed-with-blocks", "missing-reply", opposite(4)),
        ("look-instead-of-move", "false-look", at(moved, None)),
        ("look-at-an-open-board", "false-look", of_claim(open_board, &[&[None]])),
        ("look-at-no-move", "false-look", of_claim(blocked, &[&[None]])),
        ("illegal-move", "illegal-move", at(moved, Some(100_000))),
        ("illegal-move-by-one", "illegal-move", at(moved, Some(moves))),
        ("illegal-move-where-seen", "illegal-move", at(seen, Some(100_000))),
        ("largest-move", "illegal-move", at(moved, Some(u64::MAX - 1))),
        (
            "losing-move",
            "missing-reply",
            edited(|parts| {
                parts.blocks[0].2[0] = Some(losing);
                parts.blocks.truncate(1);
            }),
        ),
        (
            "losing-move-with-levels",
            "false-look",
            edited(|parts| parts.blocks[0].2[0] = Some(losing)),
        ),
        (
            "losing-move-with-looks",
            "false-look",
            edited(|parts| {
                parts.blocks[0].2[0] = Some(losing);
                parts.blocks[1].2 = vec![None; 4];
            }),
        ),
    ])
}

/// Levels with missing or extra content, or in another order.
fn forged_levels() -> Vec<Forgery> {
    let last = Parts::of(base()).blocks.len() - 1;
    let two_claims = |edit: &dyn Fn(&mut Parts)| {
        let mut parts = Parts::of(known("domineering-5x6-both"));
        edit(&mut parts);
        parts.file()
    };
    let plain = "amazons 1Q w white";
    let drop_last = |at: usize| {
        edited(|parts| {
            parts.blocks[at].2.pop();
        })
    };
    collect(vec![
        ("empty", "missing-reply", edited(|parts| parts.blocks.clear())),
        ("missing-level", "missing-reply", edited(|parts| parts.blocks.truncate(last))),
        ("missing-number", "missing-reply", drop_last(1)),
        ("missing-number-of-the-last-level", "missing-reply", drop_last(last)),
        ("number-too-many", "stray", edited(|parts| parts.blocks[last].2.push(None))),
        ("number-too-many-in-between", "stray", edited(|parts| parts.blocks[1].2.push(Some(0)))),
        (
            "block-too-many",
            "stray",
            edited(|parts| parts.blocks.push((0, last as u16, vec![None]))),
        ),
        (
            "level-too-many",
            "stray",
            edited(|parts| parts.blocks.push((0, last as u16 + 1, vec![None]))),
        ),
        ("plain-claim-with-level", "stray", of_claim(plain, &[&[None]])),
        ("plain-claim-with-move", "stray", of_claim(plain, &[&[Some(0)]])),
        ("level-again", "level-order", edited(|parts| parts.blocks[2].1 = 0)),
        ("levels-exchanged", "level-order", edited(|parts| parts.blocks.swap(1, 2))),
        ("first-level-later", "level-order", edited(|parts| parts.blocks[0].1 = 1)),
        (
            "level-skipped",
            "level-order",
            edited(|parts| {
                parts.blocks.remove(1);
            }),
        ),
        ("other-claim-number", "malformed", edited(|parts| parts.blocks[0].0 = 1)),
        ("claim-again", "level-order", two_claims(&|parts| parts.blocks.swap(1, 2))),
        ("claims-exchanged", "level-order", two_claims(&|parts| parts.blocks.rotate_left(2))),
        (
            "second-claim-missing",
            "missing-reply",
            two_claims(&|parts| parts.blocks.retain(|block| block.0 == 0)),
        ),
        (
            "first-claim-missing",
            "missing-reply",
            two_claims(&|parts| parts.blocks.retain(|block| block.0 == 1)),
        ),
    ])
}

/// A file that was cut, altered or made longer.
pub(super) fn damage(genuine: &[u8]) -> Vec<Forgery> {
    let n = genuine.len();
    let changed = |at: usize, bits: u8| {
        let mut file = genuine.to_vec();
        file[at] ^= bits;
        file
    };
    collect(vec![
        ("cut-short", "cut", genuine[..n - 1].to_vec()),
        ("cut-in-half", "cut", genuine[..n / 2].to_vec()),
        ("cut-in-header", "cut", genuine[..20].to_vec()),
        ("nothing", "foreign", vec![]),
        ("foreign", "foreign", b"PNG, or whatever else it may be".to_vec()),
        ("flipped-claim", "altered", changed(25, 1)),
        ("flipped-block-header", "altered", changed(n - 40, 4)),
        ("flipped-payload", "altered", changed(n / 2, 128)),
        ("flipped-hash", "altered", changed(n - 3, 16)),
        ("trailing", "trailing", [genuine, b"\n"].concat()),
    ])
}

/// Headers without claims, or with claims that may not share a file.
pub(super) fn forged_headers(version: u16) -> Vec<Forgery> {
    // true claims, each plainly won
    let [vertical, horizontal] = ["domineering 1 v horizontal\n", "domineering 1 h vertical\n"];
    let amazons = "amazons 1Q w white\n";
    let header = |text: &str| only_header(text, version);
    let together = |claims: [&str; 2]| header(&claims.concat());
    let other_board = "domineering 1/1 h vertical\n";
    collect(vec![
        ("header-empty", "header", header("")),
        ("header-no-newline", "header", header("amazons q1Q w white")),
        ("header-game", "header", header("chess q1Q w white\n")),
        ("header-spelling", "header", header("amazons q.Q w white\n")),
        ("header-third", "header", header(&vertical.repeat(3))),
        ("header-two-games", "header", together([vertical, amazons])),
        ("header-other-game-first", "header", together([amazons, vertical])),
        ("header-two-amazons", "header", together([amazons, "amazons 1Q b white\n"])),
        ("header-two-boards", "header", together([vertical, other_board])),
        ("header-claim-twice", "header", together([horizontal, horizontal])),
    ])
}

/// Versions that do not exist, for any game or for one.
fn forged_versions() -> Vec<Forgery> {
    let amazons = |version| edited(|parts| parts.version = version);
    let domineering = |version| {
        let claims = Parts::of(known("domineering-6x5")).claims;
        only_header(&header(&claims), version)
    };
    collect(vec![
        ("version-0", "version", amazons(0)),
        ("version-3-of-amazons", "version", amazons(3)),
        ("version-6", "version", amazons(6)),
        ("version-260", "version", amazons(260)),
        ("version-1-of-domineering", "version", domineering(1)),
        ("version-5-of-domineering", "version", domineering(5)),
        // The stored moves are read as positions with their moves.
        ("version-2-with-levels", "malformed", amazons(2)),
    ])
}

/// Areas that seem to be a pair and are none. If they were burnt, the second player would win at once.
fn forged_pairs() -> Vec<Forgery> {
    let sum = |areas: &str, version| only_header(&format!("amazons {areas} w black\n"), version);
    collect(vec![
        ("pair-of-one-colour", "missing-reply", sum("q1Q1*q1Q1", VERSION_OF_SUMS)),
        ("pair-of-one-colour-mirrored", "missing-reply", sum("q1Q1*1Q1q", VERSION_OF_SUMS)),
        ("pair-longer-by-one", "missing-reply", sum("q1Q1*q1Q2", VERSION_OF_SUMS)),
        ("pair-with-another-amazon", "missing-reply", sum("q1Q1*QQ1q", VERSION_OF_SUMS)),
        ("pair-of-three", "missing-reply", sum("q1Q1*Q1q1*q1Q1", VERSION_OF_SUMS)),
        ("pair-in-version-4", "missing-reply", sum("q2/2Q/***/Q2/2q", VERSION)),
    ])
}

/// Blocks that cannot be read.
fn forged_blocks() -> Vec<Forgery> {
    let set = |at: usize, number: u32| {
        move |head: &mut [u8]| head[at..at + 4].copy_from_slice(&number.to_le_bytes())
    };
    // the byte 0, packed
    let look = [0x63, 0, 0];
    assert_eq!(check(&block(&look, |_| ())).unwrap_err().word(), "false-look");
    let mut too_large = vec![0xff; 9];
    too_large.push(2);
    collect(vec![
        ("block-cut", "malformed", raw_block(1, &[0x80])),
        ("block-too-short", "malformed", raw_block(2, &[5])),
        ("block-left-over", "malformed", raw_block(1, &[5, 4])),
        ("block-long-number", "malformed", raw_block(1, &[0x85, 0])),
        ("block-long-zero", "malformed", raw_block(1, &[0x80, 0])),
        ("block-large-number", "malformed", raw_block(1, &too_large)),
        ("block-no-position", "malformed", raw_block(0, &[])),
        ("block-no-bytes", "malformed", raw_block(1, &[])),
        ("block-not-packed", "malformed", block(&[7, 7], |_| ())),
        ("block-packed-left-over", "malformed", block(&[0x63, 0, 0, 0], |_| ())),
        ("block-packed-cut", "malformed", block(&look[..2], |_| ())),
        ("block-shorter", "malformed", block(&look, set(8, 2))),
        ("block-longer", "malformed", block(&look, set(8, 0))),
        ("block-kind", "malformed", block(&look, |head| head[0] = 2)),
        ("block-too-many", "malformed", block(&look, set(4, (1 << 16) + 1))),
        ("block-too-large", "malformed", block(&look, set(8, (1 << 25) + 1))),
        ("block-goes-on", "cut", block(&look, set(12, 1 << 20))),
    ])
}

/// Checks that each forgery is rejected for its reason.
pub(super) fn assert_reasons(forgeries: Vec<Forgery>) {
    for Forgery { name, file, expect, word } in forgeries {
        match check_expecting(&file, expect) {
            Ok(_) => panic!("{name} was accepted"),
            Err(rejection) => assert_eq!(rejection.word(), word, "{name}: {rejection}"),
        }
    }
}

#[test]
fn each_forgery_has_its_reason() {
    assert_reasons(forgeries());
}

/// Checks that no truncated file and no file with a flipped bit is accepted.
pub(super) fn assert_damage_is_found(name: &str, file: &[u8]) {
    for length in 0..file.len() {
        assert!(check(&file[..length]).is_err(), "{name} cut to {length} bytes");
    }
    let mut file = file.to_vec();
    for at in 0..file.len() {
        for bit in 0..8 {
            file[at] ^= 1 << bit;
            assert!(check(&file).is_err(), "{name} with bit {bit} of byte {at} altered");
            file[at] ^= 1 << bit;
        }
    }
}

#[test]
fn every_cut_and_every_flipped_bit_is_found() {
    genuine().iter().for_each(|(name, file)| assert_damage_is_found(name, file));
}
