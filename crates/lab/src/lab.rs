//! The common part of the experiments: settings, databases, games, and searches with a limit.

use crate::kept::Kept;
use crate::{LabError, Measured, PlayedBy};
use lastmove_amazons::{Move, Position};
use lastmove_board::{Bits, Geometry, Side, Size};
use lastmove_domineering::Orientation;
use lastmove_draw::{LineChart, Series};
use lastmove_endgame::{Choice, Databases};
use lastmove_solver::amazons::{AmazonsSolver, Settings as Evaluation};
use lastmove_solver::dfpn::Store;
use lastmove_solver::domineering::{RegionValues, Regions, Switches};
use lastmove_solver::{MoveOf, Shares, Solution, Solver};
use lastmove_work::{
    Budget, Cancel, Count, Counters, Limits, Progress, Stage, Stop, Stopped, file,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The number of games of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// this many on each board
    Number(u32),
    /// as many as the source played
    Published,
}

impl FromStr for Games {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            _ if text == "published" => Ok(Self::Published),
            Ok(number @ 1..=100_000) => Ok(Self::Number(number)),
            _ => Err("expected a number from 1 to 100000, or published"),
        }
    }
}

impl Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Published => f.write_str("published"),
        }
    }
}

/// The settings of an experiment; `None` leaves the choice to the table.
#[derive(Clone, Debug)]
pub struct LabSettings {
    /// games on a board, or replies, for tables that are measured on these
    pub games: Option<Games>,
    /// time for each search in a measured table
    pub time: Option<Duration>,
    /// the kind of time for searches and moves
    pub count: Count,
    /// seed of the games
    pub seed: u64,
    /// a folder for charts
    pub output: Option<PathBuf>,
    /// a file of results, from which a run continues
    pub results: Option<PathBuf>,
    /// a file of rows, written as they are found
    pub rows: Option<PathBuf>,
    /// a file of series of games, which grows and which tables share
    pub series: Option<PathBuf>,
    /// endgame databases
    pub databases: Choice,
    /// threads of a search, or number of games at a time
    pub threads: Option<usize>,
    /// memory of a search, in bytes
    pub memory: Option<u64>,
    /// seconds for a move of the slower player in a table of matches, and of the strong player in
    /// sample games
    pub seconds_per_move: Option<f64>,
    /// the player of the games that tables are measured on
    pub player: PlayedBy,
    /// the folder of the strong player's games
    pub games_folder: Option<PathBuf>,
    /// positions of a game, for tables that choose some of them
    pub positions: Option<u32>,
    /// the parts of Domineering's evaluation and search, for tables of boards
    pub switches: Option<Switches>,
    /// the replacement schemes of `bullock-4.3`; empty for all
    pub schemes: Vec<String>,
}

impl Default for LabSettings {
    fn default() -> Self {
        Self {
            games: None,
            time: None,
            count: Count::Clock,
            seed: 1,
            output: None,
            results: None,
            rows: None,
            series: None,
            databases: Choice::default(),
            threads: None,
            memory: None,
            seconds_per_move: None,
            player: PlayedBy::default(),
            games_folder: None,
            positions: None,
            switches: None,
            schemes: Vec::new(),
        }
    }
}

impl LabSettings {
    /// The number of games for a table whose default is `few`.
    pub(crate) fn games_or(&self, few: u32, published: u32) -> u32 {
        match self.games {
            Some(Games::Number(number)) => number,
            Some(Games::Published) => published,
            None => few,
        }
    }

    /// The number of boards or replies to use, of all that a table has.
    pub(crate) fn at_most(&self, all: usize) -> usize {
        all.min(self.games_or(u32::MAX, u32::MAX) as usize)
    }

    /// Seconds for a move of the slower player in a table of matches.
    pub(crate) fn match_seconds(&self) -> f64 {
        self.seconds_per_move.unwrap_or(0.1)
    }

    /// Seconds for a move of the strong player in sample games.
    pub(crate) fn strong_seconds(&self) -> f64 {
        self.seconds_per_move.unwrap_or(1.0)
    }
}

/// The results of searching some positions.
type Outcomes<S> = Vec<Solution<MoveOf<S>>>;

/// The settings of an experiment and its connections to the caller.
pub struct Lab<'a> {
    /// what it may use
    pub settings: LabSettings,
    /// receives progress
    pub progress: &'a dyn Progress,
    /// cancels the experiment
    pub cancel: &'a Cancel,
    /// receives warnings
    pub warn: &'a (dyn Fn(String) + Sync),
}

/// A search that finished or reached its limit.
pub(crate) struct Search {
    /// the winner; `None` if the time ran out first
    pub(crate) winner: Option<Side>,
    pub(crate) counters: Counters,
    pub(crate) seconds: f64,
}

impl Lab<'_> {
    /// Opens the databases of the settings.
    pub(crate) fn databases(&self) -> Result<Databases, LabError> {
        let mut warn = |text| (self.warn)(text);
        Ok(self.settings.databases.open(self.progress, &self.budget(None), &mut warn)?)
    }

    /// Begins a stage of progress.
    pub(crate) fn stage(&self, name: &str, total: usize) -> Stage<'_> {
        Stage::new(self.progress, name, Some(total as u64))
    }

    /// An error if the user has cancelled; a limit of one search does not end a table.
    pub(crate) fn unless_cancelled(&self) -> Result<(), LabError> {
        if self.cancel.is_cancelled() { Err(Stop::Cancelled.into()) } else { Ok(()) }
    }

    /// The number of threads of the settings, by default one per core.
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.settings.threads.unwrap_or_else(cores)
    }

    /// The number of threads of the settings, by default one, so that counts are reproducible.
    pub(crate) fn threads_or_one(&self) -> usize {
        self.settings.threads.unwrap_or(1)
    }

    /// The time for a search, by default `milliseconds`.
    pub(crate) fn time_or(&self, milliseconds: u64) -> Duration {
        self.settings.time.unwrap_or(Duration::from_millis(milliseconds))
    }

    /// A budget with an optional limit on time.
    pub(crate) fn budget(&self, time: Option<Duration>) -> Budget {
        let limits = Limits { time, ..Limits::default() };
        Budget::counting(limits, self.cancel.clone(), self.settings.count)
    }

    /// The resources of a search with this number of threads.
    pub(crate) fn shares(&self, threads: usize) -> Shares {
        Shares::at_least(self.settings.memory.unwrap_or(1 << 30), threads)
    }

    /// The values of regions that searches of Domineering share.
    pub(crate) fn regions(&self) -> Arc<Regions> {
        Arc::new(Regions::new(&self.shares(self.threads()), RegionValues::default()))
    }

    /// Runs a search of Amazons with a time limit.
    pub(crate) fn search(
        &self,
        time: Duration,
        solve: impl FnOnce(&Budget) -> Result<Solution<Move>, Stopped>,
    ) -> Result<Search, LabError> {
        let budget = self.budget(Some(time));
        let (winner, counters) = match solve(&budget) {
            Ok(solution) => (Some(solution.winner), solution.counters),
            Err(stopped) if stopped.why == Stop::Cancelled => return Err(stopped.why.into()),
            Err(stopped) => (None, stopped.counters),
        };
        Ok(Search { winner, counters, seconds: budget.seconds() })
    }

    /// Searches a position of Amazons with a time limit and its own table, by alpha-beta or by
    /// df-pn.
    pub(crate) fn solve(
        &self,
        geometry: &Geometry<u64>,
        databases: &Databases,
        position: &Position<u64>,
        threads: usize,
        time: Duration,
        depth_first: bool,
    ) -> Result<Search, LabError> {
        let shares = self.shares(threads);
        let store = Store::new(&shares);
        let solver = AmazonsSolver::new(geometry, databases, Evaluation::default(), &store, shares);
        self.search(time, |budget| match depth_first {
            true => solver.solve_depth_first(position, budget, &mut |_| {}),
            false => solver.solve(position, budget, &mut |_| {}),
        })
    }

    /// Searches all of these positions; `None` if the time was too short.
    pub(crate) fn outcomes<S: Solver>(
        &self,
        solver: &S,
        positions: &[S::Position],
        time: Duration,
    ) -> Result<Option<Outcomes<S>>, LabError> {
        let budget = self.budget(Some(time));
        let outcomes = positions.iter().map(|start| solver.solve(start, &budget, &mut |_| {}));
        match outcomes.collect() {
            Ok(outcomes) => Ok(Some(outcomes)),
            Err(Stopped { .. }) => self.unless_cancelled().map(|()| None),
        }
    }

    /// Draws named lines over a common axis, if there is a folder for charts.
    pub(crate) fn draw(
        &self,
        measured: &mut Measured,
        name: &str,
        title: String,
        [x_label, y_label]: [&str; 2],
        logarithmic: bool,
        lines: Vec<(String, Vec<(f64, f64)>)>,
    ) -> Result<(), LabError> {
        let Some(folder) = &self.settings.output else { return Ok(()) };
        let series = lines.into_iter().map(|(name, points)| Series { name, points }).collect();
        let (x_label, y_label) = (x_label.into(), y_label.into());
        let chart = LineChart { title, x_label, y_label, logarithmic, series };
        measured.charts.push(self.write(folder, name, &chart.svg())?);
        Ok(())
    }

    /// Writes a file into a folder, which is created if necessary; returns its path.
    pub(crate) fn write(&self, folder: &Path, name: &str, text: &str) -> Result<String, LabError> {
        make_folder(folder)?;
        let path = folder.join(name);
        file::replace(&path, |out| out.write_all(text.as_bytes()))?;
        Ok(path.display().to_string())
    }

    /// Returns the measurement of this name from the file of rows, or finds it and stores it there.
    pub(crate) fn keep_measured<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        find: impl FnOnce() -> Result<T, LabError>,
    ) -> Result<T, LabError> {
        let Some(path) = &self.settings.rows else { return find() };
        let mut kept = Kept::read(path)?;
        if let Some(measured) = kept.measured(name)? {
            return Ok(measured);
        }
        let found = find()?;
        kept.keep_measured(name, &found)?;
        Ok(found)
    }
}

/// Creates a folder if it does not exist.
pub(crate) fn make_folder(folder: &Path) -> Result<(), LabError> {
    std::fs::create_dir_all(folder).map_err(|error| {
        LabError::failed(format!("{}: cannot make this folder: {error}", folder.display()))
    })
}

/// The empty board of Domineering with either player first.
pub(crate) fn empty_boards<B: Bits>(size: Size) -> [lastmove_domineering::Position<B>; 2] {
    let board = B::first_n(size.squares());
    Orientation::BOTH.map(|first| lastmove_domineering::Position::new(board, first))
}

/// A board of Amazons and its start position.
pub(crate) fn start<B: Bits>(name: &str) -> Result<(Geometry<B>, Position<B>), LabError> {
    let diagram = lastmove_amazons::start::parse(name).map_err(LabError::failed)?;
    Ok((Geometry::new(diagram.size()), Position::from_diagram(&diagram).map_err(LabError::failed)?))
}
