//! Which moves come first: killers, history, static board scores.

use lastmove_amazons::{Colour, Move, Position};
use lastmove_board::{Bits, Square};

/// Killer moves kept for each depth.
const KILLERS: usize = 2;
const SQUARES: usize = 128;

/// Statistics of moves, collected in earlier positions of the search.
#[derive(Clone, Debug)]
pub(super) struct Experience {
    /// by distance from the root
    killers: Vec<[Option<Move>; KILLERS]>,
    /// `queen[colour][from][to]`: how often such a move was best
    queen: Vec<u32>,
    /// `arrow[colour][square]`: how often the best move shot there
    arrow: Vec<u32>,
}

impl Experience {
    pub(super) fn new() -> Self {
        let (queen, arrow) = (vec![0; 2 * SQUARES * SQUARES], vec![0; 2 * SQUARES]);
        Self { killers: Vec::new(), queen, arrow }
    }

    fn places(colour: Colour, mv: Move) -> (usize, usize) {
        let side = colour as usize;
        let queen = (side * SQUARES + mv.from as usize) * SQUARES + mv.to as usize;
        (queen, side * SQUARES + mv.arrow as usize)
    }

    /// Begins a search: divides all counts by four (3.2.2) and forgets the killers.
    pub(super) fn begin_search(&mut self) {
        self.queen.iter_mut().chain(&mut self.arrow).for_each(|count| *count /= 4);
        self.killers.clear();
    }

    /// Notes that a move was best.
    pub(super) fn note_best(&mut self, colour: Colour, mv: Move) {
        let (queen, arrow) = Self::places(colour, mv);
        self.queen[queen] += 1;
        self.arrow[arrow] += 1;
    }

    pub(super) fn merit(&self, colour: Colour, mv: Move) -> i32 {
        let (queen, arrow) = Self::places(colour, mv);
        (self.queen[queen] + self.arrow[arrow]) as i32
    }

    /// Notes that a move caused a cut-off.
    pub(super) fn note_cut_off(&mut self, ply: usize, mv: Move) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let slots = &mut self.killers[ply];
        if slots[0] != Some(mv) {
            slots.rotate_right(1);
            slots[0] = Some(mv);
        }
    }

    pub(super) fn is_killer(&self, ply: usize, mv: Move) -> bool {
        self.killers.get(ply).is_some_and(|slots| slots.contains(&Some(mv)))
    }
}

/// Scores of squares: the value of an amazon of each side there, and of a burnt square, by the
/// evaluator, in the position at the root (3.2.4). At most 300 evaluations on 10x10.
#[derive(Clone, Debug)]
pub(super) struct BoardScores {
    amazon: [Vec<i32>; 2],
    burnt: Vec<i32>,
}

impl BoardScores {
    /// Computes the scores; `value` evaluates a position for the side to move.
    pub(super) fn new<B: Bits>(
        squares: usize,
        root: &Position<B>,
        value: impl Fn(&Position<B>) -> i32,
    ) -> Self {
        let white_view =
            |white, black, empty| value(&Position::new(white, black, empty, Colour::White));
        let (white, black, empty) = (root.white(), root.black(), root.empty());
        let base = white_view(white, black, empty);
        let mut scores =
            Self { amazon: [vec![0; squares], vec![0; squares]], burnt: vec![0; squares] };
        for s in 0..squares {
            let bit = B::bit(s as Square);
            if empty.meets(bit) {
                scores.amazon[0][s] = white_view(white | bit, black, empty & !bit) - base;
                scores.amazon[1][s] = base - white_view(white, black | bit, empty & !bit);
                scores.burnt[s] = white_view(white, black, empty & !bit) - base;
            } else if white.meets(bit) {
                scores.amazon[0][s] = base - white_view(white & !bit, black, empty | bit);
            } else if black.meets(bit) {
                scores.amazon[1][s] = white_view(white, black & !bit, empty | bit) - base;
            }
        }
        scores
    }

    /// The score of a move: destination minus source, plus the arrow.
    pub(super) fn score(&self, colour: Colour, mv: Move) -> i32 {
        let amazon = &self.amazon[colour as usize];
        let burnt = self.burnt[mv.arrow as usize];
        let burnt = if colour == Colour::White { burnt } else { -burnt };
        amazon[mv.to as usize] - amazon[mv.from as usize] + burnt
    }
}
