//! A solved position, as data.

use lastmove_board::{Diagram, Game, Side, Size, Square};
use lastmove_proof::{Claim, Written};
#[cfg(feature = "files")]
use lastmove_solver::amazons::Census;
use lastmove_solver::amazons::{Group, Tally};
use lastmove_solver::domineering::{Class, add_by_ply};
use lastmove_work::{Counters, human};
use serde::{Serialize, Serializer};
use std::fmt;

/// Who wins and how, in the fields of `lastmove solve --json`. Fields that a game or a question
/// does not know are left out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved {
    /// the game
    pub game: Game,
    /// its size
    pub board: String,
    /// the same as a size
    #[serde(skip)]
    pub size: Size,
    /// the position string
    pub position: String,
    /// whose move it is; nobody's where both players are taken as first
    pub to_move: Option<Side>,
    /// who wins, if one side was to move
    pub winner: Option<Side>,
    /// a winning move; none if the side to move loses
    pub best_move: Option<String>,
    /// its squares, for drawings
    #[serde(skip)]
    pub best_squares: Option<Vec<Square>>,
    /// best play, as far as it was found without much work
    pub pv: Vec<String>,
    /// the results with either player first, in Domineering
    #[serde(flatten)]
    pub both: Option<BothFirst>,
    /// positions entered
    pub nodes: u64,
    /// static bounds computed
    pub evaluations: u64,
    /// positions looked at
    pub visited: u64,
    /// wall-clock time
    pub seconds: f64,
    /// threads that searched
    pub threads: usize,
    /// which endgame databases were asked
    pub databases: String,
    /// positions entered by their distance from the root, where the search knows it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes_by_ply: Vec<u64>,
    /// what was found out, as a certificate claims it
    #[serde(skip)]
    pub claims: Vec<Claim>,
    /// where the certificate is
    pub proof: Option<String>,
    /// what was written of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// the move that was played before the search
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_move: Option<String>,
    /// the result of every move, if somebody asked
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveAnswer>>,
    /// what the evaluation met, if somebody asked
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
    /// what earlier runs did, where a checkpoint was resumed
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Earlier>,
}

/// What is known of a position of Domineering by its two openings.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BothFirst {
    /// the outcome class, where both players were taken as first
    pub class: Option<Class>,
    /// the results with each of the players first
    pub first: First,
}

/// The results with each of the players first.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct First {
    /// with Vertical first
    pub vertical: Option<Opening>,
    /// with Horizontal first
    pub horizontal: Option<Opening>,
}

/// The result with one player first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opening {
    /// who wins
    pub winner: Side,
    /// a winning move; none if the first player loses
    pub best_move: Option<String>,
    /// its squares, for drawings
    #[serde(skip)]
    pub squares: Option<Vec<Square>>,
    /// best play
    #[serde(skip)]
    pub pv: Vec<String>,
    /// positions entered
    pub nodes: u64,
    /// the same by their distance from the root
    pub nodes_by_ply: Vec<u64>,
    /// the result of every move, if somebody asked
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveAnswer>>,
}

/// The result of one move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveAnswer {
    /// the move
    #[serde(rename = "move")]
    pub mv: String,
    /// who wins after it
    pub winner: Side,
    /// nodes that it took to find out
    pub nodes: u64,
}

/// What was written of a certificate.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certificate {
    /// stored positions
    pub positions: u64,
    /// the size of the file
    pub bytes: u64,
    /// the time that it took
    pub seconds: f64,
    /// why there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl Certificate {
    /// None, because of this problem.
    pub fn failed(problem: impl fmt::Display) -> Self {
        Self { problem: Some(problem.to_string()), ..Self::default() }
    }
}

impl From<&Written> for Certificate {
    fn from(written: &Written) -> Self {
        Self { positions: written.positions, bytes: written.bytes, ..Self::default() }
    }
}

/// What earlier runs of a search did.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Earlier {
    /// positions entered
    pub nodes: u64,
    /// wall-clock time
    pub seconds: f64,
}

impl fmt::Display for Earlier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes, {}", human::count(self.nodes), human::seconds(self.seconds))
    }
}

/// What the evaluation of Amazons met.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// positions that local search played out
    pub local_positions: u64,
    /// how full the table is, from 0 to 1
    pub table_full: f64,
    /// entries of the table
    pub table_entries: usize,
    /// positions whose areas were counted
    pub positions: u64,
    /// the areas by kind, frame and material
    #[serde(serialize_with = "areas")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")
    )]
    pub areas: Vec<(Group, Tally)>,
}

impl Stats {
    #[cfg(feature = "files")]
    pub(super) fn areas_of(census: &Census) -> Vec<(Group, Tally)> {
        census.groups().iter().map(|(group, tally)| (*group, *tally)).collect()
    }
}

fn areas<S: Serializer>(areas: &[(Group, Tally)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(areas.iter().map(|(group, tally)| {
        serde_json::json!({
            "kind": group.kind.name(), "width": group.width, "height": group.height,
            "queens": group.queens, "blockers": group.blockers, "others": group.others,
            "total": tally.total, "queried": tally.queried, "exact": tally.exact,
            "defective": tally.defective, "integers": tally.integers,
            "fractions": tally.fractions, "infinitesimals": tally.infinitesimals,
            "hot": tally.hot,
        })
    }))
}

impl Solved {
    /// Nothing known yet.
    pub(super) fn new(game: Game, diagram: &Diagram) -> Self {
        Self {
            game,
            board: game.board_name(diagram),
            size: diagram.size(),
            position: diagram.to_string(),
            to_move: diagram.side(),
            winner: None,
            best_move: None,
            best_squares: None,
            pv: Vec::new(),
            both: (game == Game::Domineering).then(BothFirst::default),
            nodes: 0,
            evaluations: 0,
            visited: 0,
            seconds: 0.0,
            threads: 1,
            databases: String::new(),
            nodes_by_ply: Vec::new(),
            claims: Vec::new(),
            proof: None,
            certificate: None,
            first_move: None,
            moves: None,
            stats: None,
            earlier: None,
        }
    }

    /// Takes in the result with one side first.
    pub(super) fn add(&mut self, side: Side, opening: Opening) {
        add_by_ply(&mut self.nodes_by_ply, &opening.nodes_by_ply);
        if self.to_move.is_some() {
            self.winner = Some(opening.winner);
            self.best_move.clone_from(&opening.best_move);
            self.best_squares.clone_from(&opening.squares);
            self.pv.clone_from(&opening.pv);
        }
        match (&mut self.both, side) {
            (None, _) => self.moves = opening.moves,
            (Some(both), Side::Vertical) => both.first.vertical = Some(opening),
            (Some(both), _) => both.first.horizontal = Some(opening),
        }
    }

    pub(super) fn count(&mut self, counters: Counters) {
        self.nodes += counters.nodes;
        self.evaluations += counters.evaluations;
        self.visited += counters.visited;
    }

    /// The outcome class in Domineering, where both players were taken as first.
    pub fn class(&self) -> Option<Class> {
        self.both.as_ref()?.class
    }

    /// The results with either player first, or the one with the side to move.
    pub fn openings(&self) -> impl Iterator<Item = (Side, &Opening)> {
        let first = self.both.as_ref().map(|both| &both.first);
        let vertical = first.and_then(|first| first.vertical.as_ref());
        let horizontal = first.and_then(|first| first.horizontal.as_ref());
        let vertical = vertical.map(|opening| (Side::Vertical, opening));
        vertical.into_iter().chain(horizontal.map(|opening| (Side::Horizontal, opening)))
    }
}
