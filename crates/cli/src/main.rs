//! The command line of Lastmove, the program `lastmove`.
//!
//! Each command turns raw arguments ([`args`]) into a checked configuration, runs with it in a
//! [`session::Session`], and prints one answer ([`output`]) or fails with one [`failure::Failure`].
//!
//! ```text
//! $ lastmove solve domineering 6x6
//! ```
//!
//! Every command has such examples in its help text; `tests/examples.rs` runs all of them.

mod appraisals;
mod args;
mod batch;
mod boards;
mod commands;
mod engines;
mod failure;
mod flags;
mod games;
mod input;
mod machine;
mod output;
mod pictures;
mod progress;
mod session;
mod style;

use failure::Failure;
use session::Session;
use std::process::ExitCode;

/// Searches use hash maps of many megabytes.
#[global_allocator]
static ALLOCATOR: lastmove_work::HugePages = lastmove_work::HugePages;

fn main() -> ExitCode {
    machine::check();
    run()
}

/// Not inlined, so that the CPU check runs first.
#[inline(never)]
fn run() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let (session, result) = match args::read(&arguments) {
        Ok(cli) => {
            let session = Session::start(cli.json, cli.quiet);
            let result = match cli.command {
                Some(command) => command.run(&session),
                None => commands::overview::run(&session),
            };
            (session, result)
        }
        Err(stop) => (Session::start(args::asks_for_json(&arguments), true), stop),
    };
    ExitCode::from(match result {
        Ok(()) => 0,
        Err(failure) => failure.report(session.json),
    })
}
