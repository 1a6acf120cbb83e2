//! The output of `lastmove` without arguments.

use crate::args::{self, Version};
use crate::{Failure, Session, machine, output};
use clap::Command;
use serde::Serialize;
use std::fmt;

/// What `lastmove --json` answers.
#[derive(Serialize)]
struct Overview {
    #[serde(flatten)]
    version: Version,
    /// all commands
    commands: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    command: String,
    /// what it does
    about: String,
}

/// Prints the overview.
pub(crate) fn run(session: &Session) -> Result<(), Failure> {
    let about = |command: &Command| command.get_about().map(ToString::to_string);
    let commands: Vec<Line> = args::program()
        .get_subcommands()
        .map(|command| Line {
            command: command.get_name().to_owned(),
            about: about(command).unwrap_or_default(),
        })
        .collect();
    let fields = Overview { version: Version::THIS, commands };
    let text = fmt::from_fn(|f| {
        let version = machine::VERSION;
        writeln!(f, "lastmove {version}: Amazons and Domineering, games of the last move\n")?;
        for Line { command, about } in &fields.commands {
            writeln!(f, "  {command:12} {about}")?;
        }
        f.write_str(TRY)
    });
    output::answer(session, &fields, text)
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
