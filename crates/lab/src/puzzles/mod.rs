//! Puzzles for the page: positions from games of our own player in which exactly one move wins.
//!
//! A [`Maker`] plays games (`play.rs`), asks the solver about every move of their positions
//! (`find.rs`), and follows the win against the best defence up to a clear position (`line.rs`).
//! The grade is the difficulty (`grade.rs`). With one thread and limits by nodes, the same call
//! makes the same puzzles.

mod find;
mod game;
mod grade;
mod line;
mod play;

pub use game::{AMAZONS, DOMINEERING, PuzzleGame};
pub use grade::{GRADES, grade};
pub use line::LONGEST;

use lastmove_arena::History;
use lastmove_board::{Game, Size, Square};
use lastmove_player::{Judge, Playable};
use serde::Serialize;
use std::collections::HashSet;

/// The most puzzles from one game, so that they do not resemble each other.
const A_GAME: usize = 3;
/// Moves between two puzzles of a game.
const APART: usize = 4;
/// Memory of the solver's table, in bytes.
const TABLE: u64 = 1 << 26;

/// A position in which exactly one move wins.
#[derive(Clone, Debug, Serialize)]
pub struct Puzzle {
    /// its name in links
    pub id: String,
    /// which game
    pub game: Game,
    /// with the side to move, which wins
    pub position: String,
    /// 1 to [`GRADES`]
    pub grade: usize,
    /// the winning move
    pub solution: String,
    /// the number of legal moves
    pub moves: usize,
    /// the number of moves that look at least as good as the winning one, including it
    pub plausible: usize,
    /// the win against the best defence up to a clear position, as the squares of each move
    pub line: Vec<Vec<Square>>,
}

/// Makes puzzles of one game.
pub struct Maker<P: Playable> {
    game: PuzzleGame<P>,
    judge: Judge<P>,
    seen: HashSet<String>,
    counts: [usize; GRADES],
    each: usize,
}

impl<P: Playable> Maker<P> {
    /// Makes at most `each` puzzles of every grade.
    pub fn new(game: PuzzleGame<P>, each: usize) -> Self {
        let judge = Judge::<P>::new(None, TABLE);
        Self { game, judge, seen: HashSet::new(), counts: [0; GRADES], each }
    }

    /// Whether every grade is full.
    pub fn is_full(&self) -> bool {
        self.counts.iter().all(|&count| count == self.each)
    }

    /// The number of puzzles of each grade.
    pub fn counts(&self) -> [usize; GRADES] {
        self.counts
    }

    /// Whether it is clear that the side to move loses.
    fn is_clear(&self, position: &P, size: Size) -> bool {
        (self.game.is_clear)(position, &self.judge, size)
    }

    /// Plays the game of this number and returns its puzzles.
    pub fn game(&mut self, number: u64) -> Vec<Puzzle> {
        let game = play::play(&self.game, number);
        let (size, mut found) = (game.size(), Vec::new());
        let mut free = game.positions().len();
        for (ply, position) in game.positions().iter().enumerate().rev() {
            if ply >= free || found.len() == A_GAME {
                continue;
            }
            let normal = position.normal_form(game.geometry()).diagram(size).to_string();
            if self.seen.contains(&normal) {
                continue;
            }
            let Ok(one) = find::only_win(self, size, position) else {
                break; // what was before it is harder still
            };
            let Some(one) = one else { continue };
            let Some(line) = line::follow(self, size, position, one.mv) else { continue };
            let grade = grade(line.len().div_ceil(2), one.plausible);
            let count = &mut self.counts[grade - 1];
            if *count == self.each {
                continue;
            }
            *count += 1;
            self.seen.insert(normal);
            free = ply.saturating_sub(APART - 1);
            found.push(Puzzle {
                id: format!("{}-{grade}-{count}", P::GAME.name()),
                game: P::GAME,
                position: position.diagram(size).to_string(),
                grade,
                solution: P::move_name(one.mv, size),
                moves: one.moves,
                plausible: one.plausible,
                line: squares(&game, position, &line),
            });
        }
        found
    }
}

/// The squares of each move of a line.
fn squares<P: Playable>(game: &History<P>, position: &P, line: &[P::Move]) -> Vec<Vec<Square>> {
    let mut at = *position;
    let squares = line.iter().map(|&mv| {
        let squares = at.move_squares(mv, game.size());
        at = at.child(game.geometry(), mv);
        squares
    });
    squares.collect()
}
