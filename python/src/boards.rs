//! Positions as strings: reading, moves, drawings, game records.

use crate::long::{Call, short};
use crate::problem::{Problem, Result};
use lastmove::board::{Bits, Diagram, Geometry, MoveTree, try_perft, with_bits};
use lastmove::draw::{BoardDrawing, Labels, gallery};
use lastmove::regions::Region;
use lastmove::{Game, amazons, domineering};
use pyo3::prelude::*;

/// The game of this name.
pub(crate) fn game(name: &str) -> Result<Game> {
    name.parse().map_err(|problem: String| Problem::Input(format!("game \"{name}\": {problem}")))
}

/// The position that a text names.
pub(crate) fn diagram(game: Game, text: &str) -> Result<Diagram> {
    lastmove::report::read(game, text).map_err(Problem::input)
}

/// The same with a side to move: the one that starts, unless the text names it.
pub(crate) fn with_side(game: Game, text: &str) -> Result<Diagram> {
    let diagram = diagram(game, text)?;
    let side = diagram.side().unwrap_or(game.first_side());
    Ok(diagram.with_side(Some(side)))
}

/// A position of either game on a board of any size.
trait Moves {
    fn moves(&self) -> Vec<(String, String)>;
    fn count(&self) -> u64;
    fn play(&self, mv: &str) -> Result<String>;
    fn perft(&self, depth: u32, counted: &mut dyn FnMut(u64) -> Result<()>) -> Result<u64>;
}

struct Placed<B, P> {
    geometry: Geometry<B>,
    position: P,
}

/// Reads a move and plays it.
trait Play<B>: MoveTree<B> {
    fn play_named(&self, geometry: &Geometry<B>, mv: &str) -> Result<Self>;
}

impl<B: Bits> Play<B> for amazons::Position<B> {
    fn play_named(&self, geometry: &Geometry<B>, mv: &str) -> Result<Self> {
        let read = amazons::parse_move(geometry.size(), mv).map_err(|e| bad_move(mv, &e))?;
        self.play(geometry, read).map_err(|e| bad_move(mv, &e))
    }
}

impl<B: Bits> Play<B> for domineering::Position<B> {
    fn play_named(&self, geometry: &Geometry<B>, mv: &str) -> Result<Self> {
        let read = domineering::parse_move(geometry.size(), mv).map_err(|e| bad_move(mv, &e))?;
        self.play(geometry, read).map_err(|e| bad_move(mv, &e))
    }
}

fn bad_move(mv: &str, problem: &dyn std::fmt::Display) -> Problem {
    let shown: String = mv.chars().take(40).collect();
    Problem::Input(format!("move \"{shown}\": {problem}"))
}

impl<B: Bits, P: Play<B>> Moves for Placed<B, P> {
    fn moves(&self) -> Vec<(String, String)> {
        let (geometry, size) = (&self.geometry, self.geometry.size());
        let child = |mv| self.position.tree_child(geometry, mv).diagram(size).to_string();
        let name = |mv| (P::move_name(mv, size), child(mv));
        self.position.tree_moves(geometry).map(name).collect()
    }
    fn count(&self) -> u64 {
        self.position.tree_count(&self.geometry)
    }
    fn play(&self, mv: &str) -> Result<String> {
        let after = self.position.play_named(&self.geometry, mv)?;
        Ok(after.diagram(self.geometry.size()).to_string())
    }
    fn perft(&self, depth: u32, counted: &mut dyn FnMut(u64) -> Result<()>) -> Result<u64> {
        try_perft(&self.geometry, &self.position, depth, &mut |n| counted(n))
    }
}

/// What can be done with a position.
fn placed(game: Game, diagram: &Diagram) -> Result<Box<dyn Moves>> {
    let bad = |problem: &dyn std::fmt::Display| {
        Problem::input(lastmove::report::BadBoard::new(&diagram.to_string(), problem))
    };
    with_bits!(diagram.size(), B => {
        let geometry = Geometry::<B>::new(diagram.size());
        Ok(match game {
            Game::Amazons => {
                let position = amazons::Position::<B>::from_diagram(diagram).map_err(|e| bad(&e))?;
                Box::new(Placed { geometry, position })
            }
            Game::Domineering => {
                let position =
                    domineering::Position::<B>::from_diagram(diagram).map_err(|e| bad(&e))?;
                Box::new(Placed { geometry, position })
            }
        })
    })
}

/// Reads a position; gives its string and its rows without runs.
#[pyfunction]
fn read(game_name: &str, text: &str) -> PyResult<(String, Vec<String>, Option<&'static str>)> {
    short(|| {
        let diagram = diagram(game(game_name)?, text)?;
        let width = diagram.size().width();
        let row =
            |cells: &[lastmove::board::Cell]| cells.iter().map(|cell| cell.letter()).collect();
        let rows = diagram.cells().chunks(width).map(row).collect();
        let side = diagram.side().map(|side| side.name());
        Ok((diagram.to_string(), rows, side))
    })
}

/// The moves of the side to move, with the positions after them.
#[pyfunction]
fn moves(game_name: &str, text: &str) -> PyResult<Vec<(String, String)>> {
    short(|| {
        let game = game(game_name)?;
        Ok(placed(game, &with_side(game, text)?)?.moves())
    })
}

/// How many moves there are.
#[pyfunction]
fn count(game_name: &str, text: &str) -> PyResult<u64> {
    short(|| {
        let game = game(game_name)?;
        Ok(placed(game, &with_side(game, text)?)?.count())
    })
}

/// The position after a move.
#[pyfunction]
fn play(game_name: &str, text: &str, mv: &str) -> PyResult<String> {
    short(|| {
        let game = game(game_name)?;
        placed(game, &with_side(game, text)?)?.play(mv)
    })
}

/// The number of move sequences of a length.
#[pyfunction]
#[pyo3(signature = (game_name, text, depth, time=None, progress=None))]
fn perft(
    py: Python<'_>,
    game_name: &str,
    text: &str,
    depth: u32,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<u64> {
    let game = game(game_name)?;
    let start = with_side(game, text)?;
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
        placed(game, &start)?.perft(depth, &mut counted)
    })
}

fn labels(game: Game) -> Labels {
    match game {
        Game::Amazons => Labels::Amazons,
        Game::Domineering => Labels::Domineering,
    }
}

/// The set of some squares.
fn squares(game: Game, diagram: &Diagram, names: &[String]) -> Result<u128> {
    let size = diagram.size();
    let mut set = 0;
    for name in names {
        let square = match game {
            Game::Amazons => amazons::parse_square(size, name).map_err(|e| e.to_string()),
            Game::Domineering => {
                domineering::parse_move(size, name).map(|mv| mv.0).map_err(|e| e.to_string())
            }
        };
        set |= u128::bit(square.map_err(|e| Problem::Input(format!("square \"{name}\": {e}")))?);
    }
    Ok(set)
}

/// A drawing as SVG.
#[pyfunction]
#[pyo3(signature = (game_name, text, highlight=Vec::new()))]
fn board_svg(game_name: &str, text: &str, highlight: Vec<String>) -> PyResult<String> {
    short(|| {
        let game = game(game_name)?;
        let diagram = diagram(game, text)?;
        let set = squares(game, &diagram, &highlight)?;
        Ok(BoardDrawing::new(&diagram, labels(game)).highlight(set).svg())
    })
}

/// The areas of an Amazons position, one drawing each with what it is worth.
#[pyfunction]
fn areas_svg(text: &str) -> PyResult<String> {
    short(|| {
        let diagram = diagram(Game::Amazons, text)?;
        let databases = lastmove::endgame::Databases::none();
        let found = lastmove::report::evaluate(&diagram, &databases, 0).map_err(Problem::input)?;
        let draw = |area: &lastmove::report::Area| {
            let worth = area.value.as_ref().map(|value| format!("worth {value}"));
            let drawing = BoardDrawing::new(&diagram, Labels::Amazons).highlight(area.set);
            (
                drawing.svg(),
                format!("{}: {}", area.kind.name(), worth.unwrap_or_else(|| area.bounds.text())),
            )
        };
        let drawings: Vec<_> = found.areas.iter().map(draw).collect();
        Ok(gallery(&found.position, 800.0, &drawings))
    })
}

/// The line segment graph of a small area.
#[pyfunction]
fn graph_svg(text: &str) -> PyResult<String> {
    short(|| {
        let diagram = diagram(Game::Amazons, text)?;
        let (region, black, white) = Region::of_diagram(&diagram)
            .ok_or_else(|| Problem::Input("graph: expected an area within a small box".into()))?;
        Ok(lastmove::draw::graph_svg(region, black, white, &diagram.to_string()))
    })
}

/// A drawing as text.
#[pyfunction]
#[pyo3(signature = (game_name, text, ascii=false))]
fn board_text(game_name: &str, text: &str, ascii: bool) -> PyResult<String> {
    short(|| {
        let game = game(game_name)?;
        let diagram = diagram(game, text)?;
        Ok(BoardDrawing::new(&diagram, labels(game)).ascii(ascii).to_string())
    })
}

/// A game record: the start, the moves of the main line, and its end.
#[pyfunction]
fn sgf_read(bytes: &[u8]) -> PyResult<(String, Vec<String>, String)> {
    short(|| {
        let record = amazons::sgf::Record::read(bytes).map_err(Problem::input)?;
        let size = record.size();
        let start = &record.nodes()[amazons::sgf::Record::ROOT];
        let line = record.main_line().filter_map(|node| node.played());
        let names = line.map(|(_, mv)| mv.display(size).to_string()).collect();
        let end = &record.nodes()[record.main_end()];
        let text = |position: &amazons::Position<u128>| position.to_diagram(size).to_string();
        Ok((text(start.position()), names, text(end.position())))
    })
}

/// A game record of a start and moves.
#[pyfunction]
fn sgf_write(start: &str, moves: Vec<String>) -> PyResult<String> {
    short(|| {
        let diagram = with_side(Game::Amazons, start)?;
        let mut record = amazons::sgf::Record::new(&diagram).map_err(Problem::input)?;
        let mut last = amazons::sgf::Record::ROOT;
        for mv in &moves {
            let read = amazons::parse_move(record.size(), mv).map_err(|e| bad_move(mv, &e))?;
            last = record.add_move(last, read).map_err(|e| bad_move(mv, &e))?;
        }
        Ok(record.to_string())
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(read, module)?)?;
    module.add_function(wrap_pyfunction!(moves, module)?)?;
    module.add_function(wrap_pyfunction!(count, module)?)?;
    module.add_function(wrap_pyfunction!(play, module)?)?;
    module.add_function(wrap_pyfunction!(perft, module)?)?;
    module.add_function(wrap_pyfunction!(board_svg, module)?)?;
    module.add_function(wrap_pyfunction!(areas_svg, module)?)?;
    module.add_function(wrap_pyfunction!(graph_svg, module)?)?;
    module.add_function(wrap_pyfunction!(board_text, module)?)?;
    module.add_function(wrap_pyfunction!(sgf_read, module)?)?;
    module.add_function(wrap_pyfunction!(sgf_write, module)?)
}
