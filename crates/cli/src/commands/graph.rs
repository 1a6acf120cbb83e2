//! `lastmove graph`: the line segment graph of each area of a position.

use crate::flags::CountFlags;
use crate::{Failure, Session, boards, output, pictures};
use lastmove_board::Game;
use lastmove_draw::{gallery, graph_svg, points_svg};
use lastmove_regions::{Region, isomorphic};
use lastmove_report::{AreaGraph, LargeArea, graphs, too_large};
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove graph \"**q**/*1*1*/*1*1*/1***1\"
  lastmove graph \"1q*/**1\" --json
  lastmove graph \"2*1/*3/1**1\" -o graph.svg
  lastmove graph \"q1*2Q/2*3/***3/1Q*1q1\" --catalogue 6

Points are the squares that are not burnt, lines the runs of them along which an amazon can move.
Positions with the same graph are the same game (Müller and Tegos, section 3). Each dead end is
followed by the number of its squares that stay empty if no amazon ends its path there.";

/// Isomorphic regions that the text lists and the picture shows.
const LISTED: usize = 12;
/// Width of the picture.
const WIDTH: f64 = 860.0;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A position of Amazons such as "1q*/**1"; a side to move is not needed
    position: String,
    /// Look for isomorphic regions of areas of up to this many squares, 0 for none
    #[arg(long, value_name = "N", default_value_t = 8,
        value_parser = clap::value_parser!(u8).range(0..=10))]
    catalogue: u8,
    /// Also draw the graphs and regions with the same graph into a file, .svg or .png
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: CountFlags,
}

/// A graph and the regions that share it, if they were looked for.
struct Found {
    area: AreaGraph,
    isomorphic: Option<Vec<(Region, u64, u64)>>,
}

impl Found {
    /// The positions with this graph, if they were looked for.
    fn positions(&self) -> Option<Vec<String>> {
        let name =
            |&(region, black, white): &(Region, u64, u64)| region.diagram(black, white).to_string();
        Some(self.isomorphic.as_ref()?.iter().map(name).collect())
    }
}

/// The graphs of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Graphs {
    game: Game,
    position: String,
    graphs: Vec<GraphAnswer>,
    /// areas that are too large
    too_large: Vec<LargeArea>,
    /// the file of the drawing
    output: Option<PathBuf>,
}

/// The graph of an area.
#[derive(Serialize, JsonSchema)]
struct GraphAnswer {
    #[serde(flatten)]
    area: AreaGraph,
    /// squares of Black's amazons
    black: Vec<String>,
    white: Vec<String>,
    /// other positions with the same graph, if they were looked for
    isomorphic: Option<Vec<String>>,
}

/// Finds the graphs and their properties, and prints them.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    args.output.as_deref().map(pictures::check).transpose()?;
    let diagram = boards::read(Game::Amazons, &args.position)?;
    let (areas, large) = graphs(&diagram)?;
    let found: Vec<Found> = args.limits.run(session, |budget| {
        let look = |area: AreaGraph| {
            let small = area.points.len() <= args.catalogue.into();
            let isomorphic = small.then(|| isomorphic(&area.graph, budget)).transpose()?;
            Ok(Found { area, isomorphic })
        };
        areas.into_iter().map(look).collect()
    })?;
    if let Some(path) = &args.output {
        pictures::write(path, &picture(&diagram.to_string(), &found))?;
    }
    let fields = |found: &Found| {
        let [black, white] = found.area.amazons();
        GraphAnswer { area: found.area.clone(), black, white, isomorphic: found.positions() }
    };
    let all = Graphs {
        game: Game::Amazons,
        position: diagram.to_string(),
        graphs: found.iter().map(fields).collect(),
        too_large: large.clone(),
        output: args.output.clone(),
    };
    let text = fmt::from_fn(|f| {
        text(f, &found)?;
        for area in &large {
            let (position, squares) = (&area.position, area.squares);
            writeln!(f, "an area of {squares} squares is {}\n  {position}", too_large())?;
        }
        if found.is_empty() && large.is_empty() {
            writeln!(f, "all squares are burnt: there is no area")?;
        }
        args.output.as_ref().map_or(Ok(()), |path| writeln!(f, "written to {}", path.display()))
    });
    output::answer(session, &all, text)
}

fn text(f: &mut fmt::Formatter<'_>, found: &[Found]) -> fmt::Result {
    for (number, found) in found.iter().enumerate() {
        let area = &found.area;
        let points = human::counted(area.points.len() as u64, "point");
        let lines = human::counted(area.lines.len() as u64, "line");
        writeln!(f, "area {}  {}", number + 1, area.shape)?;
        writeln!(f, "  graph    {}, {points}, {lines}", area.name)?;
        writeln!(f, "  points   {}", area.points.join(" "))?;
        if !area.lines.is_empty() {
            let names: Vec<String> = area.lines.iter().map(|line| line.join("-")).collect();
            writeln!(f, "  lines    {}", names.join(" "))?;
        }
        for (squares, name) in area.amazons().iter().zip(["black", "white"]) {
            if !squares.is_empty() {
                writeln!(f, "  {name}    {}", squares.join(" "))?;
            }
        }
        if let Some(filling) = &area.filling {
            let (moves, empty, defects) = (filling.moves, filling.empty, filling.defects);
            let defective =
                if defects == 0 { "can be filled".into() } else { format!("{defects}-defective") };
            let moves = human::counted(moves.into(), "move");
            let empty = human::counted(empty.into(), "empty square");
            writeln!(f, "  filling  {moves} on {empty}: {defective}")?;
            filling.text().map_or(Ok(()), |ends| writeln!(f, "  {ends}"))?;
        }
        if let Some(positions) = found.positions() {
            let regions = human::counted(positions.len() as u64, "region");
            writeln!(f, "  {regions} in the catalogue with this graph:")?;
            for position in positions.iter().take(LISTED) {
                writeln!(f, "    {position}")?;
            }
            if positions.len() > LISTED {
                writeln!(f, "    and {} more; --json lists all", positions.len() - LISTED)?;
            }
        } else {
            writeln!(f, "  larger than the catalogue (--catalogue, at most 10 squares)")?;
        }
    }
    Ok(())
}

/// A picture of each area with its graph, then of regions with the same graph.
fn picture(title: &str, found: &[Found]) -> String {
    let mut drawings = Vec::new();
    for (number, found) in found.iter().enumerate() {
        let area = &found.area;
        let caption = format!("area {}: {}", number + 1, area.name);
        drawings.push((points_svg(&area.places, &area.graph, &area.position), caption));
        for &(region, black, white) in found.isomorphic.iter().flatten().take(LISTED) {
            let title = region.diagram(black, white).to_string();
            let caption = format!("the graph of area {}", number + 1);
            drawings.push((graph_svg(region, black, white, &title), caption));
        }
    }
    gallery(title, WIDTH, &drawings)
}
