//! Certificates of boards that fall apart: the search decides them by sums of known areas, which
//! the checker does not know.

use lastmove_amazons::Position;
use lastmove_board::{Cell, Diagram, Geometry, Side, Size, SymmetryKind};
use lastmove_endgame::Databases;
use lastmove_proof::{CheckOptions, Claim, Game, Report, WriteOptions, verify, write};
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
    written(board, known_areas).positions
}

/// Solves a board and writes its certificate, which is checked.
fn written(board: &Diagram, known_areas: u32) -> Report {
    let geometry = Geometry::<u128>::new(board.size());
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
    verify(Cursor::new(&file), None, CheckOptions::default(), go_on).unwrap()
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

/// An area of 3x3 with two to four amazons, of both sides, and up to two burnt squares.
fn area(random: &mut Random) -> Vec<Cell> {
    let (amazons, burnt) = (2 + random.below(3), random.below(3));
    let black = 1 + random.below(amazons - 1);
    let mut cells = vec![Cell::Empty; 9];
    for i in 0..amazons + burnt {
        let free: Vec<usize> = (0..9).filter(|&at| cells[at] == Cell::Empty).collect();
        cells[random.pick(&free)] = match i {
            _ if i < black => Cell::Black,
            _ if i < amazons => Cell::White,
            _ => Cell::Burnt,
        };
    }
    cells
}

/// The negative of an area, mirrored or turned.
fn negative(area: &[Cell], random: &mut Random) -> Vec<Cell> {
    let size = Size::new(3, 3).unwrap();
    let kind = SymmetryKind::ALL[random.below(8)];
    let mut cells = vec![Cell::Burnt; 9];
    for (square, &cell) in area.iter().enumerate() {
        cells[usize::from(kind.apply(size, square as u8))] = match cell {
            Cell::White => Cell::Black,
            Cell::Black => Cell::White,
            cell => cell,
        };
    }
    cells
}

/// A board of areas of 3x3 in rows of three or four, with walls between them.
fn walled(areas: &[Vec<Cell>], columns: usize, side: Side) -> Diagram {
    let size = Size::new(4 * columns - 1, 4 * areas.len().div_ceil(columns) - 1).unwrap();
    let mut cells = vec![Cell::Burnt; size.squares()];
    for (i, area) in areas.iter().enumerate() {
        let corner = 4 * (i / columns) * size.width() + 4 * (i % columns);
        for (square, &cell) in area.iter().enumerate() {
            cells[corner + square / 3 * size.width() + square % 3] = cell;
        }
    }
    Diagram::new(size, cells, Some(side))
}

/// Three areas and their negatives.
#[test]
fn certificates_of_pairs_are_small() {
    let mut random = Random::new(2);
    let mut largest = 0;
    for _ in 0..100 {
        let mut areas: Vec<Vec<Cell>> = (0..3).map(|_| area(&mut random)).collect();
        areas.extend(areas.clone().iter().map(|area| negative(area, &mut random)));
        let board = walled(&areas, 3, [Side::White, Side::Black][random.below(2)]);
        largest = largest.max(written(&board, Settings::default().known_areas).bytes);
    }
    println!("at most {largest} bytes");
    assert!(largest <= 10_000, "{largest} bytes");
}

/// A board beside an area and its negative has a certificate as small as beside burnt squares.
#[test]
fn an_area_and_its_negative_add_nothing() {
    let mut random = Random::new(3);
    let beside = |one: &[Cell], other: &[Cell]| {
        let line = |area: &[Cell], row: usize| match row {
            0..3 => area[3 * row..3 * row + 3].iter().map(|cell| cell.letter()).collect(),
            _ => "***".to_owned(),
        };
        let start = [".qq.", "q..q", "Q..Q", ".QQ."];
        let rows = start.iter().enumerate();
        let rows = rows.map(|(i, row)| format!("{row}*{}*{}", line(one, i), line(other, i)));
        let board = rows.collect::<Vec<_>>().join("/") + " w";
        written(&board.parse().unwrap(), Settings::default().known_areas).positions
    };
    let alone = beside(&[Cell::Burnt; 9], &[Cell::Burnt; 9]);
    for _ in 0..10 {
        let one = area(&mut random);
        let other = negative(&one, &mut random);
        let positions = beside(&one, &other);
        assert!(positions * 10 <= alone * 11, "{positions} positions, {alone} alone");
    }
}
