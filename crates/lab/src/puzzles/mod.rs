//! Puzzles for the page: positions from games of our own player in which exactly one move wins.
//!
//! A [`Maker`] plays games (`play.rs`), asks the solver about every move of their positions
//! (`find.rs`), and follows the win against the best defence to where it is clear (`line.rs`). The
//! grade says how hard people find it (`grade.rs`). With one thread and limits by nodes, the same
//! call makes the same puzzles.

mod find;
mod game;
mod grade;
mod line;
mod play;

pub use game::Puzzling;
pub use grade::{GRADES, grade};
pub use line::LONGEST;

use lastmove_arena::History;
use lastmove_board::Square;
use lastmove_player::{Judge, Playable};
use serde::Serialize;
use std::collections::HashSet;

/// Puzzles of one game that are taken at most, so that they do not resemble each other.
const A_GAME: usize = 3;
/// Moves between two puzzles of a game.
const APART: usize = 4;
/// Bytes for the solver's table.
const TABLE: u64 = 1 << 26;

/// A position in which exactly one move wins.
#[derive(Clone, Debug, Serialize)]
pub struct Puzzle {
    /// its name in links
    pub id: String,
    /// `amazons` or `domineering`
    pub game: &'static str,
    /// with the side to move, which wins
    pub position: String,
    /// 1 to [`GRADES`]
    pub grade: usize,
    /// the winning move
    pub solution: String,
    /// how many moves are legal
    pub moves: usize,
    /// how many look at least as good as the winning one, which is counted too
    pub plausible: usize,
    /// the win against the best defence to where it is clear, the squares of each move
    pub line: Vec<Vec<Square>>,
}

/// Makes puzzles of one game.
pub struct Maker<P: Puzzling> {
    judge: P::Judge,
    seen: HashSet<String>,
    counts: [usize; GRADES],
    each: usize,
}

impl<P: Puzzling> Maker<P> {
    /// Of every grade at most so many.
    pub fn new(each: usize) -> Self {
        let judge = P::Judge::new(None, TABLE);
        Self { judge, seen: HashSet::new(), counts: [0; GRADES], each }
    }

    /// Whether every grade has all it may have.
    pub fn is_full(&self) -> bool {
        self.counts.iter().all(|&count| count == self.each)
    }

    /// How many there are of each grade.
    pub fn counts(&self) -> [usize; GRADES] {
        self.counts
    }

    /// Plays the game of a number and gives its puzzles.
    pub fn game(&mut self, number: u64) -> Vec<Puzzle> {
        let game = play::play::<P>(number);
        let (size, mut found) = (game.size(), Vec::new());
        let mut free = game.positions().len();
        for (ply, position) in game.positions().iter().enumerate().rev() {
            if ply >= free || found.len() == A_GAME {
                continue;
            }
            let normal = position.normal(game.geometry()).diagram(size).to_string();
            if self.seen.contains(&normal) {
                continue;
            }
            let Ok(one) = find::only_win(&self.judge, size, position) else {
                break; // what was before it is harder still
            };
            let Some(one) = one else { continue };
            let Some(line) = line::follow(&self.judge, size, position, one.mv) else { continue };
            let grade = grade(line.len().div_ceil(2), one.plausible);
            let count = &mut self.counts[grade - 1];
            if *count == self.each {
                continue;
            }
            *count += 1;
            self.seen.insert(normal);
            free = ply.saturating_sub(APART - 1);
            found.push(Puzzle {
                id: format!("{}-{grade}-{count}", P::NAME),
                game: P::NAME,
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
        at = at.tree_child(game.geometry(), mv);
        squares
    });
    squares.collect()
}
