//! The line segment graph of an area, how far it can be filled, and its dead ends (Müller and
//! Tegos, sections 3 and 4).

use crate::{BadBoard, alone};
use lastmove_amazons::square_name;
use lastmove_board::{Bits, Cell, Diagram, Geometry, Size, Square};
use lastmove_regions::{
    DeadEnd, Filler, LineGraph, MAX_BOX, MAX_SIDE, Point, PointMark, dead_ends, least_defects,
    points_diagram,
};
use lastmove_work::human;
use serde::Serialize;

/// Territories of more squares are not searched for dead ends.
const MOST_POINTS: usize = 12;

/// The graph of one area.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AreaGraph {
    /// the area alone on the board
    pub position: String,
    /// the area in a box of its own
    pub shape: String,
    /// the name that isomorphic graphs share
    pub name: String,
    /// the squares, which are its points
    pub points: Vec<String>,
    /// its lines, each a run of squares
    pub lines: Vec<Vec<String>>,
    /// how far it can be filled, if all its amazons are of one colour
    pub filling: Option<FilledArea>,
    /// the graph itself
    #[serde(skip)]
    pub graph: LineGraph,
    /// its points on the board, counted from the corner of their box
    #[serde(skip)]
    pub places: Vec<Point>,
    #[serde(skip)]
    names: Vec<String>,
}

/// How far a territory can be filled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FilledArea {
    /// its empty squares
    pub empty: u32,
    /// the most moves of its owner
    pub moves: u32,
    /// the squares that must stay empty
    pub defects: u32,
    /// parts that cannot be filled and left again, without those that only hold another one, and
    /// without those that an amazon cannot leave at all
    pub dead_ends: Vec<DeadEndSquares>,
    /// the defects that follow from the dead ends alone
    pub least_defects: u32,
}

/// A dead end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeadEndSquares {
    /// its squares
    pub squares: Vec<String>,
    /// how many of them stay empty if no amazon ends its path here
    pub defects: u32,
}

/// An area whose box is too large for a graph.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LargeArea {
    /// the area alone on the board
    pub position: String,
    /// how many squares it has
    pub squares: u32,
}

impl FilledArea {
    /// How many squares stay empty, in words; nothing if all can be filled.
    pub fn defective(&self) -> Option<String> {
        let (defects, empty) = (self.defects, human::counted(self.empty.into(), "empty square"));
        let must = if defects == 1 { "1 stays" } else { &format!("{defects} stay") };
        (defects > 0).then(|| format!("{defects}-defective: of {empty} {must} empty"))
    }

    /// What follows from the dead ends, in words; nothing if there are none.
    pub fn text(&self) -> Option<String> {
        let end = |end: &DeadEndSquares| format!("{} ({})", end.squares.join(" "), end.defects);
        let ends: Vec<String> = self.dead_ends.iter().map(end).collect();
        let least = self.least_defects;
        let bound = match least {
            0 => "by themselves they prove no defect".to_owned(),
            1 => "so at least 1 square stays empty".to_owned(),
            _ => format!("so at least {least} squares stay empty"),
        };
        (!ends.is_empty()).then(|| format!("dead ends: {}; {bound}", ends.join(", ")))
    }
}

/// The graphs of the areas of a diagram, in the order of their first squares, and the areas that are
/// too large for one.
///
/// # Errors
/// If all are too large.
pub fn graphs(diagram: &Diagram) -> Result<(Vec<AreaGraph>, Vec<LargeArea>), BadBoard> {
    let geometry = Geometry::<u128>::new(diagram.size());
    let burnt = diagram.set::<u128>(Cell::Burnt);
    let rest = u128::first_n(diagram.size().squares()) & !burnt;
    let (mut small, mut large) = (Vec::new(), Vec::new());
    for squares in geometry.components(rest) {
        match graph(diagram, squares) {
            Some(graph) => small.push(graph),
            None => large.push(LargeArea {
                position: alone(diagram, squares).to_string(),
                squares: squares.count(),
            }),
        }
    }
    match large.first() {
        Some(area) if small.is_empty() => {
            let problem = format!("an area of {} squares is {}", area.squares, too_large());
            Err(BadBoard::new(&diagram.to_string(), problem))
        }
        _ => Ok((small, large)),
    }
}

/// Why an area gets no graph, in words.
pub fn too_large() -> String {
    format!(
        "too large for a graph; expected a box of at most {MAX_BOX} squares and {MAX_SIDE} on a side"
    )
}

fn graph(diagram: &Diagram, squares: u128) -> Option<AreaGraph> {
    let places = places(diagram.size(), squares)?;
    let (graph, names) = marked(diagram, squares, &places);
    let line = |line: &[u8]| line.iter().map(|&p| names[usize::from(p)].clone()).collect();
    Some(AreaGraph {
        position: alone(diagram, squares).to_string(),
        shape: shape(&graph, &places),
        name: graph.canonical().name(),
        points: names.clone(),
        lines: graph.lines().map(line).collect(),
        filling: filling(&graph, &names),
        graph,
        places,
        names,
    })
}

impl AreaGraph {
    /// What stands on the points, as two lists of squares.
    pub fn amazons(&self) -> [Vec<String>; 2] {
        [PointMark::Black, PointMark::White].map(|mark| {
            let set = self.graph.marked(mark);
            set.squares().map(|point| self.names[usize::from(point)].clone()).collect()
        })
    }
}

/// The dead ends of a territory and how far it can be filled; `None` if it has amazons of both
/// colours or none, or is too large.
pub(crate) fn filling_of(diagram: &Diagram, squares: u128) -> Option<FilledArea> {
    if squares.count() as usize > MOST_POINTS {
        return None;
    }
    let places = places(diagram.size(), squares)?;
    let (graph, names) = marked(diagram, squares, &places);
    filling(&graph, &names)
}

/// The squares, counted from the corner of their box, if the box is small enough.
fn places(size: Size, squares: u128) -> Option<Vec<Point>> {
    let at = |square: Square| (size.column(square) as u8, size.row(square) as u8);
    let all: Vec<Point> = squares.squares().map(at).collect();
    let left = all.iter().map(|p| p.0).min()?;
    let top = all.iter().map(|p| p.1).min()?;
    let width = usize::from(all.iter().map(|p| p.0).max()? - left) + 1;
    let height = usize::from(all.iter().map(|p| p.1).max()? - top) + 1;
    let fits = width * height <= MAX_BOX && width.max(height) <= MAX_SIDE;
    fits.then(|| all.iter().map(|&(x, y)| (x - left, y - top)).collect())
}

/// The points and amazons of a graph on a board of their own.
fn shape(graph: &LineGraph, places: &[Point]) -> String {
    let side = |of: fn(&Point) -> u8| places.iter().map(of).max().map_or(1, |last| last + 1);
    let size = Size::new(side(|p| p.0).into(), side(|p| p.1).into());
    let size = size.expect("a box within the limits");
    let [black, white] = [PointMark::Black, PointMark::White].map(|mark| graph.marked(mark));
    points_diagram(size, places.iter().copied(), black, white).to_string()
}

/// The graph with its amazons, and the names of its points.
fn marked(diagram: &Diagram, squares: u128, places: &[Point]) -> (LineGraph, Vec<String>) {
    let [black, white] = [[Cell::Black, Cell::BlackBlocker], [Cell::White, Cell::WhiteBlocker]]
        .map(|cells| {
            let stands = |square: Square| cells.contains(&diagram.cells()[usize::from(square)]);
            let points = squares.squares().enumerate().filter(|&(_, square)| stands(square));
            points.fold(0u64, |set, (point, _)| set | 1 << point)
        });
    let graph = LineGraph::of_points(places.iter().copied()).with_amazons(black, white);
    let name = |square| square_name(diagram.size(), square).to_string();
    (graph, squares.squares().map(name).collect())
}

fn filling(graph: &LineGraph, names: &[String]) -> Option<FilledArea> {
    let [black, white] = [PointMark::Black, PointMark::White].map(|mark| graph.marked(mark));
    if (black != 0) == (white != 0) || graph.points() > MOST_POINTS {
        return None;
    }
    let amazons = (black | white) as u16;
    let moves = Filler::default().fill(graph)?.most_moves(amazons);
    let empty = graph.points() as u32 - amazons.count_ones();
    let squares = |set: u16| {
        u64::from(set).squares().map(|point| names[usize::from(point)].clone()).collect()
    };
    // A dead end that holds another one with as many defects says nothing more.
    let all = dead_ends(graph, amazons);
    let says_more = |found: &&DeadEnd| {
        !all.iter().any(|other| {
            let within = other.points != found.points && other.points & !found.points == 0;
            within && other.defects.is_some() && other.defects >= found.defects
        })
    };
    let end = |found: &DeadEnd| {
        Some(DeadEndSquares { squares: squares(found.points), defects: found.defects? })
    };
    Some(FilledArea {
        empty,
        moves,
        defects: empty - moves,
        dead_ends: all.iter().filter(says_more).filter_map(end).collect(),
        least_defects: least_defects(graph, amazons),
    })
}
