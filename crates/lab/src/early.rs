//! Song and Müller's tables II and III, and the thesis' tables 5.4 and 5.5: how early positions of
//! games can be solved. The original games are lost; these are by a one-ply player of ours.

use crate::lab::start;
use crate::table::{Found, Measured, published, rounded, tables};
use crate::{Error, Lab};
use lastmove_endgame::Databases;
use lastmove_solver::Verdict;
use lastmove_solver::amazons::{Evaluator, Reduced, Settings};
use serde_json::{Value, json};

tables! {
    "song-tables-2-3": "Song and Müller's tables II and III: early positions of 6x5 and 6x6 games",
        measure;
}

/// Board and moves played; of 100 games: solved statically without databases and with them, by
/// df-pn in 500 s (paper), by df-pn in the thesis, games that long; average nodes in the thesis.
const PUBLISHED: &str = include_str!("data/song_2_3.tsv");

/// Milliseconds for a position.
const TIME: u64 = 5000;

/// What was found at one number of moves.
#[derive(Clone, Copy, Default)]
struct Count {
    games: u32,
    static_none: u32,
    static_databases: u32,
    /// of all positions
    solved: u32,
    /// of those until the first failure of their game, from its end
    solved_in_a_row: u32,
    visited: u64,
}

fn measure(lab: &Lab<'_>) -> Result<Found, Error> {
    let databases = lab.databases()?;
    let games = lab.settings.games.unwrap_or(5);
    let mut measured = Measured::with(databases.name());
    for board in ["6x5", "6x6"] {
        measured.rows.extend(of_board(lab, &databases, board, games)?);
    }
    measured.notes = vec![
        format!(
            "{games} games a board by a one-ply player, seed {}; df-pn has {} s a position",
            lab.settings.seed,
            lab.time_or(TIME).as_secs_f64()
        ),
        "pub: published, of 100 other games with 500 s a position. paper: every position is tried; \
         thesis: a game ends at its first failure, from the end. visited: average of those solved, beside the published nodes"
            .into(),
    ];
    Ok(measured.into())
}

fn of_board(
    lab: &Lab<'_>,
    databases: &Databases,
    board: &str,
    games: u32,
) -> Result<Vec<Value>, Error> {
    let published: Vec<_> = published(PUBLISHED).filter(|row| row[0] == board).collect();
    let moves_of = |row: &[Value]| row[1].as_u64().unwrap_or(0) as usize;
    let (geometry, start) = start(board)?;
    let (threads, time) = (lab.threads_or_one(), lab.time_or(TIME));
    let none = Databases::none();
    let mut plain = Evaluator::new(&geometry, &none, Settings::default());
    let mut informed = Evaluator::new(&geometry, databases, Settings::default());
    let mut counts = vec![Count::default(); geometry.size().squares()];
    let stage = lab.stage(board, games as usize);
    for game in 0..games {
        let positions = lab.game(&geometry, &start, game.into());
        let mut in_a_row = true;
        for moves in published.iter().map(|row| moves_of(row)) {
            let Some(position) = positions.get(moves) else { continue };
            let decides = |evaluator: &mut Evaluator<'_, u64>| {
                let reduced = Reduced::new(evaluator, position);
                u32::from(evaluator.assess(&reduced).verdict != Verdict::Unknown)
            };
            let count = &mut counts[moves];
            count.games += 1;
            count.static_none += decides(&mut plain);
            count.static_databases += decides(&mut informed);
            let search = lab.solve(&geometry, databases, position, threads, time, false)?;
            if search.winner.is_some() {
                count.solved += 1;
                count.solved_in_a_row += u32::from(in_a_row);
                count.visited += search.counters.visited;
            } else {
                in_a_row = false;
            }
            stage.message(format!("game {}, after {moves} moves", game + 1));
        }
        stage.advance(1);
    }
    let row = |theirs: &Vec<Value>| {
        let count = counts[moves_of(theirs)];
        let visited = (count.solved > 0).then(|| count.visited as f64 / f64::from(count.solved));
        json!({
            "board": board, "moves": theirs[1],
            "games": count.games, "pub_games": theirs[6],
            "static": count.static_none, "pub_static": theirs[2],
            "static_db": count.static_databases, "pub_static_db": theirs[3],
            "paper": count.solved, "pub_paper": theirs[4],
            "thesis": count.solved_in_a_row, "pub_thesis": theirs[5],
            "visited": visited.map(rounded), "pub_nodes": theirs[7],
        })
    };
    Ok(published.iter().map(row).collect())
}
