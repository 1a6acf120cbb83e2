//! `lastmove bench`: speed on fixed positions, and a checksum of the nodes.
//!
//! A change that is not meant to change behaviour must not change the checksum. Each part of the
//! program adds its positions as a section: a file here and a line in [`SECTIONS`].

mod evaluation;
mod perft;
mod search;

use crate::args::Version;
use crate::flags::LimitFlags;
use crate::{Failure, Session, machine, output};
use lastmove_work::{Budget, Progress, human};
use schemars::JsonSchema;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  lastmove bench --quick
  lastmove bench --quick --only perft --json";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Measure small positions only
    #[arg(long)]
    quick: bool,
    /// Measure one section only
    #[arg(long, value_name = "SECTION", value_parser = SECTIONS.map(|(name, _)| name))]
    only: Option<String>,
    #[command(flatten)]
    limits: LimitFlags,
}

/// The conditions of a section.
pub(crate) struct Conditions<'s> {
    /// small positions only
    pub(crate) quick: bool,
    /// its limits
    pub(crate) budget: &'s Budget,
    /// receives progress
    pub(crate) progress: &'s dyn Progress,
}

/// A part of the benchmark.
type Section = fn(&Conditions<'_>) -> Result<Vec<Entry>, Failure>;
const SECTIONS: [(&str, Section); 3] =
    [("perft", perft::run), ("evaluation", evaluation::run), ("search", search::run)];

/// The measurements.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Measured {
    #[serde(flatten)]
    version: Version,
    /// all nodes: the same in every run
    checksum: u64,
    seconds: f64,
    sections: Vec<MeasuredSection>,
}

/// One kind of measurement.
#[derive(Serialize, JsonSchema)]
struct MeasuredSection {
    section: &'static str,
    entries: Vec<Entry>,
}

/// One measurement.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Entry {
    /// the position
    pub(crate) name: String,
    /// nodes: the same in every run
    pub(crate) nodes: u64,
    /// how long it took
    pub(crate) seconds: f64,
}

/// Runs the sections and prints the measurements.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let budget = session.budget(args.limits.limits());
    let conditions =
        Conditions { quick: args.quick, budget: &budget, progress: &*session.progress };
    let (mut checksum, mut seconds) = (0, 0.0);
    let (mut sections, mut text) = (Vec::new(), String::new());
    for (section, measure) in SECTIONS {
        if args.only.as_ref().is_some_and(|only| only != section) {
            continue;
        }
        let entries = measure(&conditions)?;
        text += &format!("{section}\n");
        for Entry { name, nodes, seconds: taken } in &entries {
            checksum += nodes;
            seconds += taken;
            let (count, time) = (human::count(*nodes), human::seconds(*taken));
            let rate = human::rate(*nodes, *taken);
            text += &format!("  {name:24} {count:>16} nodes {time:>9} {rate:>14} a second\n");
        }
        sections.push(MeasuredSection { section, entries });
    }
    let (nodes, time) = (human::count(checksum), human::seconds(seconds));
    text += &format!("checksum {nodes} nodes, {time}, instructions {}\n", machine::INSTRUCTIONS);
    text.extend(machine::HINT.map(|hint| format!("{hint}\n")));
    let fields = Measured { version: Version::THIS, checksum, seconds, sections };
    output::answer(session, &fields, text)
}
