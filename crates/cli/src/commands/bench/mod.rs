//! `lastmove bench`: speed on fixed positions, and a checksum of the nodes.
//!
//! A change that is meant to leave behaviour alone must leave the checksum alone. Each part of
//! the program adds its positions as a section: a file here and a line in [`SECTIONS`].

mod evaluation;
mod perft;

use crate::failure::Failure;
use crate::flags::LimitFlags;
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_work::{Budget, Progress, human};
use serde::Serialize;
use std::fmt;

const EXAMPLES: &str = "\
Examples:
  lastmove bench --quick
  lastmove bench --quick --only perft --json";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Small positions only
    #[arg(long)]
    quick: bool,
    /// One section only
    #[arg(long, value_name = "SECTION", value_parser = SECTIONS.map(|(name, _)| name))]
    only: Option<String>,
    #[command(flatten)]
    limits: LimitFlags,
}

/// What a section runs with.
pub(crate) struct Conditions<'s> {
    /// small positions only
    pub(crate) quick: bool,
    /// when to stop
    pub(crate) budget: &'s Budget,
    /// where progress goes
    pub(crate) progress: &'s dyn Progress,
}

/// A part of the benchmark.
type Section = fn(&Conditions<'_>) -> Result<Vec<Entry>, Failure>;
const SECTIONS: [(&str, Section); 2] = [("perft", perft::run), ("evaluation", evaluation::run)];

/// One measurement.
#[derive(Serialize)]
pub(crate) struct Entry {
    /// what was done
    pub(crate) name: String,
    /// nodes: the same in every run
    pub(crate) nodes: u64,
    /// how long it took
    pub(crate) seconds: f64,
}

#[derive(Serialize)]
struct Report {
    /// all nodes together
    checksum: u64,
    seconds: f64,
    sections: Vec<Measured>,
}

#[derive(Serialize)]
struct Measured {
    section: &'static str,
    entries: Vec<Entry>,
}

/// Runs the sections and prints what they took.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let budget = session.budget(args.limits.limits());
    let conditions =
        Conditions { quick: args.quick, budget: &budget, progress: &*session.progress };
    let mut report = Report { checksum: 0, seconds: 0.0, sections: Vec::new() };
    for (section, measure) in SECTIONS {
        if args.only.as_ref().is_none_or(|only| only == section) {
            let entries = measure(&conditions)?;
            report.checksum += entries.iter().map(|entry| entry.nodes).sum::<u64>();
            report.seconds += entries.iter().map(|entry| entry.seconds).sum::<f64>();
            report.sections.push(Measured { section, entries });
        }
    }
    output::answer(session, &report)
}

impl Answer for Report {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Measured { section, entries } in &self.sections {
            writeln!(f, "{section}")?;
            for Entry { name, nodes, seconds } in entries {
                let (count, time) = (human::count(*nodes), human::seconds(*seconds));
                let rate = human::rate(*nodes, *seconds);
                writeln!(f, "  {name:24} {count:>16} nodes {time:>9} {rate:>14} a second")?;
            }
        }
        let (checksum, seconds) = (human::count(self.checksum), human::seconds(self.seconds));
        writeln!(f, "checksum {checksum} nodes, {seconds}")
    }
}
