//! Depth-first proof-number search (df-pn), for one thread or several that share a table.
//!
//! Every position has two numbers, seen by the player to move: how hard it seems to prove that
//! he wins, and that he loses. A position is won by one good move, so its proof number is the
//! least disproof number of its children; it is lost if all moves fail, so its disproof number
//! gathers the proof numbers of all children. The search always enters the child that is
//! easiest to refute and stays there until its numbers pass thresholds at which another child
//! looks better. Thresholds leave room of three tenths (the 1+ε trick), so that the search does not jump
//! to and fro.

use crate::Game;
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

/// The fewest evaluations that a thread remembers.
const LEAST_EVALUATIONS: u64 = 1 << 14;

/// Nodes between two looks at the limits. A node evaluates all its children, which may be thousands:
/// on large boards a thousand nodes would be minutes.
const LOOK: u64 = 4;

/// One thread's search.
pub struct Dfpn<'a, G: Game> {
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
    /// lent by the store while the search lives
    evaluations: Option<Evaluations>,
    /// what came of moves elsewhere
    history: History,
    /// positions on the path
    depth: usize,
    /// what another search knows of the same positions, if this one proves anew what that one found
    advice: Option<&'a Table<Numbers>>,
    /// called now and then
    pub(crate) look: Option<&'a mut (dyn FnMut() + Send)>,
}

struct Child<G: Game> {
    position: G::Position,
    key: u128,
    numbers: Numbers,
}

impl<'a, G: Game> Dfpn<'a, G> {
    /// A search. With several threads they share `store`, `budget` and `busy`.
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

    /// The same search, for positions that the player to move is known to win: what another search
    /// knows tells it which moves not to try.
    #[must_use]
    pub fn advised_by(mut self, table: &'a Table<Numbers>) -> Self {
        self.advice = Some(table);
        self
    }

    /// What was counted so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// What its thread remembers.
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

    /// Like [`Dfpn::solve`], but enters the root even if its winner is known: afterwards the
    /// table most likely has the child that decides.
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

    /// What table and evaluation say of a position.
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

    /// The numbers of a child that the player who moves at the root loses, as the advice knows. He
    /// is known to win, so that such a child is no part of what is to be proved.
    #[inline]
    fn ruled_out(&self, key: u128) -> Option<Numbers> {
        let known = self.advice?.load(key).filter(|numbers| numbers.is_solved())?;
        let of_root = self.depth.is_multiple_of(2);
        ((known.proof == 0) != of_root).then_some(known)
    }

    /// Tells how far the search is, if it is time.
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

impl<G: Game> Drop for Dfpn<'_, G> {
    fn drop(&mut self) {
        self.evaluations.take().into_iter().for_each(|lent| self.store.give_back(lent));
    }
}
