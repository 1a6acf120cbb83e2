//! `tools/check_certificate.py` accepts what this checker accepts, and nothing else.

use super::forge::{Parts, check, check_expecting, genuine};
use super::forged::forgeries;
use super::mutants::mutate;
use lastmove_work::Random;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;

fn tool() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_certificate.py")
}

/// Runs the tool; answers what it says of each file, such as `valid` or `rejected: cut`. `None`
/// if there is no Python to run it.
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
    files.extend(
        forgeries()
            .into_iter()
            .filter(|forgery| forgery.expect.is_none())
            .map(|forgery| (format!("forged-{}", forgery.name), forgery.file)),
    );
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
                // more than one thing may be wrong with a mutant
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

/// Both understand the same expectations.
#[test]
fn both_checkers_expect_alike() {
    use crate::Expect;
    let genuine = genuine();
    let folder = std::env::temp_dir().join(format!("lastmove-expect-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut met = 0;
    let mut asked = 0;
    for i in [0, 3, 9, 10] {
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
            for name in [format!("{w}x{h}"), format!("{h}x{w}"), "4x4-corner".into()] {
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

/// Certificates that are kept with the project.
#[test]
fn committed_certificates_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "proof") {
            check_expecting(&std::fs::read(&path).unwrap(), None)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

/// A certificate of an older version is checked as it was written.
#[test]
fn older_versions_are_accepted() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/domineering-7x7.proof");
    let file = std::fs::read(path).unwrap();
    assert_eq!((file[8], crate::VERSION), (2, 3));
    let report = check_expecting(&file, Some("domineering 7x7 1")).unwrap();
    assert_eq!(report.positions, 533);
    // It is no certificate of the newest version, whose checker needs fewer positions.
    let mut newest = file[..file.len() - 32].to_vec();
    newest[8] = 3;
    let end = 12 + usize::from(file[10]);
    newest.splice(end..end + 4, crc32fast::hash(&newest[..end]).to_le_bytes());
    newest.extend(Sha256::digest(&newest));
    assert_eq!(check(&newest).unwrap_err().word(), "stray");
}

/// The page on 4x5 names the hash of the file that is there.
#[test]
fn the_correction_names_its_certificate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = std::fs::read(root.join("proofs/amazons-4x5.proof")).unwrap();
    let page = std::fs::read_to_string(root.join("docs/manual/src/amazons-4x5.md")).unwrap();
    let hash: String = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(page.contains(&hash), "the file's hash is {hash}");
    let report = check_expecting(&file, Some("amazons 4x5 black")).unwrap();
    assert_eq!((report.positions, report.bytes), (38_487, 110_281));
}

/// Takes a minute: the other program on the certificates that are kept with the project.
#[test]
#[ignore = "about a minute"]
fn committed_certificates_in_python() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    if let Some(opinions) = second_opinion(&files) {
        assert!(opinions.iter().all(|opinion| opinion == "valid"), "{opinions:?}");
    }
}
