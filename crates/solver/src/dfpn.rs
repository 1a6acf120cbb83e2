//! Depth-first proof-number search (df-pn), for one thread or several that share a table.
//!
//! Every position has two numbers, seen by the player to move: how hard it seems to prove that
//! he wins, and that he loses. A position is won by one good move, so its proof number is the
//! least disproof number of its children; it is lost if all moves fail, so its disproof number
//! gathers the proof numbers of all children. The search always enters the child that is
//! easiest to refute and stays there until its numbers pass thresholds at which another child
//! looks better. Thresholds leave room of three tenths (the 1+ε trick), so that the search does not jump
//! to and fro.

use crate::limits::{Counters, Stopped, Watch};
use crate::table::{Numbers, Table};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A game as df-pn sees it. Positions include the player to move; whoever cannot move has lost.
pub trait ProofGame: Sync {
    /// A position.
    type Position: Copy;
    /// A move.
    type Move: Copy + Eq;
    /// What one thread remembers for its evaluations.
    type Evaluator;

    /// How the search weighs numbers in this game.
    fn tuning(&self) -> Tuning {
        Tuning::default()
    }
    /// A new evaluator.
    fn evaluator(&self) -> Self::Evaluator;
    /// The same for positions known to be equivalent; 128 well-mixed bits.
    fn key(&self, position: &Self::Position) -> u128;
    /// The numbers that a position starts with: solved if the evaluation decides it.
    fn assess(&self, evaluator: &mut Self::Evaluator, position: &Self::Position) -> Numbers;
    /// A small number that names a move, whatever the position: moves that won before are tried
    /// first elsewhere too.
    fn name(&self, mv: Self::Move) -> usize;
    /// Calls `visit` with every move and the position after it.
    fn for_each_child(
        &self,
        evaluator: &mut Self::Evaluator,
        position: &Self::Position,
        visit: impl FnMut(Self::Move, Self::Position),
    );
}

/// How the search weighs numbers.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// The part of the easier moves that counts beside the hardest one: one in this many. Moves
    /// that fail for the same reason meet in the same refutations, so a plain sum (1) makes a
    /// position with many moves look much harder to refute than it is.
    pub share: u32,
    /// How far past the next best child a child is searched, in tenths of its number (the 1+ε
    /// trick).
    pub room: u32,
    /// Whether moves that won elsewhere are evaluated first.
    pub history: bool,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { share: 20, room: 3, history: true }
    }
}

/// Which positions are being searched by some thread, so that the others look elsewhere. A few
/// bits of the key name a position: a mix-up costs a detour, never an answer.
pub struct Busy(Box<[AtomicU8]>);

impl Busy {
    /// Nobody at work.
    pub fn new() -> Self {
        Self((0..1 << 16).map(|_| AtomicU8::new(0)).collect())
    }

    fn slot(&self, key: u128) -> &AtomicU8 {
        &self.0[(key >> 20) as usize & (self.0.len() - 1)]
    }
}

impl Default for Busy {
    fn default() -> Self {
        Self::new()
    }
}

/// One thread's search.
pub struct Dfpn<'a, G: ProofGame> {
    game: &'a G,
    tuning: Tuning,
    table: &'a Table<Numbers>,
    busy: Option<&'a Busy>,
    watch: &'a Watch<'a>,
    evaluator: G::Evaluator,
    counters: Counters,
    unreported: u64,
    /// look at the limits when so many are not reported
    interval: u64,
    /// the children of all positions on the path, one list after another
    children: Vec<Child<G>>,
    /// scratch for the keys of one position's children
    seen: Vec<u64>,
    evaluated: Vec<Evaluated>,
    /// how often a move of this name won at once
    won: Vec<u32>,
}

struct Child<G: ProofGame> {
    mv: G::Move,
    position: G::Position,
    key: u128,
    numbers: Numbers,
}

/// A static evaluation remembered: positions are expanded several times.
#[derive(Clone, Copy, bytemuck::Zeroable)]
struct Evaluated {
    tag: u64,
    proof: u32,
    disproof: u32,
}

const EVALUATED: usize = 1 << 22;

/// Nodes between two looks at the limits. A node evaluates all its children, which may be thousands:
/// on large boards a thousand nodes would be minutes.
const LOOK: u64 = 4;

#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl<'a, G: ProofGame> Dfpn<'a, G> {
    /// A search. With several threads they share `table`, `watch` and `busy`.
    pub fn new(
        game: &'a G,
        table: &'a Table<Numbers>,
        watch: &'a Watch<'a>,
        busy: Option<&'a Busy>,
    ) -> Self {
        Self {
            game,
            tuning: game.tuning(),
            table,
            busy,
            watch,
            evaluator: game.evaluator(),
            counters: Counters::default(),
            unreported: 0,
            interval: watch.interval().min(LOOK),
            children: Vec::new(),
            seen: Vec::new(),
            // zeroed by the system as it fills: a search of a small position costs no more
            evaluated: bytemuck::allocation::zeroed_vec(EVALUATED),
            won: Vec::new(),
        }
    }

    /// The same search for a short look: it remembers fewer evaluations, and so touches less memory.
    pub fn short(self) -> Self {
        Self { evaluated: bytemuck::allocation::zeroed_vec(EVALUATED >> 8), ..self }
    }

    /// What was counted so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The evaluator, with what it met.
    pub fn evaluator(&mut self) -> &mut G::Evaluator {
        &mut self.evaluator
    }

    /// Whether the player to move wins.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve(&mut self, root: &G::Position) -> Result<bool, Stopped> {
        let key = self.game.key(root);
        self.counters.visited += 1;
        let mut numbers = match self.table.load(key) {
            Some(numbers) => numbers,
            None => self.assess(root, key),
        };
        let all = Thresholds { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
        while !numbers.is_solved() {
            self.children.clear();
            numbers = self.enter(root, key, all)?;
        }
        Ok(numbers.proof == 0)
    }

    fn assess(&mut self, position: &G::Position, key: u128) -> Numbers {
        let slot = key as usize & (self.evaluated.len() - 1);
        let tag = (key >> 64) as u64 | 1;
        let known = self.evaluated[slot];
        if known.tag == tag {
            return Numbers { proof: known.proof, disproof: known.disproof };
        }
        self.counters.evaluations += 1;
        let numbers = self.game.assess(&mut self.evaluator, position);
        let Numbers { proof, disproof } = numbers;
        self.evaluated[slot] = Evaluated { tag, proof, disproof };
        numbers
    }

    /// Searches a position until it is solved or its numbers reach the thresholds.
    fn enter(
        &mut self,
        position: &G::Position,
        key: u128,
        most: Thresholds,
    ) -> Result<Numbers, Stopped> {
        self.counters.nodes += 1;
        self.unreported += 1;
        if self.unreported >= self.interval {
            self.watch.check(std::mem::take(&mut self.unreported))?;
            self.interval = self.watch.interval().min(LOOK);
        }
        let nodes_before = self.counters.nodes;
        let first = self.children.len();
        if let Some(busy) = self.busy {
            busy.slot(key).fetch_add(1, Relaxed);
        }
        let result = self.work(position, first, most);
        if let Some(busy) = self.busy {
            busy.slot(key).fetch_sub(1, Relaxed);
        }
        self.children.truncate(first);
        let numbers = result?;
        self.table.store(key, numbers, self.counters.nodes - nodes_before + 1);
        Ok(numbers)
    }

    fn work(
        &mut self,
        position: &G::Position,
        first: usize,
        most: Thresholds,
    ) -> Result<Numbers, Stopped> {
        if self.expand(position, first) {
            return Ok(Numbers::WIN);
        }
        loop {
            let Choice { numbers, best, child } = self.choose(first, most);
            if numbers.is_solved()
                || numbers.proof >= most.proof
                || numbers.disproof >= most.disproof
            {
                return Ok(numbers);
            }
            let Child { position, key, .. } = self.children[best];
            let known = self.table.load(key).filter(|n| n.is_solved());
            let found = match known {
                Some(numbers) => numbers,
                None => self.enter(&position, key, child)?,
            };
            self.children[best].numbers = found;
        }
    }

    /// Lists the children with their numbers; whether one of them loses for its mover.
    fn expand(&mut self, position: &G::Position, first: usize) -> bool {
        let game = self.game;
        let (children, table) = (&mut self.children, self.table);
        game.for_each_child(&mut self.evaluator, position, |mv, child| {
            let key = game.key(&child);
            table.touch(key);
            let numbers = Numbers { proof: 1, disproof: 1 };
            children.push(Child { mv, position: child, key, numbers });
        });
        self.drop_repeated(first);
        // The table first: an answer there is cheapest.
        let mut unknown = first;
        let mut i = first;
        while i < self.children.len() {
            match self.table.load(self.children[i].key) {
                Some(numbers) => {
                    self.counters.visited += 1;
                    if numbers.disproof == 0 {
                        self.note_win(i);
                        return true;
                    }
                    if numbers.proof == 0 {
                        self.children.swap_remove(i);
                        continue;
                    }
                    self.children[i].numbers = numbers;
                }
                None => {
                    self.children.swap(unknown, i);
                    unknown += 1;
                }
            }
            i += 1;
        }
        if self.tuning.history {
            let (won, game) = (&self.won, self.game);
            let wins = |mv| won.get(game.name(mv)).copied().unwrap_or(0);
            self.children[first..unknown]
                .sort_unstable_by_key(|child| std::cmp::Reverse(wins(child.mv)));
        }
        let mut i = first;
        while i < unknown {
            self.counters.visited += 1;
            let Child { position, key, .. } = self.children[i];
            let numbers = self.assess(&position, key);
            if numbers.disproof == 0 {
                self.note_win(i);
                return true;
            }
            if numbers.proof == 0 {
                // keep the unknown ones together: the last of them takes this place
                unknown -= 1;
                self.children.swap(i, unknown);
                self.children.swap_remove(unknown);
                continue;
            }
            self.children[i].numbers = numbers;
            i += 1;
        }
        false
    }

    fn note_win(&mut self, child: usize) {
        let name = self.game.name(self.children[child].mv);
        if self.won.len() <= name {
            self.won.resize(name + 1, 0);
        }
        self.won[name] += 1;
    }

    /// Different moves may lead to the same position: one of them is enough.
    fn drop_repeated(&mut self, first: usize) {
        let count = self.children.len() - first;
        let size = (2 * count).next_power_of_two();
        self.seen.clear();
        self.seen.resize(size, 0);
        let mut i = first;
        while i < self.children.len() {
            let tag = (self.children[i].key >> 64) as u64 | 1;
            let mut slot = self.children[i].key as usize & (size - 1);
            while self.seen[slot] != 0 && self.seen[slot] != tag {
                slot = (slot + 1) & (size - 1);
            }
            if self.seen[slot] == tag {
                self.children.swap_remove(i);
            } else {
                self.seen[slot] = tag;
                i += 1;
            }
        }
    }

    /// The numbers of a position from those of its children, the child to search next, and the
    /// thresholds for it.
    fn choose(&self, first: usize, most: Thresholds) -> Choice {
        let mut best = first;
        let mut least = u32::MAX;
        let mut second = u32::MAX;
        let mut sum = 0u32;
        let mut hardest = [0u32; 2];
        for (i, child) in self.children[first..].iter().enumerate() {
            let Numbers { proof: easy, disproof: hard } = child.numbers;
            sum = sum.saturating_add(easy);
            if easy > hardest[0] {
                hardest = [easy, hardest[0]];
            } else if easy > hardest[1] {
                hardest[1] = easy;
            }
            if hard < least {
                second = least;
                least = hard;
                best = first + i;
            } else if hard < second {
                second = hard;
            }
        }
        let proof = least.min(Numbers::INFINITE);
        let gathered = self.tuning.gather(hardest[0], sum - hardest[0]);
        let disproof = match (gathered, proof) {
            (0, _) => 0,
            (_, 0) => Numbers::INFINITE,
            _ => gathered.min(Numbers::INFINITE - 1),
        };
        let proof = if gathered == 0 { Numbers::INFINITE } else { proof };
        let numbers = Numbers { proof, disproof };
        if !numbers.is_solved() && numbers.disproof < numbers.proof {
            best = self.idle(first, best);
        }
        let child = match self.children.get(best) {
            None => most,
            Some(child) => {
                let Numbers { proof: easy, disproof: hard } = child.numbers;
                let room = |number| self.tuning.room(number);
                let other = if easy == hardest[0] { hardest[1] } else { hardest[0] };
                Thresholds {
                    // A child that is searched because others are busy gets room of its own: its
                    // number may be past the threshold already.
                    disproof: if hard == proof { most.proof.min(room(second)) } else { room(hard) },
                    proof: self.tuning.room_in_sum(most.disproof, other, sum - easy),
                }
            }
        };
        Choice { numbers, best, child }
    }

    /// The easiest child that no other thread is at work on, if the best one is taken and there
    /// is such a child. Asked where all children probably have to be searched: where one is
    /// enough, a second thread helps with that one.
    fn idle(&self, first: usize, best: usize) -> usize {
        let Some(busy) = self.busy else { return best };
        let taken = |child: &Child<G>| busy.slot(child.key).load(Relaxed) > 0;
        if !taken(&self.children[best]) {
            return best;
        }
        let free = (first..self.children.len())
            .filter(|&i| self.children[i].numbers.disproof < Numbers::INFINITE)
            .filter(|&i| !taken(&self.children[i]));
        free.min_by_key(|&i| self.children[i].numbers.disproof).unwrap_or(best)
    }

    /// Like [`Dfpn::solve`], but enters the root even if its winner is known: afterwards the
    /// table most likely has the child that decides.
    ///
    /// # Errors
    /// If a limit was reached first.
    pub fn solve_again(&mut self, root: &G::Position) -> Result<bool, Stopped> {
        let key = self.game.key(root);
        let all = Thresholds { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
        loop {
            self.children.clear();
            let numbers = self.enter(root, key, all)?;
            if numbers.is_solved() {
                return Ok(numbers.proof == 0);
            }
        }
    }
}

struct Choice {
    numbers: Numbers,
    best: usize,
    child: Thresholds,
}

impl Tuning {
    /// The disproof number of a position from its hardest move and the sum of the others.
    fn gather(self, hardest: u32, others: u32) -> u32 {
        hardest.saturating_add(others / self.share)
    }

    /// The least proof number of a child at which [`Tuning::gather`] reaches `most`, given the
    /// hardest of the other moves and the sum of them all.
    fn room_in_sum(self, most: u32, other: u32, others: u32) -> u32 {
        let as_hardest = most.saturating_sub(others / self.share);
        let room = if as_hardest > other {
            as_hardest
        } else {
            // it stays below another move, so only its share counts
            let left = most.saturating_sub(other).saturating_mul(self.share);
            left.saturating_sub(others - other)
        };
        room.clamp(1, Numbers::INFINITE)
    }

    /// The threshold that leaves room beyond a number.
    fn room(self, number: u32) -> u32 {
        number.saturating_add(1 + number.min(Numbers::INFINITE) * self.room / 10)
    }
}
