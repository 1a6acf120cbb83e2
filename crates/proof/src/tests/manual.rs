//! The worked example of the manual's chapter on certificates is what the writer writes.

use super::forge::{certificate, check};
use crate::claim::Game;
use std::path::Path;

#[test]
fn worked_example() {
    let file = certificate(Game::Amazons, &["q1/1Q w"], 0);
    check(&file).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual/src/certificates.md");
    let text = std::fs::read_to_string(path).unwrap();
    // lines such as `0x10  61 7a 6f 6e 73   text`
    let mut printed = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("0x")) {
        assert_eq!(line[2..4], format!("{:02x}", printed.len()), "{line}");
        let bytes = line[6..].split("  ").next().unwrap();
        printed.extend(bytes.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()));
    }
    let hex: Vec<String> = file.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(printed, file, "the file is now {}", hex.join(" "));
}
