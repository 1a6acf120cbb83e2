//! Certificates that were begun are finished, wherever they were cut.

use super::brute::BruteStrategy;
use super::forge::{Parts, certificate, check};
use crate::claim::Game;
use crate::{Begun, WriteError, WriteOptions, Written, go_on};
use std::io::Cursor;
use std::ops::ControlFlow;

/// Finishes what is left of a file; `None` if that is nothing.
fn finish(left: &[u8], parts: &Parts) -> Option<Result<(Vec<u8>, Written), WriteError>> {
    let begun = Begun::open(Cursor::new(left.to_vec()), &parts.claims)?;
    let mut file = left[..begun.bytes() as usize].to_vec();
    let mut strategy = BruteStrategy::new(parts.claims[0].size());
    let options = WriteOptions { search_nodes: 0, threads: 1, ..WriteOptions::default() };
    let look = |_| ControlFlow::Continue(());
    let written = go_on(&mut file, begun, &parts.claims, &mut strategy, options, look);
    Some(written.map(|written| (file, written)))
}

fn files() -> [Vec<u8>; 5] {
    [
        certificate(Game::Amazons, &["1q*/q2/2Q/*Q1 w"], 0),
        certificate(Game::Amazons, &["q1*q/1*2/*Q2 b"], 0),
        certificate(Game::Amazons, &["1q*/q2/2Q/*Q1 b"], 0),
        certificate(Game::Domineering, &["5/5/2*2/5/5 v", "5/5/2*2/5/5 h"], 0),
        certificate(Game::Domineering, &["3*1/*4/5/5/5 v", "3*1/*4/5/5/5 h"], 0),
    ]
}

#[test]
fn a_cut_file_is_finished_as_if_nothing_had_happened() {
    for file in files() {
        let parts = Parts::of(&file);
        let report = check(&file).unwrap();
        let mut finished = 0;
        for cut in 0..=file.len() {
            let Some(result) = finish(&file[..cut], &parts) else { continue };
            let (again, written) = result.unwrap();
            assert!(again == file, "cut at {cut} of {}", file.len());
            assert_eq!((written.positions, written.levels), (report.positions, report.levels));
            assert_eq!((written.leaves, written.hash), (report.leaves, report.hash));
            finished += 1;
        }
        // wherever it was cut behind its header
        let header = 12 + usize::from(u16::from_le_bytes([file[10], file[11]])) + 4;
        assert_eq!(finished, file.len() - header + 1);
        assert!(report.positions > 0);
    }
}

/// The same with blocks of one position, so that levels are cut in their middle.
#[test]
fn a_level_is_finished_from_its_middle() {
    let mut more = 0;
    for file in files() {
        let mut parts = Parts::of(&file);
        let cut = |block: &(u8, u16, Vec<_>)| -> Vec<(u8, u16, Vec<_>)> {
            block.2.chunks(1).map(|some| (block.0, block.1, some.to_vec())).collect()
        };
        parts.blocks = parts.blocks.iter().flat_map(cut).collect();
        let all = parts.blocks.clone();
        more += all.len() - Parts::of(&file).blocks.len();
        for blocks in 0..=all.len() {
            parts.blocks = all[..blocks].to_vec();
            let (again, _) = finish(&parts.file(), &parts).unwrap().unwrap();
            let entries = |file: &[u8]| {
                let blocks = Parts::of(file).blocks.into_iter();
                blocks.flat_map(|block| block.2).collect::<Vec<_>>()
            };
            assert_eq!(entries(&again), entries(&file), "{blocks} blocks");
            check(&again).unwrap();
        }
    }
    assert!(more > 10, "{more} places within levels");
}

#[test]
fn what_does_not_fit_is_refused() {
    let file = &files()[0];
    let mut parts = Parts::of(file);
    // another claim: nothing to go on with
    let other = Parts::of(&files()[1]);
    assert!(finish(file, &other).is_none());
    assert!(finish(b"something else", &parts).is_none());
    // a last level that does not come from the one before
    let last = parts.blocks.len() - 1;
    parts.blocks[last].2[0].key += 1;
    let refused = finish(&parts.file(), &parts).unwrap();
    assert!(matches!(refused, Err(WriteError::Begun(_))), "{refused:?}");
}
