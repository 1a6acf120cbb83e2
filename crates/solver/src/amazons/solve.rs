//! Finds the winner of a position and winning moves on the real board.
//!
//! The search uses reduced positions only. Its results are transferred by trying the legal moves of
//! the real position: a move wins if the position after it, reduced, is lost for its mover. So a
//! win by a move in settled territory gets a real move that fills it well.

use super::certify::{Plain, Searches};
use super::evaluator::{Evaluator, Met, Settings, Watch};
use super::game::{AmazonsGame, Step};
use super::reduced::Reduced;
use crate::alphabeta::AlphaBeta;
use crate::dfpn::{Dfpn, Store};
use crate::parallel::{Busy, together};
use crate::solver::winner;
use crate::table::{KnownWinner, Numbers, Table};
use crate::units::Examined;
use crate::{Look, SearchGame, Shares, Solution, Solver, Status};
use lastmove_amazons::{Colour, Move, Position};
use lastmove_board::{Bits, GamePosition, Geometry, Side};
use lastmove_endgame::Databases;
use lastmove_work::{Budget, Counters, Limits, Stop, Stopped};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The longest line shown for a running search.
const SHOWN: usize = 6;

/// Solves positions of one board. Several solvers, also of other boards, may share a store.
pub struct AmazonsSolver<'a, B, W = ()> {
    pub(super) geometry: &'a Geometry<B>,
    pub(super) settings: Settings,
    pub(super) game: AmazonsGame<'a, B, W>,
    pub(super) store: &'a Store,
    pub(super) shares: Shares,
    /// the same game without databases, for certificates
    pub(super) plain: OnceLock<Plain<'a, B, W>>,
    /// counters and areas of the evaluations of finished searches
    met: Mutex<(Met, W)>,
}

pub(super) type Search<'s, 'a, B, W> = Dfpn<'s, AmazonsGame<'a, B, W>>;

impl<'a, B: Bits> AmazonsSolver<'a, B> {
    /// A solver for one board with one set of databases.
    pub fn new(
        geometry: &'a Geometry<B>,
        databases: &'a Databases,
        settings: Settings,
        store: &'a Store,
        shares: Shares,
    ) -> Self {
        Self::watched(geometry, databases, settings, store, shares)
    }
}

impl<'a, B: Bits, W: Watch> AmazonsSolver<'a, B, W> {
    /// A solver whose evaluations are watched.
    pub fn watched(
        geometry: &'a Geometry<B>,
        databases: &'a Databases,
        settings: Settings,
        store: &'a Store,
        shares: Shares,
    ) -> Self {
        let settings = Settings { memos: settings.memos.min(shares.memos()), ..settings };
        let game = AmazonsGame::watched(geometry, databases, settings, store.areas());
        let plain = OnceLock::new();
        Self { geometry, settings, game, store, shares, plain, met: Mutex::default() }
    }

    /// The counters of all evaluations so far, and what was seen of them.
    pub fn met(&self) -> (Met, W) {
        self.met.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn gather(&self, evaluator: &mut Evaluator<'_, B, W>) {
        let mut all = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        all.0.local_positions += evaluator.counters.local_positions;
        all.1.join(std::mem::take(&mut evaluator.watch));
    }

    /// The position after a move, reduced.
    pub(super) fn after(
        &self,
        evaluator: &mut Evaluator<'_, B, W>,
        at: &Position<B>,
        mv: Move,
    ) -> Reduced<B> {
        Reduced::new(evaluator, &at.child(self.geometry, mv))
    }

    /// Like [`Solver::solve`], by depth-first search on one thread with a table of its own. The
    /// line is the winning move alone.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve_depth_first(
        &self,
        position: &Position<B>,
        budget: &Budget,
        look: &mut (dyn FnMut(&Status<Move>) + Send),
    ) -> Result<Solution<Move>, Stopped> {
        let table = Table::<KnownWinner>::new(self.shares.table as usize);
        let mut told = |done| {
            let nodes = budget.nodes();
            look(&Status { nodes, numbers: None, done: Some(done), line: Vec::new() });
        };
        let mut search = AlphaBeta::new(&self.game, &table, budget, None);
        search.look = Some(&mut told);
        search.worker().prepare(position);
        let root = Reduced::new(search.worker(), position);
        let best = search.solve(&root).map_err(|why| why.after(search.counters()))?;
        let best_move = match best {
            Some(step) => self.real_move(&mut search, position, &root, step),
            None => None,
        };
        self.gather(search.worker());
        Ok(Solution {
            winner: winner(position.side(), best.is_some()),
            best_move,
            pv: best_move.into_iter().collect(),
            counters: search.counters(),
            nodes_by_ply: search.nodes_by_ply().to_vec(),
        })
    }

    /// A winning move of the real board, from a winning step. Mostly it is one that leads to the
    /// same reduced position. But a step in a known sum may stand for several moves of each side;
    /// then it is any move that wins.
    fn real_move(
        &self,
        search: &mut AlphaBeta<'_, AmazonsGame<'a, B, W>>,
        position: &Position<B>,
        root: &Reduced<B>,
        step: Step,
    ) -> Option<Move> {
        let wanted = self.game.play(search.worker(), root, step);
        let wanted = self.game.key(&wanted);
        let mut after = |mv| self.after(search.worker(), position, mv);
        let mut moves = position.moves(self.geometry);
        let same = moves.find(|&mv| self.game.key(&after(mv)) == wanted);
        same.or_else(|| {
            let mut moves = position.moves(self.geometry);
            moves.find(|&mv| {
                let after = self.after(search.worker(), position, mv);
                matches!(search.solve(&after), Ok(None))
            })
        })
    }

    fn usual_search<'s>(&'s self, budget: &'s Budget) -> Search<'s, 'a, B, W> {
        Dfpn::new(&self.game, self.settings.tuning, self.store, budget, None)
    }

    /// The part of one thread in [`AmazonsSolver::decide`].
    fn run<'s>(
        &'s self,
        position: &Position<B>,
        budget: &'s Budget,
        busy: Option<&'s Busy>,
        look: Option<&'s mut (dyn FnMut() + Send)>,
    ) -> (Result<bool, Stop>, Counters) {
        let mut search = Dfpn::new(&self.game, self.settings.tuning, self.store, budget, busy);
        search.look = look;
        search.worker().prepare(position);
        let reduced = Reduced::new(search.worker(), position);
        let result = search.solve(&reduced);
        self.gather(search.worker());
        (result, search.counters())
    }

    /// Whether the side to move wins, using all threads.
    fn decide(
        &self,
        position: &Position<B>,
        budget: &Budget,
        look: &mut (dyn FnMut(&Status<Move>) + Send),
    ) -> Result<(bool, Counters), Stopped> {
        let part = budget.part(Limits::default());
        let busy = Busy::among(self.shares.threads);
        let mut monitor = Monitor { solver: self, evaluator: None };
        let mut told = || look(&monitor.status(position, &part));
        let first = || self.run(position, &part, busy.as_ref(), Some(&mut told));
        let other = || self.run(position, &part, busy.as_ref(), None);
        let (answer, counts) = together(self.shares.threads, &part, first, other);
        let counters = counts.into_iter().fold(Counters::default(), |sum, one| sum + one);
        answer.map(|wins| (wins, counters)).map_err(|why| why.after(counters))
    }

    /// A winning move of a position that is won; `None` if it turns out to be lost.
    pub(super) fn first_winning_move(
        &self,
        search: &mut Search<'_, 'a, B, W>,
        position: &Position<B>,
    ) -> Result<Option<Move>, Stop> {
        let mut open = Vec::new();
        for mv in position.moves(self.geometry) {
            let reduced = self.after(search.worker(), position, mv);
            let numbers = search.look_up(&reduced);
            if numbers.disproof == 0 {
                return Ok(Some(mv));
            }
            if numbers.proof != 0 {
                open.push((numbers.disproof, mv, reduced));
            }
        }
        // The table no longer has it: search again, the easiest positions first.
        open.sort_by_key(|&(disproof, ..)| disproof);
        if !open.is_empty() {
            let reduced = Reduced::new(search.worker(), position);
            if !search.solve_again(&reduced)? {
                return Ok(None);
            }
        }
        for pass in 0..2 {
            for (_, mv, reduced) in &open {
                let numbers = search.look_up(reduced);
                if numbers.disproof == 0 || pass == 1 && !search.solve(reduced)? {
                    return Ok(Some(*mv));
                }
            }
        }
        Ok(None)
    }

    /// Best play until the evaluation decides, or as far as it can be found without much work.
    fn line(
        &self,
        search: &mut Search<'_, 'a, B, W>,
        position: &Position<B>,
        winner: Side,
        first: Option<Move>,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut next = first;
        loop {
            let mv = match next.take() {
                Some(mv) => Some(mv),
                None if position.side() == winner => {
                    self.first_winning_move(search, &position).ok().flatten()
                }
                None => self.toughest(search, &position),
            };
            let Some(mv) = mv else { return line };
            line.push(mv);
            position.play_unchecked(mv);
            let reduced = Reduced::new(search.worker(), &position);
            if self.game.assess(search.worker(), &reduced, None).is_solved() {
                return line;
            }
        }
    }

    /// A move of the loser that the evaluation alone does not refute, if there is one; otherwise
    /// any move.
    fn toughest(&self, search: &mut Search<'_, 'a, B, W>, position: &Position<B>) -> Option<Move> {
        let open = position.moves(self.geometry).find(|&mv| {
            let after = self.after(search.worker(), position, mv);
            !self.game.assess(search.worker(), &after, None).is_solved()
        });
        open.or_else(|| position.moves(self.geometry).next())
    }
}

impl<'a, B: Bits, W: Watch> Solver for AmazonsSolver<'a, B, W> {
    type Position = Position<B>;
    type Game = AmazonsGame<'a, B, W>;
    type Payload = Numbers;
    type Search<'s>
        = Searches<'s, 'a, B, W>
    where
        Self: 's;

    fn geometry(&self) -> &Geometry<B> {
        self.geometry
    }

    fn shares(&self) -> &Shares {
        &self.shares
    }

    fn table(&self) -> &Table<Numbers> {
        &self.store.table
    }

    fn search<'s>(&'s self, budget: &'s Budget) -> Searches<'s, 'a, B, W> {
        Searches { usual: self.usual_search(budget), plain: None, budget }
    }

    fn counters(search: &Searches<'_, 'a, B, W>) -> Counters {
        search.counters()
    }

    fn solve(
        &self,
        position: &Position<B>,
        budget: &Budget,
        look: &mut Look<'_, Self>,
    ) -> Result<Solution<Move>, Stopped> {
        let (wins, counters) = self.decide(position, budget, look)?;
        let winner = winner(position.side(), wins);
        let mut search = self.usual_search(budget);
        // If a limit is reached here, the move is missing, but the winner is known.
        let best_move = match wins {
            true => self.first_winning_move(&mut search, position).unwrap_or(None),
            false => None,
        };
        let pv = self.line(&mut search, position, winner, best_move);
        self.gather(search.worker());
        let counters = counters + search.counters();
        Ok(Solution { winner, best_move, pv, counters, nodes_by_ply: Vec::new() })
    }

    fn wins(
        &self,
        searches: &mut Searches<'_, 'a, B, W>,
        position: &Position<B>,
    ) -> Result<Option<bool>, Stop> {
        let search = &mut searches.usual;
        let reduced = Reduced::new(search.worker(), position);
        match search.look_up(&reduced) {
            numbers if numbers.is_solved() => Ok(Some(numbers.proof == 0)),
            _ if self.shares.threads == 1 => search.solve(&reduced).map(Some),
            _ => Ok(None),
        }
    }

    fn winning_moves<'s>(
        &'s self,
        searches: &mut Searches<'s, 'a, B, W>,
        position: &Position<B>,
    ) -> Result<Vec<Move>, Stop> {
        self.certifying_moves(searches, position)
    }

    fn game(&self) -> &AmazonsGame<'a, B, W> {
        &self.game
    }

    fn state(&self, evaluator: &mut Evaluator<'a, B, W>, position: &Position<B>) -> Reduced<B> {
        Reduced::new(evaluator, position)
    }

    /// Without known areas: what is known of them depends on the search so far.
    fn examiner(&self) -> Evaluator<'a, B, W> {
        self.game.without_known_areas().worker()
    }

    fn examine(
        &self,
        evaluator: &mut Evaluator<'a, B, W>,
        position: &Position<B>,
        budget: &Budget,
    ) -> Result<Examined<Position<B>>, Stop> {
        self.short_search(evaluator, position, budget)
    }

    fn position(asked: &lastmove_proof::Position) -> Position<B> {
        let colour = if asked.to_move == Side::White { Colour::White } else { Colour::Black };
        let (white, black) = (B::narrow(asked.white), B::narrow(asked.black));
        Position::new(white, black, B::narrow(asked.empty), colour)
    }

    fn certified(Move { from, to, arrow }: Move) -> lastmove_proof::Move {
        lastmove_proof::Move::Amazon { from, to, arrow }
    }
}

/// Observes a running search through the table.
struct Monitor<'s, 'a, B, W> {
    solver: &'s AmazonsSolver<'a, B, W>,
    evaluator: Option<Evaluator<'a, B, W>>,
}

impl<B: Bits, W: Watch> Monitor<'_, '_, B, W> {
    fn status(&mut self, position: &Position<B>, budget: &Budget) -> Status<Move> {
        let solver = self.solver;
        let evaluator = self.evaluator.get_or_insert_with(|| solver.game.observer());
        let mut numbers = [1, 1];
        let mut line = Vec::new();
        let mut at = *position;
        while line.len() < SHOWN {
            let mut best: Option<(u32, Move)> = None;
            let mut sum = 0u32;
            for mv in at.moves(solver.geometry) {
                let reduced = solver.after(evaluator, &at, mv);
                let known = solver.store.table.load(solver.game.key(&reduced));
                let Some(Numbers { proof, disproof }) = known else { continue };
                sum = sum.saturating_add(proof % Numbers::INFINITE);
                if proof != 0 && best.is_none_or(|(least, _)| disproof < least) {
                    best = Some((disproof, mv));
                }
            }
            if line.is_empty() {
                numbers = [best.map_or(1, |(least, _)| least), sum.max(1)];
            }
            let Some((_, mv)) = best else { break };
            line.push(mv);
            at.play_unchecked(mv);
        }
        Status { nodes: budget.nodes(), numbers: Some(numbers), done: None, line }
    }
}
