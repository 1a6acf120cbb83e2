//! `lastmove man`: the manual pages of all commands, made from their definitions.

use crate::args::program;
use crate::{Failure, Session, output};
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use lastmove_work::file::replace;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove man share/man/man1
  man ./share/man/man1/lastmove-solve.1 | head

`man lastmove` finds the pages if they lie in a folder man1 of the manual path, such as
/usr/local/share/man/man1.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder, which is made if need be
    folder: PathBuf,
}

/// What was written.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Written {
    folder: PathBuf,
    /// the names of the files
    pages: Vec<String>,
}

/// Writes the pages.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let folder = &args.folder;
    std::fs::create_dir_all(folder).map_err(|e| Failure::input(folder.display(), e))?;
    let mut pages = Vec::new();
    let mut program = program();
    program.build(); // so that subcommands know their full names and the global flags
    each(&program, &mut |command| {
        let name = format!("{}.1", name(command));
        let page = page(command)?;
        replace(folder.join(&name), |out| out.write_all(&page))?;
        pages.push(name);
        Ok(())
    })?;
    let text = format!("{}: {} pages\n", folder.display(), pages.len());
    output::answer(session, &Written { folder: folder.clone(), pages }, text)
}

/// Calls `write` with the command and all below it.
fn each(
    command: &Command,
    write: &mut dyn FnMut(&Command) -> Result<(), Failure>,
) -> Result<(), Failure> {
    write(command)?;
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    below.into_iter().try_for_each(|below| each(below, write))
}

/// `lastmove-db-build` for `lastmove db build`.
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let extra = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut page = Vec::new();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    write_extra(&extra, &mut page)?;
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}

/// Writes what follows the help: indented lines as they are, headings, and paragraphs.
fn write_extra(text: &str, page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    let mut lines = text.lines().peekable();
    let mut indented = false;
    while let Some(line) = lines.next() {
        let is_example = line.starts_with("  ");
        if is_example != indented {
            roff.control(if is_example { "nf" } else { "fi" }, []);
            indented = is_example;
        }
        let heads = lines.peek().is_some_and(|next| next.starts_with("  "));
        match line.strip_suffix(':') {
            Some(heading) if heads && !is_example => {
                roff.control("SH", [heading.to_uppercase().as_str()]);
            }
            _ if line.is_empty() => {
                roff.control("PP", []);
            }
            _ => {
                roff.text([roman(line.trim_start())]);
            }
        }
    }
    if indented {
        roff.control("fi", []);
    }
    roff.to_writer(page)
}
