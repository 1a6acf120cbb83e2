//! `lastmove zugzwang`: finds all zugzwangs of a size with one amazon a side.

use crate::failure::Failure;
use crate::flags::CountFlags;
use crate::output::{self, Answer};
use crate::pictures;
use crate::session::Session;
use lastmove_draw::{BoardPicture, Labels};
use lastmove_regions::{ZugzwangKind, Zugzwangs, zugzwangs};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  lastmove zugzwang --size 6
  lastmove zugzwang --size 7 --json
  lastmove zugzwang --size 6 --threads 1 --time 5m
  lastmove zugzwang --size 6 --svg drawings";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Squares of a region, those of the two amazons included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=10))]
    size: u8,
    /// Draw the positions into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    limits: CountFlags,
}

#[derive(Serialize)]
struct Found {
    size: usize,
    positions: usize,
    line_segment_graphs: usize,
    zugzwangs: Vec<Line>,
    /// positions that are zugzwangs by the searches or by exact values, not by both
    disagreements: Vec<Misled>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawings: Option<usize>,
}

#[derive(Serialize)]
struct Line {
    position: String,
    /// Black's moves less White's
    black_first: i32,
    white_first: i32,
    options: String,
    value: String,
    kind: &'static str,
    /// counted from 1
    graph: usize,
}

#[derive(Serialize)]
struct Misled {
    position: String,
    black_first: i64,
    white_first: i64,
    /// the scores with positions worth an integer at their value
    exact_black_first: i64,
    exact_white_first: i64,
}

/// Searches, and draws if asked to.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let started = Instant::now();
    let progress = &*session.progress;
    let found = args.limits.run(session, |cancel| zugzwangs(args.size.into(), progress, cancel))?;
    let seconds = started.elapsed().as_secs_f64();
    let drawings = args.svg.as_deref().map(|folder| draw(&found, folder)).transpose()?;
    let mut graph_of = vec![0; found.positions.len()];
    for (graph, (_, members)) in found.graphs.iter().enumerate() {
        members.iter().for_each(|&member| graph_of[member] = graph + 1);
    }
    let line = |(number, z): (usize, &lastmove_regions::Zugzwang)| Line {
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
    let misled = |d: &lastmove_regions::Disagreement| Misled {
        position: d.diagram().to_string(),
        black_first: d.searched[0],
        white_first: d.searched[1],
        exact_black_first: d.settled[0],
        exact_white_first: d.settled[1],
    };
    output::answer(
        session,
        &Found {
            size: found.size,
            positions: found.positions.len(),
            line_segment_graphs: found.graphs.len(),
            zugzwangs: found.positions.iter().enumerate().map(line).collect(),
            disagreements: found.disagreements.iter().map(misled).collect(),
            seconds,
            drawings,
        },
    )
}

/// One file for each position; gives their number.
fn draw(found: &Zugzwangs, folder: &std::path::Path) -> Result<usize, Failure> {
    pictures::make_folder(folder)?;
    for (number, zugzwang) in found.positions.iter().enumerate() {
        let diagram = zugzwang.diagram();
        let svg = BoardPicture::new(&diagram, Labels::Amazons).svg();
        let name = format!("zugzwang-{}-{:04}.svg", found.size, number + 1);
        pictures::write(&folder.join(name), &svg)?;
    }
    Ok(found.positions.len())
}

/// Positions that the text lists.
const LISTED: usize = 20;

impl Answer for Found {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (positions, graphs) = (self.positions, self.line_segment_graphs);
        writeln!(f, "size {}: {positions} zugzwangs, {graphs} line segment graphs", self.size)?;
        for line in self.zugzwangs.iter().take(LISTED) {
            let Line { position, black_first, white_first, options, value, .. } = line;
            let scores = format!("{black_first:>2} if Black begins, {white_first:>2} if White");
            writeln!(f, "  {position:20} {scores}  {options} = {value}")?;
        }
        if positions > LISTED {
            writeln!(f, "  and {} more; --json lists all", positions - LISTED)?;
        }
        match self.disagreements.as_slice() {
            [] => writeln!(f, "exact values and searches agree")?,
            some => {
                writeln!(f, "exact values and searches disagree on {}", some.len())?;
                for line in some.iter().take(LISTED) {
                    let Misled { position, black_first: b, white_first: w, .. } = line;
                    let (exact_b, exact_w) = (line.exact_black_first, line.exact_white_first);
                    writeln!(
                        f,
                        "  {position:20} searches {b} and {w}, values {exact_b} and {exact_w}"
                    )?;
                }
                if some.len() > LISTED {
                    writeln!(f, "  and {} more", some.len() - LISTED)?;
                }
            }
        }
        if let Some(drawings) = self.drawings {
            writeln!(f, "{drawings} drawings written")?;
        }
        Ok(())
    }
}
