//! The instructions for which the program was built.

mod common;

use common::{LASTMOVE, Run, line};
use std::process::Command;

#[test]
fn the_version_and_the_benchmark_name_the_instructions() {
    let version = line("--version");
    assert_eq!(version, line("-V"));
    let name = if cfg!(target_feature = "avx2") { "x86-64-v3" } else { "baseline" };
    let json = line("--version --json").json();
    let commit = json["commit"].as_str().unwrap();
    let expected = format!("lastmove {} (commit {commit}, {name})\n", env!("CARGO_PKG_VERSION"));
    assert!(version.stdout.starts_with(&expected), "{version:?}");
    assert_eq!(line("--json").json()["commit"], commit);
    let hint = cfg!(all(target_arch = "x86_64", not(target_feature = "avx2")));
    assert_eq!(version.stdout.contains("RUSTFLAGS"), hint, "{version:?}");

    let bench = line("bench --quick --only perft --json").json();
    assert_eq!(bench["instructions"], name);
}

/// Where there is Git, the commit is the one of the source.
#[test]
fn the_version_names_the_commit() {
    let git = Command::new("git").args(["rev-parse", "HEAD"]).output();
    let Ok(output) = git.as_ref().map(|output| String::from_utf8_lossy(&output.stdout)) else {
        return;
    };
    let commit = line("--version --json").json()["commit"].clone();
    assert!(output.is_empty() || output.starts_with(commit.as_str().unwrap()), "{commit} {output}");
}

/// A source archive without Git has the commit in a file that `git archive` fills in.
#[test]
fn an_archive_says_its_commit() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let text = std::fs::read_to_string(format!("{root}/COMMIT")).unwrap();
    let attributes = std::fs::read_to_string(format!("{root}/.gitattributes")).unwrap();
    assert!(attributes.contains("/COMMIT export-subst\n"));
    assert!(text == "$Format:%H$\n" || text.trim().len() == 40, "{text}");
}

/// On a processor of 2008 the program ends with a message, not with an illegal instruction.
#[test]
#[ignore = "heavy"]
fn an_old_processor_is_told() {
    let old = Command::new("qemu-x86_64").args(["-cpu", "Nehalem", LASTMOVE, "--version"]).output();
    let run = Run::of(old.expect("qemu-x86_64, of the package qemu-user"));
    if cfg!(target_feature = "avx2") {
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
        assert!(run.stderr.contains("x86-64-v3"), "{run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    } else {
        assert_eq!(run.code, 0, "{run:?}");
    }
}
