//! Forged certificates of older versions, each rejected for its own reason.

use super::super::forge::check_expecting;
use super::FILES;
use super::forge::Parts;
use crate::claim::Claim;
use crate::format::FileWriter;
use crate::rules::{Leaf, Move};
use crate::stored::Entry;

/// A forgery, the expected claims (`--expect`), and the reason for which it is rejected.
pub(crate) struct Forgery {
    pub(crate) name: &'static str,
    pub(crate) file: Vec<u8>,
    pub(crate) expect: Option<&'static str>,
    pub(crate) word: &'static str,
}

/// A file of several levels.
fn base(version: u16) -> &'static [u8] {
    let name = if version == 1 { "corner-3x4" } else { "claims-3x5-white" };
    FILES.iter().find(|(other, ..)| *other == name).unwrap().3
}

fn edited(version: u16, edit: impl Fn(&mut Parts)) -> Vec<u8> {
    let mut parts = Parts::of(base(version));
    edit(&mut parts);
    parts.file()
}

/// A false claim that only this leaf could prove.
fn with_leaf(version: u16, leaf: Leaf) -> Vec<u8> {
    edited(version, |parts| {
        let claim: Claim = "amazons 1qq1/q2q/4/Q2Q/1QQ1 w white".parse().unwrap();
        let key =
            crate::rules::Rules::normal_key(&super::forge::amazons(&claim, 1), &claim.state());
        parts.claims[0] = claim;
        parts.blocks[0].2.truncate(1);
        parts.blocks[0].2[0].key = key;
        parts.blocks.truncate(1);
        let entry = &mut parts.blocks[0].2[0];
        entry.mv = None;
        entry.leaf = Some(leaf.clone());
    })
}

/// A file with one block of these bytes, packed.
fn raw_block(version: u16, count: u32, raw: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let header = format!("{}\n", Parts::of(base(version)).claims[0]);
    let mut writer = FileWriter::new(&mut file, &header, version).unwrap();
    writer.block(0, 0, count, raw).unwrap();
    writer.finish().unwrap();
    file
}

fn header(text: &str) -> Vec<u8> {
    let mut file = Vec::new();
    let version = if text.starts_with("domineering") { crate::VERSION } else { 1 };
    FileWriter::new(&mut file, text, version).unwrap().finish().unwrap();
    file
}

pub(crate) fn forgeries() -> Vec<Forgery> {
    [1, 2].into_iter().flat_map(forgeries_of).collect()
}

/// The forgeries of a version of Amazons.
fn forgeries_of(version: u16) -> Vec<Forgery> {
    let edited = |edit: &dyn Fn(&mut Parts)| edited(version, edit);
    let with_leaf = |leaf| with_leaf(version, leaf);
    let raw_block = |count, raw: &[u8]| raw_block(version, count, raw);
    let squares = Parts::of(base(version)).claims[0].size().squares();
    let mut all = Vec::new();
    let mut add = |name, word, file| all.push(Forgery { name, file, expect: None, word });
    let open = |entry: &Entry<u64>| entry.mv.is_some() && entry.leaf.is_none();

    add(
        "missing-reply",
        "missing-reply",
        edited(&|parts| {
            parts.blocks[1].2.remove(0);
        }),
    );
    add("missing-level", "missing-reply", edited(&|parts| parts.blocks.truncate(1)));
    add("empty", "missing-reply", edited(&|parts| parts.blocks.clear()));
    add(
        "illegal-move",
        "illegal-move",
        edited(&|parts| {
            let entry = parts.blocks[0].2.iter_mut().find(|e| open(e)).unwrap();
            entry.mv = Some(100_000);
        }),
    );
    add("false-settled", "false-settled", with_leaf(Leaf::Settled));
    add("false-walks-empty", "false-walks", with_leaf(Leaf::Walks(vec![])));
    add(
        "false-walks",
        "false-walks",
        with_leaf(Leaf::Walks(vec![Move::Amazon { from: 1, to: 0, arrow: 1 }; 9])),
    );
    add("false-search", "false-search", with_leaf(Leaf::Search { depth: 0 }));
    add("false-search-deep", "false-search", with_leaf(Leaf::Search { depth: 200 }));
    add(
        "false-leaf-after-move",
        "false-settled",
        edited(&|parts| {
            parts.blocks.truncate(1);
            parts.blocks[0].2[0].leaf = Some(Leaf::Settled);
        }),
    );
    add("loop-level-again", "level-order", edited(&|parts| parts.blocks[2].1 = 0));
    add(
        "level-skipped",
        "level-order",
        edited(&|parts| {
            parts.blocks.remove(1);
        }),
    );
    add(
        "loop-root-again",
        "missing-reply",
        edited(&|parts| {
            // level 1 leads back to the root instead of on to the end
            let root = parts.blocks[0].2.clone();
            parts.blocks[1].2 = root;
            parts.blocks.truncate(2);
        }),
    );
    add("other-claim-number", "malformed", edited(&|parts| parts.blocks[0].0 = 1));
    add(
        "position-order",
        "position-order",
        edited(&|parts| {
            let (claim, level, mut entries) = parts.blocks.remove(1);
            let low = entries.split_off(entries.len() / 2);
            parts.blocks.insert(1, (claim, level, entries));
            parts.blocks.insert(1, (claim, level, low));
        }),
    );
    add(
        "position-twice",
        "position-order",
        edited(&|parts| {
            let block = parts.blocks[1].clone();
            parts.blocks.insert(1, block);
        }),
    );
    add(
        "not-normal",
        "not-normal",
        edited(&|parts| {
            // turned by 180 degrees: the last square becomes the first
            parts.blocks.truncate(1);
            let entry = &mut parts.blocks[0].2[0];
            let turned = |set: u64| (set << (64 - squares)).reverse_bits();
            entry.key = turned(entry.key >> squares) << squares | turned(entry.key);
        }),
    );
    add(
        "stray",
        "stray",
        edited(&|parts| {
            let last = parts.blocks.last().unwrap().clone();
            let mut stray = last.2[0].clone();
            // any position of a later level will do
            stray.leaf = Some(Leaf::Search { depth: 0 });
            stray.mv = None;
            parts.blocks.push((0, last.1 + 1, vec![stray]));
        }),
    );
    add(
        "winner-changed",
        "missing-reply",
        edited(&|parts| {
            let claim = &parts.claims[0];
            parts.claims[0] =
                Claim::new(claim.game(), claim.diagram().clone(), claim.loser()).unwrap();
            parts.blocks.clear();
        }),
    );

    let genuine = base(version);
    let n = genuine.len();
    let changed = |at: usize, bits: u8| {
        let mut file = genuine.to_vec();
        file[at] ^= bits;
        file
    };
    add("cut-short", "cut", genuine[..n - 1].to_vec());
    add("cut-in-half", "cut", genuine[..n / 2].to_vec());
    add("cut-in-header", "cut", genuine[..20].to_vec());
    add("nothing", "foreign", vec![]);
    add("foreign", "foreign", b"PNG, or whatever else it may be".to_vec());
    add("other-version", "version", changed(8, 8));
    add("flipped-claim", "altered", changed(25, 1));
    add("flipped-block-header", "altered", changed(n - 40, 4));
    add("flipped-payload", "altered", changed(n / 2, 128));
    add("flipped-hash", "altered", changed(n - 3, 16));
    add("trailing", "trailing", [genuine, b"\n"].concat());

    add("header-empty", "header", header(""));
    add("header-no-newline", "header", header("amazons q1Q w white"));
    add("header-game", "header", header("chess q1Q w white\n"));
    add("header-spelling", "header", header("amazons q.Q w white\n"));
    add("header-third", "header", header(&"domineering 1 v horizontal\n".repeat(3)));
    // true claims, each plainly won, that may not share a file
    let [vertical, horizontal] = ["domineering 1 v horizontal\n", "domineering 1 h vertical\n"];
    let amazons = "amazons 1Q w white\n";
    let together = |claims: [&str; 2]| header(&claims.concat());
    add("header-two-games", "header", together([vertical, amazons]));
    add("header-other-game-first", "header", together([amazons, vertical]));
    add("header-two-amazons", "header", together([amazons, "amazons 1Q b white\n"]));
    add("header-two-boards", "header", together([vertical, "domineering 1/1 h vertical\n"]));
    add("header-claim-twice", "header", together([horizontal, horizontal]));
    add("block-cut", "malformed", raw_block(1, &[0x80]));
    add("block-neither", "malformed", raw_block(1, &[5, 0]));
    add("block-twice", "malformed", raw_block(2, &[5, 0, 4, 4]));
    add("block-left-over", "malformed", raw_block(1, &[5, 4, 4]));
    add("block-long-number", "malformed", raw_block(1, &[0x85, 0, 4]));
    add("block-witness", "malformed", raw_block(1, &[5, 2, 1, 0, 1]));
    add("block-witness-off-board", "malformed", raw_block(1, &[5, 2, 1, 0, 1, squares as u8]));
    add("block-no-position", "malformed", raw_block(0, &[]));
    add("block-key-off-board", "not-normal", raw_block(1, &[0xff, 0xff, 0xff, 0xff, 1, 4]));

    all.push(Forgery {
        name: "other-claim",
        file: base(version).to_vec(),
        expect: Some("amazons 4x5 black"),
        word: "other-claim",
    });
    all
}

#[test]
fn each_forgery_has_its_reason() {
    for Forgery { name, file, expect, word } in forgeries() {
        match check_expecting(&file, expect) {
            Ok(_) => panic!("{name} was accepted"),
            Err(rejection) => assert_eq!(rejection.word(), word, "{name}: {rejection}"),
        }
    }
}
