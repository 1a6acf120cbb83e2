//! The complexity of the game (chapter 2): branching factor and length, from games of the classical
//! player against itself "with a small random part in the evaluation function".

use super::series::{GAMES, RANDOM_PLIES, Series};
use crate::table::{Measured, TableResult, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use serde_json::{Value, json};

tables! {
    "hensgens-complexity":
        "Hensgens' thesis, chapter 2: branching factor, game length, logarithm of the game tree",
        PROTOCOL, measure;
}

const PROTOCOL: Protocol = Protocol::new(
    "branching factor by move and colour, plies, size of state space and game tree",
    Rule::Beside,
    "games start after two random plies and take --time-per-move where his took 10 s; in that time \
     our player searches many times his nodes",
);

/// The player of tables 1 and 2, whose games are used.
const PLAYER: &str = "eval=relative-territory,random=1";

/// The thesis' half a second, as a share of its 10 s.
const SHORT: f64 = 0.05;

/// Moves of either side between two rows.
const STEP: usize = 5;

fn measure(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let seconds = lab.settings.match_seconds();
    let games = lab.settings.games_or(GAMES, 300);
    let series = |seconds| Series::play(lab, games, [(PLAYER, seconds); 2], RANDOM_PLIES);
    let (long, short) = (series(seconds)?, series(seconds * SHORT)?);
    let games = long.games();
    let length = long.length();
    let [white, black] = long.mean_branching();
    let tree = (length / 2.0).ceil() * white.log10() + (length / 2.0).floor() * black.log10();
    // (2): four white and four black amazons, and every other square burnt or not.
    let choose_4 = |n: f64| n * (n - 1.0) * (n - 2.0) * (n - 3.0) / 24.0;
    let states = choose_4(100.0).log10() + choose_4(96.0).log10() + 92.0 * 2f64.log10();
    let mut measured = Measured::with("none");
    measured.rows = vec![
        row("state space, log10", Some(40.0), states),
        row("branching factor of White", Some(374.0), white),
        row("branching factor of Black", Some(299.0), black),
        row("plies", Some(84.0), length),
        row("game tree, log10", Some(212.0), tree),
    ];
    for number in (0..long.plies() / 2).step_by(STEP) {
        let [white, black] = by_colour(&long, number);
        measured.rows.push(row(&format!("White's moves at his {}.", number + 1), None, white));
        measured.rows.push(row(&format!("Black's moves at his {}.", number + 1), None, black));
    }
    // Figures 5 to 8: the branching factor by move and colour, with long and with short times.
    let curve = |played: &Series, side: usize| {
        let point = |number| ((number + 1) as f64, by_colour(played, number)[side]);
        (0..played.plies() / 2).map(point).collect()
    };
    let lines = [(&long, "long"), (&short, "short")].into_iter().flat_map(|(played, time)| {
        let line = |name: &str, side| (format!("{name}, {time}"), curve(played, side));
        [line("White", 0), line("Black", 1)]
    });
    let title = format!("legal moves on 10x10, mean of {games} games");
    let (labels, lines) = (["move", "legal moves"], lines.collect());
    lab.draw(&mut measured, "hensgens-branching.svg", title, labels, true, lines)?;
    let [white, black] = short.mean_branching().map(f64::round);
    measured.notes = vec![
        format!("{games} games (--games) at {seconds} s a move (--time-per-move)"),
        format!(
            "published: 300 games at 10 s; the numbers of its curves by move are lost. Short: a \
             twentieth of the time, {white} and {black} moves on average"
        ),
    ];
    Ok(measured.into())
}

fn row(quantity: &str, published: Option<f64>, found: f64) -> Value {
    json!({"quantity": quantity, "published": published, "found": rounded(found)})
}

/// The mean number of legal moves of White and of Black at the move of this number, from 0.
fn by_colour(played: &Series, number: usize) -> [f64; 2] {
    [2 * number, 2 * number + 1].map(|ply| played.branching_at(ply))
}
