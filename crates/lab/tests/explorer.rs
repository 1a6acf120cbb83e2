//! The maker of openings: what it chooses, and that it goes on where it was stopped.

use lastmove_arena::OpeningExplorer;
use lastmove_lab::explorer::{ExplorerMaker, ExplorerSettings};
use lastmove_work::Cancel;
use std::path::PathBuf;

fn settings() -> ExplorerSettings {
    let (nodes, line_nodes) = (40, 20);
    ExplorerSettings { nodes, best: 3, replies: 4, line_nodes, deepest: 4, positions: 120 }
}

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("lastmove-explorer-{name}-{}", std::process::id()))
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_file() {
    let (whole, parts) = (place("whole"), place("parts"));
    let make = || ExplorerMaker::new("4x4", settings()).unwrap();
    let mut maker = make();
    let cancel = Cancel::new();
    assert!(maker.run(&whole, f64::INFINITY, &cancel, &mut |_| {}).unwrap());
    let file = maker.file();
    assert!(file.first_moves > 20 && file.positions.len() == 120);
    // Again, and nothing but a moment each time.
    let mut runs = 0;
    loop {
        let mut maker = make();
        runs += 1;
        let complete = maker.run(&parts, 0.003, &cancel, &mut |_| {}).unwrap();
        if complete {
            assert_eq!(maker.file().to_string(), file.to_string());
            break;
        }
    }
    assert!(runs > 2);
    // Other settings are refused.
    let other = ExplorerSettings { best: 4, ..settings() };
    let mut other = ExplorerMaker::new("4x4", other).unwrap();
    assert!(
        other
            .run(&whole, 1.0, &cancel, &mut |_| {})
            .unwrap_err()
            .to_string()
            .contains("other settings")
    );
    for path in [whole, parts] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn first_moves_come_first_then_replies_then_lines() {
    let state = place("order");
    let mut maker = ExplorerMaker::new("4x4", settings()).unwrap();
    maker.run(&state, f64::INFINITY, &Cancel::new(), &mut |_| {}).unwrap();
    std::fs::remove_file(state).unwrap();
    let file = maker.file();
    let plies: Vec<usize> =
        file.positions.iter().enumerate().fold(Vec::new(), |mut plies, (i, row)| {
            plies.push(if i == 0 { 0 } else { plies[row.parent] + 1 });
            plies
        });
    let first = file.first_moves;
    assert!(plies[1..=first].iter().all(|&ply| ply == 1));
    let replies = plies[first + 1..].iter().take_while(|&&ply| ply == 2).count();
    assert!((4..=12).contains(&replies.min(12)), "{replies}");
    assert!(plies.iter().all(|&ply| ply <= 4) && plies.contains(&3));
    // No position twice, mirror images included: the reader finds each of them under its own number.
    let explorer = OpeningExplorer::read(&file.to_string()).unwrap();
    let geometry = lastmove_board::Geometry::new(explorer.size());
    let mut positions = vec![*explorer.start()];
    for row in &file.positions[1..] {
        let mv = lastmove_amazons::Move { from: row.from, to: row.to, arrow: row.arrow };
        positions.push(positions[row.parent].play(&geometry, mv).unwrap());
    }
    for (position, row) in positions.iter().zip(&file.positions) {
        assert_eq!(explorer.look_up(position), Some(row));
    }
}

#[test]
fn the_first_moves_of_the_large_boards_are_as_many_as_published() {
    for (board, moves) in [("6x6", 272), ("8x8", 616), ("10x10", 1088)] {
        let maker = ExplorerMaker::new(board, ExplorerSettings::of(board)).unwrap();
        assert_eq!(maker.file().first_moves, moves, "{board}");
    }
}
