//! Random games of the loser against the certificates that are kept with the project.

use lastmove_amazons::{Move as AmazonsMove, Position};
use lastmove_board::{GamePosition, Geometry};
use lastmove_proof::{AnswerSource, CheckOptions, Claim, Game, Move, Proved};
use lastmove_work::{Random, Stopwatch};
use std::ops::ControlFlow;
use std::path::Path;

/// Plays games in which the loser moves at random. Each must end with his loss; returns how often
/// each kind of answer was given, and the slowest one in core seconds.
fn games(board: &str, count: usize, seed: u64) -> ([usize; 3], f64) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let file = std::fs::File::open(root.join(format!("amazons-{board}.proof"))).unwrap();
    let go = |_| ControlFlow::Continue(());
    let proved = Proved::open(file, None, CheckOptions::default(), go).unwrap();
    let claim = proved.report.claims[0].clone();
    let size = claim.size();
    let geometry = Geometry::<u64>::new(size);
    let mut random = Random::new(seed);
    let (mut kinds, mut slowest) = ([0; 3], 0.0f64);
    for _ in 0..count {
        let mut position = Position::<u64>::from_diagram(claim.diagram()).unwrap();
        loop {
            let moves: Vec<AmazonsMove> = position.moves(&geometry).collect();
            let side = position.side();
            if moves.is_empty() {
                assert_ne!(side, claim.winner(), "{board}: the winner has no move");
                break;
            }
            let mv = if side == claim.winner() {
                let here = Claim::new(Game::Amazons, position.to_diagram(size), side).unwrap();
                let watch = Stopwatch::start();
                let answer = proved.answer(&here.start());
                slowest = slowest.max(watch.seconds());
                let Some((Move::Amazon { from, to, arrow }, source)) = answer else {
                    panic!("{board}: no answer in {}", here.diagram())
                };
                kinds[match source {
                    AnswerSource::Stored { .. } => 0,
                    AnswerSource::Ahead => 1,
                    AnswerSource::Plain => 2,
                    AnswerSource::Mirrored => panic!("{board} is a board of one area"),
                }] += 1;
                AmazonsMove { from, to, arrow }
            } else {
                random.pick(&moves)
            };
            position = position.play(&geometry, mv).unwrap();
        }
    }
    println!(
        "{board}: {count} games, {kinds:?} answers stored, ahead, plain; slowest {slowest:.3} s"
    );
    (kinds, slowest)
}

#[test]
fn random_games_against_small_certificates_are_lost() {
    for board in ["4x4", "4x5", "4x6", "5x4"] {
        games(board, 50, 1);
    }
    let (kinds, _) = games("5x5", 200, 2);
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
}

#[test]
#[ignore = "heavy"]
fn a_thousand_random_games_are_lost_and_every_answer_is_quick() {
    for board in ["5x5", "5x6"] {
        let (_, slowest) = games(board, 1000, 3);
        assert!(slowest < 0.05, "{board}: {slowest} s");
    }
}
