//! The opening book: answers from long searches to what is often played first on 10x10 (thesis,
//! 6.3.3).

use lastmove_amazons::{Move, Position, parse_move, start};
use lastmove_board::{Bits, Geometry};
use lastmove_values::FastMap;

/// Lines of moves from the start, `>`, and the answer.
const LINES: &str = include_str!("../../data/book.txt");

/// Positions with their answers, in all symmetries.
#[derive(Clone, Debug, Default)]
pub(super) struct Book<B> {
    answers: FastMap<Position<B>, Move>,
}

impl<B: Bits> Book<B> {
    /// The book for a board; empty if there is none.
    pub(super) fn new(geometry: &Geometry<B>) -> Self {
        let mut answers = FastMap::default();
        let Ok(diagram) = start::parse("10x10") else { return Self { answers } };
        let Ok(first) = Position::<B>::from_diagram(&diagram) else { return Self { answers } };
        if geometry.size() != diagram.size() {
            return Self { answers };
        }
        for line in LINES.lines() {
            let (played, answer) = line.split_once('>').unwrap_or(("", line));
            let read = |text: &str| parse_move(diagram.size(), text.trim()).ok();
            let (mut position, mut legal) = (first, true);
            for mv in played.split_whitespace().map(read) {
                match mv.and_then(|mv| position.play(geometry, mv).ok()) {
                    Some(after) => position = after,
                    None => legal = false,
                }
            }
            let Some(answer) = read(answer).filter(|_| legal) else { continue };
            for symmetry in geometry.symmetries() {
                let [white, black, empty] = [position.white(), position.black(), position.empty()]
                    .map(|set| symmetry.image(set));
                let [from, to, arrow] =
                    [answer.from, answer.to, answer.arrow].map(|s| symmetry.square(s));
                let image = Position::new(white, black, empty, position.to_move());
                answers.entry(image).or_insert(Move { from, to, arrow });
            }
        }
        Self { answers }
    }

    /// The answer to a position.
    pub(super) fn answer(&self, position: &Position<B>) -> Option<Move> {
        self.answers.get(position).copied()
    }
}
