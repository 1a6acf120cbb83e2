//! The worked example of the manual equals the file that a build writes.

mod common;

use common::Folder;
use lastmove_endgame::{Spec, build};
use lastmove_work::{Budget, Silent};

#[test]
fn the_example_in_the_manual_is_the_file() {
    let folder = Folder::new("manual");
    let spec = Spec::new(1, 3, [1, 0, 1]);
    build(&folder.0, &[spec], &Silent, &Budget::default()).unwrap();
    let bytes = std::fs::read(folder.0.join(spec.file_name())).unwrap();
    let manual = include_str!("../../../docs/manual/src/databases.md");
    let hex = |line: &str| -> Vec<u8> {
        let digits: Vec<u32> = line[10..].chars().filter_map(|c| c.to_digit(16)).collect();
        digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
    };
    let printed: Vec<u8> = manual
        .lines()
        .filter(|line| line.starts_with("000000") && line.as_bytes()[8] == b':')
        .flat_map(hex)
        .collect();
    assert_eq!(printed, bytes);
}
