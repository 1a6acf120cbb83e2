//! Makes the openings that the page explores, one search after another.
//!
//! An [`ExplorerMaker`] says which position comes next and takes what its search found: first the
//! start and all first moves, mirror images once, those that look best first; then the best replies to
//! the best of them; then the most visited lines. What comes next depends on nothing but what was
//! found, so a run that was stopped goes on from the list of its searches. Searches are limited by
//! nodes and use one thread, so that the same call finds the same.

use crate::LabError;
use crate::kept::Kept;
use lastmove_amazons::{Move, start};
use lastmove_arena::{ExploredPosition, ExplorerFile};
use lastmove_board::{Geometry, Side, Square};
use lastmove_player::eval::PositionEvaluator;
use lastmove_player::{Amazons, Engine, EngineOptions, MoveLimits};
use lastmove_work::{Cancel, thread_time};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::path::Path;

/// How much is explored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplorerSettings {
    /// nodes for the start, each first move and each of the best replies
    pub nodes: u64,
    /// first moves whose replies are looked at
    pub best: usize,
    /// replies to each of them
    pub replies: usize,
    /// nodes for each position of the lines below
    pub line_nodes: u64,
    /// moves of the longest line
    pub deepest: usize,
    /// positions in all
    pub positions: usize,
}

impl ExplorerSettings {
    /// The settings of a board.
    pub fn of(board: &str) -> Self {
        let positions = if board == "10x10" { 5_000 } else { 2_500 };
        Self { nodes: 50_000, best: 30, replies: 12, line_nodes: 10_000, deepest: 6, positions }
    }
}

/// What the search of a position found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explored {
    /// the number of the position before it
    pub parent: usize,
    /// the move from there; none for the start
    pub played: Option<[Square; 3]>,
    /// White's chance, in ten thousandths
    pub white: u16,
    /// positions that the search entered
    pub visits: u32,
    /// the best moves with their visits, best first
    pub lines: Vec<([Square; 3], u64)>,
    /// processor time of the search
    pub seconds: f64,
}

impl Explored {
    /// How often the player goes on with a line of these visits, given how often it gets here.
    fn weight(&self, here: u64, visits: u64) -> u64 {
        let all: u64 = self.lines.iter().map(|(_, visits)| visits).sum();
        let weight = u128::from(here) * u128::from(visits) / u128::from(all.max(1));
        u64::try_from(weight).unwrap_or(ALWAYS)
    }
}

/// A position to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorerTask {
    parent: usize,
    played: Option<Move>,
    position: Amazons,
    ply: usize,
    nodes: u64,
    weight: u64,
}

/// A position that was searched.
struct Known {
    task: ExplorerTask,
    found: Explored,
}

/// Chooses the positions of one board.
pub struct ExplorerMaker {
    board: String,
    settings: ExplorerSettings,
    geometry: Geometry<u128>,
    start: Amazons,
    first: Vec<Move>,
    list: Vec<Known>,
    numbers: HashMap<Amazons, usize>,
    /// moves into positions that may be unknown: how often lines of the player go there, and the
    /// position and the line that they come from
    open: BinaryHeap<(u64, Reverse<(usize, usize)>)>,
}

/// How often the player gets to the start.
const ALWAYS: u64 = 1 << 40;

fn squares(mv: Move) -> [Square; 3] {
    [mv.from, mv.to, mv.arrow]
}

fn move_of([from, to, arrow]: [Square; 3]) -> Move {
    Move { from, to, arrow }
}

impl ExplorerMaker {
    /// The openings of a board by name.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn new(board: &str, settings: ExplorerSettings) -> Result<Self, LabError> {
        let diagram = start::parse(board).map_err(LabError::failed)?;
        let start = Amazons::from_diagram(&diagram).map_err(LabError::failed)?;
        let geometry = Geometry::new(diagram.size());
        Ok(Self {
            board: board.to_owned(),
            first: first_moves(&geometry, &start),
            settings,
            geometry,
            start,
            list: Vec::new(),
            numbers: HashMap::new(),
            open: BinaryHeap::new(),
        })
    }

    fn after(&self, parent: usize, mv: Move) -> Amazons {
        let mut after = self.list[parent].task.position;
        after.play_unchecked(mv);
        after
    }

    fn is_known(&self, position: &Amazons) -> bool {
        self.numbers.contains_key(&position.normal_form(&self.geometry))
    }

    /// A position after one that is known, if it is new.
    fn task(&self, parent: usize, mv: Move, nodes: u64) -> Option<ExplorerTask> {
        let position = self.after(parent, mv);
        let Known { task, found } = &self.list[parent];
        let mine = found.lines.iter().find(|(line, _)| *line == squares(mv)).map_or(0, |(_, n)| *n);
        let (ply, weight) = (task.ply + 1, found.weight(task.weight, mine));
        let task = ExplorerTask { parent, played: Some(mv), position, ply, nodes, weight };
        (!self.is_known(&position)).then_some(task)
    }

    /// The position to search next; `None` at the end.
    pub fn choose(&mut self) -> Option<ExplorerTask> {
        let Self { settings, start, .. } = self;
        let (nodes, line_nodes) = (settings.nodes, settings.line_nodes);
        if self.list.is_empty() {
            let (position, weight) = (*start, ALWAYS);
            return Some(ExplorerTask { parent: 0, played: None, position, ply: 0, nodes, weight });
        }
        if let Some(&mv) = self.first.get(self.list.len() - 1) {
            return self.task(0, mv, nodes);
        }
        if let Some(reply) = self.next_reply() {
            return Some(reply);
        }
        if self.list.len() >= self.settings.positions {
            return None;
        }
        while let Some((_, Reverse((parent, line)))) = self.open.pop() {
            let mv = move_of(self.list[parent].found.lines[line].0);
            if let Some(task) = self.task(parent, mv, line_nodes) {
                return Some(task);
            }
        }
        None
    }

    /// The next of the best replies to the best first moves.
    fn next_reply(&self) -> Option<ExplorerTask> {
        let ExplorerSettings { best, replies, nodes, .. } = self.settings;
        let mut order: Vec<usize> = (1..=self.first.len()).collect();
        order.sort_by_key(|&i| Reverse(self.list[i].found.white));
        let lines = order.into_iter().take(best).flat_map(|first| {
            let lines = self.list[first].found.lines.iter().take(replies);
            lines.map(move |&(line, _)| (first, move_of(line)))
        });
        lines.into_iter().find_map(|(first, mv)| self.task(first, mv, nodes))
    }

    /// Takes what the search of a task found.
    pub fn take(&mut self, task: ExplorerTask, found: Explored) {
        let number = self.list.len();
        self.numbers.insert(task.position.normal_form(&self.geometry), number);
        if task.ply < self.settings.deepest {
            for (line, &(_, visits)) in found.lines.iter().enumerate() {
                let weight = found.weight(task.weight, visits);
                self.open.push((weight, Reverse((number, line))));
            }
        }
        self.list.push(Known { task, found });
    }

    /// The file of what was found so far.
    pub fn file(&self) -> ExplorerFile {
        let positions = self.list.iter().map(|Known { found, .. }| {
            let [from, to, arrow] = found.played.unwrap_or_default();
            let Explored { parent, white, visits, .. } = *found;
            ExploredPosition { parent, from, to, arrow, white, visits }
        });
        ExplorerFile {
            board: self.board.clone(),
            first_moves: self.first.len(),
            wanted: self.settings.positions,
            positions: positions.collect(),
        }
    }

    /// Processor time of all searches, those of earlier runs included.
    pub fn seconds(&self) -> f64 {
        self.list.iter().map(|known| known.found.seconds).sum()
    }

    /// Searches positions until all are known, `seconds` of processor time are used in this run, or it
    /// is cancelled; keeps what it finds in the file `state` and goes on from there. Returns whether
    /// all positions are known.
    ///
    /// # Errors
    /// If the file cannot be used, or is one of other settings.
    pub fn run(
        &mut self,
        state: &Path,
        seconds: f64,
        cancel: &Cancel,
        tell: &mut dyn FnMut(&Self),
    ) -> Result<bool, LabError> {
        let mut kept = Kept::read(state)?;
        let mine = (self.board.clone(), self.settings.clone());
        match kept.measured::<(String, ExplorerSettings)>("settings")? {
            None => kept.keep_measured("settings", &mine)?,
            Some(found) if found == mine => {}
            Some(_) => return Err(kept.damaged("it is of another board or of other settings")),
        }
        let mut used = 0.0;
        while let Some(task) = self.choose() {
            let name = self.list.len().to_string();
            let played = task.played.map(squares);
            let found = match kept.measured::<Explored>(&name)? {
                Some(found) if (found.parent, found.played) == (task.parent, played) => found,
                Some(_) => {
                    return Err(kept.damaged(format!("row {name} is of another version")));
                }
                None if used >= seconds || cancel.is_cancelled() => return Ok(false),
                None => {
                    let Some(found) = self.search(&task, cancel) else { return Ok(false) };
                    kept.keep_measured(&name, &found)?;
                    used += found.seconds;
                    found
                }
            };
            self.take(task, found);
            tell(self);
        }
        Ok(true)
    }

    /// Searches one position; `None` if it is cancelled.
    fn search(&self, task: &ExplorerTask, cancel: &Cancel) -> Option<Explored> {
        let before = thread_time().unwrap_or_default();
        let mut engine = Engine::<Amazons>::new(EngineOptions::default());
        engine.set_position(self.geometry.size(), &task.position);
        let limits = MoveLimits { nodes: Some(task.nodes), ..MoveLimits::default() };
        let said = engine.think(&limits, cancel, &mut |_| {});
        if cancel.is_cancelled() {
            return None;
        }
        let me: Side = task.position.to_move().side();
        let white = if me == Side::White { said.win } else { 1.0 - said.win };
        let lines = said.lines.iter().filter(|line| line.visits > 0);
        Some(Explored {
            parent: task.parent,
            played: task.played.map(squares),
            white: (white * 1e4).round() as u16,
            visits: u32::try_from(said.nodes).unwrap_or(u32::MAX),
            // The longest lines need no moves after them.
            lines: match task.ply < self.settings.deepest {
                true => lines.map(|line| (squares(line.mv), line.visits)).collect(),
                false => Vec::new(),
            },
            seconds: thread_time().unwrap_or_default().saturating_sub(before).as_secs_f64(),
        })
    }
}

/// The first moves, mirror images once, those that look best first.
fn first_moves(geometry: &Geometry<u128>, start: &Amazons) -> Vec<Move> {
    let evaluator = PositionEvaluator::new(geometry);
    let mut found: HashMap<Amazons, Move> = HashMap::new();
    let mut moves: Vec<(f32, Move)> = Vec::new();
    for mv in start.moves(geometry) {
        let mut after = *start;
        after.play_unchecked(mv);
        found.entry(after.normal_form(geometry)).or_insert_with(|| {
            moves.push((evaluator.value(geometry, &after), mv));
            mv
        });
    }
    moves.sort_by(|a, b| a.0.total_cmp(&b.0)); // of the side to move, Black
    moves.into_iter().map(|(_, mv)| mv).collect()
}
