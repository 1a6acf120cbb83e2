//! The winner and winning moves: the interface of both games' solvers.

use crate::SearchGame;
use crate::Shares;
use crate::notes::Noted;
use crate::strategy::Strategist;
use crate::table::{Payload, Table};
use crate::units::{Examined, Splitter};
use lastmove_board::{GamePosition, Geometry, Side};
use lastmove_work::{Budget, Counters, Limits, Stop, Stopped};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// who wins
    pub winner: Side,
    /// a winning move; `None` if the side to move loses
    pub best_move: Option<M>,
    /// best play, as far as it could be found without much work
    pub pv: Vec<M>,
    /// the counters of all threads
    pub counters: Counters,
    /// positions entered, by their distance from the root, if the search counts them
    pub nodes_by_ply: Vec<u64>,
}

/// The result of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResult<M> {
    /// the move
    pub mv: M,
    /// who wins after it
    pub winner: Side,
    /// nodes of this search; earlier moves may have done most of the work
    pub nodes: u64,
}

/// The progress of a search.
#[derive(Clone, Debug)]
pub struct Status<M> {
    /// positions entered so far
    pub nodes: u64,
    /// the proof and the disproof number of the root, if the search has them
    pub numbers: Option<[u32; 2]>,
    /// the finished share of the top of the tree, if the search traverses it in order
    pub done: Option<f64>,
    /// the currently most promising line
    pub line: Vec<M>,
}

/// The winner, given whether the side to move wins.
pub(crate) fn winner(to_move: Side, wins: bool) -> Side {
    if wins { to_move } else { to_move.opponent() }
}

/// The move of a game.
pub type MoveOf<S> = <<S as Solver>::Position as GamePosition>::Move;

/// The caches of one thread of a search.
pub type WorkerOf<S> = <<S as Solver>::Game as SearchGame>::Worker;

/// The word that holds a set of squares.
pub type WordOf<S> = <<S as Solver>::Position as GamePosition>::Word;

/// The results of all moves of a game.
type Results<S> = Vec<MoveResult<MoveOf<S>>>;

/// Receives the progress of a search.
pub type Look<'l, S> = dyn FnMut(&Status<MoveOf<S>>) + Send + 'l;

/// Solves positions of one board, and reuses its results for later positions.
pub trait Solver: Sync + Sized {
    /// A position of the game's rules.
    type Position: GamePosition;
    /// The game as the searches see it.
    type Game: SearchGame<Worker: Send>;
    /// The content of a table entry.
    type Payload: Payload;
    /// The search of one thread.
    type Search<'s>: Send
    where
        Self: 's;

    /// The board.
    fn geometry(&self) -> &Geometry<WordOf<Self>>;

    /// The memory and the threads that it may use.
    fn shares(&self) -> &Shares;

    /// The transposition table.
    fn table(&self) -> &Table<Self::Payload>;

    /// Creates a search for one thread.
    fn search<'s>(&'s self, budget: &'s Budget) -> Self::Search<'s>;

    /// The counters of a search.
    fn counters(search: &Self::Search<'_>) -> Counters;

    /// Finds the winner and best play. `look` is called at intervals while the search runs.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn solve(
        &self,
        position: &Self::Position,
        budget: &Budget,
        look: &mut Look<'_, Self>,
    ) -> Result<Solution<MoveOf<Self>>, Stopped>;

    /// As [`Solver::solve`] for a position that these moves led to; some searches use them.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn solve_after(
        &self,
        _before: &[MoveOf<Self>],
        position: &Self::Position,
        budget: &Budget,
        look: &mut Look<'_, Self>,
    ) -> Result<Solution<MoveOf<Self>>, Stopped> {
        self.solve(position, budget, look)
    }

    /// Whether the side to move wins, by a search that continues from its earlier work; `None` if
    /// the position needs all threads.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn wins(
        &self,
        search: &mut Self::Search<'_>,
        position: &Self::Position,
    ) -> Result<Option<bool>, Stop>;

    /// Some winning moves, at least one if there is one: of the known ones the simplest, so that a
    /// certificate ends soon.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn winning_moves<'s>(
        &'s self,
        search: &mut Self::Search<'s>,
        position: &Self::Position,
    ) -> Result<Vec<MoveOf<Self>>, Stop>;

    /// Starts recording the positions that take at least this many nodes, if the search can.
    fn note(&self, _least: u64) {}

    /// Returns the positions recorded since the last call.
    fn noted(&self) -> Vec<Noted<Self::Position>> {
        Vec::new()
    }

    /// Adds a position that an earlier search has recorded.
    fn learn(&self, _noted: &Noted<Self::Position>) {}

    /// The game as the searches see it.
    fn game(&self) -> &Self::Game;

    /// A position as the searches see it.
    fn state(
        &self,
        worker: &mut WorkerOf<Self>,
        position: &Self::Position,
    ) -> <Self::Game as SearchGame>::Position;

    /// A worker for [`Solver::examine`] and for the keys of work units, whose results depend on the
    /// position alone.
    fn examiner(&self) -> WorkerOf<Self> {
        self.game().worker()
    }

    /// Examines a position by a short search within `budget`. The result depends on the position
    /// alone, so that a tree of work units is the same each time.
    ///
    /// # Errors
    /// If the budget is spent.
    fn examine(
        &self,
        worker: &mut WorkerOf<Self>,
        position: &Self::Position,
        budget: &Budget,
    ) -> Result<Examined<Self::Position>, Stop>;

    /// A splitter for a tree of work units, limited by `budget`.
    fn splitter(&self, budget: Budget) -> Splitter<'_, Self> {
        Splitter::new(self, budget)
    }

    /// Converts a position of a certificate.
    fn position(asked: &lastmove_proof::Position) -> Self::Position;

    /// Converts a move for a certificate.
    fn certified(mv: MoveOf<Self>) -> lastmove_proof::Move;

    /// Finds the result of every legal move, in order. Calls `look` with the current move and the
    /// finished share of the moves.
    ///
    /// # Errors
    /// If a limit was reached first.
    fn moves(
        &self,
        position: &Self::Position,
        budget: &Budget,
        look: &mut Look<'_, Self>,
    ) -> Result<(Results<Self>, Counters), Stopped> {
        let mut counters = Counters::default();
        let mut search = self.search(budget);
        let mut results = Vec::new();
        let moves: Vec<_> = position.moves(self.geometry()).collect();
        for (place, &mv) in moves.iter().enumerate() {
            let done = Some(place as f64 / moves.len() as f64);
            look(&Status { nodes: budget.nodes(), numbers: None, done, line: vec![mv] });
            let after = position.child(self.geometry(), mv);
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

    /// The strategy for a certificate, using all threads.
    fn strategy<'s>(&'s self, budget: &'s Budget) -> Strategist<'s, Self> {
        Strategist::new(self, budget)
    }
}
