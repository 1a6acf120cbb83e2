//! How many sums that arise in play are solved, with known areas in the search and without:
//! `cargo run --release -p lastmove-lab --example sums_in_play -- 200 200 [SEED]`.
//!
//! This plays games of the strong player against itself, with 200 nodes a move, in turn on 8x8 and
//! 10x10, until 200 of them have a position with several areas with amazons of both sides. Of each
//! game it takes the first position with four such areas, or else with three, or else with two, and
//! solves it without databases on one thread, within ten core seconds: once by a search in which no
//! areas leave positions, and once as `solve` does.
//!
//! `… -- docs/results/games/6x6-strong.sgf 11 14 10` does the same with the positions after 11 to 14
//! plies of the first ten games of a file. `… -- 4x7` does it, without a limit, with a start position
//! in four views: either side first, and both with rows and columns exchanged. They are the same game.

use lastmove_amazons::sgf::GameRecord;
use lastmove_amazons::{AreaKind, Position, areas, start};
use lastmove_board::{Diagram, GamePosition, Geometry, Side, SymmetryKind};
use lastmove_endgame::Databases;
use lastmove_player::{Deadline, EngineOptions, MoveLimits, Strong, StrongSettings};
use lastmove_solver::amazons::{AmazonsSolver, Settings};
use lastmove_solver::dfpn::Store;
use lastmove_solver::{Shares, Solver};
use lastmove_work::{Budget, Cancel, Count, Limits, Random, Stopwatch};
use std::error::Error;
use std::ops::RangeInclusive;
use std::time::Duration;

const BOARDS: [&str; 2] = ["8x8", "10x10"];
/// The most areas that are asked for.
const AREAS: usize = 4;
/// A game begins with fewer random moves than this.
const OPENING: usize = 7;
/// Core seconds for a position of a game.
const LIMIT: Duration = Duration::from_secs(10);
/// Memory of a search.
const MEMORY: u64 = 2 << 30;

type Board = Position<u128>;
/// A position, the lines of its board, and the number of its areas.
type Sum = (Board, Geometry<u128>, usize);

/// The first position of a game with the most areas, and their number; `None` if there never are
/// two.
fn played(board: &str, nodes: u64, seed: u64) -> Result<Option<Sum>, Box<dyn Error>> {
    let diagram = start::parse(board)?;
    let geometry = Geometry::<u128>::new(diagram.size());
    let mut position = Board::from_diagram(&diagram)?;
    let options = EngineOptions { seed, ..EngineOptions::default() };
    let own = Geometry::new(diagram.size());
    let mut player = Strong::new(own, position, StrongSettings::default(), &options);
    let limits = MoveLimits { nodes: Some(nodes), ..MoveLimits::default() };
    let mut random = Random::new(seed);
    for _ in 0..random.below(OPENING) {
        let moves: Vec<_> = position.moves(&geometry).collect();
        position.play_unchecked(random.pick(&moves));
    }
    let mut best = None;
    let mut most = 1;
    while most < AREAS {
        player.set_position(&position);
        let deadline = Deadline::new(&limits, &Cancel::new(), options.count);
        let Some(mv) = player.think(&deadline, &mut |_| {}).best else { break };
        position.play_unchecked(mv);
        let sides = [position.white(), position.black()];
        let contested = areas(&geometry, sides, position.empty());
        let count = contested.filter(|area| area.kind() == AreaKind::Active).count();
        if count > most {
            most = count.min(AREAS);
            best = Some(position);
        }
    }
    Ok(best.map(|position| (position, geometry, most)))
}

/// What a search has found.
struct Found {
    winner: Side,
    nodes: u64,
    seconds: f64,
}

/// Solves a position; `None` if that takes too long.
fn solve(
    position: &Board,
    geometry: &Geometry<u128>,
    known_areas: u32,
    time: Option<Duration>,
) -> Option<Found> {
    let shares = Shares::of(MEMORY, 1).expect("enough memory");
    let (store, none) = (Store::new(&shares), Databases::none());
    let settings = Settings { known_areas, ..Settings::default() };
    let solver = AmazonsSolver::new(geometry, &none, settings, &store, shares);
    let limits = Limits { time, ..Limits::default() };
    let (budget, watch) = (Budget::counting(limits, Cancel::new(), Count::Cpu), Stopwatch::start());
    let solution = solver.solve(position, &budget, &mut |_| {}).ok()?;
    let (winner, nodes) = (solution.winner, solution.counters.nodes);
    Some(Found { winner, nodes, seconds: watch.seconds() })
}

/// What is found of the positions with one number of areas.
#[derive(Default)]
struct Row {
    positions: usize,
    solved: [usize; 2],
    /// of positions that both searches solve
    both: usize,
    nodes: [u64; 2],
    seconds: [f64; 2],
}

impl Row {
    fn add(
        &mut self,
        position: &Board,
        geometry: &Geometry<u128>,
        time: Option<Duration>,
    ) -> Result<(), Box<dyn Error>> {
        let results = [0, Settings::default().known_areas]
            .map(|known_areas| solve(position, geometry, known_areas, time));
        self.positions += 1;
        for (solved, result) in self.solved.iter_mut().zip(&results) {
            *solved += usize::from(result.is_some());
        }
        if let [Some(without), Some(with)] = results {
            if without.winner != with.winner {
                let shown = position.to_diagram(geometry.size());
                return Err(format!("two winners of {shown}").into());
            }
            self.both += 1;
            for (i, found) in [without, with].into_iter().enumerate() {
                self.nodes[i] += found.nodes;
                self.seconds[i] += found.seconds;
            }
        }
        Ok(())
    }

    fn print(&self, name: &str) {
        let Row { positions, solved, both, nodes, seconds } = self;
        println!(
            "| {name} | {positions} | {} | {} | {both} | {} | {} | {:.1} | {:.1} |",
            solved[0], solved[1], nodes[0], nodes[1], seconds[0], seconds[1]
        );
    }
}

/// Positions of games with at least two areas with amazons of both sides, by their number.
fn sums(positions: usize, nodes: u64, first: u64) -> Result<Vec<(String, Row)>, Box<dyn Error>> {
    let mut rows: [Row; AREAS - 1] = Default::default();
    let (mut games, mut found) = (0, 0);
    while found < positions {
        let board = BOARDS[games % 2];
        let game = played(board, nodes, first << 32 | games as u64)?;
        games += 1;
        if let Some((position, geometry, areas)) = game {
            found += 1;
            rows[areas - 2].add(&position, &geometry, Some(LIMIT))?;
        }
    }
    println!("{games} games");
    Ok((2..).map(|areas| format!("{areas} areas")).zip(rows).collect())
}

/// Positions of the first games of a file, by their plies.
fn plies(
    file: &str,
    plies: RangeInclusive<usize>,
    games: usize,
) -> Result<Vec<(String, Row)>, Box<dyn Error>> {
    let records = GameRecord::read_all(&std::fs::read(file)?)?;
    let mut rows = Vec::new();
    for plies in plies {
        let mut row = Row::default();
        for record in records.iter().take(games) {
            let geometry = Geometry::<u128>::new(record.size());
            let Some(node) = record.main_line().nth(plies) else { continue };
            let position = Board::from_diagram(&node.position().diagram(record.size()))?;
            row.add(&position, &geometry, Some(LIMIT))?;
        }
        rows.push((format!("{plies} plies"), row));
    }
    Ok(rows)
}

/// Four views of a start position.
fn views(board: &str) -> Result<Vec<(String, Row)>, Box<dyn Error>> {
    let upright = start::parse(board)?;
    let (size, mut turned) = (upright.size(), upright.cells().to_vec());
    for (square, &cell) in (0..).zip(upright.cells()) {
        turned[usize::from(SymmetryKind::Transpose.apply(size, square))] = cell;
    }
    let turned = Diagram::new(size.transposed(), turned, upright.side());
    let mut rows = Vec::new();
    for diagram in [upright, turned] {
        let position = Board::from_diagram(&diagram)?;
        for position in [position, position.passed()] {
            let mut row = Row::default();
            row.add(&position, &Geometry::new(diagram.size()), None)?;
            rows.push((position.to_diagram(diagram.size()).to_string(), row));
        }
    }
    Ok(rows)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rows = match args.as_slice() {
        [board] => views(board)?,
        [positions, nodes] => sums(positions.parse()?, nodes.parse()?, 1)?,
        [positions, nodes, seed] => sums(positions.parse()?, nodes.parse()?, seed.parse()?)?,
        [file, first, last, games] => plies(file, first.parse()?..=last.parse()?, games.parse()?)?,
        _ => {
            return Err(
                "expected BOARD, POSITIONS NODES [SEED] or FILE.sgf FIRST LAST GAMES".into()
            );
        }
    };
    println!(
        "| positions | number | solved without | solved with | by both | nodes without | nodes with \
         | seconds without | seconds with |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    rows.iter().for_each(|(name, row)| row.print(name));
    Ok(())
}
