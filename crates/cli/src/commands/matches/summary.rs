//! What a match proved.

use crate::output::Answer;
use lastmove_player::matches::{Elo, Match, Played, Reason, Sprt, elo};
use lastmove_work::human;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

#[derive(Serialize)]
pub(super) struct Summary {
    contestants: [String; 2],
    board: String,
    position: String,
    games: usize,
    /// by contestant
    wins: [usize; 2],
    /// games won with White, by contestant, of `white_games`
    white_wins: [usize; 2],
    white_games: [usize; 2],
    score: Option<f64>,
    elo: EloFields,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtFields>,
    /// how games ended
    reasons: BTreeMap<&'static str, usize>,
    /// games lost by time, illegal moves and crashes, by contestant
    forfeits: [Forfeits; 2],
    /// the slowest move, by contestant
    slowest_seconds: [f64; 2],
    /// by how much a time was overstepped at most, by contestant
    over_seconds: [f64; 2],
    mean_moves: Option<f64>,
    seconds: f64,
}

#[derive(Clone, Copy, Default, Serialize)]
struct Forfeits {
    time: usize,
    illegal: usize,
    crash: usize,
}

/// `null` is infinite.
#[derive(Serialize)]
struct EloFields {
    value: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    #[serde(skip)]
    raw: Elo,
}

#[derive(Serialize)]
struct SprtFields {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bounds: [f64; 2],
    /// the difference that was accepted
    accepted: Option<f64>,
}

impl Summary {
    pub(super) fn new(duel: &Match, played: &[Played], time: Duration) -> Self {
        let count = |is: &dyn Fn(&Played) -> bool| played.iter().filter(|game| is(game)).count();
        let each = |of: &dyn Fn(usize) -> usize| [of(0), of(1)];
        let wins = each(&|who| count(&|game| game.winner == who));
        let forfeits = [0, 1].map(|who| {
            let mut forfeits = Forfeits::default();
            for game in played.iter().filter(|game| game.winner != who) {
                match game.reason {
                    Reason::Time => forfeits.time += 1,
                    Reason::Illegal(_) => forfeits.illegal += 1,
                    Reason::Crash(_) => forfeits.crash += 1,
                    _ => {}
                }
            }
            forfeits
        });
        let longest = |of: &dyn Fn(&Played) -> [Duration; 2]| {
            [0, 1].map(|who| {
                played.iter().map(|game| of(game)[who].as_secs_f64()).fold(0.0, f64::max)
            })
        };
        let mut reasons = BTreeMap::new();
        for game in played {
            *reasons.entry(game.reason.name()).or_default() += 1;
        }
        let moves: usize = played.iter().map(|game| game.game.moves().len()).sum();
        let raw = elo(wins[0], wins[1]);
        let finite = |value: f64| value.is_finite().then_some(value);
        let share = |part: usize| (!played.is_empty()).then(|| part as f64 / played.len() as f64);
        Self {
            contestants: duel.contestants.each_ref().map(ToString::to_string),
            board: duel.board.size().to_string(),
            position: duel.board.to_string(),
            games: played.len(),
            wins,
            white_wins: each(&|who| count(&|game| game.winner == who && game.white == who)),
            white_games: each(&|who| count(&|game| game.white == who)),
            score: share(wins[0]),
            elo: EloFields {
                value: finite(raw.value),
                lower: finite(raw.lower),
                upper: finite(raw.upper),
                raw,
            },
            sprt: duel.sprt.map(|test| SprtFields::new(&test, wins)),
            reasons,
            forfeits,
            slowest_seconds: longest(&|game| game.slowest),
            over_seconds: longest(&|game| game.over),
            mean_moves: share(moves),
            seconds: time.as_secs_f64(),
        }
    }
}

impl SprtFields {
    fn new(test: &Sprt, [wins, losses]: [usize; 2]) -> Self {
        let Sprt { elo0, elo1, .. } = *test;
        let accepted = test.accepted(wins, losses).map(|second| if second { elo1 } else { elo0 });
        Self { elo0, elo1, llr: test.llr(wins, losses), bounds: test.bounds(), accepted }
    }
}

/// `+70`, `-12` or `+∞`.
fn signed(elo: f64) -> String {
    if elo.is_finite() {
        format!("{elo:+.0}")
    } else {
        format!("{}∞", if elo > 0.0 { '+' } else { '-' })
    }
}

/// Elo with its interval, in words.
pub(super) fn elo_text(elo: &Elo) -> String {
    format!("{} Elo (95 %: {} to {})", signed(elo.value), signed(elo.lower), signed(elo.upper))
}

/// The state of the test, in words.
pub(super) fn sprt_text(test: &Sprt, [wins, losses]: [usize; 2]) -> String {
    let fields = SprtFields::new(test, [wins, losses]);
    let [low, high] = fields.bounds;
    let says = match fields.accepted {
        Some(elo) => format!("{elo} Elo accepted"),
        None => "undecided".to_owned(),
    };
    format!(
        "SPRT {} against {} Elo: LLR {:.2} within {low:.2} to {high:.2}, {says}",
        fields.elo0, fields.elo1, fields.llr
    )
}

impl Answer for Summary {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Amazons {}, {} games", self.board, self.games)?;
        let width = self.contestants.iter().map(String::len).max().unwrap_or(0).clamp(6, 60);
        writeln!(
            f,
            "{:width$}  wins  with White  with Black  slowest move  forfeits",
            "", // the names
        )?;
        for who in 0..2 {
            let black = (self.wins[who] - self.white_wins[who], self.white_games[1 - who]);
            let Forfeits { time, illegal, crash } = self.forfeits[who];
            writeln!(
                f,
                "{:width$}  {:4}  {:>10}  {:>10}  {:>12}  {}",
                self.contestants[who],
                self.wins[who],
                format!("{} of {}", self.white_wins[who], self.white_games[who]),
                format!("{} of {}", black.0, black.1),
                human::seconds(self.slowest_seconds[who]),
                time + illegal + crash,
            )?;
        }
        writeln!(f, "{}", elo_text(&self.elo.raw))?;
        if let Some(SprtFields { elo0, elo1, .. }) = self.sprt {
            writeln!(f, "{}", sprt_text(&Sprt::new(elo0, elo1), self.wins))?;
        }
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
        writeln!(f, "games ended: {}", reasons.join(", "))?;
        writeln!(
            f,
            "over time by at most {:.0} ms and {:.0} ms",
            1000.0 * self.over_seconds[0],
            1000.0 * self.over_seconds[1]
        )
    }
}
