//! One game with a referee who knows the rules.

use super::Contestant;
use super::match_player::{Fault, MatchPlayer, Turn};
use crate::History;
use lastmove_amazons::sgf::GameRecord;
use lastmove_board::Side;
use lastmove_player::{Amazons, Judge, MoveLimits, Playable};
use lastmove_work::{Cancel, Count, Moment, thread_time};
use std::fmt;
use std::time::Duration;

/// Limits and rules of a match, the same for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchTerms {
    /// limits for every move; programs that speak GTP are sent only the time
    pub limits: MoveLimits,
    /// time for the whole game, and the time added after every move
    pub clock: Option<(Duration, Duration)>,
    /// a side that oversteps its time by more than this loses
    pub margin: Duration,
    /// a program that does not answer for this long, where no time was set, loses
    pub patience: Duration,
    /// whether wall-clock or processor time counts
    pub count: Count,
    /// when the referee ends a game before its last move
    pub adjudicate: Adjudication,
}

/// When the referee ends a game before its last move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Adjudication {
    /// as soon as the winner is proved
    #[default]
    Winner,
    /// as soon as the score is proved too: the moves that the winner has left
    Score,
    /// never
    Never,
}

impl Default for MatchTerms {
    fn default() -> Self {
        Self {
            limits: MoveLimits::default(),
            clock: None,
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            count: Count::Clock,
            adjudicate: Adjudication::Winner,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// the loser has no move
    NoMove,
    /// the result is proved
    Decided,
    /// the loser resigned
    Resigned,
    /// the loser took too long
    Time,
    /// the loser's move is illegal or cannot be read
    Illegal(String),
    /// the loser's program failed
    Crash(String),
}

impl EndReason {
    /// The name for tables and files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoMove => "no move",
            Self::Decided => "decided",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Illegal(_) => "illegal",
            Self::Crash(_) => "crash",
        }
    }

    /// The error message, for reasons that have one.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::Illegal(detail) | Self::Crash(detail) => Some(detail),
            _ => None,
        }
    }

    /// The reverse of [`EndReason::name`].
    pub fn from_name(name: &str, detail: &str) -> Option<Self> {
        let (illegal, crash) = (Self::Illegal(detail.to_owned()), Self::Crash(detail.to_owned()));
        let plain = [Self::NoMove, Self::Decided, Self::Resigned, Self::Time];
        plain.into_iter().chain([illegal, crash]).find(|reason| reason.name() == name)
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.detail().map_or(Ok(()), |detail| write!(f, ": {detail}"))
    }
}

/// A game that was played. Contestants are 0 and 1.
#[derive(Clone, Debug)]
pub struct PlayedGame<P: Playable = Amazons> {
    /// the number of the game in the match, from 0
    pub index: usize,
    /// the contestant with White
    pub white: usize,
    /// the contestant who won
    pub winner: usize,
    /// why the game ended
    pub reason: EndReason,
    /// the moves that the winner had left: the score in tournaments; `None` if the game ended
    /// before that was proved
    pub score: Option<u32>,
    /// the game, opening included
    pub game: History<P>,
    /// moves of the opening
    pub opening: usize,
    /// the longest time for a move, by contestant
    pub slowest: [Duration; 2],
    /// the most by which a time was overstepped, by contestant
    pub over: [Duration; 2],
    /// processor time for all moves, by contestant; where the system does not tell it, wall-clock
    /// time
    pub cpu: [Duration; 2],
    /// moves made, by contestant
    pub turns: [usize; 2],
}

impl<P: Playable> PlayedGame<P> {
    /// Writes the players, the result and its reason into the game's record.
    pub fn describe(&self, record: &mut GameRecord, contestants: &[Contestant; 2]) {
        let letter = if self.winner == self.white { 'W' } else { 'B' };
        // The score of tournaments, where it is known: the moves that the winner has left.
        let result = match (&self.reason, self.score) {
            (EndReason::NoMove | EndReason::Decided, Some(score)) => format!("{letter}+{score}"),
            (EndReason::NoMove | EndReason::Decided, None) => format!("{letter}+"),
            (EndReason::Resigned, _) => format!("{letter}+Resign"),
            (EndReason::Time, _) => format!("{letter}+Time"),
            (EndReason::Illegal(_) | EndReason::Crash(_), _) => format!("{letter}+Forfeit"),
        };
        record.set_text(GameRecord::ROOT, "PW", &contestants[self.white].to_string());
        record.set_text(GameRecord::ROOT, "PB", &contestants[1 - self.white].to_string());
        record.set_text(GameRecord::ROOT, "RE", &result);
        let end = record.main_end();
        if end != GameRecord::ROOT {
            record.set_comment(end, &self.reason.to_string());
        }
    }
}

/// How long a program may take to begin a game.
const BEGINNING: Duration = Duration::from_secs(30);

/// The end of a game. Times are White's and Black's.
pub(super) struct GameEnd {
    /// 0 is White
    pub(super) winner: usize,
    pub(super) reason: EndReason,
    pub(super) score: Option<u32>,
    pub(super) spent: TimeSpent,
}

/// The times of both sides, White first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeSpent {
    pub(super) slowest: [Duration; 2],
    pub(super) over: [Duration; 2],
    pub(super) cpu: [Duration; 2],
    pub(super) turns: [usize; 2],
}

/// On a busy machine wall-clock time may be this many times a program's processor time.
const BUSY: u32 = 20;

/// Plays a game to its end; `None` if the match was cancelled. Players are White's and Black's.
pub(super) fn play<P: Playable>(
    game: &mut History<P>,
    mut players: [&mut dyn MatchPlayer<P>; 2],
    terms: &MatchTerms,
    judge: &Judge<P>,
    cancel: &Cancel,
) -> Option<GameEnd> {
    let opening = game.moves().len();
    let mut clocks = terms.clock.map(|(main, _)| [main; 2]);
    let increment = terms.clock.map_or(Duration::ZERO, |(_, more)| more);
    let mut spent = TimeSpent::default();
    let turn = |clocks, wait: Duration| Turn {
        clocks,
        increment,
        limits: terms.limits,
        count: terms.count,
        deadline: Moment::now() + wait,
        cancel,
    };
    for (i, player) in players.iter_mut().enumerate() {
        match player.begin(game, &turn(clocks, BEGINNING)) {
            Ok(()) => {}
            Err(Fault::Cancelled) => return None,
            Err(fault) => {
                return Some(GameEnd { winner: 1 - i, reason: reason(fault), score: None, spent });
            }
        }
    }
    loop {
        if cancel.is_cancelled() {
            return None;
        }
        // Both contestants move at least once: the opening alone wins no game.
        let may_judge = game.moves().len() >= opening + 2;
        if let Some((winner, reason)) = result(game, judge, terms.adjudicate, may_judge) {
            let score = game.position().final_score(game.size()).map(|score| score.left);
            return Some(GameEnd { winner: winner.seat(), reason, score, spent });
        }
        let i = game.to_move().seat();
        let clock = clocks.map(|clocks| clocks[i]);
        let allowed = [clock, terms.limits.time].into_iter().flatten().min();
        let most = allowed.map_or(terms.patience, |time| time + terms.margin);
        let wait = if terms.count == Count::Cpu { most * BUSY + BEGINNING } else { most };
        let (started, used) = (Moment::now(), used_by(&mut *players[i]));
        let answer = players[i].choose(game, &turn(clocks, wait));
        let took = started.elapsed();
        // A program that has just crashed cannot be asked.
        let cpu = match (used, used_by(&mut *players[i])) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => took,
        };
        let counted = if terms.count == Count::Cpu { cpu } else { took };
        spent.turns[i] += 1;
        spent.cpu[i] += cpu;
        spent.slowest[i] = spent.slowest[i].max(counted);
        if let Some(allowed) = allowed {
            spent.over[i] = spent.over[i].max(counted.saturating_sub(allowed));
        }
        // A program that was sent a wall-clock time has kept its limit if it kept that time.
        let mut late = counted > most;
        if let Some(program) = players[i].program() {
            late &= terms.count != Count::Cpu || took > most.mul_f64(program.stretch());
            program.note(took, cpu);
        }
        let lost = |reason| Some(GameEnd { winner: 1 - i, reason, score: None, spent });
        let mv = match answer {
            Ok(_) if late => return lost(EndReason::Time),
            Ok(Some(mv)) => mv,
            Ok(None) => return lost(EndReason::Resigned),
            Err(Fault::Cancelled) => return None,
            Err(fault) => return lost(reason(fault)),
        };
        if let Err(error) = game.play(mv) {
            let name = P::move_name(mv, game.size());
            return lost(EndReason::Illegal(format!("{name}: {error}")));
        }
        if let Some(clocks) = &mut clocks {
            clocks[i] = clocks[i].saturating_sub(counted) + increment;
        }
    }
}

/// The processor time that a contestant has used, if the system tells it. For a player of this
/// project it is that of the game's thread; further threads of the engine use about as much each.
fn used_by<P: Playable>(player: &mut dyn MatchPlayer<P>) -> Option<Duration> {
    match player.program() {
        Some(program) => program.used(),
        None => thread_time(),
    }
}

/// The winner, if the game is over or the terms let the referee end it.
fn result<P: Playable>(
    game: &History<P>,
    judge: &Judge<P>,
    adjudicate: Adjudication,
    may_judge: bool,
) -> Option<(Side, EndReason)> {
    if let Some(winner) = game.winner() {
        return Some((winner, EndReason::NoMove));
    }
    let winner = match adjudicate {
        _ if !may_judge => None,
        Adjudication::Never => None,
        Adjudication::Winner => judge.winner_at_a_glance(game.size(), game.position()),
        Adjudication::Score => game.position().final_score(game.size()).map(|end| end.winner),
    };
    winner.map(|winner| (winner, EndReason::Decided))
}

fn reason(fault: Fault) -> EndReason {
    match fault {
        Fault::Crash(detail) => EndReason::Crash(detail),
        Fault::NoMove(detail) => EndReason::Illegal(detail),
        Fault::Time | Fault::Cancelled => EndReason::Time,
    }
}
