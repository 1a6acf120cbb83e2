//! The output of `lastmove` without arguments.

use crate::args::Cli;
use crate::{Failure, Session, output};
use clap::{Command, CommandFactory};
use serde_json::json;
use std::fmt;

/// Prints the overview.
pub(crate) fn run(session: &Session) -> Result<(), Failure> {
    let version = env!("CARGO_PKG_VERSION");
    let about = |command: &Command| command.get_about().map(ToString::to_string);
    let cli = Cli::command();
    let commands: Vec<(&str, String)> = cli
        .get_subcommands()
        .map(|command| (command.get_name(), about(command).unwrap_or_default()))
        .collect();
    let line = |(command, about): &_| json!({"command": command, "about": about});
    let lines: Vec<_> = commands.iter().map(line).collect();
    let text = fmt::from_fn(|f| {
        writeln!(f, "lastmove {version}: Amazons and Domineering, games of the last move\n")?;
        for (command, about) in &commands {
            writeln!(f, "  {command:12} {about}")?;
        }
        f.write_str(TRY)
    });
    output::answer(
        session,
        &json!({"name": "lastmove", "version": version, "commands": lines}),
        text,
    )
}

const TRY: &str = "
Try
  lastmove solve amazons 4x5
  lastmove show amazons 10x10
  lastmove value domineering 4x4
  lastmove thermograph amazons 1qQ/*2/3
  lastmove perft amazons 5x6 2

`lastmove COMMAND --help` explains a command and gives examples.
";
