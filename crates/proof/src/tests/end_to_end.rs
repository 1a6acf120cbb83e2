//! From a position to an accepted certificate: random positions, little memory, large boards.

use super::brute::opposite;
use super::forge::{Parts, certificate, check, genuine};
use super::mutants::assert_proved;
use super::random::RandomPosition;
use crate::claim::Game;
use crate::{CheckOptions, Report, verify};
use lastmove_board::{Cell, Diagram, Size, transposed};
use lastmove_work::Random;
use std::io::Cursor;
use std::ops::ControlFlow;

/// Random positions: brute force, certificate, check. The opposite claim is refused.
#[test]
fn random_positions() {
    let mut random = Random::new(5);
    let (mut plain, mut levels) = (0, 0);
    for round in 0..400 {
        let amazons = round % 2 == 0;
        let boards = if amazons { [(3, 4), (4, 4), (5, 3)] } else { [(5, 4), (4, 6), (5, 5)] };
        let (w, h) = boards[round % 3];
        let size = Size::new(w, h).unwrap();
        let (game, text) = if amazons {
            let each = [1 + random.below(2), 1 + random.below(2)];
            let empty = (5 + random.below(6)).min(size.squares() - each[0] - each[1]);
            (Game::Amazons, random.amazons(size, each, empty).to_diagram(size).to_string())
        } else {
            let free = size.squares() - random.below(8);
            let player = lastmove_domineering::Orientation::BOTH[random.below(2)];
            let position = lastmove_domineering::Position::new(random.region(size, free), player);
            (Game::Domineering, position.to_diagram(size).to_string())
        };
        let file = certificate(game, &[&text]);
        let report = check(&file).unwrap_or_else(|error| panic!("{game} {text}: {error}"));
        plain += usize::from(report.positions == 0);
        levels += usize::from(report.levels > 1);
        let mut parts = Parts::of(&file);
        parts.claims[0] = opposite(&parts.claims[0]);
        assert!(check(&parts.file()).is_err(), "{game} {text}: the opposite is accepted");
    }
    println!("400 positions: {plain} are plainly won, {levels} have several levels");
    assert!(plain < 350 && levels > 4);
}

/// The report of a checker with `memory` bytes and `threads` threads.
fn check_within(memory: u64, threads: usize, file: &[u8]) -> Report {
    let limits = CheckOptions { memory, threads };
    verify(Cursor::new(file), None, limits, |_| ControlFlow::Continue(())).unwrap()
}

/// A level that does not fit into memory is derived in windows; the answer is the same.
#[test]
fn little_memory_makes_no_difference() {
    for (name, file) in genuine() {
        let wide = check(file).unwrap();
        for memory in [0, 1, 64, 100, 200, 1000, 10_000] {
            assert_eq!(check_within(memory, 1, file), wide, "{name} with {memory} bytes");
        }
        assert_eq!(check_within(300, 2, file), wide, "{name} with two threads");
        let mut parts = Parts::of(file);
        let last = parts.blocks.len() - 1;
        parts.blocks[last].2.push(None);
        let limits = CheckOptions { memory: 100, threads: 1 };
        let go = |_| ControlFlow::Continue(());
        let refused = verify(Cursor::new(parts.file()), None, limits, go).unwrap_err();
        assert_eq!(refused.word(), "stray", "{name}");
    }
}

/// Blocks may be of any size.
#[test]
fn blocks_may_be_cut() {
    for (name, file) in genuine() {
        let wide = check(file).unwrap();
        for size in [1, 2, 7] {
            let mut parts = Parts::of(file);
            let cut = |(claim, level, moves): &(u8, u16, Vec<_>)| {
                let chunks = moves.chunks(size).map(|some| (*claim, *level, some.to_vec()));
                chunks.collect::<Vec<_>>()
            };
            parts.blocks = parts.blocks.iter().flat_map(cut).collect();
            let file = parts.file();
            for report in [check(&file).unwrap(), check_within(100, 1, &file)] {
                let (positions, moves) = (report.positions, report.moves);
                assert_eq!((positions, moves), (wide.positions, wide.moves), "{name}");
            }
        }
    }
}

/// The second of two claims is not stored if it is the first one transposed, and then only.
#[test]
fn a_transposed_claim_follows() {
    let size = Size::new(5, 5).unwrap();
    let mut random = Random::new(11);
    let (mut left_out, mut stored) = (0, 0);
    for _ in 0..600 {
        let free = 19 + random.below(6);
        let region: u64 = random.region(size, free);
        let symmetric = random.below(2) == 0;
        let empty = if symmetric { region & transposed(size, region) } else { region };
        let texts = lastmove_domineering::Orientation::BOTH.map(|first| {
            lastmove_domineering::Position::new(empty, first).to_diagram(size).to_string()
        });
        let file = certificate(Game::Domineering, &[&texts[0], &texts[1]]);
        let report = check(&file).unwrap_or_else(|error| panic!("{texts:?}: {error}"));
        assert_eq!(report.claims.len(), 2);
        let mut parts = Parts::of(&file);
        let second = parts.blocks.iter().filter(|(claim, ..)| *claim == 1).count();
        if empty == transposed(size, empty) {
            left_out += usize::from(report.positions > 0);
            assert_eq!(second, 0, "{texts:?}");
            // with another winner, it does not follow
            let claim = std::mem::replace(&mut parts.claims[1], opposite(&report.claims[1]));
            assert_eq!(check(&parts.file()).unwrap_err().word(), "missing-reply", "{texts:?}");
            // what follows from the first claim may be stored nevertheless
            parts.claims[1] = claim;
            let own = Parts::of(&certificate(Game::Domineering, &[&texts[1]])).blocks;
            parts.blocks.extend(own.into_iter().map(|(_, level, moves)| (1, level, moves)));
            assert!(check(&parts.file()).is_ok(), "{texts:?}");
        } else if second > 0 {
            stored += 1;
            parts.blocks.retain(|(claim, ..)| *claim == 0);
            assert_eq!(check(&parts.file()).unwrap_err().word(), "missing-reply", "{texts:?}");
        }
    }
    println!("{left_out} claims left out, {stored} stored");
    assert!(left_out > 5 && stored > 5, "{left_out} {stored}");
}

/// A diagram as part of a larger board, all other squares burnt.
pub(super) fn on_larger_board(text: &str, size: Size, corner: (usize, usize)) -> String {
    let small: Diagram = text.parse().unwrap();
    let (w, h) = (small.size().width(), small.size().height());
    assert!(corner.0 + w <= size.width() && corner.1 + h <= size.height());
    let cell = |i: usize| {
        let (x, y) = (i % size.width(), i / size.width());
        let (x, y) = (x.wrapping_sub(corner.0), y.wrapping_sub(corner.1));
        if x < w && y < h { small.cells()[y * w + x] } else { Cell::Burnt }
    };
    Diagram::new(size, (0..size.squares()).map(cell).collect(), small.side()).to_string()
}

/// Certificates of positions on boards whose keys take two or four machine words.
pub(super) fn on_large_boards() -> Vec<(String, Vec<u8>)> {
    let small = [
        (Game::Amazons, "3/q2/3/1Q1 w"),
        (Game::Amazons, "3/3/Q1q/1** b"),
        (Game::Amazons, "1q1*/**1Q/*3/*3/1*** b"),
        (Game::Domineering, "3***/6/2*2*/3*2/1*4 h"),
    ];
    let boards = [((7, 7), (1, 1)), ((8, 8), (2, 3)), ((13, 7), (6, 2)), ((16, 8), (0, 0))];
    let mut files = Vec::new();
    for (game, text) in small {
        for ((w, h), corner) in boards {
            let text = on_larger_board(text, Size::new(w, h).unwrap(), corner);
            files.push((format!("{game} {text}"), certificate(game, &[&text])));
        }
    }
    files
}

#[test]
fn large_boards() {
    for (name, file) in on_large_boards() {
        let report = check(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(report.levels >= 2, "{name}");
        assert_eq!(check_within(100, 2, &file), report, "{name}");
        let mut parts = Parts::of(&file);
        assert_proved(&parts, &name);
        parts.claims[0] = opposite(&parts.claims[0]);
        assert!(check(&parts.file()).is_err(), "{name}: the opposite is accepted");
    }
}
