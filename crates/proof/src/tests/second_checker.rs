//! `tools/check_certificate.py` accepts exactly what this checker accepts.

use super::forge::{Parts, check, check_expecting, genuine};
use super::forged::forgeries;
use super::mutants::{assert_proved, mutate};
use super::stored;
use lastmove_work::Random;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;

fn tool() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_certificate.py")
}

/// Runs the tool; returns what it prints for each file, such as `valid` or `rejected: cut`. `None`
/// if Python is not installed.
fn second_opinion(files: &[PathBuf]) -> Option<Vec<String>> {
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        println!("skipped: there is no python3 here");
        return None;
    }
    let output = Command::new("python3").arg(tool()).args(files).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.lines().count(), files.len(), "one line a file: {text}{errors}");
    let opinions = text.lines().zip(files).map(|(line, file)| {
        let opinion = line.strip_prefix(&format!("{}: ", file.display())).unwrap();
        let words: Vec<&str> = opinion.split(": ").collect();
        if words[0] == "valid" { words[0].to_owned() } else { words[..2].join(": ") }
    });
    Some(opinions.collect())
}

fn own_opinion(file: &[u8]) -> String {
    match check(file) {
        Ok(_) => "valid".to_owned(),
        Err(rejection) => format!("rejected: {}", rejection.word()),
    }
}

#[test]
fn both_checkers_agree() {
    let folder = std::env::temp_dir().join(format!("lastmove-proof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut random = Random::new(7);
    let genuine = genuine();
    let mut files: Vec<(String, Vec<u8>)> =
        genuine.iter().map(|(name, file)| (format!("genuine-{name}"), file.clone())).collect();
    let small = stored::FILES.iter().filter(|(.., file)| file.len() < 2000);
    files.extend(small.map(|&(name, .., file)| (format!("older-{name}"), file.to_vec())));
    files.extend(
        forgeries()
            .into_iter()
            .filter(|forgery| forgery.expect.is_none())
            .enumerate()
            .map(|(i, forgery)| (format!("forged-{i}-{}", forgery.name), forgery.file)),
    );
    files.extend(stored::forgeries().into_iter().enumerate().filter_map(|(i, forgery)| {
        let stored::Forgery { name, file, expect, .. } = forgery;
        expect.is_none().then(|| (format!("older-forged-{i}-{name}"), file))
    }));
    for i in 0..300 {
        let mut parts = Parts::of(&genuine[i % genuine.len()].1);
        mutate(&mut parts, &mut random);
        files.push((format!("mutant-{i}"), parts.file()));
        let mut raw = genuine[i % genuine.len()].1.clone();
        let at = random.below(raw.len());
        raw[at] = raw[at].wrapping_add(1 + random.below(255) as u8);
        files.push((format!("flipped-{i}"), raw));
    }
    let paths: Vec<PathBuf> = files
        .iter()
        .map(|(name, bytes)| {
            let path = folder.join(name);
            std::fs::write(&path, bytes).unwrap();
            path
        })
        .collect();
    if let Some(opinions) = second_opinion(&paths) {
        let mut valid = 0;
        for ((name, file), theirs) in files.iter().zip(&opinions) {
            let ours = own_opinion(file);
            if name.starts_with("mutant") {
                // a mutant may be wrong in several ways, so the reasons may differ
                assert_eq!(ours == "valid", theirs == "valid", "{name}: {ours}, {theirs}");
            } else {
                assert_eq!(&ours, theirs, "{name}");
            }
            valid += usize::from(ours == "valid");
        }
        println!("both checkers agree on {} files, {valid} of them valid", files.len());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Mutants of the newest version of Amazons, with every checksum right: both checkers agree on all of
/// them, and brute force confirms every stored move of those that are accepted.
///
/// `cargo test --release -p lastmove-proof -- --ignored both_checkers_agree_on_many_mutants --nocapture`
#[test]
#[ignore = "heavy"]
fn both_checkers_agree_on_many_mutants() {
    const MUTANTS: usize = 6_000;
    let folder = std::env::temp_dir().join(format!("lastmove-mutants-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut random = Random::new(10);
    let genuine = genuine();
    let (mut paths, mut ours) = (Vec::new(), Vec::new());
    for i in 0..MUTANTS {
        let (name, file) = &genuine[i % genuine.len()];
        let mut parts = Parts::of(file);
        for _ in 0..1 + random.below(2) {
            mutate(&mut parts, &mut random);
        }
        let file = parts.file();
        let accepted = check(&file).is_ok();
        if accepted {
            assert_proved(&parts, name);
        }
        ours.push(accepted);
        paths.push(folder.join(i.to_string()));
        std::fs::write(&paths[i], file).unwrap();
    }
    if let Some(opinions) = second_opinion(&paths) {
        for (i, opinion) in opinions.iter().enumerate() {
            assert_eq!(ours[i], opinion == "valid", "mutant {i}: {opinion}");
        }
        let valid = ours.iter().filter(|&&accepted| accepted).count();
        println!("both checkers agree on {MUTANTS} mutants, {valid} of them valid");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Both checkers understand the same expectations.
#[test]
fn both_checkers_expect_alike() {
    use crate::Expect;
    let genuine = genuine();
    let folder = std::env::temp_dir().join(format!("lastmove-expect-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut met = 0;
    let mut asked = 0;
    for i in [0, 3, 13, 14] {
        let file = &genuine[i].1;
        let path = folder.join(i.to_string());
        std::fs::write(&path, file).unwrap();
        let claims = check(file).unwrap().claims;
        let claim = &claims[0];
        let (w, h) = (claim.size().width(), claim.size().height());
        let board = claim.diagram().clone().with_side(None);
        let game = claim.game();
        let mut texts = Vec::new();
        for winner in game.sides().map(crate::side_name) {
            texts.push(format!("{game} {} {winner}", claim.diagram()));
            texts.push(format!("{game} {board} {winner}"));
            let names = ["", "-two", "-one"].map(|layout| format!("{w}x{h}{layout}"));
            for name in names.into_iter().chain([format!("{h}x{w}"), "4x4-corner".into()]) {
                texts.push(format!("{game} {name} {winner}"));
            }
        }
        if game == crate::Game::Domineering {
            for class in ["1", "2", "V", "H"] {
                texts.push(format!("{game} {board} {class}"));
                texts.push(format!("{game} {h}x{w} {class}"));
            }
        }
        for text in texts {
            let Ok(expect) = text.parse::<Expect>() else { continue };
            let mut python = Command::new("python3");
            let python = python.arg(tool()).args(["--expect", &text]).arg(&path).output();
            let Ok(output) = python else { return };
            let theirs = output.status.success();
            assert_eq!(theirs, expect.met_by(&claims), "{text}: {claims:?} {output:?}");
            met += usize::from(theirs);
            asked += 1;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    println!("{asked} expectations, {met} met");
    assert!(met >= 6, "{met} of {asked}");
}

/// Size from which certificates are left to the heavy tests, in bytes.
const LARGE: usize = 100_000;
/// A small certificate that takes long to check.
const HARD: &str = "domineering-8x8.proof";

/// The certificates in the repository that take a moment to check, or those that take `long`.
fn kept(long: bool) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_kept = |path: &PathBuf| {
        let takes_long = path.metadata().unwrap().len() >= LARGE as u64 || path.ends_with(HARD);
        path.extension().is_some_and(|extension| extension == "proof") && takes_long == long
    };
    paths.filter(is_kept).collect()
}

fn assert_valid(paths: &[PathBuf]) {
    for path in paths {
        let file = std::fs::File::open(path).unwrap();
        crate::verify(file, None, crate::CheckOptions::default(), |_| {
            std::ops::ControlFlow::Continue(())
        })
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

#[test]
fn kept_certificates_are_valid() {
    assert_valid(&kept(false));
}

/// `cargo test --release -p lastmove-proof -- --ignored large_certificates_are_valid`
#[test]
#[ignore = "heavy"]
fn large_certificates_are_valid() {
    assert_valid(&kept(true));
}

/// The page of results names each certificate of Amazons in the repository, with its claim, size
/// and hash.
#[test]
fn the_page_of_results_names_the_certificates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/manual/src/checked-results.md")).unwrap();
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.contains(".proof |"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() >= 5, "{} boards", rows.len());
    for row in rows {
        let [_, board, winner, _, name, positions, bytes, .., hash, _] = &row[..] else {
            panic!("{row:?}")
        };
        let file = std::fs::read(root.join("proofs").join(name)).unwrap();
        let digest = Sha256::digest(&file);
        let found: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(*hash, format!("`{found}`"), "{name}");
        let number = |text: &str| text.replace(',', "").parse::<u64>().unwrap();
        assert_eq!(number(bytes), file.len() as u64, "{name}");
        // Large ones are checked in the heavy tests.
        if file.len() < LARGE {
            let report =
                check_expecting(&file, Some(&format!("amazons {board} {winner}"))).unwrap();
            assert_eq!(report.positions, number(positions), "{name}");
            assert_eq!(report.hash, *digest, "{name}: the hash that the checker tells");
        }
    }
}

/// The other program accepts the smallest certificates in the repository, and that of 4x5, whose
/// winner was published wrongly.
#[test]
fn small_certificates_in_python() {
    let mut files = kept(false);
    files.retain(|path| {
        path.metadata().unwrap().len() < 1_000 || path.ends_with("amazons-4x5.proof")
    });
    assert!(files.len() >= 3);
    if let Some(opinions) = second_opinion(&files) {
        assert!(opinions.iter().all(|opinion| opinion == "valid"), "{opinions:?}");
    }
}

/// The other program accepts all certificates except the large ones.
#[test]
#[ignore = "heavy"]
fn kept_certificates_in_python() {
    if let Some(opinions) = second_opinion(&kept(false)) {
        assert!(opinions.iter().all(|opinion| opinion == "valid"), "{opinions:?}");
    }
}
