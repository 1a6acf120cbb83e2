//! Song and Müller's tables II and III, and the thesis' tables 5.4 and 5.5: how early in a game its
//! positions can be solved. The original games are lost; ours are played by our own players.

use crate::lab::start;
use crate::table::{Measured, TableResult, published, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_endgame::Databases;
use lastmove_solver::Verdict;
use lastmove_solver::amazons::{Evaluator, Reduced, Settings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

tables! {
    "song-tables-2-3": "Song and Müller's tables II and III: early positions of 6x5 and 6x6 games",
        PROTOCOL, measure;
}

const PROTOCOL: Protocol = Protocol::new(
    "the positions after each number of moves that are solved, statically and by search",
    Rule::Beside,
    "games of our own players, since those of Arrow 2.1 are lost, fewer of them unless --games \
     published, and --time for a position where the sources gave 500 s",
);

/// Board and moves played; of 100 games: solved statically without databases and with them, by
/// df-pn in 500 s (paper), by df-pn in the thesis, games that long; average nodes in the thesis.
const PUBLISHED: &str = include_str!("data/song_2_3.tsv");

/// Milliseconds for a position.
const TIME: u64 = 5000;

/// The counts after one number of moves.
#[derive(Clone, Copy, Default)]
struct Count {
    games: u32,
    static_none: u32,
    static_databases: u32,
    /// all solved positions
    solved: u32,
    /// those before the first failure, counted from the end of their game
    solved_in_a_row: u32,
    visited: u64,
}

/// The results for one position of a game.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Tried {
    moves: usize,
    static_none: bool,
    static_databases: bool,
    /// positions visited, if it was solved
    visited: Option<u64>,
}

impl Count {
    fn add(&mut self, tried: Tried, in_a_row: bool) {
        self.games += 1;
        self.static_none += u32::from(tried.static_none);
        self.static_databases += u32::from(tried.static_databases);
        self.solved += u32::from(tried.visited.is_some());
        self.solved_in_a_row += u32::from(in_a_row);
        self.visited += tried.visited.unwrap_or(0);
    }
}

fn measure(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let databases = lab.databases()?;
    let games = lab.settings.games_or(5, 100);
    let mut measured = Measured::with(databases.name());
    for board in ["6x5", "6x6"] {
        measured.rows.extend(of_board(lab, &databases, board, games)?);
    }
    measured.notes = vec![
        format!(
            "{games} games a board {}; df-pn has {} s a position",
            lab.played_by(),
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
) -> Result<Vec<Value>, LabError> {
    let published: Vec<_> = published(PUBLISHED).filter(|row| row[0] == board).collect();
    let moves_of = |row: &[Value]| row[1].as_u64().unwrap_or(0) as usize;
    let (geometry, _) = start(board)?;
    let (threads, time) = (lab.threads_or_one(), lab.time_or(TIME));
    let none = Databases::none();
    let mut plain = Evaluator::new(&geometry, &none, Settings::default());
    let mut informed = Evaluator::new(&geometry, databases, Settings::default());
    let mut counts = vec![Count::default(); geometry.size().squares()];
    let samples = lab.games(board, games)?;
    let stage = lab.stage(board, samples.len());
    for (number, positions) in (1..).zip(&samples) {
        // Results are stored game by game.
        let of_game = lab.keep_measured(&format!("{board} game {number}"), || {
            let mut of_game = Vec::new();
            for moves in published.iter().map(|row| moves_of(row)) {
                let Some(position) = positions.get(moves) else { continue };
                stage.message(format!("game {number}, after {moves} moves"));
                let decides = |evaluator: &mut Evaluator<'_, u64>| {
                    let reduced = Reduced::new(evaluator, position);
                    evaluator.assess(&reduced).verdict != Verdict::Unknown
                };
                let (static_none, static_databases) = (decides(&mut plain), decides(&mut informed));
                let search = lab.solve(&geometry, databases, position, threads, time, false)?;
                let visited = search.winner.map(|_| search.counters.visited);
                of_game.push(Tried { moves, static_none, static_databases, visited });
            }
            Ok(of_game)
        })?;
        let mut in_a_row = true;
        for tried in of_game {
            in_a_row &= tried.visited.is_some();
            counts[tried.moves].add(tried, in_a_row);
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
