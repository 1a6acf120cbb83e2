//! What a bare `lastmove` says.

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::{self, Answer};
use crate::session::Session;
use clap::CommandFactory;
use serde::Serialize;
use std::fmt;

#[derive(Serialize)]
struct Overview {
    name: &'static str,
    version: &'static str,
    commands: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    command: String,
    about: String,
}

/// Prints the overview.
pub(crate) fn run(session: &Session) -> Result<(), Failure> {
    let commands = Cli::command()
        .get_subcommands()
        .map(|command| Line {
            command: command.get_name().to_owned(),
            about: command.get_about().map(ToString::to_string).unwrap_or_default(),
        })
        .collect();
    let overview = Overview { name: "lastmove", version: env!("CARGO_PKG_VERSION"), commands };
    output::answer(session, &overview)
}

impl Answer for Overview {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "lastmove {}: Amazons and Domineering, games of the last move\n",
            self.version
        )?;
        for line in &self.commands {
            writeln!(f, "  {:12} {}", line.command, line.about)?;
        }
        f.write_str(
            "\nTry\n  \
               lastmove solve amazons 4x5\n  \
               lastmove show amazons 10x10\n  \
               lastmove value domineering 4x4\n  \
               lastmove thermograph amazons 1qQ/*2/3\n  \
               lastmove perft amazons 5x6 2\n\n\
             `lastmove COMMAND --help` explains a command and gives examples.\n",
        )
    }
}
