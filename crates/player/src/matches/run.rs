//! A whole match: pairs of games, several at once.

use super::opening::opening;
use super::own::Own;
use super::referee::{self, Played, Terms};
use super::seat::Seat;
use super::{Contestant, Sprt, gtp::Gtp, uci::Uci};
use crate::Options;
use crate::judge::Judge;
use lastmove_amazons::{Colour, PositionError};
use lastmove_board::Diagram;
use lastmove_work::Cancel;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// Bytes of a referee's table.
const JUDGE_BYTES: u64 = 1 << 22;
/// After so many crashes of one contestant a match makes no sense.
const CRASHES: usize = 5;

/// A match of two contestants.
#[derive(Clone, Debug)]
pub struct Match {
    /// who plays
    pub contestants: [Contestant; 2],
    /// set-up of our players; each has its own [`Kind`](crate::Kind)
    pub options: Options,
    /// the start position
    pub board: Diagram,
    /// how many games at most
    pub games: usize,
    /// random moves before the contestants begin
    pub opening: usize,
    /// where random numbers begin
    pub seed: u64,
    /// games at a time
    pub concurrency: usize,
    /// what moves may cost
    pub terms: Terms,
    /// ends the match as soon as it has an answer
    pub sprt: Option<Sprt>,
}

/// Why there is no match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// The start position is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A contestant's program fails again and again.
    #[error("{name} failed in {CRASHES} games, at last so: {detail}; check that it starts")]
    Broken {
        /// the contestant
        name: String,
        /// what happened
        detail: String,
    },
}

impl Match {
    /// A match on 10x10 without limits, to be filled in.
    pub fn new(contestants: [Contestant; 2]) -> Self {
        let board = lastmove_amazons::start::parse("10x10");
        Self {
            contestants,
            options: Options::default(),
            board: board.unwrap_or_else(|_| unreachable!("10x10 is a board")),
            games: 100,
            opening: 2,
            seed: 1,
            concurrency: 1,
            terms: Terms::default(),
            sprt: None,
        }
    }

    /// Plays the games that are not `done` yet and calls `report` after each. Returns all games in
    /// order, those done included; fewer if cancelled or if the test has its answer.
    ///
    /// # Errors
    /// If the start is no position, or a program does not work.
    pub fn run(
        &self,
        done: &[Played],
        cancel: &Cancel,
        report: &(dyn Fn(&[Played]) + Sync),
    ) -> Result<Vec<Played>, MatchError> {
        crate::History::new(&self.board)?;
        let desk = Desk {
            next: AtomicUsize::new(0),
            over: AtomicBool::new(self.answered(done)),
            played: Mutex::new(done.to_vec()),
            broken: Mutex::new(None),
        };
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games.max(1)) {
                scope.spawn(|| self.work(&desk, cancel, report));
            }
        });
        if let Some(error) = desk.broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let mut played = desk.played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_by_key(|game| game.index);
        Ok(played)
    }

    fn seat(&self, who: usize) -> Box<dyn Seat> {
        match &self.contestants[who] {
            Contestant::Own(kind) => {
                let seed = self.options.seed.wrapping_add(who as u64);
                Box::new(Own::new(Options { kind: kind.clone(), seed, ..self.options.clone() }))
            }
            Contestant::Gtp(command) => Box::new(Gtp::new(command)),
            Contestant::Uci(command) => Box::new(Uci::new(command)),
        }
    }

    /// One of the games at a time.
    fn work(&self, desk: &Desk, cancel: &Cancel, report: &(dyn Fn(&[Played]) + Sync)) {
        let judge = Judge::new(self.options.databases.clone(), JUDGE_BYTES);
        let mut seats = [self.seat(0), self.seat(1)];
        loop {
            let index = desk.next.fetch_add(1, Relaxed);
            if index >= self.games || cancel.is_cancelled() || desk.over.load(Relaxed) {
                return;
            }
            if lock(&desk.played).iter().any(|game| game.index == index) {
                continue;
            }
            let Some(game) = self.play(index, &mut seats, &judge, cancel) else { return };
            let mut played = lock(&desk.played);
            played.push(game);
            report(&played);
            if let Some(error) = self.broken(&played) {
                *lock(&desk.broken) = Some(error);
                desk.over.store(true, Relaxed);
            }
            if self.answered(&played) {
                desk.over.store(true, Relaxed);
            }
        }
    }

    fn play(
        &self,
        index: usize,
        seats: &mut [Box<dyn Seat>; 2],
        judge: &Judge,
        cancel: &Cancel,
    ) -> Option<Played> {
        let mut game = opening(&self.board, self.opening, self.seed, index / 2, judge).ok()?;
        let opening = game.moves().len();
        let [first, second] = seats;
        let white = index % 2;
        let by_colour: [&mut dyn Seat; 2] =
            if white == 0 { [&mut **first, &mut **second] } else { [&mut **second, &mut **first] };
        let end = referee::play(&mut game, by_colour, &self.terms, judge, cancel)?;
        let by_contestant = |of: [std::time::Duration; 2]| [of[white], of[1 - white]];
        Some(Played {
            index,
            white,
            winner: if end.winner == Colour::White { white } else { 1 - white },
            reason: end.reason,
            game,
            opening,
            slowest: by_contestant(end.slowest),
            over: by_contestant(end.over),
        })
    }

    /// Whether the test has its answer. Only whole pairs count, and only those before the first
    /// game that is still going on: short games must not speak first.
    fn answered(&self, played: &[Played]) -> bool {
        let Some(sprt) = &self.sprt else { return false };
        let mut winners = vec![None; self.games];
        for game in played.iter().filter(|game| game.index < self.games) {
            winners[game.index] = Some(game.winner);
        }
        let (mut wins, mut losses) = (0, 0);
        for pair in winners.chunks(2) {
            let [Some(a), Some(b)] = *pair else { return false };
            wins += usize::from(a == 0) + usize::from(b == 0);
            losses += usize::from(a == 1) + usize::from(b == 1);
            if sprt.accepted(wins, losses).is_some() {
                return true;
            }
        }
        false
    }

    fn broken(&self, played: &[Played]) -> Option<MatchError> {
        for who in 0..2 {
            let crashes = played.iter().filter(|game| {
                game.winner != who && matches!(game.reason, referee::Reason::Crash(_))
            });
            let crashes: Vec<_> = crashes.collect();
            if crashes.len() >= CRASHES && 2 * crashes.len() > played.len() {
                let detail = crashes.last()?.reason.detail().unwrap_or_default().to_owned();
                let name = self.contestants[who].to_string();
                return Some(MatchError::Broken { name, detail });
            }
        }
        None
    }
}

/// What the workers share.
struct Desk {
    next: AtomicUsize,
    over: AtomicBool,
    played: Mutex<Vec<Played>>,
    broken: Mutex<Option<MatchError>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
