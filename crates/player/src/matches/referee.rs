//! One game under the eyes of a referee who knows the rules.

use super::seat::{Fault, Seat, Turn};
use crate::judge::Judge;
use crate::{History, MoveLimits};
use lastmove_amazons::Colour;
use lastmove_work::Cancel;
use lastmove_work::Moment;
use std::fmt;
use std::time::Duration;

/// What moves may cost, for both sides alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// for every move; programs that speak GTP are told of the time only
    pub limits: MoveLimits,
    /// time for the whole game, and what is added after every move
    pub clock: Option<(Duration, Duration)>,
    /// who oversteps his time by more than this loses
    pub margin: Duration,
    /// a program that says nothing for so long, where no time was set, has lost
    pub patience: Duration,
    /// whether to stop as soon as the result is proved
    pub adjudicate: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            limits: MoveLimits::default(),
            clock: None,
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            adjudicate: true,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// the loser has no move
    NoMove,
    /// the result is proved
    Decided,
    /// the loser gave up
    Resigned,
    /// the loser took too long
    Time,
    /// the loser made a move that the rules forbid, or none that can be read
    Illegal(String),
    /// the loser's program failed
    Crash(String),
}

impl Reason {
    /// One word for tables and files.
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

    /// What more there is to say.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::Illegal(detail) | Self::Crash(detail) => Some(detail),
            _ => None,
        }
    }

    /// The reverse of [`Reason::name`].
    pub fn from_name(name: &str, detail: &str) -> Option<Self> {
        let (illegal, crash) = (Self::Illegal(detail.to_owned()), Self::Crash(detail.to_owned()));
        let plain = [Self::NoMove, Self::Decided, Self::Resigned, Self::Time];
        plain.into_iter().chain([illegal, crash]).find(|reason| reason.name() == name)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.detail().map_or(Ok(()), |detail| write!(f, ": {detail}"))
    }
}

/// A game that was played. Contestants are 0 and 1.
#[derive(Clone, Debug)]
pub struct Played {
    /// its number in the match, from 0
    pub index: usize,
    /// who had White
    pub white: usize,
    /// who won
    pub winner: usize,
    /// why
    pub reason: Reason,
    /// the game, opening included
    pub game: History,
    /// moves of the opening
    pub opening: usize,
    /// the longest time for a move, by contestant
    pub slowest: [Duration; 2],
    /// by how much a time was overstepped at most, by contestant
    pub over: [Duration; 2],
}

/// What a program may take to begin a game.
const BEGINNING: Duration = Duration::from_secs(30);

/// The end of a game.
pub(super) struct End {
    pub(super) winner: Colour,
    pub(super) reason: Reason,
    /// by colour
    pub(super) slowest: [Duration; 2],
    pub(super) over: [Duration; 2],
}

/// Plays a game to its end; `None` if the match was cancelled. Seats are White's and Black's.
pub(super) fn play(
    game: &mut History,
    seats: [&mut dyn Seat; 2],
    terms: &Terms,
    judge: &Judge,
    cancel: &Cancel,
) -> Option<End> {
    let opening = game.moves().len();
    let mut clocks = terms.clock.map(|(main, _)| [main; 2]);
    let increment = terms.clock.map_or(Duration::ZERO, |(_, more)| more);
    let mut slowest = [Duration::ZERO; 2];
    let mut over = [Duration::ZERO; 2];
    macro_rules! end {
        ($winner:expr, $reason:expr) => {
            return Some(End { winner: $winner, reason: $reason, slowest, over })
        };
    }
    let turn = |clocks, wait: Duration| Turn {
        clocks,
        increment,
        limits: terms.limits,
        deadline: Moment::now() + wait,
        cancel,
    };
    for colour in Colour::BOTH {
        match seats[colour as usize].begin(game, colour, &turn(clocks, BEGINNING)) {
            Ok(()) => {}
            Err(Fault::Cancelled) => return None,
            Err(fault) => end!(colour.opponent(), reason(fault)),
        }
    }
    loop {
        if cancel.is_cancelled() {
            return None;
        }
        if let Some(winner) = game.winner() {
            end!(winner, Reason::NoMove);
        }
        // Both contestants move at least once: the opening alone wins no game.
        if terms.adjudicate
            && game.moves().len() >= opening + 2
            && let Some(winner) = judge.decided(game.size(), game.position())
        {
            end!(winner, Reason::Decided);
        }
        let me = game.to_move();
        let (i, other) = (me as usize, me.opponent());
        let clock = clocks.map(|clocks| clocks[i]);
        let allowed = [clock, terms.limits.time].into_iter().flatten().min();
        let wait = allowed.map_or(terms.patience, |time| time + terms.margin);
        let started = Moment::now();
        let answer = seats[i].choose(game, &turn(clocks, wait));
        let took = started.elapsed();
        slowest[i] = slowest[i].max(took);
        if let Some(allowed) = allowed {
            over[i] = over[i].max(took.saturating_sub(allowed));
        }
        let mv = match answer {
            Ok(_) if took > wait => end!(other, Reason::Time),
            Ok(Some(mv)) => mv,
            Ok(None) => end!(other, Reason::Resigned),
            Err(Fault::Cancelled) => return None,
            Err(fault) => end!(other, reason(fault)),
        };
        if let Err(error) = game.play(mv) {
            end!(other, Reason::Illegal(format!("{}: {error}", mv.display(game.size()))));
        }
        if let Some(clocks) = &mut clocks {
            clocks[i] = clocks[i].saturating_sub(took) + increment;
        }
    }
}

fn reason(fault: Fault) -> Reason {
    match fault {
        Fault::Crash(detail) => Reason::Crash(detail),
        Fault::NoMove(detail) => Reason::Illegal(detail),
        Fault::Time | Fault::Cancelled => Reason::Time,
    }
}
