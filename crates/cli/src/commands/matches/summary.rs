//! What a match proved.

use lastmove_player::matches::{Elo, Match, Played, Reason, Sprt, elo};
use lastmove_work::human;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// The result of a match, as fields and in words.
pub(super) struct Summary {
    pub(super) fields: Value,
    pub(super) text: String,
}

impl Summary {
    pub(super) fn new(duel: &Match, played: &[Played], time: Duration) -> Self {
        let count = |is: &dyn Fn(&Played) -> bool| played.iter().filter(|game| is(game)).count();
        let each = |of: &dyn Fn(usize, &Played) -> bool| [0, 1].map(|who| count(&|g| of(who, g)));
        let wins = each(&|who, game| game.winner == who);
        let white_games = each(&|who, game| game.white == who);
        let white_wins = each(&|who, game| game.winner == who && game.white == who);
        let lost = |why: fn(&Reason) -> bool| each(&|who, g| g.winner != who && why(&g.reason));
        let by_time = lost(|why| matches!(why, Reason::Time));
        let illegal = lost(|why| matches!(why, Reason::Illegal(_)));
        let crashes = lost(|why| matches!(why, Reason::Crash(_)));
        let longest = |of: fn(&Played) -> [Duration; 2]| {
            [0, 1].map(|who| {
                played.iter().map(|game| of(game)[who].as_secs_f64()).fold(0.0, f64::max)
            })
        };
        let (slowest, over) = (longest(|game| game.slowest), longest(|game| game.over));
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for game in played {
            *reasons.entry(game.reason.name()).or_default() += 1;
        }
        let moves: usize = played.iter().map(|game| game.game.moves().len()).sum();
        let elo = elo(wins[0], wins[1]);
        let contestants = duel.contestants.each_ref().map(ToString::to_string);
        let board = duel.board.size().to_string();
        // What is infinite, or a share of no games, is null.
        let share = |part: usize| part as f64 / played.len() as f64;
        let mut fields = json!({
            "contestants": contestants,
            "board": board,
            "position": duel.board.to_string(),
            "games": played.len(),
            "wins": wins,
            "white_wins": white_wins,
            "white_games": white_games,
            "score": share(wins[0]),
            "elo": {"value": elo.value, "lower": elo.lower, "upper": elo.upper},
        });
        if let Some(test) = &duel.sprt {
            fields["sprt"] = json!({
                "elo0": test.elo0,
                "elo1": test.elo1,
                "llr": test.llr(wins[0], wins[1]),
                "bounds": test.bounds(),
                "accepted": accepted(test, wins),
            });
        }
        fields["reasons"] = json!(reasons);
        fields["forfeits"] = json!([0, 1].map(|who| {
            json!({"time": by_time[who], "illegal": illegal[who], "crash": crashes[who]})
        }));
        fields["slowest_seconds"] = json!(slowest);
        fields["over_seconds"] = json!(over);
        fields["mean_moves"] = json!(share(moves));
        fields["seconds"] = json!(time.as_secs_f64());

        let width = contestants.iter().map(String::len).max().unwrap_or(0).clamp(6, 60);
        let mut text = format!(
            "Amazons {board}, {} games\n{:width$}  wins  with White  with Black  slowest move  \
             forfeits\n",
            played.len(),
            "" // the names
        );
        for who in 0..2 {
            let black = wins[who] - white_wins[who];
            text += &format!(
                "{:width$}  {:4}  {:>10}  {:>10}  {:>12}  {}\n",
                contestants[who],
                wins[who],
                format!("{} of {}", white_wins[who], white_games[who]),
                format!("{black} of {}", white_games[1 - who]),
                human::seconds(slowest[who]),
                by_time[who] + illegal[who] + crashes[who],
            );
        }
        text += &format!("{}\n", elo_text(&elo));
        if let Some(test) = &duel.sprt {
            text += &format!("{}\n", sprt_text(test, wins));
        }
        let reasons: Vec<String> = reasons.iter().map(|(why, n)| format!("{n} {why}")).collect();
        text += &format!("games ended: {}\n", reasons.join(", "));
        let [first, second] = over.map(|seconds| 1000.0 * seconds);
        text += &format!("over time by at most {first:.0} ms and {second:.0} ms\n");
        Self { fields, text }
    }
}

/// The difference that the test accepted.
fn accepted(test: &Sprt, [wins, losses]: [usize; 2]) -> Option<f64> {
    test.accepted(wins, losses).map(|second| if second { test.elo1 } else { test.elo0 })
}

/// `+70`, `-12` or `+∞`.
fn signed(elo: f64) -> String {
    if elo.is_finite() {
        format!("{:+.0}", elo.round() + 0.0) // no "-0"
    } else {
        format!("{}∞", if elo > 0.0 { '+' } else { '-' })
    }
}

/// Elo with its interval, in words.
pub(super) fn elo_text(elo: &Elo) -> String {
    format!("{} Elo (95 %: {} to {})", signed(elo.value), signed(elo.lower), signed(elo.upper))
}

/// The state of the test, in words.
pub(super) fn sprt_text(test: &Sprt, wins: [usize; 2]) -> String {
    let (Sprt { elo0, elo1, .. }, [low, high]) = (test, test.bounds());
    let says =
        accepted(test, wins).map_or("undecided".to_owned(), |elo| format!("{elo} Elo accepted"));
    let llr = test.llr(wins[0], wins[1]);
    format!("SPRT {elo0} against {elo1} Elo: LLR {llr:.2} within {low:.2} to {high:.2}, {says}")
}
