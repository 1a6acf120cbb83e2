//! Depth-first proof-number search (df-pn), for one thread or several that share a table.
//!
//! Every position has two numbers, from the view of the player to move: how hard it seems to prove
//! a win, and how hard to prove a loss. One good move wins a position, so its proof number is the
//! least disproof number of its children; it is lost if all moves fail, so its disproof number
//! combines the proof numbers of all children. The search always enters the child that is easiest
//! to refute and stays there until its numbers exceed thresholds at which another child looks
//! better. Thresholds leave a margin of three tenths (the 1+ε trick), so that the search does not
//! jump back and forth.

use crate::SearchGame;
use crate::parallel::Busy;
use crate::table::{Numbers, Table};
use lastmove_work::{Budget, Counters, Stop, Ticker};

mod choose;
mod expand;
mod history;
mod store;

pub use choose::Tuning;
use choose::{Choice, Thresholds};
use expand::Expanded;
use history::History;
use store::Evaluations;
pub use store::Store;

/// The fewest evaluations that a thread caches.
const LEAST_EVALUATIONS: u64 = 1 << 14;

/// Nodes between two checks of the limits. A node evaluates all its children, which may be
/// thousands: on large boards a thousand nodes would take minutes.
const LOOK: u64 = 4;

/// The search of one thread.
pub struct Dfpn<'a, G: SearchGame> {
    game: &'a G,
    tuning: Tuning,
    store: &'a Store,
    busy: Option<&'a Busy>,
    ticker: Ticker<'a>,
    worker: G::Worker,
    counters: Counters,
    /// scratch for the moves of one position
    moves: Vec<G::Move>,
    /// the children of all positions on the path, one list after another
    children: Vec<Child<G>>,
    /// scratch for the keys of one position's children
    seen: Vec<u64>,
    /// borrowed from the store while the search exists
    evaluations: Option<Evaluations>,
    /// the results of moves elsewhere
    history: History,
    /// positions on the path
    depth: usize,
    /// the table of another search whose result this one proves again, if there is one
    advice: Option<&'a Table<Numbers>>,
    /// called at intervals
    pub(crate) look: Option<&'a mut (dyn FnMut() + Send)>,
}

struct Child<G: SearchGame> {
    position: G::Position,
    key: u128,
    numbers: Numbers,
}

impl<'a, G: SearchGame> Dfpn<'a, G> {
    /// A new search. Several threads share `store`, `budget` and `busy`.
    pub fn new(
        game: &'a G,
        tuning: Tuning,
        store: &'a Store,
        budget: &'a Budget,
        busy: Option<&'a Busy>,
    ) -> Self {
        Self {
            game,
            tuning,
            store,
            busy,
            ticker: budget.ticker(LOOK),
            worker: game.worker(),
            counters: Counters::default(),
            moves: Vec::new(),
            children: Vec::new(),
            seen: Vec::new(),
            evaluations: Some(store.evaluations()),
            history: History::default(),
            depth: 0,
            advice: None,
            look: None,
        }
    }

    /// The same search for positions that the player to move is known to win: the table of another
    /// search shows which moves not to try.
    #[must_use]
    pub fn advised_by(mut self, table: &'a Table<Numbers>) -> Self {
        self.advice = Some(table);
        self
    }

    /// The counters so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The caches of this thread.
    pub fn worker(&mut self) -> &mut G::Worker {
        &mut self.worker
    }

    /// Whether the player to move wins.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve(&mut self, root: &G::Position) -> Result<bool, Stop> {
        let key = self.game.key(root);
        self.counters.visited += 1;
        let numbers = match self.store.table.load(key) {
            Some(numbers) => numbers,
            None => self.assess(root, key, None),
        };
        if numbers.is_solved() { Ok(numbers.proof == 0) } else { self.solve_again(root) }
    }

    /// Like [`Dfpn::solve`], but enters the root even if its winner is known: afterwards the table
    /// most likely contains the child that decides.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve_again(&mut self, root: &G::Position) -> Result<bool, Stop> {
        let key = self.game.key(root);
        loop {
            self.children.clear();
            let numbers = self.enter(root, key, Thresholds::NONE)?;
            if numbers.is_solved() {
                return Ok(numbers.proof == 0);
            }
        }
    }

    /// The numbers of a position by the table or the evaluation.
    pub fn look_up(&mut self, position: &G::Position) -> Numbers {
        match self.store.table.load(self.game.key(position)) {
            Some(numbers) if numbers.is_solved() => numbers,
            known => {
                let assessed = self.game.assess(&mut self.worker, position, None);
                if assessed.is_solved() { assessed } else { known.unwrap_or(assessed) }
            }
        }
    }

    fn assess(
        &mut self,
        position: &G::Position,
        key: u128,
        before: Option<(&G::Context, G::Move)>,
    ) -> Numbers {
        let Self { game, worker, counters, evaluations, .. } = self;
        let mut assess = || {
            counters.evaluations += 1;
            game.assess(worker, position, before)
        };
        match evaluations {
            Some(evaluations) => evaluations.get(key, assess),
            None => assess(),
        }
    }

    /// The numbers of a child in which, according to the advice, the player to move at the root
    /// loses. This player is known to win, so such a child is not part of the proof.
    #[inline]
    fn ruled_out(&self, key: u128) -> Option<Numbers> {
        let known = self.advice?.load(key).filter(|numbers| numbers.is_solved())?;
        let of_root = self.depth.is_multiple_of(2);
        ((known.proof == 0) != of_root).then_some(known)
    }

    /// Calls `look` if a progress report is due.
    #[inline]
    fn tell(&mut self) {
        if let (true, Some(look)) = (self.ticker.is_due(), &mut self.look) {
            look();
        }
    }

    /// Searches a position until it is solved or its numbers reach the thresholds.
    fn enter(
        &mut self,
        position: &G::Position,
        key: u128,
        most: Thresholds,
    ) -> Result<Numbers, Stop> {
        self.ticker.tick()?;
        self.counters.nodes += 1;
        self.tell();
        let nodes_before = self.counters.nodes;
        let first = self.children.len();
        self.busy.inspect(|busy| busy.begin(key));
        self.depth += 1;
        let result = self.work(position, first, most);
        self.depth -= 1;
        self.busy.inspect(|busy| busy.end(key));
        self.children.truncate(first);
        let numbers = result?;
        self.store.table.store(key, numbers, self.counters.nodes - nodes_before + 1);
        Ok(numbers)
    }

    fn work(
        &mut self,
        position: &G::Position,
        first: usize,
        most: Thresholds,
    ) -> Result<Numbers, Stop> {
        match self.expand(position, first, most)? {
            Expanded::Won => return Ok(Numbers::WIN),
            Expanded::Enough(numbers) => return Ok(numbers),
            Expanded::Whole => {}
        }
        loop {
            let Choice { numbers, best, child } = self.choose(first, most);
            if numbers.is_solved() || most.are_reached(numbers) {
                return Ok(numbers);
            }
            let Child { position, key, .. } = self.children[best];
            let known = self.store.table.load(key).filter(|n| n.is_solved());
            let found = match known {
                Some(numbers) => numbers,
                None => self.enter(&position, key, child)?,
            };
            self.children[best].numbers = found;
        }
    }
}

impl<G: SearchGame> Drop for Dfpn<'_, G> {
    fn drop(&mut self) {
        self.evaluations.take().into_iter().for_each(|lent| self.store.give_back(lent));
    }
}
