//! How complex the game is (chapter 2): branching factor and length from games of the classical
//! player against itself "with a small random part in the evaluation function".

use super::super::Args;
use super::super::report::{Measured, Report, Row, rounded};
use super::matches::{COMPLEXITY as PLAYER, Played, Player, series};
use crate::failure::Failure;
use crate::pictures;
use crate::session::Session;
use lastmove_draw::{LineChart, Series};
use serde_json::{Value, json};

pub(in super::super) const COMPLEXITY: Measured = Measured {
    name: "hensgens-complexity",
    about: "Hensgens' thesis, chapter 2: branching factor, game length, logarithm of the game tree",
    measure,
};

/// Moves of either side between two rows.
const STEP: usize = 5;

fn measure(args: &Args, session: &Session) -> Result<Report, Failure> {
    let games = args.games.unwrap_or(super::GAMES);
    let player = Player::new(PLAYER, args.time_per_move);
    let played = series(&player, &player, games, session)?;
    let length = played.length();
    let [white, black] = played.mean_branching();
    let tree = (length / 2.0).ceil() * white.log10() + (length / 2.0).floor() * black.log10();
    // (2): four white and four black amazons, and every other square burnt or not.
    let choose_4 = |n: f64| n * (n - 1.0) * (n - 2.0) * (n - 3.0) / 24.0;
    let states = choose_4(100.0).log10() + choose_4(96.0).log10() + 92.0 * 2f64.log10();
    let mut report = Report { databases: "none".to_owned(), ..Report::default() };
    report.rows = vec![
        row("state space, log10", Some(40.0), states),
        row("branching factor of White", Some(374.0), white),
        row("branching factor of Black", Some(299.0), black),
        row("plies", Some(84.0), length),
        row("game tree, log10", Some(212.0), tree),
    ];
    for number in (0..played.plies() / 2).step_by(STEP) {
        let [white, black] = by_colour(&played, number);
        report.rows.push(row(&format!("White's moves at his {}.", number + 1), None, white));
        report.rows.push(row(&format!("Black's moves at his {}.", number + 1), None, black));
    }
    if let Some(folder) = &args.output {
        pictures::make_folder(folder)?;
        let path = folder.join("hensgens-branching.svg");
        pictures::write(&path, &chart(&played, games).svg())?;
        report.charts.push(path.display().to_string());
    }
    report.notes = vec![
        format!("{games} games (--games) at {} s a move (--time-per-move)", args.time_per_move),
        "published: 300 games at 10 s; the numbers of its curves by move are lost".to_owned(),
    ];
    Ok(report)
}

fn row(quantity: &str, published: Option<f64>, found: f64) -> Row {
    let published = published.map_or(Value::Null, rounded);
    vec![("quantity", json!(quantity)), ("published", published), ("found", rounded(found))]
}

/// The mean number of moves of White and of Black at their moves, counted from 0.
fn by_colour(played: &Played, number: usize) -> [f64; 2] {
    [2 * number, 2 * number + 1].map(|ply| played.branching_at(ply))
}

/// Figures 5 and 6: the branching factor by move and colour.
fn chart(played: &Played, games: u32) -> LineChart {
    let curve = |side: usize| {
        let points = 0..played.plies() / 2;
        points.map(|number| ((number + 1) as f64, by_colour(played, number)[side])).collect()
    };
    LineChart {
        title: format!("legal moves on 10x10, mean of {games} games"),
        x_label: "move".to_owned(),
        y_label: "legal moves".to_owned(),
        logarithmic: true,
        series: vec![
            Series { name: "White".to_owned(), points: curve(0) },
            Series { name: "Black".to_owned(), points: curve(1) },
        ],
    }
}
