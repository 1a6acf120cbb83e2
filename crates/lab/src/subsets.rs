//! Alpha-beta compared with df-pn, with every subset of the three kinds of databases (the paper's
//! figure 13 has none and all, on games that are lost).

use crate::lab::start;
use crate::table::{Measured, TableResult, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_endgame::DatabaseKind;
use serde_json::{Value, json};

tables! {
    "song-13": "Song and Müller's figure 13: alpha-beta and df-pn with every subset of the databases",
        PROTOCOL, measure;
}

const PROTOCOL: Protocol = Protocol::new(
    "nodes of alpha-beta and of df-pn with every subset of the databases, by moves left",
    Rule::Beside,
    "three games of our own players in place of f1 to f3, which are lost, and --time for a search \
     where the thesis gave 10,000 s",
);

/// Board, and number of the game on it.
const GAMES: [(&str, u32); 3] = [("5x5", 1), ("5x5", 2), ("6x6", 3)];
/// Numbers of moves left to the end of the game.
const LEFT: [usize; 4] = [8, 10, 12, 14];

/// The numbers of moves left at which positions are taken: [`LEFT`], or as many as `positions` up
/// to its greatest.
fn moves_left(positions: Option<u32>) -> Vec<usize> {
    let most = LEFT[LEFT.len() - 1];
    match positions {
        None => LEFT.to_vec(),
        Some(count) => ((most + 1).saturating_sub(count as usize).max(1)..=most).collect(),
    }
}

/// The kinds; our areas with blockers go with the blocker territories.
const KINDS: [(&str, &[DatabaseKind]); 3] = [
    ("simple", &[DatabaseKind::Simple]),
    ("blocker", &[DatabaseKind::Blocker, DatabaseKind::Constrained]),
    ("active", &[DatabaseKind::Active]),
];

/// Milliseconds for a search.
const TIME: u64 = 1000;

fn measure(lab: &Lab<'_>) -> Result<TableResult, LabError> {
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
    let moves_left = moves_left(lab.settings.positions);
    let stage = lab.stage("searches", GAMES.len() * moves_left.len() * sets.len() * 2);
    for (number, (board, game)) in (1..).zip(GAMES) {
        let (geometry, _) = start(board)?;
        let positions = lab.games(board, game + 1)?.remove(game as usize);
        let mut lines = Vec::new();
        for (algorithm, depth_first) in [("alpha-beta", true), ("df-pn", false)] {
            for (name, databases) in &sets {
                let mut points = Vec::new();
                for &left in &moves_left {
                    let Some(at) = positions.len().checked_sub(1 + left) else { continue };
                    let (position, time) = (&positions[at], lab.time_or(TIME));
                    let row = format!("game {number}, {left} left, {algorithm}, {name}");
                    let row: Value = lab.keep_measured(&row, || {
                        let found =
                            lab.solve(&geometry, databases, position, 1, time, depth_first)?;
                        let solved = found.winner.is_some();
                        Ok(json!({
                            "game": number, "board": board, "moves_left": left,
                            "search": algorithm, "kinds": name,
                            "nodes": solved.then_some(found.counters.nodes),
                            "seconds": solved.then_some(rounded(found.seconds)),
                        }))
                    })?;
                    let nodes = row["nodes"].as_f64();
                    points.extend(nodes.map(|nodes| (left as f64, nodes)));
                    measured.rows.push(row);
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
        format!("games {}; {} s a search", lab.played_by(), lab.time_or(TIME).as_secs_f64()),
        "- : not solved in time".into(),
    ];
    Ok(measured.into())
}

#[cfg(test)]
mod tests {
    use super::moves_left;

    #[test]
    fn positions_end_at_the_same_place() {
        assert_eq!(moves_left(None), [8, 10, 12, 14]);
        assert_eq!(moves_left(Some(2)), [13, 14]);
        assert_eq!(moves_left(Some(10)), (5..=14).collect::<Vec<_>>());
        assert_eq!(moves_left(Some(99)).len(), 14);
    }
}
