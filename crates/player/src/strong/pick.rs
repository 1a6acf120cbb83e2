//! Which moves of a leaf are worth an evaluation.
//!
//! A leaf has up to two thousand moves, of which the tree keeps the best fifty. The effect of a
//! move is nearly the sum of the effects of its queen move without the arrow and of its arrow
//! without the queen move, and there are only some hundred of each. So these are evaluated first,
//! and then only the moves with a good sum.

use crate::eval::PositionEvaluator;
use lastmove_amazons::{Colour, Move, Position};
use lastmove_board::{Bits, Geometry};

/// The chosen moves of a position.
pub(super) struct Picked {
    pub(super) moves: Vec<Move>,
    /// whether these are all legal moves
    pub(super) complete: bool,
}

/// The `most` most promising moves of a position, or all moves where choosing would cost as much as
/// it saves.
pub(super) fn promising<B: Bits>(
    geometry: &Geometry<B>,
    evaluator: &PositionEvaluator<B>,
    position: &Position<B>,
    most: usize,
) -> Picked {
    let me = position.to_move();
    let mut moves: Vec<Move> = Vec::with_capacity(512);
    position.for_each_move(geometry, me, |mv| moves.push(mv));
    let queen_moves =
        1 + moves.windows(2).filter(|p| (p[0].from, p[0].to) != (p[1].from, p[1].to)).count();
    let reach = moves.iter().fold(B::NONE, |set, mv| set | B::bit(mv.arrow));
    if moves.len() <= most.saturating_add(queen_moves + reach.count() as usize) {
        return Picked { moves, complete: true };
    }
    let (empty, base) = (position.empty(), -evaluator.glance(geometry, &position.passed()));
    let value = |amazons: B, empty: B| {
        let others = position.amazons(me.opponent());
        let (white, black) = match me {
            Colour::White => (amazons, others),
            Colour::Black => (others, amazons),
        };
        -evaluator.glance(geometry, &Position::new(white, black, empty, me.opponent()))
    };
    let mine = position.amazons(me);
    let mut arrows = [0.0f32; 128]; // as many squares as a board can have
    for square in (reach & empty).squares() {
        arrows[square as usize] = value(mine, empty & !B::bit(square)) - base;
    }
    let mut guesses: Vec<(f32, Move)> = Vec::with_capacity(moves.len());
    for amazon in moves.chunk_by(|a, b| a.from == b.from) {
        let start = guesses.len();
        let mut best = (f32::NEG_INFINITY, B::NONE);
        for same in amazon.chunk_by(|a, b| a.to == b.to) {
            let step = B::bit(same[0].from) | B::bit(same[0].to);
            let queen = value(mine ^ step, empty ^ step);
            if queen > best.0 {
                best = (queen, step);
            }
            guesses.extend(same.iter().map(|&mv| (queen + arrows[mv.arrow as usize], mv)));
        }
        // An arrow back to where the amazon came from is only possible once it has moved.
        let from = amazon[0].from;
        let back = value(mine ^ best.1, (empty ^ best.1) & !B::bit(from)) - best.0;
        let returns = guesses[start..].iter_mut().filter(|guess| guess.1.arrow == from);
        returns.for_each(|guess| guess.0 += back);
    }
    guesses.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0));
    guesses.truncate(most);
    let moves = guesses.into_iter().map(|guess| guess.1).collect();
    Picked { moves, complete: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_amazons::start;
    use lastmove_board::mix;

    /// Plays fixed games of good moves and compares the picked moves with the order of all moves:
    /// by the weighed terms, whose sums the choice uses, and by the whole evaluation.
    #[test]
    fn the_best_moves_are_among_the_picked() {
        let diagram = start::parse("10x10").unwrap();
        let geometry = Geometry::<u128>::new(diagram.size());
        let evaluator = PositionEvaluator::new(&geometry);
        let [mut weighed, mut whole] = [Found::default(); 2];
        for game in 0..8u64 {
            let mut position = Position::<u128>::from_diagram(&diagram).unwrap();
            for ply in 0..40u64 {
                let picked = promising(&geometry, &evaluator, &position, 50);
                let sorted = |value: &dyn Fn(&Position<u128>) -> f32| {
                    let mut all: Vec<(f32, Move)> = Vec::new();
                    position.for_each_move(&geometry, position.to_move(), |mv| {
                        let mut after = position;
                        after.play_unchecked(mv);
                        all.push((-value(&after), mv));
                    });
                    all.sort_by(|a, b| b.0.total_cmp(&a.0));
                    all
                };
                weighed.count(&picked, &sorted(&|after| evaluator.glance(&geometry, after)));
                let all = sorted(&|after| evaluator.value(&geometry, after));
                assert_eq!(picked.complete, picked.moves.len() == all.len());
                whole.count(&picked, &all);
                let among = if ply < 3 { all.len() } else { all.len().min(6) };
                let Some(choice) = mix(game << 8 | ply).checked_rem(among as u64) else { break };
                position.play_unchecked(all[choice as usize].1);
            }
        }
        assert!(weighed.positions > 200, "{weighed:?}");
        assert!(weighed.best * 100 >= weighed.positions * 90, "{weighed:?}");
        assert!(weighed.of_ten * 100 >= weighed.positions * 10 * 90, "{weighed:?}");
        // The network corrects the order of the weighed terms.
        assert!(whole.best * 100 >= whole.positions * 85, "{whole:?}");
        assert!(whole.of_ten * 100 >= whole.positions * 10 * 80, "{whole:?}");
    }

    /// How many of the best moves of positions with a hundred moves or more were picked.
    #[derive(Clone, Copy, Debug, Default)]
    struct Found {
        positions: usize,
        best: usize,
        of_ten: usize,
    }

    impl Found {
        fn count(&mut self, picked: &Picked, all: &[(f32, Move)]) {
            if all.len() >= 100 {
                self.positions += 1;
                self.best += usize::from(picked.moves.contains(&all[0].1));
                let found = |(_, mv): &&(f32, Move)| picked.moves.contains(mv);
                self.of_ten += all[..10].iter().filter(found).count();
            }
        }
    }

    #[test]
    fn few_moves_are_all_picked() {
        let diagram = start::parse("4x4").unwrap();
        let geometry = Geometry::<u64>::new(diagram.size());
        let evaluator = PositionEvaluator::new(&geometry);
        let position = Position::from_diagram(&diagram).unwrap();
        let picked = promising(&geometry, &evaluator, &position, usize::MAX);
        assert!(picked.complete);
        assert_eq!(picked.moves, position.moves(&geometry).collect::<Vec<_>>());
    }
}
