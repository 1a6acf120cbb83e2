//! 5x6 after b1-b4/d4: the 157 replies that Song's solver refuted in 31.4 hours, and the areas that
//! it met (tables C.1 to C.5 of the thesis).

use super::Args;
use super::measure::{Search, solve, start, table};
use super::report::{Measured, Report, Row, rounded};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_amazons::{Position, parse_move};
use lastmove_board::Geometry;
use lastmove_endgame::Databases;
use lastmove_solver::amazons::{AreaKind, Census, Group, Settings, Solver, Tally};
use lastmove_work::Stage;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

pub(super) const REPLIES: Measured = Measured {
    name: "song-5x6",
    about: "Song and Müller's 5x6: the 157 replies to b1-b4/d4",
    measure: replies,
};

pub(super) const C1: Measured = Measured {
    name: "song-c1",
    about: "Song's thesis, table C.1: territories met while solving 5x6, by size",
    measure: |args, session| counters(args, session, c1),
};
pub(super) const C2: Measured = Measured {
    name: "song-c2",
    about: "Song's thesis, table C.2: active areas met while solving 5x6, by size",
    measure: |args, session| counters(args, session, c2),
};
pub(super) const C3: Measured = Measured {
    name: "song-c3",
    about: "Song's thesis, table C.3: simple territories found in databases while solving 5x6",
    measure: |args, session| counters(args, session, c3),
};
pub(super) const C4: Measured = Measured {
    name: "song-c4",
    about: "Song's thesis, table C.4: active areas found in databases while solving 5x6",
    measure: |args, session| counters(args, session, c4),
};
pub(super) const C5: Measured = Measured {
    name: "song-c5",
    about: "Song's thesis, table C.5: blocker territories found in databases while solving 5x6",
    measure: |args, session| counters(args, session, c5),
};

const BOARD: &str = "5x6";
const FIRST: &str = "b1-b4/d4";

/// The result of a reply, as a line of the results file.
#[derive(Clone, Serialize, Deserialize)]
struct Result5x6 {
    #[serde(rename = "move")]
    mv: String,
    winner: Option<String>,
    nodes: u64,
    seconds: f64,
}

fn after_first() -> Result<(Geometry<u64>, Position<u64>), Failure> {
    let (geometry, start) = start(BOARD)?;
    let mv = parse_move(geometry.size(), FIRST).map_err(anyhow::Error::from)?;
    let position = start.play(&geometry, mv).map_err(anyhow::Error::from)?;
    Ok((geometry, position))
}

fn replies(args: &Args, session: &Session) -> Result<Report, Failure> {
    let databases = args.databases.open(session)?;
    let time = args.time.unwrap_or(Duration::from_secs(1));
    let (geometry, position) = after_first()?;
    let mut known: HashMap<String, Result5x6> = HashMap::new();
    if let Some(path) = &args.results {
        known = read_results(path)?;
    }
    let table = table(args);
    let threads = args.search.threads_or_one();
    let solver = Solver::new(&geometry, &databases, Settings::default(), &table, threads);
    let moves: Vec<_> = position.moves(&geometry).collect();
    let stage = Stage::new(&*session.progress, "replies", Some(moves.len() as u64));
    let mut report = Report { databases: databases.name().to_owned(), ..Report::default() };
    let mut all = Vec::new();
    for mv in moves.into_iter().take(args.games.map_or(usize::MAX, |n| n as usize)) {
        let name = mv.display(geometry.size()).to_string();
        stage.message(name.clone());
        let result = match known.remove(&name) {
            Some(result) => result,
            None => {
                let mut after = position;
                after.play_unchecked(mv);
                let begun = Instant::now();
                let search = solve(session, &solver, &after, time)?;
                let winner = match &search {
                    Search::Solved(solution) => Some(solution.winner.name().to_owned()),
                    Search::Open(_) => None,
                };
                let nodes = search.counters().nodes;
                let seconds = begun.elapsed().as_secs_f64();
                let result = Result5x6 { mv: name, winner, nodes, seconds };
                // only what is solved: the rest is tried again with more time
                if let (Some(path), true) = (&args.results, result.winner.is_some()) {
                    append(path, &result)?;
                }
                result
            }
        };
        stage.advance(1);
        all.push(result);
    }
    drop(stage);
    let of = |winner: &str| all.iter().filter(|r| r.winner.as_deref() == Some(winner)).count();
    let (white, black, tried) = (of("white"), of("black"), all.len());
    let nodes: u64 = all.iter().map(|r| r.nodes).sum();
    let seconds: f64 = all.iter().map(|r| r.seconds).sum();
    report.rows = all
        .into_iter()
        .map(|r| {
            vec![
                ("move", json!(r.mv)),
                ("winner", r.winner.map_or(Value::Null, Value::from)),
                ("nodes", json!(r.nodes)),
                ("seconds", rounded(r.seconds)),
            ]
        })
        .collect();
    report.notes = vec![
        format!(
            "{white} of {tried} replies are won by White, {black} by Black, {} open at {} s each; \
             {nodes} nodes, {seconds:.1} s in all (published: 157 by White, 333310325 nodes, 31.4 h)",
            tried - white - black,
            time.as_secs_f64()
        ),
        "replies share one table; --results FILE keeps what is solved, and a run with it goes on"
            .into(),
    ];
    Ok(report)
}

fn read_results(path: &Path) -> Result<HashMap<String, Result5x6>, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(HashMap::new()),
        Err(e) => return Err(Failure::input(format!("--results {}", path.display()), e)),
    };
    let mut results = HashMap::new();
    // A last line without its end was cut by a kill.
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let result: Result5x6 = serde_json::from_str(line).map_err(|e| {
            Failure::input(format!("--results {}", path.display()), format!("not a result: {e}"))
        })?;
        results.insert(result.mv.clone(), result);
    }
    Ok(results)
}

fn append(path: &Path, result: &Result5x6) -> Result<(), Failure> {
    let place = |e: std::io::Error| Failure::input(format!("--results {}", path.display()), e);
    let mut line = serde_json::to_string(result).map_err(anyhow::Error::from)? + "\n";
    // A line that a kill has cut gets an end of its own.
    let whole = std::fs::read(path).map_or(true, |old| old.is_empty() || old.ends_with(b"\n"));
    if !whole {
        let old = std::fs::read(path).map_err(place)?;
        let keep = old.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        line = String::from_utf8_lossy(&old[..keep]).into_owned() + &line;
        lastmove_work::file::replace(path, |out| out.write_all(line.as_bytes()))?;
        return Ok(());
    }
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(place)?;
    file.write_all(line.as_bytes()).map_err(place)
}

/// Searches the replies for a while with counters on, and shows what they say.
fn counters(
    args: &Args,
    session: &Session,
    rows: fn(&Census) -> Vec<Row>,
) -> Result<Report, Failure> {
    let databases = args.databases.open(session)?;
    let time = args.time.unwrap_or(Duration::from_millis(250));
    let (census, solved, tried) = count(args, session, &databases, time)?;
    let mut report = Report { databases: databases.name().to_owned(), ..Report::default() };
    report.rows = rows(&census);
    let simple = census.sum(|g| g.kind == AreaKind::SimpleTerritory);
    let blocker = census.sum(|g| g.kind == AreaKind::BlockerTerritory);
    let active = census.sum(|g| g.kind == AreaKind::Active);
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    report.notes = vec![
        format!(
            "{} evaluated positions of {tried} replies to {FIRST}, {solved} solved at {} s each",
            census.positions,
            time.as_secs_f64()
        ),
        format!(
            "{:.2} % of {} territories exact (published 99.82 % of 331565697), {:.2} % of {} active \
             areas (published 1.35 % of 502346758)",
            share(simple.exact + blocker.exact, simple.total + blocker.total),
            simple.total + blocker.total,
            share(active.exact, active.total),
            active.total
        ),
        "a simple territory is counted when it is settled, once; blocker territories are those of \
         either side in active areas that no database has"
            .into(),
    ];
    Ok(report)
}

fn count(
    args: &Args,
    session: &Session,
    databases: &Databases,
    time: Duration,
) -> Result<(Census, usize, usize), Failure> {
    let (geometry, position) = after_first()?;
    let table = table(args);
    let settings = Settings { census: true, ..Settings::default() };
    let threads = args.search.threads_or_one();
    let solver = Solver::new(&geometry, databases, settings, &table, threads);
    let moves: Vec<_> = position.moves(&geometry).collect();
    let stage = Stage::new(&*session.progress, "replies", Some(moves.len() as u64));
    let (mut solved, mut tried) = (0, 0);
    for mv in moves.into_iter().take(args.games.map_or(usize::MAX, |n| n as usize)) {
        let mut after = position;
        after.play_unchecked(mv);
        tried += 1;
        solved += usize::from(matches!(solve(session, &solver, &after, time)?, Search::Solved(_)));
        stage.advance(1);
    }
    Ok((solver.census(), solved, tried))
}

fn frame(group: &Group) -> String {
    format!("{}x{}", group.width, group.height)
}

/// Groups joined by what `name` makes of them, in order.
fn joined<K: Ord>(
    census: &Census,
    of: impl Fn(&Group) -> bool,
    name: impl Fn(&Group) -> K,
) -> BTreeMap<K, Tally> {
    let mut sums: BTreeMap<K, Tally> = BTreeMap::new();
    for (group, tally) in census.groups().iter().filter(|(group, _)| of(group)) {
        sums.entry(name(group)).or_default().join(tally);
    }
    sums
}

/// Percent with two digits.
fn percent(part: u64, whole: u64) -> Value {
    rounded(100.0 * part as f64 / whole.max(1) as f64)
}

/// The rows of a published table, as it stands in `data/`: the size, then numbers.
fn published(table: &'static str) -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    table.lines().skip(1).map(|line| {
        let mut cells = line.split('\t');
        let size = cells.next().unwrap_or_default();
        (size, cells.map(|cell| cell.parse().unwrap_or(0)).collect())
    })
}

fn c1(census: &Census) -> Vec<Row> {
    let simple = joined(census, |g| g.kind == AreaKind::SimpleTerritory, frame);
    let blocker = joined(census, |g| g.kind == AreaKind::BlockerTerritory, frame);
    let of = |sums: &BTreeMap<String, Tally>, size: &str| sums.get(size).map_or(0, |t| t.total);
    let all: u64 = simple.values().chain(blocker.values()).map(|t| t.total).sum();
    let row = |(size, numbers): (&str, Vec<u64>)| {
        vec![
            ("size", json!(size)),
            ("simple", json!(of(&simple, size))),
            ("pub_simple", json!(numbers[0])),
            ("blocker", json!(of(&blocker, size))),
            ("pub_blocker", json!(numbers[1])),
            ("percent", percent(of(&simple, size) + of(&blocker, size), all)),
            ("pub_percent", percent(numbers[2], 331_565_697)),
        ]
    };
    published(include_str!("data/song_c1.tsv")).map(row).collect()
}

fn c2(census: &Census) -> Vec<Row> {
    let active = joined(census, |g| g.kind == AreaKind::Active, frame);
    let all: u64 = active.values().map(|t| t.total).sum();
    let row = |(size, numbers): (&str, Vec<u64>)| {
        let found = active.get(size).map_or(0, |t| t.total);
        vec![
            ("size", json!(size)),
            ("found", json!(found)),
            ("published", json!(numbers[0])),
            ("percent", percent(found, all)),
            ("pub_percent", percent(numbers[0], 502_346_758)),
        ]
    };
    published(include_str!("data/song_c2.tsv")).map(row).collect()
}

fn c3(census: &Census) -> Vec<Row> {
    let of = |g: &Group| g.kind == AreaKind::SimpleTerritory;
    let found = joined(census, of, |g| (frame(g), u64::from(g.queens)));
    let all: u64 = found.values().map(|t| t.queried).sum();
    let row = |(size, numbers): (&str, Vec<u64>)| {
        let tally = found.get(&(size.to_owned(), numbers[0])).copied().unwrap_or_default();
        vec![
            ("size", json!(size)),
            ("queens", json!(numbers[0])),
            ("defective", json!(tally.defective)),
            ("pub_defective", json!(numbers[1])),
            ("found", json!(tally.queried)),
            ("published", json!(numbers[2])),
            ("percent", percent(tally.queried, all)),
            ("pub_percent", percent(numbers[2], 13_711_785)),
        ]
    };
    published(include_str!("data/song_c3.tsv")).map(row).collect()
}

fn c4(census: &Census) -> Vec<Row> {
    let of = |g: &Group| g.kind == AreaKind::Active;
    let found = joined(census, of, |g| (frame(g), u64::from(g.queens), u64::from(g.others)));
    let row = |(size, numbers): (&str, Vec<u64>)| {
        let (more, fewer) = (numbers[0].max(numbers[1]), numbers[0].min(numbers[1]));
        let tally = found.get(&(size.to_owned(), more, fewer)).copied().unwrap_or_default();
        vec![
            ("size", json!(size)),
            ("more", json!(more)),
            ("fewer", json!(fewer)),
            ("integer", json!(tally.integers)),
            ("pub_integer", json!(numbers[2])),
            ("fraction", json!(tally.fractions)),
            ("pub_fraction", json!(numbers[3])),
            ("infini", json!(tally.infinitesimals)),
            ("pub_infini", json!(numbers[4])),
            ("hot", json!(tally.hot)),
            ("pub_hot", json!(numbers[5])),
        ]
    };
    published(include_str!("data/song_c4.tsv")).map(row).collect()
}

fn c5(census: &Census) -> Vec<Row> {
    let of = |g: &Group| g.kind == AreaKind::BlockerTerritory;
    let found = joined(census, of, |g| (frame(g), u64::from(g.queens), u64::from(g.blockers)));
    let all: u64 = found.values().map(|t| t.queried).sum();
    let row = |(size, numbers): (&str, Vec<u64>)| {
        let material = (size.to_owned(), numbers[0], numbers[1]);
        let tally = found.get(&material).copied().unwrap_or_default();
        vec![
            ("size", json!(size)),
            ("queens", json!(numbers[0])),
            ("blockers", json!(numbers[1])),
            ("defective", json!(tally.defective)),
            ("pub_defective", json!(numbers[2])),
            ("found", json!(tally.queried)),
            ("published", json!(numbers[3])),
            ("percent", percent(tally.queried, all)),
            ("pub_percent", percent(numbers[3], 316_895_494)),
        ]
    };
    published(include_str!("data/song_c5.tsv")).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The copies are whole: their sums are the published ones. The last row of C.4 is missing
    /// from its printed total.
    #[test]
    fn copied_tables_add_up() {
        for (table, total) in [
            (include_str!("data/song_c1.tsv"), 331_565_697),
            (include_str!("data/song_c2.tsv"), 502_346_758),
            (include_str!("data/song_c3.tsv"), 13_711_785),
            (include_str!("data/song_c4.tsv"), 30_427_857 + 3903),
            (include_str!("data/song_c5.tsv"), 316_895_494),
        ] {
            let sum: u64 = published(table).map(|(_, numbers)| numbers[numbers.len() - 1]).sum();
            assert_eq!(sum, total);
        }
    }
}
