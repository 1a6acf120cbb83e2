//! Certificates of boards that fall apart: the search decides them by sums of known areas, which
//! the checker does not know.

use lastmove_amazons::Position;
use lastmove_board::{Diagram, Geometry, Side};
use lastmove_endgame::Databases;
use lastmove_proof::{CheckOptions, Claim, Game, WriteOptions, verify, write};
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Random};
use std::io::Cursor;
use std::ops::ControlFlow;

/// Two or three areas of 3x3 or 3x2 in a row, walled off from each other.
fn board(random: &mut Random) -> Diagram {
    let areas = 2 + random.below(2);
    let mut rows = vec![String::new(); 3];
    for i in 0..areas {
        if i > 0 {
            rows.iter_mut().for_each(|row| row.push('*'));
        }
        let width = if areas == 2 { 3 } else { 2 };
        let mut cells = vec!['.'; 3 * width];
        let pieces: &[char] = random.pick(&[&['q', 'Q'], &['q', 'Q', '*'], &['q', 'q', 'Q']]);
        for &piece in pieces {
            let free: Vec<usize> = (0..cells.len()).filter(|&i| cells[i] == '.').collect();
            cells[random.pick(&free)] = piece;
        }
        rows.iter_mut().zip(cells.chunks(width)).for_each(|(row, part)| row.extend(part));
    }
    let to_move = random.pick(&['w', 'b']);
    format!("{} {to_move}", rows.join("/")).parse().unwrap()
}

fn certify(board: &Diagram, known_areas: u32) -> u64 {
    let geometry = Geometry::<u64>::new(board.size());
    let position = Position::from_diagram(board).unwrap();
    let shares = Shares::of(1 << 26, 1).unwrap();
    let store = Store::new(&shares);
    let settings = Settings { known_areas, ..Settings::default() };
    let none = Databases::none();
    let solver = AmazonsSolver::new(&geometry, &none, settings, &store, shares);
    let budget = Budget::unlimited(Cancel::new());
    let winner: Side = solver.solve(&position, &budget, &mut |_| {}).unwrap().winner;
    let claim = Claim::new(Game::Amazons, board.clone(), winner).unwrap();
    let mut strategy = solver.strategy(&budget);
    let mut file = Vec::new();
    let claims = std::slice::from_ref(&claim);
    let go_on = |_| ControlFlow::Continue(());
    write(&mut file, claims, &mut strategy, WriteOptions::default(), go_on).unwrap();
    let report = verify(Cursor::new(&file), None, CheckOptions::default(), go_on).unwrap();
    report.positions
}

#[test]
fn sums_are_certified() {
    let mut random = Random::new(1);
    let (mut with, mut without) = (0, 0);
    for _ in 0..40 {
        let board = board(&mut random);
        with += certify(&board, Settings::default().known_areas);
        without += certify(&board, 0);
    }
    println!("{with} positions, {without} without known areas");
    assert!(with <= 2 * without, "{with} positions, {without} without known areas");
}
