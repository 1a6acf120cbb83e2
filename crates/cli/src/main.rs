//! The command line of Lastmove.
//!
//! Raw arguments ([`args`]) become a checked configuration in each command, which then runs with
//! a [`session::Session`] and prints one answer ([`output`]) or gives one [`failure::Failure`].

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

use failure::Failure;
use session::Session;
use std::process::ExitCode;

/// Searches live on hash maps of many megabytes.
#[global_allocator]
static ALLOCATOR: lastmove_work::HugePages = lastmove_work::HugePages;

fn main() -> ExitCode {
    machine::check();
    run()
}

/// Apart from `main`, so that nothing of it comes before the check.
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
