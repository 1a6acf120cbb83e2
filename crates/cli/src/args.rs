//! Raw arguments, and error messages about them.

use crate::commands::Command;
use crate::{Failure, machine, output};
use clap::{CommandFactory, Parser};
use std::ffi::OsString;

/// Solves, values and plays the combinatorial games Amazons and Domineering.
#[derive(Debug, Parser)]
#[command(name = "lastmove", version = machine::VERSION)]
#[command(max_term_width = 100, arg_required_else_help = false)]
pub(crate) struct Cli {
    /// Print exactly one JSON object on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Reads the arguments. Help and version texts are printed here; nothing is left to do then:
/// `Err(Ok(()))`.
pub(crate) fn read(arguments: &[OsString]) -> Result<Cli, Result<(), Failure>> {
    Cli::try_parse_from(arguments).map_err(|error| {
        if error.use_stderr() {
            Err(Failure::input_line(one_line(&error, arguments)))
        } else {
            output::print(&error.render().to_string())
        }
    })
}

/// Whether `--json` is among arguments that could not be read.
pub(crate) fn asks_for_json(arguments: &[OsString]) -> bool {
    arguments.iter().skip(1).take_while(|a| *a != "--").any(|a| a == "--json")
}

/// The error in one line, without usage and decoration, and with a pointer to the help.
fn one_line(error: &clap::Error, arguments: &[OsString]) -> String {
    let text = error.render().to_string();
    let said: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty())
        .collect();
    let said = said.join(" ").replace(" tip: ", "; ");
    let root = Cli::command();
    let command = arguments
        .iter()
        .filter_map(|a| a.to_str())
        .find(|a| root.get_subcommands().any(|c| c.get_name() == *a));
    let help = match command {
        Some(name) => format!("lastmove {name} --help"),
        None => "lastmove --help".into(),
    };
    format!("{}; see `{help}`", said.strip_prefix("error: ").unwrap_or(&said))
}
