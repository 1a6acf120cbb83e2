//! Who wins a position, and by which moves of the real board.
//!
//! The search knows reduced positions only. Its answers are carried back by trying the legal
//! moves of the real position: a move wins if the position that it leads to, reduced, is lost for
//! its mover. So a win by a move in settled territory comes with a move that fills it well.

use super::census::Census;
use super::depth_first::DepthFirst;
use super::evaluator::{Evaluator, Met, Settings};
use super::game::AmazonsGame;
use super::reduced::Reduced;
use crate::Game;
use crate::alphabeta::AlphaBeta;
use crate::dfpn::{Busy, Dfpn, ProofGame};
use crate::limits::{Counters, Limits, Stopped, Watch};
use crate::table::{Numbers, Solved, Table};
use lastmove_amazons::{Colour, Move, Position};
use lastmove_board::{Bits, Geometry};
use lastmove_endgame::Databases;
use lastmove_work::{Budget, Stop};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Time between two looks at a running search.
const LOOK: Duration = Duration::from_millis(200);
/// The longest line that is shown of a running search.
const SHOWN: usize = 6;

/// Solves positions of one board. Several solvers, of other boards too, may share a table.
pub struct Solver<'a, B> {
    geometry: &'a Geometry<B>,
    databases: &'a Databases,
    settings: Settings,
    game: AmazonsGame<'a, B>,
    table: &'a Table<Numbers>,
    threads: usize,
    /// the areas that finished searches met, if the settings ask for them
    census: Mutex<Census>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// who wins
    pub winner: Colour,
    /// a winning move; `None` if the side to move loses
    pub best_move: Option<Move>,
    /// best play from here until the static evaluation decides
    pub pv: Vec<Move>,
    /// what was counted, by all threads
    pub counters: Counters,
    /// what the evaluation met
    pub met: Met,
    /// wall-clock time
    pub seconds: f64,
}

/// The result of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResult {
    /// the move
    pub mv: Move,
    /// who wins after it
    pub winner: Colour,
    /// nodes that it took to find out; earlier moves may have done most of the work
    pub nodes: u64,
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Status {
    /// positions entered so far
    pub nodes: u64,
    /// the proof number of the root
    pub proof: u32,
    /// the disproof number of the root
    pub disproof: u32,
    /// the line that looks most promising now
    pub line: Vec<Move>,
}

pub(crate) type Search<'s, 'a, B> = Dfpn<'s, AmazonsGame<'a, B>>;

impl<'a, B: Bits> Solver<'a, B> {
    /// A solver for one board with one set of databases.
    pub fn new(
        geometry: &'a Geometry<B>,
        databases: &'a Databases,
        settings: Settings,
        table: &'a Table<Numbers>,
        threads: usize,
    ) -> Self {
        let game = AmazonsGame::new(geometry, databases, settings);
        let threads = threads.max(1);
        let census = Mutex::default();
        Self { geometry, databases, settings, game, table, threads, census }
    }

    /// The areas that all searches so far met, if the settings ask for them.
    pub fn census(&self) -> Census {
        self.census.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    fn gather(&self, evaluator: &mut Evaluator<'_, B>) {
        if let Some(census) = evaluator.census() {
            let mut all = self.census.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            all.join(&census);
        }
    }

    /// The board.
    pub fn geometry(&self) -> &'a Geometry<B> {
        self.geometry
    }

    /// One thread's search.
    pub(crate) fn search<'s>(&'s self, watch: &'s Watch<'s>) -> Search<'s, 'a, B> {
        Dfpn::new(&self.game, self.table, watch, None)
    }

    /// Finds the winner and best play. `look` is called now and then while the search runs.
    ///
    /// # Errors
    /// If a limit was reached first; what was counted until then comes with it.
    pub fn solve(
        &self,
        position: &Position<B>,
        budget: &Budget,
        look: &mut dyn FnMut(&Status),
    ) -> Result<Solution, (Stop, Counters)> {
        let started = Instant::now();
        let watch = Watch::new(limits(budget));
        let (win, mut counters, mut met) = self.decide(position, &watch, look)?;
        let to_move = position.to_move();
        let winner = if win { to_move } else { to_move.opponent() };
        let watch = Watch::new(limits(budget));
        let mut search = self.search(&watch);
        let best_move = if win {
            let found = self.winning_move(&mut search, position);
            found.map_err(|stop| (to_stop(stop), counters))?
        } else {
            None
        };
        let pv = self.line(&mut search, position, winner, best_move);
        counters += search.counters();
        met.local_positions += search.evaluator().met().local_positions;
        let seconds = started.elapsed().as_secs_f64();
        Ok(Solution { winner, best_move, pv, counters, met, seconds })
    }

    /// Like [`Solver::solve`] by depth-first search, one thread, with a table of so many bytes of
    /// its own. The line is the winning move alone.
    ///
    /// # Errors
    /// If a limit was reached first; nothing is counted then.
    pub fn solve_depth_first(
        &self,
        position: &Position<B>,
        budget: &Budget,
        memory: usize,
    ) -> Result<Solution, (Stop, Counters)> {
        let started = Instant::now();
        let watch = Watch::new(limits(budget));
        let game = AmazonsGame::new(self.geometry, self.databases, self.settings);
        let game = DepthFirst::new(game);
        let table = Table::<Solved>::new(memory);
        let mut evaluator = self.game.evaluator();
        let root = Reduced::new(&mut evaluator, position);
        let mut search = AlphaBeta::new(&game, &table, &watch, None);
        let best = search.solve(&root).map_err(|stop| (to_stop(stop), Counters::default()))?;
        // The step's real move is one that leads to the same reduced position.
        let best_move = best.and_then(|step| {
            let wanted = self.game.key(&game.play(&root, step));
            position.moves(self.geometry).find(|&mv| {
                let mut after = *position;
                after.play_unchecked(mv);
                self.game.key(&Reduced::new(&mut evaluator, &after)) == wanted
            })
        });
        let to_move = position.to_move();
        Ok(Solution {
            winner: if best.is_some() { to_move } else { to_move.opponent() },
            best_move,
            pv: best_move.into_iter().collect(),
            counters: search.counters(),
            met: evaluator.met(),
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    /// Finds the result of every legal move, in order. `look` is called after each.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn moves(
        &self,
        position: &Position<B>,
        budget: &Budget,
        look: &mut dyn FnMut(&MoveResult),
    ) -> Result<(Vec<MoveResult>, Counters), (Stop, Counters)> {
        let watch = Watch::new(limits(budget));
        let mut all = Counters::default();
        let mut results = Vec::new();
        let mut search = self.search(&watch);
        for mv in position.moves(self.geometry) {
            let mut after = *position;
            after.play_unchecked(mv);
            let before = search.counters().nodes;
            let reduced = Reduced::new(search.evaluator(), &after);
            let known = self.look_up(&mut search, &reduced);
            let (win, nodes) = match known {
                numbers if numbers.is_solved() => (numbers.proof == 0, 0),
                _ if self.threads == 1 => {
                    let win = search.solve(&reduced);
                    let win = win.map_err(|stop| (to_stop(stop), search.counters()))?;
                    (win, search.counters().nodes - before)
                }
                _ => {
                    let (win, counters, _) = self.decide(&after, &watch, &mut |_| {})?;
                    all += counters;
                    (win, counters.nodes)
                }
            };
            let winner = if win { after.to_move() } else { position.to_move() };
            let result = MoveResult { mv, winner, nodes };
            look(&result);
            results.push(result);
        }
        all += search.counters();
        Ok((results, all))
    }

    /// Whether the side to move wins, by all threads.
    fn decide(
        &self,
        position: &Position<B>,
        outer: &Watch<'_>,
        look: &mut dyn FnMut(&Status),
    ) -> Result<(bool, Counters, Met), (Stop, Counters)> {
        let watch = Watch::new(outer.limits());
        let busy = Busy::new();
        let shared = (self.threads > 1).then_some(&busy);
        let (send, receive) = channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                let (send, watch) = (send.clone(), &watch);
                scope.spawn(move || {
                    let mut search = Dfpn::new(&self.game, self.table, watch, shared);
                    let reduced = Reduced::new(search.evaluator(), position);
                    let result = search.solve(&reduced);
                    watch.answer();
                    let met = search.evaluator().met();
                    self.gather(search.evaluator());
                    let _ = send.send((result, search.counters(), met));
                });
            }
            drop(send);
            let mut monitor = Monitor { solver: self, evaluator: None };
            let (mut counters, mut met) = (Counters::default(), Met::default());
            let mut answer = Err(Stopped::Answered);
            loop {
                match receive.recv_timeout(LOOK) {
                    Ok((result, counted, found)) => {
                        counters += counted;
                        met.local_positions += found.local_positions;
                        // an answer beats a limit, and a limit beats "another was faster"
                        if answer == Err(Stopped::Answered) || result.is_ok() {
                            answer = result;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => look(&monitor.status(position, &watch)),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            match answer {
                Ok(win) => Ok((win, counters, met)),
                Err(stop) => Err((to_stop(stop), counters)),
            }
        })
    }

    /// What table and evaluation say.
    pub(crate) fn look_up(&self, search: &mut Search<'_, 'a, B>, position: &Reduced<B>) -> Numbers {
        match self.table.load(self.game.key(position)) {
            Some(numbers) if numbers.is_solved() => numbers,
            known => {
                let assessed = self.game.assess(search.evaluator(), position);
                if assessed.is_solved() { assessed } else { known.unwrap_or(assessed) }
            }
        }
    }

    /// A winning move of a position that is won; `None` if it is lost after all.
    pub(crate) fn winning_move(
        &self,
        search: &mut Search<'_, 'a, B>,
        position: &Position<B>,
    ) -> Result<Option<Move>, Stopped> {
        let mut open = Vec::new();
        for mv in position.moves(self.geometry) {
            let mut after = *position;
            after.play_unchecked(mv);
            let reduced = Reduced::new(search.evaluator(), &after);
            let numbers = self.look_up(search, &reduced);
            if numbers.disproof == 0 {
                return Ok(Some(mv));
            }
            if numbers.proof != 0 {
                open.push((numbers.disproof, mv, reduced));
            }
        }
        // The table has lost it: search again, first what looked easiest.
        open.sort_by_key(|&(disproof, ..)| disproof);
        if !open.is_empty() {
            let reduced = Reduced::new(search.evaluator(), position);
            if !search.solve_again(&reduced)? {
                return Ok(None);
            }
        }
        for pass in 0..2 {
            for (_, mv, reduced) in &open {
                let numbers = self.look_up(search, reduced);
                if numbers.disproof == 0 || pass == 1 && !search.solve(reduced)? {
                    return Ok(Some(*mv));
                }
            }
        }
        Ok(None)
    }

    /// Best play until the evaluation decides, or as far as it is found without much work.
    fn line(
        &self,
        search: &mut Search<'_, 'a, B>,
        position: &Position<B>,
        winner: Colour,
        first: Option<Move>,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut next = first;
        loop {
            let mv = match next.take() {
                Some(mv) => Some(mv),
                None if position.to_move() == winner => {
                    self.winning_move(search, &position).ok().flatten()
                }
                None => self.toughest(search, &position),
            };
            let Some(mv) = mv else { return line };
            line.push(mv);
            position.play_unchecked(mv);
            let reduced = Reduced::new(search.evaluator(), &position);
            if self.game.assess(search.evaluator(), &reduced).is_solved() {
                return line;
            }
        }
    }

    /// The loser's move that the evaluation alone does not refute, if there is one; else any.
    fn toughest(&self, search: &mut Search<'_, 'a, B>, position: &Position<B>) -> Option<Move> {
        let mut any = None;
        for mv in position.moves(self.geometry) {
            let mut after = *position;
            after.play_unchecked(mv);
            let reduced = Reduced::new(search.evaluator(), &after);
            let assessed = self.game.assess(search.evaluator(), &reduced);
            if !assessed.is_solved() {
                return Some(mv);
            }
            any = any.or(Some(mv));
        }
        any
    }
}

/// Looks at a search from outside, through the table.
struct Monitor<'s, 'a, B> {
    solver: &'s Solver<'a, B>,
    evaluator: Option<Evaluator<'a, B>>,
}

impl<B: Bits> Monitor<'_, '_, B> {
    fn status(&mut self, position: &Position<B>, watch: &Watch<'_>) -> Status {
        let solver = self.solver;
        let evaluator = self.evaluator.get_or_insert_with(|| solver.game.evaluator());
        let mut status = Status { nodes: watch.nodes(), proof: 1, disproof: 1, line: Vec::new() };
        let mut at = *position;
        while status.line.len() < SHOWN {
            let mut best: Option<(u32, Move)> = None;
            let mut sum = 0u32;
            for mv in at.moves(solver.geometry) {
                let mut after = at;
                after.play_unchecked(mv);
                let reduced = Reduced::new(evaluator, &after);
                let Some(numbers) = solver.table.load(solver.game.key(&reduced)) else { continue };
                sum = sum.saturating_add(numbers.proof % Numbers::INFINITE);
                if numbers.proof != 0 && best.is_none_or(|(least, _)| numbers.disproof < least) {
                    best = Some((numbers.disproof, mv));
                }
            }
            if status.line.is_empty() {
                status.proof = best.map_or(1, |(least, _)| least);
                status.disproof = sum.max(1);
            }
            let Some((_, mv)) = best else { break };
            status.line.push(mv);
            at.play_unchecked(mv);
        }
        status
    }
}

/// The limits of a budget as a search takes them.
pub(crate) fn limits(budget: &Budget) -> Limits<'_> {
    let left = |time: Duration| time.saturating_sub(budget.elapsed());
    Limits {
        nodes: budget.limits().nodes,
        deadline: budget.limits().time.map(|time| Instant::now() + left(time)),
        cancel: Some(budget.cancel().flag()),
    }
}

/// The reason in the terms of a budget.
fn to_stop(stopped: Stopped) -> Stop {
    match stopped {
        Stopped::Nodes => Stop::Nodes,
        Stopped::Time => Stop::Time,
        Stopped::Cancelled | Stopped::Answered => Stop::Cancelled,
    }
}
