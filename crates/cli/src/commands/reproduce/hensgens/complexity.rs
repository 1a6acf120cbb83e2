//! How complex the game is (chapter 2): branching factor and length from games of the classical
//! player against itself "with a small random part in the evaluation function".

use super::super::{Args, Row, Table};
use super::matches::{Player, series};
use crate::failure::Failure;
use crate::session::Session;

pub(in super::super) const COMPLEXITY: Table = Table {
    name: "hensgens-complexity",
    about: "Hensgens' thesis, chapter 2: branching factor, game length, logarithm of the game tree",
    compare,
};

/// White's and Black's mean branching factor, mean length, decimal logarithm of (3).
const PUBLISHED: [u64; 4] = [374, 299, 84, 212];
/// Measured means that lie this near in per cent agree: length and branching depend on strength.
const NEAR: f64 = 25.0;

fn compare(session: &Session, args: &Args) -> Result<Vec<Row>, Failure> {
    let player = Player::new("classical:eval=relative-territory,random=2", args.time_per_move);
    let played = series(&player, &player, args.games.unwrap_or(super::GAMES), session)?;
    let length = played.length();
    let [white, black] = played.mean_branching();
    let tree = (length / 2.0).ceil() * white.log10() + (length / 2.0).floor() * black.log10();
    let names = ["branching_white", "branching_black", "plies", "log10_tree"];
    let found = [white, black, length, tree];
    let near = |published: u64, found: f64| {
        (found - published as f64).abs() <= NEAR / 100.0 * published as f64
    };
    let mut rows = vec![Row {
        row: format!("{} games", args.games.unwrap_or(super::GAMES)),
        published: names.into_iter().zip(PUBLISHED).collect(),
        found: names.into_iter().zip(found.map(|n| n.round() as u64)).collect(),
        agree: PUBLISHED.into_iter().zip(found).all(|(p, f)| near(p, f)),
    }];
    // (2): four white and four black amazons, and every other square burnt or not.
    let choose_4 = |n: f64| n * (n - 1.0) * (n - 2.0) * (n - 3.0) / 24.0;
    let states = choose_4(100.0).log10() + choose_4(96.0).log10() + 92.0 * 2f64.log10();
    rows.push(Row::new("state space".to_owned(), &[("log10", 40, states as u64)]));
    // The curves of figures 5 and 6, whose numbers are lost: every tenth move, for reading.
    for ply in (0..80).step_by(10) {
        let [white, black] = [ply, ply + 1].map(|ply| played.branching_at(ply).round() as u64);
        let numbers = [("branching_white", white, white), ("branching_black", black, black)];
        rows.push(Row::new(format!("move {}", ply / 2 + 1), &numbers));
    }
    Ok(rows)
}
