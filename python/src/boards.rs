//! Boards: reading, moves, drawings, game records.

use crate::long::{Call, short};
use crate::problem::{Problem, Result};
use lastmove::board::{Bits, Cell, Diagram, GamePosition, Geometry, try_perft, with_bits};
use lastmove::draw::{BoardDrawing, gallery};
use lastmove::regions::Region;
use lastmove::report::position_of;
use lastmove::solver::with_game;
use lastmove::{Game, amazons};
use pyo3::prelude::*;

/// A board of a game, with or without a side to move.
#[pyclass(frozen, module = "lastmove._native")]
pub(crate) struct Board {
    pub(crate) game: Game,
    pub(crate) diagram: Diagram,
}

impl Board {
    fn read(game_name: &str, text: &str) -> Result<Self> {
        let bad = |problem| Problem::Input(format!("game \"{game_name}\": {problem}"));
        let game: Game = game_name.parse().map_err(bad)?;
        let diagram = lastmove::report::read(game, text).map_err(Problem::input)?;
        Ok(Self { game, diagram })
    }

    /// A board of Amazons.
    fn amazons(diagram: Diagram) -> Self {
        Self { game: Game::Amazons, diagram }
    }

    /// The diagram with a side to move: that of the board, otherwise the side that starts.
    pub(crate) fn sided(&self) -> Diagram {
        let side = self.diagram.side().unwrap_or(self.game.first_side());
        self.diagram.clone().with_side(Some(side))
    }

    /// The position, with the lines of its board.
    fn position<P: GamePosition>(&self) -> Result<(P, Geometry<P::Word>)> {
        let position = position_of(&self.sided()).map_err(Problem::input)?;
        Ok((position, Geometry::new(self.diagram.size())))
    }

    /// The set of some squares.
    fn squares(&self, names: &[String]) -> Result<u128> {
        let size = self.diagram.size();
        let mut set = 0;
        for name in names {
            let square = with_game!(self.game, P => P::read_square(size, name));
            let bad = |problem| Problem::Input(format!("square \"{name}\": {problem}"));
            set |= u128::bit(square.map_err(bad)?);
        }
        Ok(set)
    }
}

#[pymethods]
impl Board {
    #[new]
    fn new(game_name: &str, text: &str) -> PyResult<Self> {
        short(|| Self::read(game_name, text))
    }

    /// The position string.
    #[getter]
    fn text(&self) -> String {
        self.diagram.to_string()
    }

    /// The rows from the top, one letter for each square.
    #[getter]
    fn rows(&self) -> Vec<String> {
        let row = |cells: &[Cell]| cells.iter().map(|cell| cell.letter()).collect();
        self.diagram.cells().chunks(self.diagram.size().width()).map(row).collect()
    }

    /// The side to move, if the board names it.
    #[getter]
    fn side(&self) -> Option<&'static str> {
        self.diagram.side().map(|side| side.name())
    }

    /// The moves of the side to move, with the boards after them.
    fn moves(&self) -> PyResult<Vec<(String, Self)>> {
        let (game, size) = (self.game, self.diagram.size());
        short(|| {
            with_game!(game, P => {
                let (position, geometry) = self.position::<P>()?;
                let child = |mv| position.child(&geometry, mv).diagram(size);
                let one = |mv| (P::move_name(mv, size), Self { game, diagram: child(mv) });
                Ok(position.moves(&geometry).map(one).collect())
            })
        })
    }

    /// The number of moves.
    fn count(&self) -> PyResult<u64> {
        short(|| {
            with_game!(self.game, P => {
                let (position, geometry) = self.position::<P>()?;
                Ok(position.count_moves(&geometry))
            })
        })
    }

    /// The board after a move.
    fn play(&self, mv: &str) -> PyResult<Self> {
        let (game, size) = (self.game, self.diagram.size());
        short(|| {
            with_game!(game, P => {
                let (position, geometry) = self.position::<P>()?;
                let read = P::read_move(size, mv).map_err(|e| bad_move(mv, &e))?;
                let after = position.play(&geometry, read).map_err(|e| bad_move(mv, &e))?;
                Ok(Self { game, diagram: after.diagram(size) })
            })
        })
    }

    /// The number of move sequences of a length.
    #[pyo3(signature = (depth, time=None, progress=None))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: u32,
        time: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<u64> {
        Call::new(time, None, progress)?.run(py, |budget, tell| {
            let (mut leaves, mut steps) = (0_u64, 0_u32);
            let mut counted = |n: u64| {
                leaves += n;
                steps += 1;
                if steps.is_multiple_of(1024) {
                    budget.check()?;
                    tell.line("counting", leaves, None, "");
                }
                Ok(())
            };
            with_bits!(self.diagram.size(), B => with_game!(self.game, B, P => {
                let (position, geometry) = self.position::<P>()?;
                try_perft(&geometry, &position, depth, &mut counted)
            }))
        })
    }

    /// A drawing as SVG.
    fn svg(&self, highlight: Vec<String>) -> PyResult<String> {
        short(|| {
            let set = self.squares(&highlight)?;
            Ok(BoardDrawing::new(&self.diagram, self.game).highlight(set).svg())
        })
    }

    /// A drawing as text.
    fn drawing(&self, ascii: bool) -> PyResult<String> {
        short(|| Ok(BoardDrawing::new(&self.diagram, self.game).ascii(ascii).to_string()))
    }

    /// The line segment graph of a small area.
    fn graph_svg(&self) -> PyResult<String> {
        short(|| {
            let (region, black, white) = Region::of_diagram(&self.diagram).ok_or_else(|| {
                Problem::Input("graph: expected an area within a small box".into())
            })?;
            Ok(lastmove::draw::graph_svg(region, black, white, &self.text()))
        })
    }
}

fn bad_move(mv: &str, problem: &dyn std::fmt::Display) -> Problem {
    let shown: String = mv.chars().take(40).collect();
    Problem::Input(format!("move \"{shown}\": {problem}"))
}

/// The areas of an Amazons position, one drawing each, with the value or bounds.
#[pyfunction]
fn areas_svg(text: &str) -> PyResult<String> {
    short(|| {
        let Board { diagram, .. } = Board::read(Game::Amazons.name(), text)?;
        let databases = lastmove::endgame::Databases::none();
        let found = lastmove::report::evaluate(&diagram, &databases, 0).map_err(Problem::input)?;
        let draw = |area: &lastmove::report::AreaAnswer| {
            let worth = area.value.as_ref().map(|value| format!("worth {value}"));
            let drawing = BoardDrawing::new(&diagram, Game::Amazons).highlight(area.set);
            (
                drawing.svg(),
                format!("{}: {}", area.kind.name(), worth.unwrap_or_else(|| area.bounds.text())),
            )
        };
        let drawings: Vec<_> = found.areas.iter().map(draw).collect();
        Ok(gallery(&found.position, 800.0, &drawings))
    })
}

/// A game record: the start, the moves of the main line, and its end.
#[pyfunction]
fn sgf_read(bytes: &[u8]) -> PyResult<(Board, Vec<String>, Board)> {
    short(|| {
        let record = amazons::sgf::GameRecord::read(bytes).map_err(Problem::input)?;
        let size = record.size();
        let start = &record.nodes()[amazons::sgf::GameRecord::ROOT];
        let line = record.main_line().filter_map(|node| node.played());
        let names = line.map(|(_, mv)| mv.display(size).to_string()).collect();
        let end = &record.nodes()[record.main_end()];
        let board = |position: &amazons::Position<u128>| Board::amazons(position.diagram(size));
        Ok((board(start.position()), names, board(end.position())))
    })
}

/// A game record with a start position and moves.
#[pyfunction]
fn sgf_write(start: &Board, moves: Vec<String>) -> PyResult<String> {
    short(|| {
        let mut record = amazons::sgf::GameRecord::new(&start.sided()).map_err(Problem::input)?;
        let mut last = amazons::sgf::GameRecord::ROOT;
        for mv in &moves {
            let read = amazons::parse_move(record.size(), mv).map_err(|e| bad_move(mv, &e))?;
            last = record.add_move(last, read).map_err(|e| bad_move(mv, &e))?;
        }
        Ok(record.to_string())
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Board>()?;
    module.add_function(wrap_pyfunction!(areas_svg, module)?)?;
    module.add_function(wrap_pyfunction!(sgf_read, module)?)?;
    module.add_function(wrap_pyfunction!(sgf_write, module)?)
}
