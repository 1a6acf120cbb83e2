//! Separated endgames: on positions without shared areas the engine reaches the optimal score,
//! which a plain search finds, against an opponent who fills his own areas as well as possible.

use lastmove_amazons::{AreaKind, Colour, Move, Position, areas, most_moves, start};
use lastmove_board::{Diagram, Geometry, Side, mix};
use lastmove_player::{Engine, EngineOptions, MoveLimits};
use lastmove_work::Cancel;

fn is_separated(geometry: &Geometry<u128>, position: &Position<u128>) -> bool {
    let amazons = [position.white(), position.black()];
    areas(geometry, amazons, position.empty()).all(|area| area.kind() != AreaKind::Active)
}

/// Random moves from the start until no area is shared; `None` if the game ends first.
fn separated(board: &str, seed: u64) -> Option<(Geometry<u128>, Position<u128>)> {
    let diagram = start::parse(board).unwrap();
    let geometry = Geometry::<u128>::new(diagram.size());
    let mut position = Position::<u128>::from_diagram(&diagram).unwrap();
    for ply in 0.. {
        let moves: Vec<Move> = position.moves(&geometry).collect();
        if moves.is_empty() {
            return None;
        }
        if is_separated(&geometry, &position) {
            return Some((geometry, position));
        }
        position.play_unchecked(moves[mix(seed << 16 | ply) as usize % moves.len()]);
    }
    None
}

/// The most moves of a side, by plain search.
fn most(geometry: &Geometry<u128>, position: &Position<u128>, colour: Colour) -> i64 {
    i64::from(most_moves(geometry, position.amazons(colour), position.empty()))
}

/// The moves that the winner has left when the loser cannot move, as a lead of White.
fn optimum(geometry: &Geometry<u128>, position: &Position<u128>) -> i64 {
    let lead = most(geometry, position, Colour::White) - most(geometry, position, Colour::Black);
    // The side to move wins only if it has more, and then with the move that it makes now.
    match position.to_move() {
        Colour::White if lead > 0 => lead - 1,
        Colour::Black if lead < 0 => lead + 1,
        _ => lead,
    }
}

fn play_out(board: &str, seed: u64, ours: Colour) -> bool {
    let Some((geometry, start)) = separated(board, seed) else { return false };
    let expected = optimum(&geometry, &start);
    let mut engine = Engine::new(EngineOptions::default());
    let mut position = start;
    while position.can_move(&geometry, position.to_move()) {
        let me = position.to_move();
        let mv = if me == ours {
            engine.set_position(geometry.size(), &position);
            let limits = MoveLimits { nodes: Some(50), ..MoveLimits::default() };
            engine.think(&limits, &Cancel::new(), &mut |_| {}).best.expect("a move")
        } else {
            let had = most(&geometry, &position, me);
            let keeps = |mv: &Move| {
                let mut after = position;
                after.play_unchecked(*mv);
                most(&geometry, &after, me) == had - 1
            };
            position.moves(&geometry).find(keeps).expect("a best move")
        };
        position = position.play(&geometry, mv).expect("a legal move");
    }
    let left = most(&geometry, &position, position.to_move().opponent());
    let reached = if position.to_move() == Colour::Black { left } else { -left };
    let text = start.to_diagram(geometry.size());
    assert_eq!(reached, expected, "{text}, engine plays {ours}");
    true
}

fn play_many(positions: usize) {
    let (mut played, mut seed) = (0, 0);
    while played < positions {
        let board = ["5x5", "6x6", "5x6", "8x8", "7x7"][seed as usize % 5];
        played += usize::from(play_out(board, seed, Colour::BOTH[(seed / 5) as usize % 2]));
        seed += 1;
    }
    println!("{played} positions of {seed} random games");
}

/// Two zugzwangs worth 0, -1|3 and -3|1, and three free moves for White, two for Black: White wins,
/// and Black has to play both zugzwangs in the end, at a loss of nothing and of two moves.
const ZUGZWANGS: &str = "*1*1*1*q1/**q***Q**/*Q*1*1*1*/1********/9*/Q3*****/9*/q2****** w";

#[test]
fn sums_of_zugzwangs_are_played_for_the_best_score() {
    let text = ZUGZWANGS.replace("9*", "*********");
    let diagram: Diagram = text.parse().unwrap();
    let geometry = Geometry::<u128>::new(diagram.size());
    let mut position = Position::<u128>::from_diagram(&diagram).unwrap();
    let mut engine = Engine::new(EngineOptions::default());
    let limits = MoveLimits { nodes: Some(1), ..MoveLimits::default() };
    let mut scores = Vec::new();
    while position.can_move(&geometry, position.to_move()) {
        engine.set_position(geometry.size(), &position);
        let report = engine.think(&limits, &Cancel::new(), &mut |_| {});
        assert_eq!(report.proven, Some(Side::White));
        scores.push(report.score);
        position = position.play(&geometry, report.best.expect("a move")).expect("a legal move");
    }
    // Three moves more for White, who has the move; half a move is the turn.
    let expected = |ply| if ply % 2 == 0 { 2.5 } else { -2.5 };
    assert_eq!(scores, (0..scores.len()).map(expected).collect::<Vec<f64>>());
    assert_eq!(position.to_move(), Colour::Black);
    assert_eq!(most(&geometry, &position, Colour::White), 2);
}

#[test]
fn separated_endgames_are_played_perfectly() {
    play_many(1_000);
}

#[test]
#[ignore = "heavy"]
fn separated_endgames_are_played_perfectly_many_times() {
    play_many(20_000);
}
