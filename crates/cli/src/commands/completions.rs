//! `lastmove completions`: scripts for shells.

use crate::args::program;
use crate::{Failure, Session, output};
use clap_complete::Shell;
use schemars::JsonSchema;
use serde::Serialize;

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

/// The script.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Script {
    shell: String,
    script: String,
}

/// Prints the script.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program(), "lastmove", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let fields = Script { shell: args.shell.to_string(), script };
    output::answer(session, &fields, &fields.script)
}
