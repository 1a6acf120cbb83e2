//! The instructions for which the program was built.

mod common;

use common::{LASTMOVE, Run, line};
use std::process::Command;

#[test]
fn the_version_and_the_benchmark_name_the_instructions() {
    let version = line("--version");
    assert_eq!(version, line("-V"));
    let name = if cfg!(target_feature = "avx2") { "x86-64-v3" } else { "baseline" };
    let expected = format!("lastmove {} ({name})\n", env!("CARGO_PKG_VERSION"));
    assert!(version.stdout.starts_with(&expected), "{version:?}");
    let hint = cfg!(all(target_arch = "x86_64", not(target_feature = "avx2")));
    assert_eq!(version.stdout.contains("RUSTFLAGS"), hint, "{version:?}");

    let bench = line("bench --quick --only perft --json").json();
    assert_eq!(bench["instructions"], name);
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
