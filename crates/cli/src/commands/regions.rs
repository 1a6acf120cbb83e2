//! `lastmove regions`: counts all regions of a size, their line segment graphs, and those that
//! cannot be filled.

use crate::flags::CountFlags;
use crate::{Failure, Session, output, pictures};
use lastmove_draw::graph_svg;
use lastmove_regions::{Defective, Region, RegionCounts, census};
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  lastmove regions --size 8
  lastmove regions --size 7 --amazons 1
  lastmove regions --size 6 --amazons 2 --json
  lastmove regions --size 8 --threads 1 --time 10m
  lastmove regions --size 4 --svg drawings";

/// The largest size that a census takes; size 12 has some 30 million regions.
const MAX_SIZE: u8 = 12;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Squares of a region, those of the amazons included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MAX_SIZE as i64))]
    size: u8,
    /// Place this many amazons of one colour in all ways, and count the defective regions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=MAX_SIZE as i64))]
    amazons: Option<u8>,
    /// Draw one region of each graph, or of each defective graph with amazons, into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    limits: CountFlags,
}

/// How many regions there are.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CountedRegions {
    /// squares, with those of the amazons
    size: usize,
    amazons: usize,
    regions: u64,
    line_segment_graphs: u64,
    /// those that cannot be filled
    defective: Vec<DefectiveAnswer>,
    seconds: f64,
    /// files that were drawn
    #[serde(skip_serializing_if = "Option::is_none")]
    drawings: Option<usize>,
}

/// Regions of which some squares stay empty.
#[derive(Serialize, JsonSchema)]
struct DefectiveAnswer {
    /// how many squares
    defects: u32,
    regions: u64,
    line_segment_graphs: u64,
}

/// Counts the regions; draws them on request.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let amazons = args.amazons.unwrap_or(0);
    if amazons > args.size {
        let problem = format!("expected at most {} in a region of that size", args.size);
        return Err(Failure::input(format!("--amazons {amazons}"), problem));
    }
    if amazons > 0 && args.size == MAX_SIZE {
        let problem = "expected at most 11 with amazons; all placements would take too much memory";
        return Err(Failure::input(format!("--size {}", args.size), problem));
    }
    args.svg.as_deref().map(pictures::make_folder).transpose()?;
    let started = Instant::now();
    let progress = &*session.progress;
    let found = args
        .limits
        .run(session, |cancel| census(args.size.into(), amazons.into(), progress, cancel))?;
    let seconds = started.elapsed().as_secs_f64();
    let drawings = args.svg.as_deref().map(|folder| draw(&found, folder)).transpose()?;
    let defective = |d: &Defective| {
        let (defects, regions, graphs) = (d.defects, d.regions, d.line_segment_graphs);
        DefectiveAnswer { defects, regions, line_segment_graphs: graphs }
    };
    let fields = CountedRegions {
        size: found.size,
        amazons: found.amazons,
        regions: found.regions,
        line_segment_graphs: found.line_segment_graphs,
        defective: found.defective.iter().map(defective).collect(),
        seconds,
        drawings,
    };
    let mut text = text(&found);
    if let Some(drawings) = drawings {
        text += &format!("{drawings} drawings written\n");
    }
    let (time, rate) = (human::seconds(seconds), human::rate(found.regions, seconds));
    output::answer(session, &fields, format!("{text}{time}, {rate} regions a second\n"))
}

/// Draws one file for each graph; returns their number.
fn draw(found: &RegionCounts, folder: &std::path::Path) -> Result<usize, Failure> {
    let plain = found.examples.iter().map(|&region| ("graph".to_owned(), (region, 0)));
    let defective = found.defective.iter().flat_map(|group| {
        let name = format!("{}-defective", group.defects);
        group.examples.iter().map(move |&example| (name.clone(), example))
    });
    let all: Vec<(String, (Region, u64))> = plain.chain(defective).collect();
    for (number, (name, (region, amazons))) in all.iter().enumerate() {
        let title = region.diagram(*amazons, 0).to_string();
        let file = folder.join(format!("size-{}-{name}-{:04}.svg", found.size, number + 1));
        pictures::write(&file, &graph_svg(*region, *amazons, 0, &title))?;
    }
    Ok(all.len())
}

fn text(found: &RegionCounts) -> String {
    let with = match found.amazons {
        0 => String::new(),
        1 => " with one amazon".into(),
        n => format!(" with {n} amazons"),
    };
    let [regions, graphs] = [found.regions, found.line_segment_graphs].map(human::count);
    let size = found.size;
    let mut text = format!("size {size}{with}: {regions} regions, {graphs} line segment graphs\n");
    for row in &found.defective {
        let [regions, graphs] = [row.regions, row.line_segment_graphs].map(human::count);
        text += &format!("  {}-defective: {regions} regions, {graphs} graphs\n", row.defects);
    }
    if found.amazons > 0 && found.defective.is_empty() {
        text += "  none of them defective\n";
    }
    text
}
