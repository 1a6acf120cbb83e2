//! Finds the winner of a position.

use super::game::DomineeringGame;
use super::regions::Regions;
use super::state::State;
use super::switches::Switches;
use crate::alphabeta::AlphaBeta;
use crate::notes::{Noted, Notes};
use crate::parallel::{Busy, together};
use crate::solver::winner;
use crate::table::{KnownWinner, Table};
use crate::units::Examined;
use crate::{Look, SearchGame, Shares, Solution, Solver, Status, Verdict};
use lastmove_board::{Bits, GamePosition, Geometry, Side, Size, Square};
use lastmove_domineering::{Move, Orientation, Position};
use lastmove_work::{Budget, Counters, Limits, Stop, Stopped};
use std::sync::Arc;

/// The approximate number of positions that a node visits: the unit of work in the table.
const VISITED: u64 = 8;

/// Solves positions on one board, and reuses its results for later positions.
///
/// ```
/// use lastmove_board::{Side, Size};
/// use lastmove_domineering::{Orientation, Position};
/// use lastmove_solver::{Shares, Solver, domineering::DomineeringSolver};
/// use lastmove_work::{Budget, Cancel};
///
/// let solver = DomineeringSolver::new(Size::new(6, 6).unwrap(), Shares::default());
/// let position = Position::new((1u64 << 36) - 1, Orientation::Horizontal);
/// let solution = solver.solve(&position, &Budget::unlimited(Cancel::new()), &mut |_| {}).unwrap();
/// assert_eq!(solution.winner, Side::Horizontal);
/// ```
pub struct DomineeringSolver<B> {
    evaluator: DomineeringGame<B>,
    table: Table<KnownWinner>,
    shares: Shares,
    notes: Notes<State<B>>,
}

impl<B: Bits> DomineeringSolver<B> {
    /// A solver for boards of this size.
    ///
    /// # Panics
    /// If the board has more squares than `B` holds.
    pub fn new(size: Size, shares: Shares) -> Self {
        Self::with(size, shares, Arc::new(Regions::new(&shares, Default::default())), None)
    }

    /// A solver that shares the values of regions with others. `switches` turn parts of its
    /// evaluation off, for experiments.
    ///
    /// # Panics
    /// If the board has more squares than `B` holds.
    pub fn with(
        size: Size,
        shares: Shares,
        regions: Arc<Regions>,
        switches: Option<Switches>,
    ) -> Self {
        // A search with a weaker evaluation needs a larger table.
        let most = if switches.is_some() { u64::MAX } else { table_for(size) };
        Self {
            evaluator: DomineeringGame::new(size, regions, switches),
            table: Table::new(shares.table.min(most) as usize),
            shares,
            notes: Notes::default(),
        }
    }

    /// The values of regions that it uses.
    pub fn regions(&self) -> &Regions {
        self.evaluator.regions()
    }

    /// The part of one thread in a search: a winning move, and the counters.
    fn run<'s>(
        &'s self,
        before: &[Square],
        root: &State<B>,
        budget: &'s Budget,
        busy: Option<&'s Busy>,
        look: Option<&'s mut (dyn FnMut(f64) + Send)>,
    ) -> (Result<Option<Square>, Stop>, (Counters, Vec<u64>)) {
        let mut search = AlphaBeta::new(&self.evaluator, &self.table, budget, busy);
        search.look = look;
        search.notes = Some(&self.notes);
        let result = search.solve_after(before, root);
        (result, (search.counters(), search.nodes_by_ply().to_vec()))
    }

    /// The known winning move that is simplest for the checker, which cuts boards like the solver:
    /// the one after which the winner's parts have the greatest value.
    fn plainest(&self, state: &State<B>) -> Option<Square> {
        let evaluator = &self.evaluator;
        let mut moves = Vec::new();
        evaluator.moves(&mut (), state, &[], &mut moves);
        let mut moves: Vec<(i32, Square, State<B>)> = moves
            .into_iter()
            .map(|square| {
                let after = evaluator.views.play(state, square);
                (-evaluator.sure_of(state.to_move, &after), square, after)
            })
            .collect();
        moves.sort_by_key(|&(surplus, square, _)| (surplus, square));
        moves.into_iter().find_map(|(_, square, after)| {
            let wins = match self.table.load(evaluator.key(&after)) {
                Some(solved) => !solved.win,
                None => evaluator.evaluate(&after) == Verdict::Loss,
            };
            wins.then_some(square)
        })
    }
}

impl<B: Bits> Solver for DomineeringSolver<B> {
    type Position = Position<B>;
    type Game = DomineeringGame<B>;
    type Payload = KnownWinner;
    type Search<'s> = AlphaBeta<'s, DomineeringGame<B>>;

    fn geometry(&self) -> &Geometry<B> {
        &self.evaluator.views.geometry
    }

    fn shares(&self) -> &Shares {
        &self.shares
    }

    fn table(&self) -> &Table<KnownWinner> {
        &self.table
    }

    fn search<'s>(&'s self, budget: &'s Budget) -> Self::Search<'s> {
        AlphaBeta::new(&self.evaluator, &self.table, budget, None)
    }

    fn counters(search: &Self::Search<'_>) -> Counters {
        search.counters()
    }

    fn solve(
        &self,
        position: &Position<B>,
        budget: &Budget,
        look: &mut Look<'_, Self>,
    ) -> Result<Solution<Move>, Stopped> {
        self.solve_after(&[], position, budget, look)
    }

    /// As `solve`; mirror images of earlier moves are tried first.
    fn solve_after(
        &self,
        before: &[Move],
        position: &Position<B>,
        budget: &Budget,
        look: &mut Look<'_, Self>,
    ) -> Result<Solution<Move>, Stopped> {
        let before: Vec<Square> = before.iter().map(|mv| mv.0).collect();
        let root = self.evaluator.state(position);
        let part = budget.part(Limits::default());
        let busy = Busy::among(self.shares.threads);
        let mut told = |done| {
            let nodes = part.nodes();
            look(&Status { nodes, numbers: None, done: Some(done), line: Vec::new() });
        };
        let first = || self.run(&before, &root, &part, busy.as_ref(), Some(&mut told));
        let other = || self.run(&before, &root, &part, busy.as_ref(), None);
        let (answer, counts) = together(self.shares.threads, &part, first, other);
        let mut counters = Counters::default();
        let mut nodes_by_ply = Vec::new();
        for (counted, by_ply) in counts {
            counters += counted;
            add_by_ply(&mut nodes_by_ply, &by_ply);
        }
        let best_move = answer.map_err(|why| why.after(counters))?.map(Move);
        let winner = winner(position.side(), best_move.is_some());
        let pv = best_move.into_iter().collect();
        Ok(Solution { winner, best_move, pv, counters, nodes_by_ply })
    }

    fn wins(
        &self,
        search: &mut Self::Search<'_>,
        position: &Position<B>,
    ) -> Result<Option<bool>, Stop> {
        if self.shares.threads > 1 {
            return Ok(None);
        }
        search.solve(&self.evaluator.state(position)).map(|best| Some(best.is_some()))
    }

    fn winning_moves<'s>(
        &'s self,
        search: &mut Self::Search<'s>,
        position: &Position<B>,
    ) -> Result<Vec<Move>, Stop> {
        let root = self.evaluator.state(position);
        let found = match self.plainest(&root) {
            Some(square) => Some(square),
            None => search.solve(&root)?,
        };
        Ok(found.map(Move).into_iter().collect())
    }

    fn note(&self, least: u64) {
        self.notes.start(least);
    }

    fn noted(&self) -> Vec<Noted<Position<B>>> {
        let plain = |noted: Noted<State<B>>| Noted {
            position: Position::new(noted.position.empty, noted.position.to_move),
            wins: noted.wins,
            nodes: noted.nodes,
        };
        self.notes.take().into_iter().map(plain).collect()
    }

    fn learn(&self, noted: &Noted<Position<B>>) {
        let key = self.evaluator.key(&self.evaluator.state(&noted.position));
        self.table.store(key, KnownWinner { win: noted.wins }, VISITED * noted.nodes);
    }

    fn game(&self) -> &DomineeringGame<B> {
        &self.evaluator
    }

    fn state(&self, (): &mut (), position: &Position<B>) -> State<B> {
        self.evaluator.state(position)
    }

    /// By the static evaluation and the order of moves. Each position counts as one node.
    fn examine(
        &self,
        (): &mut (),
        position: &Position<B>,
        budget: &Budget,
    ) -> Result<Examined<Position<B>>, Stop> {
        budget.ticker(1).tick()?;
        let game = &self.evaluator;
        let state = game.state(position);
        Ok(match game.evaluate(&state) {
            Verdict::Win => Examined::Solved(true),
            Verdict::Loss => Examined::Solved(false),
            Verdict::Unknown => {
                // First the moves that the search would try, then those that they dominate.
                let mut moves = Vec::new();
                game.moves(&mut (), &state, &[], &mut moves);
                let mut moves: Vec<Move> = moves.into_iter().map(Move).collect();
                for mv in position.moves(self.geometry()) {
                    if !moves.contains(&mv) {
                        moves.push(mv);
                    }
                }
                let child = |mv| position.child(self.geometry(), mv);
                Examined::Open(moves.into_iter().map(child).collect())
            }
        })
    }

    fn position(asked: &lastmove_proof::Position) -> Position<B> {
        let vertical = asked.to_move == Side::Vertical;
        let player = if vertical { Orientation::Vertical } else { Orientation::Horizontal };
        Position::new(B::narrow(asked.empty), player)
    }

    fn certified(mv: Move) -> lastmove_proof::Move {
        lastmove_proof::Move::Domino(mv.0)
    }
}

/// Adds numbers of positions by distance from the root.
pub fn add_by_ply(sum: &mut Vec<u64>, by_ply: &[u64]) {
    sum.resize(sum.len().max(by_ply.len()), 0);
    sum.iter_mut().zip(by_ply).for_each(|(sum, n)| *sum += n);
}

/// The greatest useful table size for boards of a size: each page of a table that is only read
/// costs a page fault, which is noticeable on small boards.
fn table_for(size: Size) -> u64 {
    match size.squares() {
        ..=48 => 1 << 22,
        49..=64 => 1 << 22,
        65..=72 => 1 << 23,
        73..=77 => 1 << 24,
        _ => u64::MAX,
    }
}
