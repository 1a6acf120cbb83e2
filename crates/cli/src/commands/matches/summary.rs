//! The statistics of a match.

use super::Paired;
use super::cross::CrossTable;
use lastmove_arena::matches::{Elo, EndReason, Match, PairCounts, PlayedGame, Sprt, elo};
use lastmove_board::{Game, Side};
use lastmove_player::Playable;
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The result of a match, as fields and as text.
pub(super) struct Summary {
    pub(super) fields: MatchFields,
    pub(super) text: String,
}

/// The answer to a match or a tournament.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum MatchFields {
    Two(Box<MatchAnswer>),
    Many(Box<CrossTable>),
}

/// A match; lists of two are of the first contestant and the second.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MatchAnswer {
    game: Game,
    contestants: [String; 2],
    board: String,
    position: String,
    games: usize,
    wins: [usize; 2],
    /// wins with White, or Vertical
    white_wins: [usize; 2],
    /// games with White, or Vertical
    white_games: [usize; 2],
    /// the share of the first contestant
    score: Option<f64>,
    elo: EloAnswer,
    /// pairs of games by the half points of the first contestant
    pairs: [usize; 5],
    /// the winner's moves left, summed up
    moves_left: [u32; 2],
    games_with_score: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtAnswer>,
    /// how games ended
    reasons: BTreeMap<&'static str, usize>,
    forfeits: [Forfeits; 2],
    slowest_seconds: [f64; 2],
    over_seconds: [f64; 2],
    cpu_seconds_per_move: Vec<Option<f64>>,
    mean_moves: Option<f64>,
    seconds: f64,
}

/// The difference in Elo with its interval of 95 %; `null` where it is infinite.
#[derive(Serialize, JsonSchema)]
struct EloAnswer {
    value: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

/// The state of a sequential test.
#[derive(Serialize, JsonSchema)]
struct SprtAnswer {
    elo0: f64,
    elo1: f64,
    llr: Option<f64>,
    bounds: [f64; 2],
    accepted: Option<f64>,
}

/// Games lost by breaking the rules.
#[derive(Serialize, JsonSchema)]
struct Forfeits {
    time: usize,
    illegal: usize,
    crash: usize,
}

impl Summary {
    pub(super) fn new<P: Playable>(
        game: Game,
        duel: &Match<P>,
        played: &[PlayedGame<P>],
        time: Duration,
    ) -> Self {
        let count =
            |is: &dyn Fn(&PlayedGame<P>) -> bool| played.iter().filter(|game| is(game)).count();
        let each =
            |of: &dyn Fn(usize, &PlayedGame<P>) -> bool| [0, 1].map(|who| count(&|g| of(who, g)));
        let wins = each(&|who, game| game.winner == who);
        let white_games = each(&|who, game| game.white == who);
        let white_wins = each(&|who, game| game.winner == who && game.white == who);
        let lost = |why: fn(&EndReason) -> bool| each(&|who, g| g.winner != who && why(&g.reason));
        let by_time = lost(|why| matches!(why, EndReason::Time));
        let illegal = lost(|why| matches!(why, EndReason::Illegal(_)));
        let crashes = lost(|why| matches!(why, EndReason::Crash(_)));
        let longest = |of: fn(&PlayedGame<P>) -> [Duration; 2]| {
            [0, 1].map(|who| {
                played.iter().map(|game| of(game)[who].as_secs_f64()).fold(0.0, f64::max)
            })
        };
        let (slowest, over) = (longest(|game| game.slowest), longest(|game| game.over));
        let mut reasons: BTreeMap<&'static str, usize> = BTreeMap::new();
        for game in played {
            *reasons.entry(game.reason.name()).or_default() += 1;
        }
        let moves: usize = played.iter().map(|game| game.game.moves().len()).sum();
        let elo = elo(wins[0], wins[1]);
        let contestants = duel.contestants.each_ref().map(ToString::to_string);
        let board = game.board_name(&duel.board);
        let pairs = PairCounts::of(played);
        let paired: Vec<Paired<P>> = played.iter().map(|game| ([0, 1], game.clone())).collect();
        let cpu = mean_cpu(2, &paired);
        let scores = [0, 1].map(|who| {
            let won = played.iter().filter(|game| game.winner == who);
            won.filter_map(|game| game.score).sum::<u32>()
        });
        let scored = count(&|game| game.score.is_some());
        let sides = P::GAME.white_and_black().map(Side::capital);
        // Infinite numbers, and shares of no games, are null.
        let finite = |number: f64| number.is_finite().then_some(number);
        let share = |part: usize| finite(part as f64 / played.len() as f64);
        let sprt = duel.sprt.as_ref().map(|test| SprtAnswer {
            elo0: test.elo0,
            elo1: test.elo1,
            llr: finite(test.llr(&pairs)),
            bounds: test.bounds(),
            accepted: accepted(test, &pairs),
        });
        let forfeits = |who: usize| Forfeits {
            time: by_time[who],
            illegal: illegal[who],
            crash: crashes[who],
        };
        let fields = MatchFields::Two(Box::new(MatchAnswer {
            game,
            contestants: contestants.clone(),
            board: board.clone(),
            position: duel.board.to_string(),
            games: played.len(),
            wins,
            white_wins,
            white_games,
            score: share(wins[0]),
            elo: EloAnswer {
                value: finite(elo.value),
                lower: finite(elo.lower),
                upper: finite(elo.upper),
            },
            pairs: pairs.0,
            moves_left: scores,
            games_with_score: scored,
            sprt,
            reasons: reasons.clone(),
            forfeits: [0, 1].map(forfeits),
            slowest_seconds: slowest,
            over_seconds: over,
            cpu_seconds_per_move: cpu.clone(),
            mean_moves: share(moves),
            seconds: time.as_secs_f64(),
        }));

        let width = contestants.iter().map(String::len).max().unwrap_or(0).clamp(6, 60);
        let mut text = format!(
            "{game} {board}, {} games\n{:width$}  wins  {:>12}  {:>12}  slowest move  cpu a move  \
             forfeits\n",
            played.len(),
            "", // the names
            format!("as {}", sides[0]),
            format!("as {}", sides[1]),
        );
        for who in 0..2 {
            let black = wins[who] - white_wins[who];
            text += &format!(
                "{:width$}  {:4}  {:>12}  {:>12}  {:>12}  {:>10}  {}\n",
                contestants[who],
                wins[who],
                format!("{} of {}", white_wins[who], white_games[who]),
                format!("{black} of {}", white_games[1 - who]),
                human::seconds(slowest[who]),
                cpu[who].map_or("-".to_owned(), human::seconds),
                by_time[who] + illegal[who] + crashes[who],
            );
        }
        text += &format!("{}\n", elo_text(&elo));
        if pairs.count() > 0 {
            let [lost, _, shared, _, won] = pairs.0;
            text += &format!("pairs: {won} won, {shared} shared, {lost} lost\n");
        }
        if let Some(test) = &duel.sprt {
            text += &format!("{}\n", sprt_text(test, &pairs));
        }
        if scored > 0 {
            let [first, second] = scores;
            text += &format!("moves left in {scored} games: {first} and {second}\n");
        }
        let reasons: Vec<String> = reasons.iter().map(|(why, n)| format!("{n} {why}")).collect();
        text += &format!("games ended: {}\n", reasons.join(", "));
        let [first, second] = over.map(|seconds| 1000.0 * seconds);
        text += &format!("over time by at most {first:.0} ms and {second:.0} ms\n");
        Self { fields, text }
    }
}

/// The mean processor time of a move, by contestant.
pub(super) fn mean_cpu<P: Playable>(contestants: usize, played: &[Paired<P>]) -> Vec<Option<f64>> {
    let mut sums = vec![(0.0, 0); contestants];
    for (pairing, game) in played {
        for side in 0..2 {
            let (seconds, turns) = &mut sums[pairing[side]];
            *seconds += game.cpu[side].as_secs_f64();
            *turns += game.turns[side];
        }
    }
    let mean = |(seconds, turns): (f64, usize)| (turns > 0).then(|| seconds / turns as f64);
    sums.into_iter().map(mean).collect()
}

/// The difference that the test accepted.
fn accepted(test: &Sprt, pairs: &PairCounts) -> Option<f64> {
    test.accepted(pairs).map(|second| if second { test.elo1 } else { test.elo0 })
}

/// `+70`, `-12` or `+∞`.
fn signed(elo: f64) -> String {
    if elo.is_finite() {
        format!("{:+.0}", elo.round() + 0.0) // no "-0"
    } else {
        format!("{}∞", if elo > 0.0 { '+' } else { '-' })
    }
}

/// Elo with its interval, as text.
pub(super) fn elo_text(elo: &Elo) -> String {
    format!("{} Elo (95 %: {} to {})", signed(elo.value), signed(elo.lower), signed(elo.upper))
}

/// The state of the test, as text.
pub(super) fn sprt_text(test: &Sprt, pairs: &PairCounts) -> String {
    let (Sprt { elo0, elo1, .. }, [low, high]) = (test, test.bounds());
    let says =
        accepted(test, pairs).map_or("undecided".to_owned(), |elo| format!("{elo} Elo accepted"));
    let llr = test.llr(pairs);
    format!("SPRT {elo0} against {elo1} Elo: LLR {llr:.2} within {low:.2} to {high:.2}, {says}")
}
