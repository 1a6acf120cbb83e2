//! The worked examples of the manual's chapter on certificates: the writer produces that of version
//! 4, and the checker accepts that of version 1.

use super::forge::{certificate, check};
use crate::claim::Game;
use std::path::Path;

/// The bytes of an example, read from lines that begin with an offset, such as `0x10  61 7a
/// text`.
fn printed(place: impl Fn(usize) -> String) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual/src/certificates.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut printed = Vec::new();
    for line in text.lines() {
        let Some(rest) = line.strip_prefix(&place(printed.len())) else { continue };
        let bytes = rest.trim_start().split("  ").next().unwrap();
        printed.extend(bytes.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()));
    }
    printed
}

#[test]
fn worked_example() {
    let file = certificate(Game::Amazons, &["Qq1/1*1/*2 w"]);
    check(&file).unwrap();
    let hex: Vec<String> = file.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(printed(|at| format!("{at:02x}:  ")), file, "the file is now {}", hex.join(" "));
}

#[test]
fn worked_example_of_version_1() {
    let file = printed(|at| format!("0x{at:02x}  "));
    assert_eq!(file[8], 1);
    assert_eq!(check(&file).unwrap().positions, 2);
}
