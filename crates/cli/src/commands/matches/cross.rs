//! The cross table of a tournament, as the Computer Olympiads print it.

use super::summary::{self, MatchFields, Summary};
use super::{Args, Paired};
use lastmove_arena::matches::{ContestantScore, ContestantStanding, Match};
use lastmove_board::{Game, Side};
use lastmove_player::Playable;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// The table of a tournament.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CrossTable {
    game: Game,
    contestants: Vec<String>,
    board: String,
    position: String,
    games: usize,
    /// the best first
    standings: Vec<StandingAnswer>,
    cpu_seconds_per_move: Vec<Option<f64>>,
    seconds: f64,
}

/// A line of the table.
#[derive(Serialize, JsonSchema)]
struct StandingAnswer {
    rank: usize,
    contestant: String,
    points: usize,
    games: usize,
    /// the winner's moves left, summed up
    score: u32,
    elo: Option<f64>,
    against: Vec<AgainstAnswer>,
}

/// Games against one opponent.
#[derive(Serialize, JsonSchema)]
struct AgainstAnswer {
    contestant: String,
    white: TallyAnswer,
    black: TallyAnswer,
}

/// Games and points.
#[derive(Serialize, JsonSchema)]
struct TallyAnswer {
    games: usize,
    points: usize,
    score: u32,
}

/// The table as fields and as text.
pub(super) fn summary<P: Playable>(
    args: &Args,
    template: &Match<P>,
    table: &[ContestantStanding],
    played: &[Paired<P>],
    time: Duration,
) -> Summary {
    let names: Vec<String> = args.contestants.iter().map(ToString::to_string).collect();
    let tally = |tally: &ContestantScore| TallyAnswer {
        games: tally.games,
        points: tally.points,
        score: tally.score,
    };
    let line = |(rank, line): (usize, &ContestantStanding)| StandingAnswer {
        rank: rank + 1,
        contestant: names[line.contestant].clone(),
        points: line.total.points,
        games: line.total.games,
        score: line.total.score,
        elo: line.elo.is_finite().then_some(line.elo),
        against: (line.against.iter().zip(&names))
            .filter(|(tallies, _)| met(tallies))
            .map(|(tallies, name)| AgainstAnswer {
                contestant: name.clone(),
                white: tally(&tallies[0]),
                black: tally(&tallies[1]),
            })
            .collect(),
    };
    let cpu = summary::mean_cpu(args.contestants.len(), played);
    let fields = MatchFields::Many(Box::new(CrossTable {
        game: args.game,
        contestants: names.clone(),
        board: args.game.board_name(&template.board),
        position: template.board.to_string(),
        games: played.len(),
        standings: table.iter().enumerate().map(line).collect(),
        cpu_seconds_per_move: cpu.clone(),
        seconds: time.as_secs_f64(),
    }));
    Summary { text: text(args, template, table, &names, &cpu), fields }
}

fn met(tallies: &[ContestantScore; 2]) -> bool {
    tallies.iter().any(|tally| tally.games > 0)
}

/// `2(9) / 1(4)`: points and moves left as White and as Black.
fn cell(tallies: &[ContestantScore; 2]) -> String {
    if !met(tallies) {
        return "-".to_owned();
    }
    let one = |tally: &ContestantScore| match tally.points {
        0 => "0".to_owned(),
        points => format!("{points}({})", tally.score),
    };
    format!("{} / {}", one(&tallies[0]), one(&tallies[1]))
}

fn text<P: Playable>(
    args: &Args,
    template: &Match<P>,
    table: &[ContestantStanding],
    names: &[String],
    cpu: &[Option<f64>],
) -> String {
    let [first, second] = P::GAME.white_and_black().map(Side::capital);
    let mut rows = vec![vec![String::new(), String::new()]];
    rows[0].extend((1..=table.len()).map(|rank| rank.to_string()));
    rows[0].extend(["points(score)", "Elo", "cpu a move"].map(str::to_owned));
    for (rank, line) in table.iter().enumerate() {
        let mut row = vec![(rank + 1).to_string(), names[line.contestant].clone()];
        row.extend(table.iter().map(|other| match other.contestant {
            me if me == line.contestant => "X / X".to_owned(),
            other => cell(&line.against[other]),
        }));
        row.push(format!("{}({})", line.total.points, line.total.score));
        row.push(format!("{:+.0}", line.elo.round() + 0.0));
        let used = cpu[line.contestant];
        row.push(used.map_or("-".to_owned(), |seconds| format!("{:.0} ms", 1000.0 * seconds)));
        rows.push(row);
    }
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let board = args.game.board_name(&template.board);
    let mut text = format!(
        "{} {board}: points as {first} / as {second}, in brackets the winner's moves left\n",
        args.game
    );
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        text += &format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}
