//! `lastmove completions`: scripts for shells.

use crate::args::program;
use crate::{Failure, Session, output};
use clap_complete::Shell;
use serde_json::json;

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

/// Prints the script.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program(), "lastmove", &mut script);
    let script = String::from_utf8_lossy(&script);
    output::answer(session, &json!({"shell": args.shell.to_string(), "script": script}), &script)
}
