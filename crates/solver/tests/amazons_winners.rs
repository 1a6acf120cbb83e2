//! The chart of solved Amazons boards: small boards solved again, and the claims of certificates.

use lastmove_amazons::{Move, Position, start};
use lastmove_board::{Geometry, Side};
use lastmove_endgame::Databases;
use lastmove_proof::{CheckOptions, Expect, claims, verify};
use lastmove_solver::amazons::winners::{SolvedBoard, boards};
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel};
use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

/// Boards that took more nodes are not solved again.
const MOST_NODES: u64 = 20_000;

/// All first moves of boards that took more nodes are not solved again.
const MOST_NODES_FOR_MOVES: u64 = 2_000;

/// Solves a board again, and its first moves if that is quick; says whether they were.
fn solve_again(board: &SolvedBoard) -> bool {
    let diagram = start::parse(board.start).unwrap();
    let geometry = Geometry::<u64>::new(diagram.size());
    let position = Position::from_diagram(&diagram).unwrap();
    let shares = Shares::of(1 << 28, 1).unwrap();
    let (databases, store) = (Databases::none(), Store::new(&shares));
    let solver = AmazonsSolver::new(&geometry, &databases, Settings::default(), &store, shares);
    let budget = Budget::unlimited(Cancel::new());
    let solution = solver.solve(&position, &budget, &mut |_| {}).unwrap();
    assert_eq!(solution.winner, board.winner, "{}", board.start);
    let name = |mv: Move| mv.display(diagram.size()).to_string();
    if let Some(best) = solution.best_move
        && board.all_first_moves
    {
        assert!(board.first_moves.contains(&name(best).as_str()), "{}", board.start);
    }
    let solves_moves = board.all_first_moves && board.nodes <= MOST_NODES_FOR_MOVES;
    if solves_moves {
        let (results, _) = solver.moves(&position, &budget, &mut |_| {}).unwrap();
        let won = results.into_iter().filter(|result| result.winner == Side::White);
        let mut won: Vec<String> = won.map(|result| name(result.mv)).collect();
        let mut listed = board.first_moves.clone();
        won.sort();
        listed.sort_unstable();
        assert_eq!(won, listed, "{}", board.start);
    }
    solves_moves
}

#[test]
fn small_boards_are_solved_again() {
    let boards = boards();
    let small: Vec<_> = boards.iter().filter(|board| board.nodes <= MOST_NODES).collect();
    let with_moves = small.iter().filter(|board| solve_again(board)).count();
    println!("{} boards solved again, {with_moves} with all first moves", small.len());
    assert!(small.len() >= 10 && with_moves >= 5, "{} {with_moves}", small.len());
}

/// Each certificate is there and claims what the chart says; small ones are checked as well.
#[test]
fn certificates_claim_what_the_chart_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut checked = 0;
    for board in boards() {
        let Some(path) = board.certificate else { continue };
        let expect: Expect =
            format!("amazons {} {}", board.start, board.winner.name()).parse().unwrap();
        let open = || BufReader::new(File::open(root.join(path)).unwrap());
        assert!(expect.met_by(&claims(open()).unwrap()), "{path}: not {expect}");
        if board.nodes <= MOST_NODES {
            let go_on = |_| ControlFlow::Continue(());
            verify(open(), Some(&expect), CheckOptions::default(), go_on).unwrap();
            checked += 1;
        }
    }
    assert!(checked >= 3, "{checked}");
}
