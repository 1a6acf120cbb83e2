//! Win or loss by depth-first search: alpha-beta with two values.
//!
//! A node first looks all its children up in the table, then evaluates them statically, and only
//! then searches those still open, in the game's order. One child that loses for its mover makes
//! the node a win. Every answer is stored in the table with the work that it took. A thread leaves a
//! position as soon as another one has solved it.

use crate::notes::Notes;
use crate::parallel::Busy;
use crate::table::{KnownWinner, Memory, Table};
use crate::{SearchGame, Verdict};
use lastmove_work::{Budget, Counters, Stop, Ticker};

/// The number of children that are evaluated and found open before the first of them is searched: a
/// static win among them saves that search. With more, evaluations would be wasted if the first
/// child wins anyway.
const AHEAD: usize = 6;

/// Nodes between two checks of the limits: a node costs a hundred times as much as a check, and on
/// large boards much more.
const LOOK: u64 = 1;

/// The plies at the top of the tree from which the progress of a search is estimated.
const TOP: usize = 8;

/// The search of one thread.
pub struct AlphaBeta<'a, G: SearchGame, T = Table<KnownWinner>> {
    game: &'a G,
    table: &'a T,
    busy: Option<&'a Busy>,
    ticker: Ticker<'a>,
    worker: G::Worker,
    counters: Counters,
    nodes_by_ply: Vec<u64>,
    /// called at intervals with the finished share of the top of the tree
    pub(crate) look: Option<&'a mut (dyn FnMut(f64) + Send)>,
    /// the record of positions that took much work
    pub(crate) notes: Option<&'a Notes<G::Position>>,
    path: Vec<G::Move>,
    /// the number of moves of the path that led to the root
    before: usize,
    /// the keys of the positions on the path, from the root on
    keys: Vec<u128>,
    /// what [`Busy::shared`] said when these keys were last looked up
    shared: u64,
    /// for each node near the root: the number of finished moves, and of all its moves
    top: [(usize, usize); TOP],
    /// the moves of all nodes on the path, one list after another
    moves: Vec<G::Move>,
    /// the children that are still open, likewise
    children: Vec<Child<G>>,
}

/// Why a position was left without an answer.
enum Left {
    /// the search ends
    Stop(Stop),
    /// another thread has solved the position with this number of moves on its path
    Solved { moves: usize, win: bool },
}

impl From<Stop> for Left {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

struct Child<G: SearchGame> {
    mv: G::Move,
    position: G::Position,
    key: u128,
}

impl<'a, G: SearchGame, T: Memory> AlphaBeta<'a, G, T> {
    /// A search that shares its table and its limits with others and, if there are several threads,
    /// the set of positions that they are busy with.
    pub fn new(game: &'a G, table: &'a T, budget: &'a Budget, busy: Option<&'a Busy>) -> Self {
        Self {
            game,
            table,
            busy,
            ticker: budget.ticker(LOOK),
            worker: game.worker(),
            counters: Counters::default(),
            nodes_by_ply: Vec::new(),
            look: None,
            notes: None,
            path: Vec::new(),
            before: 0,
            keys: Vec::new(),
            shared: 0,
            top: [(0, 1); TOP],
            moves: Vec::new(),
            children: Vec::new(),
        }
    }

    /// The caches of this thread.
    pub fn worker(&mut self) -> &mut G::Worker {
        &mut self.worker
    }

    /// The counters so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Positions entered, by their distance from the root.
    pub fn nodes_by_ply(&self) -> &[u64] {
        &self.nodes_by_ply
    }

    /// Returns a winning move, or `None` if the player to move loses. The root is always entered,
    /// so that a win comes with its move.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve(&mut self, root: &G::Position) -> Result<Option<G::Move>, Stop> {
        self.solve_after(&[], root)
    }

    /// As [`AlphaBeta::solve`] for a position that these moves led to, for games in which they
    /// influence the order of moves.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve_after(
        &mut self,
        before: &[G::Move],
        root: &G::Position,
    ) -> Result<Option<G::Move>, Stop> {
        self.path.clear();
        self.path.extend_from_slice(before);
        self.before = before.len();
        self.keys.clear();
        self.moves.clear();
        self.children.clear();
        self.ticker.budget().check()?; // a short search may never check again
        self.counters.visited += 1;
        let key = self.game.key(root);
        self.enter(root, key, None).map_err(|left| match left {
            Left::Stop(stop) => stop,
            Left::Solved { .. } => unreachable!("the root is never looked up"),
        })
    }

    /// Looks for a position on the path, below the root, that another thread has solved in the
    /// meantime: the one nearest to the root.
    fn look_up_path(&mut self) -> Result<(), Left> {
        let Some(shared) = self.busy.map(Busy::shared).filter(|&shared| shared != self.shared)
        else {
            return Ok(());
        };
        self.shared = shared;
        for (ply, &key) in self.keys.iter().enumerate().skip(1) {
            if let Some(KnownWinner { win }) = self.table.load(key) {
                return Err(Left::Solved { moves: self.before + ply, win });
            }
        }
        Ok(())
    }

    /// The finished share of the top of the tree: of the replies to the first moves, each with the
    /// replies below it. It assumes that at the root's turns the first moves tried win.
    fn done(&self) -> f64 {
        let plies = (self.path.len() - self.before).min(TOP);
        let mut part = 1.0;
        let replies = self.top[..plies].iter().skip(1).step_by(2);
        replies.fold(0.0, |share, &(done, all)| {
            part /= all as f64;
            share + part * done as f64
        })
    }

    /// Searches a position that neither table nor evaluation decides. Returns a move if the player
    /// to move wins, `None` otherwise. At the root the move is a winning one; below, only whether
    /// there is a move matters.
    fn enter(
        &mut self,
        position: &G::Position,
        key: u128,
        before: Option<(&G::Context, G::Move)>,
    ) -> Result<Option<G::Move>, Left> {
        let Counters { visited, nodes, .. } = self.counters;
        let ply = self.path.len() - self.before;
        self.ticker.tick()?;
        self.look_up_path()?;
        if self.look.is_some() && self.ticker.is_due() {
            let done = self.done();
            self.look.as_mut().into_iter().for_each(|look| look(done));
        }
        self.counters.nodes += 1;
        if self.nodes_by_ply.len() <= ply {
            self.nodes_by_ply.push(0);
        }
        self.nodes_by_ply[ply] += 1;

        let (first_move, first_child) = (self.moves.len(), self.children.len());
        self.busy.inspect(|busy| busy.begin(key));
        self.keys.push(key);
        let best = self.expand(position, before);
        self.keys.pop();
        self.moves.truncate(first_move);
        self.children.truncate(first_child);
        if let Ok(best) = best {
            let work = self.counters.visited - visited + 1;
            let win = best.is_some();
            self.table.store(key, KnownWinner { win }, work, ply);
            if let Some(notes) = self.notes {
                notes.add(ply, self.counters.nodes - nodes, || (*position, win));
            }
        }
        self.busy.inspect(|busy| busy.end(key));
        best
    }

    /// The child after the move with this index in the list; its table entry is being prefetched.
    #[inline(always)]
    fn child(&mut self, position: &G::Position, at: usize) -> Option<Child<G>> {
        let &mv = self.moves.get(at)?;
        let child = self.game.play(&mut self.worker, position, mv);
        let key = self.game.key(&child);
        self.table.touch(key);
        Some(Child { mv, position: child, key })
    }

    fn expand(
        &mut self,
        position: &G::Position,
        before: Option<(&G::Context, G::Move)>,
    ) -> Result<Option<G::Move>, Left> {
        let (first_move, first_child) = (self.moves.len(), self.children.len());
        let Self { game, worker, .. } = self;
        let game = *game;
        game.moves(worker, position, &self.path, &mut self.moves);
        game.order(worker, position, &mut self.moves[first_move..]);
        let end = self.moves.len();
        let mut context = None;
        // Evaluate a few children ahead of the one to search next, and prefetch the table entry of
        // one more.
        let mut at = first_move;
        let mut coming = self.child(position, at);
        // whether the search of a move has failed, here or in another thread
        let mut failed = false;
        for next in first_child.. {
            while self.children.len() < next + AHEAD
                && let Some(child) = coming
            {
                at += 1;
                coming = self.child(position, at);
                self.counters.visited += 1;
                if let Some(KnownWinner { win }) = self.table.load(child.key) {
                    if !win {
                        return Ok(Some(child.mv));
                    }
                    failed = true;
                    continue;
                }
                let context = match &context {
                    Some(context) => context,
                    None => {
                        let found = game.context(&mut self.worker, position, before);
                        match game.settles(&found) {
                            Verdict::Win if before.is_some() => return Ok(Some(child.mv)),
                            Verdict::Loss => return Ok(None),
                            _ => context.insert(found),
                        }
                    }
                };
                self.counters.evaluations += 1;
                let before = Some((context, child.mv));
                let numbers = game.assess(&mut self.worker, &child.position, before);
                if !numbers.is_solved() {
                    self.children.push(child);
                } else if numbers.proof != 0 {
                    return Ok(Some(child.mv));
                }
            }
            let open = self.children.len();
            if next == open {
                break;
            }
            if let (Some(busy), true) = (self.busy, failed) {
                // One move has failed, so probably all of them have to be searched: those that
                // another thread is searching come later. Before that, a second thread helps with
                // the first move, which is enough if it wins.
                let idle = (next..open).find(|&i| !busy.has(self.children[i].key));
                self.children.swap(next, idle.unwrap_or(next));
            }
            if let Some(top) = self.top.get_mut(self.path.len() - self.before) {
                *top = (at - first_move - (open - next), end - first_move);
            }
            let Child { mv, position, key } = self.children[next];
            // The search of a sibling may have solved this position in the meantime.
            let win = match self.table.load(key) {
                Some(solved) => solved.win,
                None => {
                    self.path.push(mv);
                    let before = context.as_ref().map(|context| (context, mv));
                    let moves = self.path.len();
                    let best = self.enter(&position, key, before);
                    self.path.pop();
                    match best {
                        Ok(best) => best.is_some(),
                        Err(Left::Solved { moves: solved, win }) if solved == moves => win,
                        Err(left) => return Err(left),
                    }
                }
            };
            if !win {
                return Ok(Some(mv));
            }
            failed = true;
        }
        Ok(None)
    }
}
