//! A whole match: pairs of games, several at once.

use super::match_player::{Fault, MatchPlayer, Turn};
use super::opening::Openings;
use super::own::OwnPlayer;
use super::pairs::PairCounts;
use super::referee::{self, MatchTerms, PlayedGame};
use super::{Contestant, Sprt, gtp::GtpProgram, uci::UciProgram};
use crate::History;
use lastmove_board::{Diagram, Game, GamePosition};
use lastmove_player::{Amazons, EngineOptions, Judge, Playable};
use lastmove_work::{Cancel, Moment};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// Size of a referee's table, in bytes.
const JUDGE_BYTES: u64 = 1 << 22;
/// How long a program may take to start.
const START: Duration = Duration::from_secs(30);
/// After this many crashes of one contestant the match ends with an error.
const CRASHES: usize = 5;

/// A match of two contestants.
#[derive(Clone, Debug)]
pub struct Match<P: Playable = Amazons> {
    /// the contestants
    pub contestants: [Contestant; 2],
    /// options of the players of this project; each has its own
    /// [`PlayerKind`](lastmove_player::PlayerKind)
    pub options: EngineOptions,
    /// the start position
    pub board: Diagram,
    /// the most games to play
    pub games: usize,
    /// the openings of the games
    pub openings: Openings<P>,
    /// seed of the random numbers
    pub seed: u64,
    /// how many games are played at the same time
    pub concurrency: usize,
    /// limits and rules
    pub terms: MatchTerms,
    /// a test that ends the match as soon as it accepts a hypothesis
    pub sprt: Option<Sprt>,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// The start is not a position of the game.
    #[error("{0}")]
    Position(String),
    /// A contestant that does not play this game.
    #[error("{0}")]
    Contestant(String),
    /// A contestant's program does not start.
    #[error("{name} does not play: {detail}")]
    Start {
        /// the contestant
        name: String,
        /// what went wrong
        detail: String,
    },
    /// A contestant's program fails again and again.
    #[error("{name} failed in {CRASHES} games, the last time: {detail}; check that it starts")]
    Broken {
        /// the contestant
        name: String,
        /// what went wrong
        detail: String,
    },
}

impl Match {
    /// A match of Amazons on 10x10 without limits, to be filled in.
    pub fn new(contestants: [Contestant; 2]) -> Self {
        let board = Amazons::read_board(Game::Amazons.default_board());
        Self::on(board.unwrap_or_else(|_| unreachable!("10x10 is a board")), contestants)
    }
}

impl<P: Playable> Match<P> {
    /// A match on a board without limits, to be filled in.
    pub fn on(board: Diagram, contestants: [Contestant; 2]) -> Self {
        Self {
            contestants,
            options: EngineOptions::default(),
            board,
            games: 100,
            openings: Openings::Random(2),
            seed: 1,
            concurrency: 1,
            terms: MatchTerms::default(),
            sprt: None,
        }
    }

    /// Plays the games that are not `done` yet and calls `report` after each. Returns all games in
    /// order, those done included; fewer if cancelled or ended by the test.
    ///
    /// # Errors
    /// If the start is not a position of the game, or a program does not work.
    pub fn run(
        &self,
        done: &[PlayedGame<P>],
        cancel: &Cancel,
        report: &(dyn Fn(&[PlayedGame<P>]) + Sync),
    ) -> Result<Vec<PlayedGame<P>>, MatchError> {
        let start =
            History::<P>::new(&self.board).map_err(|e| MatchError::Position(e.to_string()))?;
        self.check(&start, cancel)?;
        let state = MatchState {
            next: AtomicUsize::new(0),
            over: AtomicBool::new(self.answered(done)),
            played: Mutex::new(done.to_vec()),
            broken: Mutex::new(None),
        };
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games.max(1)) {
                scope.spawn(|| self.work(&state, cancel, report));
            }
        });
        if let Some(error) = state.broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let mut played = state.played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_by_key(|game| game.index);
        Ok(played)
    }

    /// Checks that both contestants can play; starts their programs once as a trial.
    fn check(&self, start: &History<P>, cancel: &Cancel) -> Result<(), MatchError> {
        for (who, contestant) in self.contestants.iter().enumerate() {
            if let Contestant::Own(kind) = contestant {
                kind.check_plays(P::GAME).map_err(MatchError::Contestant)?;
                continue;
            }
            let turn = Turn {
                clocks: self.terms.clock.map(|(main, _)| [main; 2]),
                increment: Duration::ZERO,
                limits: self.terms.limits,
                count: self.terms.count,
                deadline: Moment::now() + START,
                cancel,
            };
            let detail = match self.player(who).begin(start, &turn) {
                Ok(()) | Err(Fault::Cancelled) => continue,
                Err(Fault::Crash(detail) | Fault::NoMove(detail)) => detail,
                Err(Fault::Time) => "it does not answer".to_owned(),
            };
            return Err(MatchError::Start { name: contestant.to_string(), detail });
        }
        Ok(())
    }

    fn player(&self, who: usize) -> Box<dyn MatchPlayer<P>> {
        match &self.contestants[who] {
            Contestant::Own(kind) => {
                let seed = self.options.seed.wrapping_add(who as u64);
                Box::new(OwnPlayer::new(EngineOptions {
                    kind: kind.clone(),
                    seed,
                    count: self.terms.count,
                    ..self.options.clone()
                }))
            }
            Contestant::Gtp(command) => Box::new(GtpProgram::new(command)),
            Contestant::Uci(command) => Box::new(UciProgram::new(command)),
        }
    }

    /// Plays games one after another, on one thread.
    fn work(
        &self,
        state: &MatchState<P>,
        cancel: &Cancel,
        report: &(dyn Fn(&[PlayedGame<P>]) + Sync),
    ) {
        let judge = Judge::<P>::new(self.options.databases.clone(), JUDGE_BYTES);
        let mut players = [self.player(0), self.player(1)];
        loop {
            let index = state.next.fetch_add(1, Relaxed);
            if index >= self.games || cancel.is_cancelled() || state.over.load(Relaxed) {
                return;
            }
            if lock(&state.played).iter().any(|game| game.index == index) {
                continue;
            }
            let Some(game) = self.play(index, &mut players, &judge, cancel) else { return };
            let mut played = lock(&state.played);
            played.push(game);
            report(&played);
            if let Some(error) = self.broken(&played) {
                *lock(&state.broken) = Some(error);
                state.over.store(true, Relaxed);
            }
            if self.answered(&played) {
                state.over.store(true, Relaxed);
            }
        }
    }

    fn play(
        &self,
        index: usize,
        players: &mut [Box<dyn MatchPlayer<P>>; 2],
        judge: &Judge<P>,
        cancel: &Cancel,
    ) -> Option<PlayedGame<P>> {
        let mut game = self.openings.of(&self.board, self.seed, index / 2, judge).ok()?;
        let opening = game.moves().len();
        players.iter_mut().for_each(|player| player.number(index));
        let [first, second] = players;
        let white = index % 2;
        let by_colour: [&mut dyn MatchPlayer<P>; 2] =
            if white == 0 { [&mut **first, &mut **second] } else { [&mut **second, &mut **first] };
        let end = referee::play(&mut game, by_colour, &self.terms, judge, cancel)?;
        let spent = end.spent;
        let by_contestant = |of: [Duration; 2]| [of[white], of[1 - white]];
        Some(PlayedGame {
            index,
            white,
            winner: if end.winner == 0 { white } else { 1 - white },
            reason: end.reason,
            score: end.score,
            game,
            opening,
            slowest: by_contestant(spent.slowest),
            over: by_contestant(spent.over),
            cpu: by_contestant(spent.cpu),
            turns: [spent.turns[white], spent.turns[1 - white]],
        })
    }

    /// Whether the test accepts a hypothesis. Only complete pairs count, and only those before the
    /// first game that is still being played: otherwise short games would count first.
    fn answered(&self, played: &[PlayedGame<P>]) -> bool {
        let Some(sprt) = &self.sprt else { return false };
        let mut pairs = PairCounts::default();
        PairCounts::results(played).into_iter().take_while(Option::is_some).flatten().any(|wins| {
            pairs.add(wins);
            sprt.accepted(&pairs).is_some()
        })
    }

    fn broken(&self, played: &[PlayedGame<P>]) -> Option<MatchError> {
        for who in 0..2 {
            let crashes = played.iter().filter(|game| {
                game.winner != who && matches!(game.reason, referee::EndReason::Crash(_))
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

/// The data that the threads of a match share.
struct MatchState<P: Playable> {
    next: AtomicUsize,
    over: AtomicBool,
    played: Mutex<Vec<PlayedGame<P>>>,
    broken: Mutex<Option<MatchError>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
