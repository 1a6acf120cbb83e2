//! `lastmove completions`: scripts for shells.

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::{self, Answer};
use crate::session::Session;
use clap::CommandFactory;
use clap_complete::Shell;
use serde::Serialize;
use std::fmt;

const EXAMPLES: &str = "\
Examples:
  lastmove completions bash > lastmove.bash
  lastmove completions fish > lastmove.fish";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

#[derive(Serialize)]
struct Script {
    shell: String,
    script: String,
}

/// Prints the script.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "lastmove", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    output::answer(session, &Script { shell: args.shell.to_string(), script })
}

impl Answer for Script {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.script)
    }
}
