//! `lastmove zugzwang`: finds all zugzwangs of a size with one amazon a side, or plans a sum.

pub(crate) mod sum;

use crate::flags::CountFlags;
use crate::{Failure, Session, output, pictures};
use lastmove_amazons::Colour;
use lastmove_board::Game;
use lastmove_draw::BoardDrawing;
use lastmove_regions::{Disagreement, Zugzwang, ZugzwangKind, Zugzwangs, zugzwangs};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  lastmove zugzwang --size 6
  lastmove zugzwang --size 7 --json
  lastmove zugzwang --size 6 --threads 1 --time 5m
  lastmove zugzwang --size 6 --svg drawings
  lastmove zugzwang --sum \"3|6\" \"0|9\" -3
  lastmove zugzwang --sum \"2****/3***/1*****/*2***/***q**/***Q**/**1*1*/*1***1\" --first black --json

--sum takes zugzwangs a|b (in braces if a is negative, {-10|-2}), integers of free moves (Black's are
positive), and positions whose shared areas are zugzwangs. The winner leaves to the loser what gains most (Müller and Tegos, 5.3).";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["size", "sum"])))]
pub(crate) struct Args {
    /// Squares of a region, including those of the two amazons
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=10))]
    size: Option<u8>,
    /// Plan the sum of these zugzwangs, free moves and positions for the best score
    #[arg(long, value_name = "TERM", num_args = 1.., allow_negative_numbers = true,
        conflicts_with_all = ["size", "svg"])]
    sum: Vec<String>,
    /// Who begins to play the sum
    #[arg(long, value_name = "SIDE", requires = "sum", default_value = "white",
        value_parser = ["white", "black"])]
    first: String,
    /// Draw the positions into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    limits: CountFlags,
}

/// All zugzwangs of a size.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FoundZugzwangs {
    size: usize,
    /// how many
    positions: usize,
    line_segment_graphs: usize,
    zugzwangs: Vec<ZugzwangAnswer>,
    /// positions where a search for the most moves errs
    disagreements: Vec<MisledSearch>,
    seconds: f64,
    /// files that were drawn
    #[serde(skip_serializing_if = "Option::is_none")]
    drawings: Option<usize>,
}

/// A zugzwang.
#[derive(Serialize, JsonSchema)]
struct ZugzwangAnswer {
    position: String,
    /// the score with Black first
    black_first: i32,
    white_first: i32,
    /// such as `3|6`
    options: String,
    value: String,
    /// simple or intermediate
    kind: &'static str,
    /// the number of its line segment graph
    graph: usize,
}

/// A position whose scores by a search are not the exact ones.
#[derive(Serialize, JsonSchema)]
struct MisledSearch {
    position: String,
    black_first: i64,
    white_first: i64,
    exact_black_first: i64,
    exact_white_first: i64,
}

/// Searches for zugzwangs; draws them on request.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let Some(size) = args.size else {
        let first = if args.first == "black" { Colour::Black } else { Colour::White };
        return sum::run(&args.sum, first, session);
    };
    args.svg.as_deref().map(pictures::make_folder).transpose()?;
    let started = Instant::now();
    let progress = &*session.progress;
    let found = args.limits.run(session, |cancel| zugzwangs(size.into(), progress, cancel))?;
    let seconds = started.elapsed().as_secs_f64();
    let drawings = args.svg.as_deref().map(|folder| draw(&found, folder)).transpose()?;
    let mut graph_of = vec![0; found.positions.len()];
    for (graph, (_, members)) in found.graphs.iter().enumerate() {
        members.iter().for_each(|&member| graph_of[member] = graph + 1);
    }
    let line = |(number, z): (usize, &Zugzwang)| ZugzwangAnswer {
        position: z.diagram().to_string(),
        black_first: z.black_first,
        white_first: z.white_first,
        options: z.options.clone(),
        value: z.value.clone(),
        kind: match z.kind {
            ZugzwangKind::Simple => "simple",
            ZugzwangKind::Intermediate => "intermediate",
        },
        graph: graph_of[number],
    };
    let misled = |d: &Disagreement| MisledSearch {
        position: d.diagram().to_string(),
        black_first: d.searched[0],
        white_first: d.searched[1],
        exact_black_first: d.settled[0],
        exact_white_first: d.settled[1],
    };
    let fields = FoundZugzwangs {
        size: found.size,
        positions: found.positions.len(),
        line_segment_graphs: found.graphs.len(),
        zugzwangs: found.positions.iter().enumerate().map(line).collect(),
        disagreements: found.disagreements.iter().map(misled).collect(),
        seconds,
        drawings,
    };
    output::answer(session, &fields, fmt::from_fn(|f| text(f, &found, drawings)))
}

/// Draws one file for each position; returns their number.
fn draw(found: &Zugzwangs, folder: &std::path::Path) -> Result<usize, Failure> {
    for (number, zugzwang) in found.positions.iter().enumerate() {
        let diagram = zugzwang.diagram();
        let svg = BoardDrawing::new(&diagram, Game::Amazons).svg();
        let name = format!("zugzwang-{}-{:04}.svg", found.size, number + 1);
        pictures::write(&folder.join(name), &svg)?;
    }
    Ok(found.positions.len())
}

/// Positions that the text lists.
const LISTED: usize = 20;

fn text(f: &mut fmt::Formatter<'_>, found: &Zugzwangs, drawings: Option<usize>) -> fmt::Result {
    let (size, positions, graphs) = (found.size, found.positions.len(), found.graphs.len());
    writeln!(f, "size {size}: {positions} zugzwangs, {graphs} line segment graphs")?;
    for z in found.positions.iter().take(LISTED) {
        let (position, options, value) = (z.diagram().to_string(), &z.options, &z.value);
        let (black, white) = (z.black_first, z.white_first);
        let scores = format!("{black:>2} if Black begins, {white:>2} if White");
        writeln!(f, "  {position:20} {scores}  {options} = {value}")?;
    }
    if positions > LISTED {
        writeln!(f, "  and {} more; --json lists all", positions - LISTED)?;
    }
    match found.disagreements.as_slice() {
        [] => writeln!(f, "exact values and searches agree")?,
        some => {
            writeln!(f, "exact values and searches disagree on {}", some.len())?;
            for d in some.iter().take(LISTED) {
                let ([b, w], [exact_b, exact_w]) = (d.searched, d.settled);
                let position = d.diagram().to_string();
                let values = format!("values {exact_b} and {exact_w}");
                writeln!(f, "  {position:20} searches {b} and {w}, {values}")?;
            }
            if some.len() > LISTED {
                writeln!(f, "  and {} more", some.len() - LISTED)?;
            }
        }
    }
    drawings.map_or(Ok(()), |drawings| writeln!(f, "{drawings} drawings written"))
}
