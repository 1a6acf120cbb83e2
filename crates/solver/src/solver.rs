//! Who wins, with which moves: the interface that both games' solvers have in common.

use crate::Shares;
use crate::notes::Noted;
use crate::strategy::Strategist;
use crate::table::{Payload, Table};
use crate::units::Split;
use lastmove_board::{Diagram, Geometry, MoveTree, Side};
use lastmove_work::{Budget, Counters, Limits, Stop, Stopped};

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// who wins
    pub winner: Side,
    /// a winning move; `None` if the side to move loses
    pub best_move: Option<M>,
    /// best play, as far as it was found without much work
    pub pv: Vec<M>,
    /// what was counted, by all threads
    pub counters: Counters,
    /// positions entered by their distance from the root, where the search knows it
    pub nodes_by_ply: Vec<u64>,
}

/// The result of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResult<M> {
    /// the move
    pub mv: M,
    /// who wins after it
    pub winner: Side,
    /// nodes that it took to find out; earlier moves may have done most of the work
    pub nodes: u64,
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Status<M> {
    /// positions entered so far
    pub nodes: u64,
    /// the proof and the disproof number of the root, where the search has such
    pub numbers: Option<[u32; 2]>,
    /// the share of the tree's top that is done, where the search goes through it in order
    pub done: Option<f64>,
    /// the line that looks most promising now
    pub line: Vec<M>,
}

/// The winner where this side moves and wins, or not.
pub(crate) fn winner(to_move: Side, wins: bool) -> Side {
    if wins { to_move } else { to_move.opponent() }
}

/// The move of a game.
pub type MoveOf<S, B> = <<S as Solver<B>>::Position as MoveTree<B>>::Move;

/// The results of all moves of a game.
type Results<S, B> = Vec<MoveResult<MoveOf<S, B>>>;

/// Hears how far a search of a game is.
pub type Look<'l, S, B> = dyn FnMut(&Status<MoveOf<S, B>>) + Send + 'l;

/// Solves positions of one board. What it learns of one it uses for the next.
pub trait Solver<B>: Sync + Sized {
    /// A position as the rules know it.
    type Position: MoveTree<B, Move: Send> + PartialEq + Send + Sync;
    /// What an entry of its table says.
    type Payload: Payload;
    /// One thread's search.
    type Search<'s>: Send
    where
        Self: 's;

    /// The board.
    fn geometry(&self) -> &Geometry<B>;

    /// The memory and the threads that it was given.
    fn shares(&self) -> &Shares;

    /// What it has learnt.
    fn table(&self) -> &Table<Self::Payload>;

    /// One thread's search.
    fn search<'s>(&'s self, budget: &'s Budget) -> Self::Search<'s>;

    /// What a search has counted.
    fn counters(search: &Self::Search<'_>) -> Counters;

    /// Finds the winner and best play. `look` is called now and then while the search runs.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn solve(
        &self,
        position: &Self::Position,
        budget: &Budget,
        look: &mut Look<'_, Self, B>,
    ) -> Result<Solution<MoveOf<Self, B>>, Stopped>;

    /// The same for a position that these moves led to, where the search makes use of them.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn solve_after(
        &self,
        _before: &[MoveOf<Self, B>],
        position: &Self::Position,
        budget: &Budget,
        look: &mut Look<'_, Self, B>,
    ) -> Result<Solution<MoveOf<Self, B>>, Stopped> {
        self.solve(position, budget, look)
    }

    /// Whether the side to move wins, by a search that goes on from what it did before; `None` if
    /// that is work for all threads.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn wins(
        &self,
        search: &mut Self::Search<'_>,
        position: &Self::Position,
    ) -> Result<Option<bool>, Stop>;

    /// Some moves that win, at least one if there is one: of those that are known the plainest, so
    /// that a certificate comes to an end soon.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn winning_moves<'s>(
        &'s self,
        search: &mut Self::Search<'s>,
        position: &Self::Position,
    ) -> Result<Vec<MoveOf<Self, B>>, Stop>;

    /// Has searches note the positions that take so many nodes, where they can.
    fn note(&self, _least: u64) {}

    /// What searches have noted since this was last asked.
    fn noted(&self) -> Vec<Noted<Self::Position>> {
        Vec::new()
    }

    /// Makes use of what an earlier search noted.
    fn learn(&self, _noted: &Noted<Self::Position>) {}

    /// Looks at positions for a tree of work units, within `budget`.
    fn splitter(&self, budget: Budget) -> impl Split<Position = Self::Position> + Send;

    /// A position of a certificate, as the rules know it.
    fn position(asked: &lastmove_proof::Position) -> Self::Position;

    /// A position of this board; Domineering's first player is Vertical unless the diagram says
    /// otherwise.
    ///
    /// # Errors
    /// If the diagram is no position of the game.
    fn read(diagram: &Diagram) -> Result<Self::Position, String>;

    /// A move as a certificate has it.
    fn certified(mv: MoveOf<Self, B>) -> lastmove_proof::Move;

    /// Finds the result of every legal move, in order. `look` hears which one is at work, and what
    /// share of them is done.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn moves(
        &self,
        position: &Self::Position,
        budget: &Budget,
        look: &mut Look<'_, Self, B>,
    ) -> Result<(Results<Self, B>, Counters), Stopped> {
        let mut counters = Counters::default();
        let mut search = self.search(budget);
        let mut results = Vec::new();
        let moves: Vec<_> = position.tree_moves(self.geometry()).collect();
        for (place, &mv) in moves.iter().enumerate() {
            let done = Some(place as f64 / moves.len() as f64);
            look(&Status { nodes: budget.nodes(), numbers: None, done, line: vec![mv] });
            let after = position.tree_child(self.geometry(), mv);
            let before = Self::counters(&search).nodes;
            let together = counters;
            let known = self.wins(&mut search, &after);
            let wins = known.map_err(|why| why.after(together + Self::counters(&search)))?;
            let (wins, nodes) = match wins {
                Some(wins) => (wins, Self::counters(&search).nodes - before),
                None => {
                    let part = budget.part(Limits::default());
                    let solved = self.solve(&after, &part, &mut |_| {}).map_err(|stopped| {
                        stopped.why.after(together + stopped.counters + Self::counters(&search))
                    })?;
                    counters += solved.counters;
                    (solved.winner == after.side(), solved.counters.nodes)
                }
            };
            let winner = winner(after.side(), wins);
            results.push(MoveResult { mv, winner, nodes });
        }
        Ok((results, counters + Self::counters(&search)))
    }

    /// The strategy behind a certificate, with all threads.
    fn strategy<'s>(&'s self, budget: &'s Budget) -> Strategist<'s, Self, B> {
        Strategist::new(self, budget)
    }
}
