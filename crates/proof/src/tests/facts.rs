//! Each leaf fact compared with brute force: the winner must win what the checker accepts.

use super::brute::{AmazonsOracle, DomineeringOracle, state};
use super::random::{RandomPosition, contested};
use crate::amazons::{Amazons, Sight};
use crate::domineering::{self as cuts, Domineering};
use crate::rules::{Leaf, Move, Mover, NODE_LIMIT, Rules, State};
use lastmove_amazons::{Colour, Position};
use lastmove_board::{Bits, Geometry, Size};
use lastmove_domineering as domineering;
use lastmove_work::Random;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

/// Counts of the accepted facts, and of kinds of positions.
#[derive(Debug, Default)]
struct Distribution {
    positions: usize,
    eight_empty_and_contested: usize,
    plain: usize,
    settled: usize,
    walks: usize,
    search: usize,
}

#[test]
fn amazons_facts_are_true() {
    let mut random = Random::new(1);
    let mut seen = Distribution::default();
    let sizes = [size(5, 3), size(4, 3), size(3, 5), size(4, 4), size(7, 2)];
    for board in sizes {
        let rules = Amazons::<u64, u64>::new(board, Sight::Walks, 1 << 20);
        let mut oracle = AmazonsOracle::new(board);
        for large in [false, true].into_iter().cycle().take(20_000) {
            let position = loop {
                let each = [1 + random.below(2), 1 + random.below(2)];
                let room = board.squares() - each[0] - each[1];
                let empty = if large && room >= 8 {
                    8 + random.below((room - 8 + 1).min(2))
                } else {
                    random.below(8.min(room + 1))
                };
                let position = random.amazons(board, each, empty);
                if !large || contested(&oracle.geometry, &position) || room < 8 {
                    break position;
                }
            };
            seen.positions += 1;
            if position.empty().count() >= 8 && contested(&oracle.geometry, &position) {
                seen.eight_empty_and_contested += 1;
            }
            oracle.forget();
            check_amazons(&rules, &mut oracle, &position, &mut random, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.positions >= 100_000);
    assert!(seen.eight_empty_and_contested * 2 >= seen.positions);
    assert!(seen.settled > 1000 && seen.walks > 1000 && seen.search > 1000);
}

fn check_amazons(
    rules: &Amazons<u64, u64>,
    oracle: &mut AmazonsOracle,
    position: &Position<u64>,
    random: &mut Random,
    seen: &mut Distribution,
) {
    for winner in Colour::BOTH {
        let state = state(position, winner);
        for mover in [Mover::Winner, Mover::Loser] {
            let to_move = if mover == Mover::Winner { winner } else { winner.opponent() };
            let asked = if position.to_move() == to_move { *position } else { position.passed() };
            let mut check = |accepted: bool, fact: &str| {
                if accepted {
                    let won = oracle.mover_wins(&asked) == (mover == Mover::Winner);
                    assert!(won, "{fact} is false: {winner} to win {asked:?}");
                }
                usize::from(accepted)
            };
            seen.plain += check(rules.visible(&state, mover), "plain");
            seen.settled += check(rules.settled(&state, mover), "settled");
            if let Some(mut witness) = rules.find_walks(&state, mover, 1000) {
                assert!(rules.walks(&state, mover, &witness), "a found witness must do");
                // A witness changed at random may be accepted, but only if the win is real.
                if !witness.is_empty() && random.below(2) == 0 {
                    let squares = 16;
                    let at = random.below(witness.len());
                    witness[at] = Move::Amazon {
                        from: random.below(squares) as u8 % 9,
                        to: random.below(squares) as u8 % 9,
                        arrow: random.below(squares) as u8 % 9,
                    };
                    witness.truncate(random.below(witness.len()) + 1);
                }
                let accepted = rules.walks(&state, mover, &witness);
                seen.walks += check(accepted, "walks");
            }
            if random.below(8) == 0 {
                let leaf = Leaf::Search { depth: random.below(2) as u8 };
                seen.search += check(rules.holds(&leaf, &state, mover), "search");
            }
        }
    }
}

#[test]
fn the_normal_form_has_the_same_winner() {
    let mut random = Random::new(2);
    for board in [size(3, 3), size(4, 3), size(4, 4)] {
        let rules = Amazons::<u64, u64>::new(board, Sight::Walks, 1 << 20);
        let mut oracle = AmazonsOracle::new(board);
        for _ in 0..1000 {
            let empty = random.below(8);
            let position = random.amazons(board, [1, 2], empty.min(board.squares() - 3));
            let normal = rules.state(rules.normal_key(&state(&position, Colour::White))).unwrap();
            assert_eq!(
                rules.normal_key(&normal),
                rules.normal_key(&state(&position, Colour::White))
            );
            let image =
                Position::new(normal.winner, normal.loser, normal.empty, position.to_move());
            assert_eq!(oracle.mover_wins(&position), oracle.mover_wins(&image), "{position:?}");
        }
    }
}

/// The moves are those of the games' crates, in ascending order.
#[test]
fn moves_are_the_moves() {
    let mut random = Random::new(3);
    for board in [size(1, 7), size(5, 1), size(4, 4), size(5, 6), size(8, 8)] {
        let geometry = Geometry::<u64>::new(board);
        let rules = Amazons::<u64, u128>::new(board, Sight::Walks, 1 << 20);
        for _ in 0..300 {
            let each = [1 + random.below(2), 1 + random.below(2)];
            let empty = random.below(board.squares() - each[0] - each[1] + 1);
            let position = random.amazons(board, each, empty);
            let mut ours = Vec::new();
            rules.each_move(&state(&position, position.to_move()), Mover::Winner, |mv, after| {
                ours.push((mv, after));
                true
            });
            let theirs: Vec<(Move, State<u64>)> = position
                .moves(&geometry)
                .map(|mv| {
                    let after = position.play(&geometry, mv).unwrap();
                    let mv = Move::Amazon { from: mv.from, to: mv.to, arrow: mv.arrow };
                    (mv, state(&after, position.to_move()))
                })
                .collect();
            assert_eq!(ours, theirs);
        }
        for player in domineering::Orientation::BOTH {
            let across = player == domineering::Orientation::Horizontal;
            let rules = Domineering::<u64, u128>::new(
                board,
                across,
                cuts::Sight::of(crate::VERSION),
                1 << 24,
            );
            let free = random.below(board.squares() + 1);
            let free = random.region(board, free);
            let mut ours = Vec::new();
            rules.each_move(
                &State { winner: 0, loser: 0, empty: free },
                Mover::Winner,
                |mv, after| {
                    ours.push((mv, after.empty));
                    true
                },
            );
            let position = domineering::Position::new(free, player);
            let theirs: Vec<(Move, u64)> = position
                .moves(&geometry)
                .map(|mv| (Move::Domino(mv.0), position.play(&geometry, mv).unwrap().empty()))
                .collect();
            assert_eq!(ours, theirs);
        }
    }
}

#[test]
fn domineering_facts_are_true() {
    let mut random = Random::new(4);
    let mut seen = Distribution::default();
    let sizes =
        [size(4, 4), size(5, 3), size(3, 5), size(6, 4), size(4, 5), size(5, 5), size(6, 6)];
    for (i, &board) in sizes.iter().cycle().take(50_000).enumerate() {
        let mut oracle = DomineeringOracle::new(board);
        let most = board.squares().min(17);
        let few = random.below(8);
        let many = 8 + random.below(most - 8 + 1);
        let free = random.region(board, if i / 7 % 4 == 0 { few } else { many });
        seen.positions += 2; // with either player to move
        for across in [true, false] {
            // most of them with the sight of the newest version
            let sight = cuts::Sight::of(if i % 4 == 3 { 2 } else { crate::VERSION });
            let rules = Domineering::<u64, u64>::new(board, across, sight, 1 << 24);
            let state = State { winner: 0, loser: 0, empty: free };
            let normal = rules.state(rules.normal_key(&state)).unwrap();
            for mover in [Mover::Winner, Mover::Loser] {
                let player =
                    domineering::Orientation::BOTH[usize::from(across == (mover == Mover::Winner))];
                let position = domineering::Position::new(free, player);
                let image = domineering::Position::new(normal.empty, player);
                let wins = oracle.mover_wins(&position);
                assert_eq!(wins, oracle.mover_wins(&image));
                let won = wins == (mover == Mover::Winner);
                let plain = rules.visible(&state, mover);
                let search = i % 4 == 0 && rules.search(&state, mover, 1, &mut { NODE_LIMIT });
                seen.plain += usize::from(plain);
                seen.search += usize::from(search);
                assert!(won || !plain && !search, "{position:?}");
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.positions >= 100_000 && seen.plain > 1000 && seen.search > 1000);
}
