//! Unfinished certificates are finished, wherever they were cut.

use super::brute::BruteStrategy;
use super::forge::{Parts, check, genuine};
use crate::format::BLOCK;
use crate::{Begun, Claim, Position, Strategy, WriteError, WriteOptions, Written, go_on, write};
use lastmove_amazons as amazons;
use lastmove_board::Geometry;
use std::io::Cursor;
use std::ops::ControlFlow;

/// Finishes a file of which `left` is left; `None` if that is not enough to continue.
fn finish(left: &[u8], claims: &[Claim]) -> Option<Result<(Vec<u8>, Written), WriteError>> {
    let begun = Begun::open(Cursor::new(left.to_vec()), claims)?;
    let mut file = left[..begun.bytes() as usize].to_vec();
    let mut strategy = BruteStrategy::new(claims[0].size());
    let options = WriteOptions { threads: 1, ..WriteOptions::default() };
    let look = |_| ControlFlow::Continue(());
    let written = go_on(&mut file, begun, claims, &mut strategy, options, look);
    Some(written.map(|written| (file, written)))
}

#[test]
fn a_cut_file_is_finished_as_if_nothing_had_happened() {
    for (name, file) in genuine() {
        let report = check(file).unwrap();
        let mut finished = 0;
        // The bytes of an incomplete block are ignored, so not every cut need be tried.
        let whole = (0..file.len()).filter(|cut| cut % 5 == 0 || file.len() - cut < 40);
        for cut in whole.clone().chain([file.len()]) {
            let Some(result) = finish(&file[..cut], &report.claims) else { continue };
            let (again, written) = result.unwrap();
            assert!(again == *file, "{name} cut at {cut} of {}", file.len());
            assert_eq!((written.positions, written.moves), (report.positions, report.moves));
            assert_eq!((written.levels, written.bytes), (report.levels, report.bytes));
            assert_eq!(written.hash, report.hash);
            finished += 1;
        }
        // cut anywhere after its header
        let header = 12 + usize::from(u16::from_le_bytes([file[10], file[11]])) + 4;
        assert_eq!(finished, 1 + whole.filter(|&cut| cut >= header).count());
    }
}

/// White has three squares of his own and loses: long levels that are quickly written.
const LONG_LEVELS: &str = "amazons Q1*5/2*5/***5/q6q/8/8 b white";

/// Answers with some legal move, chosen by the position.
fn any_move() -> impl Strategy {
    let claim: Claim = LONG_LEVELS.parse().unwrap();
    let geometry = Geometry::<u64>::new(claim.size());
    move |position: &Position| {
        let place = (position.empty % 7) as usize;
        let position = amazons::Position::<u64>::from_diagram(&position.to_diagram()).unwrap();
        let moves: Vec<amazons::Move> = position.moves(&geometry).collect();
        let amazons::Move { from, to, arrow } = *moves.get(place % moves.len().max(1))?;
        Some(crate::Move::Amazon { from, to, arrow })
    }
}

/// A level of several blocks is finished from its middle.
#[test]
fn a_level_is_finished_from_its_middle() {
    let claims = [LONG_LEVELS.parse().unwrap()];
    let options = WriteOptions { threads: 1, ..WriteOptions::default() };
    // stopped in the third block of the second level
    let stop = |progress: crate::Progress| match progress.positions > 2 * BLOCK as u64 + 5_000 {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut file = Vec::new();
    let stopped = write(&mut file, &claims, &mut any_move(), options, stop);
    assert!(matches!(stopped, Err(WriteError::Stopped)), "{stopped:?}");
    // cut in each of its blocks
    let (mut cut, mut blocks) = (file.len(), 0);
    while let Some(begun) = Begun::open(Cursor::new(file[..cut].to_vec()), &claims) {
        let mut again = file[..begun.bytes() as usize].to_vec();
        cut = again.len() - 1;
        let stopped = go_on(&mut again, begun, &claims, &mut any_move(), options, stop);
        assert!(matches!(stopped, Err(WriteError::Stopped)), "{stopped:?}");
        assert!(again == file, "cut at {cut}");
        blocks += 1;
    }
    println!("{} bytes, cut {blocks} times", file.len());
    assert_eq!(blocks, 4, "behind the first level, and twice in the second");
}

#[test]
fn what_does_not_fit_is_refused() {
    let file = &genuine()[3].1;
    let parts = Parts::of(file);
    let claims = &parts.claims;
    // another claim, or an empty file: cannot be continued
    assert!(finish(file, &Parts::of(&genuine()[4].1).claims).is_none());
    assert!(finish(b"something else", claims).is_none());
    // an older version
    let mut older = parts.clone();
    (older.version, older.blocks) = (2, Vec::new());
    assert!(finish(&older.file(), claims).is_none());
    let refused = |edit: &dyn Fn(&mut Parts)| {
        let mut parts = parts.clone();
        edit(&mut parts);
        let refused = finish(&parts.file(), claims).unwrap();
        assert!(matches!(refused, Err(WriteError::Begun(_))), "{refused:?}");
    };
    // a level whose positions do not follow from the level before
    let last = parts.blocks.len() - 1;
    refused(&|parts| {
        parts.blocks[last].2.pop();
    });
    refused(&|parts| parts.blocks[last].2.push(None));
    refused(&|parts| parts.blocks[0].2[0] = Some(100_000));
    let mut p2 = parts.clone();
    p2.blocks.push((0, last as u16 + 1, vec![None]));
    println!("EXTRA {:?}", finish(&p2.file(), claims).unwrap().map(|f| check(&f.0)));
}
