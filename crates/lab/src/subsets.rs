//! Alpha-beta against df-pn with every subset of the three kinds of databases (the paper's
//! figure 13 has none and all, on games that are lost).

use crate::lab::start;
use crate::table::{Found, Measured, rounded, tables};
use crate::{Error, Lab};
use lastmove_endgame::Kind;
use serde_json::json;

tables! {
    "song-13": "Song and Müller's figure 13: alpha-beta and df-pn with every subset of the databases",
        measure;
}

/// Board, and which game on it.
const GAMES: [(&str, u64); 3] = [("5x5", 1), ("5x5", 2), ("6x6", 3)];
/// Positions with so many moves left to the end of the game.
const LEFT: [usize; 4] = [8, 10, 12, 14];
/// The kinds; areas with blockers of ours go with the blocker territories.
const KINDS: [(&str, &[Kind]); 3] = [
    ("simple", &[Kind::Simple]),
    ("blocker", &[Kind::Blocker, Kind::Constrained]),
    ("active", &[Kind::Active]),
];

/// Milliseconds for a search.
const TIME: u64 = 1000;

fn measure(lab: &Lab<'_>) -> Result<Found, Error> {
    let mut measured = Measured::with("");
    let mut sets = Vec::new();
    for subset in 0..8usize {
        let chosen = || (0..3).filter(move |i| subset >> i & 1 != 0).map(|i| KINDS[i]);
        let names: Vec<&str> = chosen().map(|(name, _)| name).collect();
        let name = if names.is_empty() { "none".to_owned() } else { names.join("+") };
        let all = lab.databases()?;
        measured.databases = all.name().to_owned();
        sets.push((name, all.restricted(|kind| chosen().any(|(_, kinds)| kinds.contains(&kind)))));
    }
    let stage = lab.stage("searches", GAMES.len() * LEFT.len() * sets.len() * 2);
    for (number, (board, game)) in (1..).zip(GAMES) {
        let (geometry, start) = start(board)?;
        let positions = lab.game(&geometry, &start, game);
        let mut lines = Vec::new();
        for (algorithm, depth_first) in [("alpha-beta", true), ("df-pn", false)] {
            for (name, databases) in &sets {
                let mut points = Vec::new();
                for left in LEFT {
                    let Some(at) = positions.len().checked_sub(1 + left) else { continue };
                    let (position, time) = (&positions[at], lab.time_or(TIME));
                    let found = lab.solve(&geometry, databases, position, 1, time, depth_first)?;
                    let solved = found.winner.is_some();
                    points.extend(solved.then_some((left as f64, found.counters.nodes as f64)));
                    measured.rows.push(json!({
                        "game": number, "board": board, "moves_left": left,
                        "search": algorithm, "kinds": name,
                        "nodes": solved.then_some(found.counters.nodes),
                        "seconds": solved.then_some(rounded(found.seconds)),
                    }));
                    stage.advance(1);
                }
                lines.push((format!("{algorithm}: {name}"), points));
            }
        }
        let title = format!("Game {number} on {board}");
        let labels = ["moves left to the end of the game", "nodes"];
        lab.draw(&mut measured, &format!("subsets-{number}.svg"), title, labels, true, lines)?;
    }
    measured.notes = vec![
        format!(
            "games by a one-ply player, seed {}; {} s a search",
            lab.settings.seed,
            lab.time_or(TIME).as_secs_f64()
        ),
        "- : not solved in time".into(),
    ];
    Ok(measured.into())
}
