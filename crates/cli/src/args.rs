//! Raw arguments, and error messages about them.

use crate::commands::Command;
use crate::{Failure, machine, output, style};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};
use serde::Serialize;
use std::ffi::OsString;
use std::fmt;

/// Solves, values and plays the combinatorial games Amazons and Domineering.
#[derive(Debug, Parser)]
#[command(name = "lastmove", version = machine::VERSION, styles = style::HELP)]
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

/// The arguments of the program, for reading, help, completions and man pages.
pub(crate) fn program() -> clap::Command {
    with_whole_paragraphs(Cli::command())
}

/// The same command, with paragraphs after the help as one line each: they are wrapped to the
/// terminal when they are printed.
fn with_whole_paragraphs(command: clap::Command) -> clap::Command {
    let command = match command.get_after_help().map(ToString::to_string) {
        Some(text) => command.after_help(whole_paragraphs(&text)),
        None => command,
    };
    command.mut_subcommands(with_whole_paragraphs)
}

/// Joins the lines of each paragraph; indented lines stay.
fn whole_paragraphs(text: &str) -> String {
    let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
    let mut whole = String::new();
    let mut inside = false;
    for line in text.lines() {
        let goes_on = inside && is_text(line);
        whole += if goes_on { " " } else { "\n" };
        whole += line;
        inside = is_text(line);
    }
    whole.split_off(1.min(whole.len()))
}

/// Reads the arguments. Help and version texts are printed here; nothing is left to do then:
/// `Err(Ok(()))`.
pub(crate) fn read(arguments: &[OsString]) -> Result<Cli, Result<(), Failure>> {
    let read = program().try_get_matches_from(arguments);
    read.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| {
        if error.kind() == ErrorKind::DisplayVersion {
            return version(asks_for_json(arguments));
        }
        if error.use_stderr() {
            return Err(Failure::input_line(one_line(&error, arguments)));
        }
        let help = error.render();
        output::print(&if style::is_on(&std::io::stdout()) {
            help.ansi().to_string()
        } else {
            help.to_string()
        })
    })
}

/// The fields of `--version --json`.
#[derive(Debug, Serialize)]
pub(crate) struct Version {
    name: &'static str,
    version: &'static str,
    commit: &'static str,
    instructions: &'static str,
}

impl Version {
    pub(crate) const THIS: Self = Self {
        name: "lastmove",
        version: machine::VERSION,
        commit: machine::COMMIT,
        instructions: machine::INSTRUCTIONS,
    };
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version, commit, instructions } = self;
        write!(f, "{name} {version} (commit {commit}, {instructions})")
    }
}

fn version(json: bool) -> Result<(), Failure> {
    let hint = machine::HINT.map(|hint| format!("{hint}\n")).unwrap_or_default();
    match json {
        true => output::object(&Version::THIS),
        false => output::print(&format!("{}\n{hint}", Version::THIS)),
    }
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
    let root = program();
    let command = arguments
        .iter()
        .filter_map(|a| a.to_str())
        .find_map(|a| root.find_subcommand(a))
        .map(clap::Command::get_name);
    let help = match command {
        Some(name) => format!("lastmove {name} --help"),
        None => "lastmove --help".into(),
    };
    format!("{}; see `{help}`", said.strip_prefix("error: ").unwrap_or(&said))
}
