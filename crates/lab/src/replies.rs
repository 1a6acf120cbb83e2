//! 5x6 after b1-b4/d4: the 157 replies that Song's solver refuted in 31.4 hours.

use crate::lab::start;
use crate::table::{Measured, TableResult, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_amazons::parse_move;
use lastmove_endgame::Databases;
use lastmove_solver::Solver;
use lastmove_solver::amazons::{AmazonsSolver, Settings, Watch};
use lastmove_solver::dfpn::Store;
use lastmove_work::file;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

tables! {
    "song-5x6": "Song and Müller's 5x6: the 157 replies to b1-b4/d4",
        PROTOCOL, measure;
}

const PROTOCOL: Protocol = Protocol::new(
    "the winner of each of the 157 replies, and the nodes",
    Rule::Beside,
    "our searches share one table and have --time each; the paper's single search took 31.4 hours",
);

const BOARD: &str = "5x6";
pub(crate) const FIRST: &str = "b1-b4/d4";

/// The result of a reply, as a line of the results file.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Reply {
    #[serde(rename = "move")]
    mv: String,
    pub(crate) winner: Option<String>,
    nodes: u64,
    seconds: f64,
}

/// Searches the wanted number of replies with one table. Replies in a file of results are taken
/// from there, and newly solved ones are added. Returns what `W` saw of the evaluations, too.
pub(crate) fn search<W: Watch>(
    lab: &Lab<'_>,
    databases: &Databases,
    time: Duration,
    results: Option<&Path>,
) -> Result<(Vec<Reply>, W), LabError> {
    let (geometry, start) = start::<u64>(BOARD)?;
    let mv = parse_move(geometry.size(), FIRST).map_err(LabError::failed)?;
    let position = start.play(&geometry, mv).map_err(LabError::failed)?;
    let mut known = results.map_or(Ok(HashMap::new()), read_results)?;
    let shares = lab.shares(lab.threads_or_one());
    let store = Store::new(&shares);
    let solver = AmazonsSolver::watched(&geometry, databases, Settings::default(), &store, shares);
    let moves: Vec<_> = position.moves(&geometry).collect();
    let stage = lab.stage("replies", moves.len());
    let mut replies = Vec::new();
    for mv in moves.into_iter().take(lab.settings.at_most(usize::MAX)) {
        let name = mv.display(geometry.size()).to_string();
        stage.message(name.clone());
        let reply = match known.remove(&name) {
            Some(reply) => reply,
            None => {
                let mut after = position;
                after.play_unchecked(mv);
                let search =
                    lab.search(time, |budget| solver.solve(&after, budget, &mut |_| {}))?;
                let winner = search.winner.map(|winner| winner.name().to_owned());
                let (nodes, seconds) = (search.counters.nodes, search.seconds);
                let reply = Reply { mv: name, winner, nodes, seconds };
                // only solved replies: the others are tried again with more time
                if let (Some(path), true) = (results, reply.winner.is_some()) {
                    append(path, &reply)?;
                }
                reply
            }
        };
        replies.push(reply);
        stage.advance(1);
    }
    Ok((replies, solver.met().1))
}

fn measure(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let databases = lab.databases()?;
    let time = lab.time_or(1000);
    let (replies, ()) = search(lab, &databases, time, lab.settings.results.as_deref())?;
    let of = |winner: &str| replies.iter().filter(|r| r.winner.as_deref() == Some(winner)).count();
    let (white, black, tried) = (of("white"), of("black"), replies.len());
    let nodes: u64 = replies.iter().map(|r| r.nodes).sum();
    let seconds: f64 = replies.iter().map(|r| r.seconds).sum();
    let mut measured = Measured::with(databases.name());
    measured.rows.extend(replies.iter().map(|reply| {
        json!({
            "move": reply.mv,
            "winner": reply.winner,
            "nodes": reply.nodes,
            "seconds": rounded(reply.seconds),
        })
    }));
    measured.notes = vec![
        format!(
            "{white} of {tried} replies are won by White, {black} by Black, {} open at {} s each; \
             {nodes} nodes, {seconds:.1} s in all (published: 157 by White, 333310325 nodes, 31.4 h)",
            tried - white - black,
            time.as_secs_f64()
        ),
        "replies share one table; --results FILE keeps what is solved, and a run with it goes on"
            .into(),
    ];
    Ok(measured.into())
}

/// The stored replies, by move. An incomplete last line, left by a killed run, is removed.
fn read_results(path: &Path) -> Result<HashMap<String, Reply>, LabError> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashMap::new()),
        text => text.map_err(|error| LabError::results(path, error))?,
    };
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    if whole.len() < text.len() {
        file::replace(path, |out| out.write_all(whole.as_bytes()))?;
    }
    let read = |line| {
        let reply: Reply = serde_json::from_str(line)
            .map_err(|error| LabError::results(path, format!("not a result: {error}")))?;
        Ok((reply.mv.clone(), reply))
    };
    whole.lines().map(read).collect()
}

fn append(path: &Path, reply: &Reply) -> Result<(), LabError> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| writeln!(file, "{}", json!(reply)))
        .map_err(|error| LabError::results(path, error))
}
