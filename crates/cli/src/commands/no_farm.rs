//! `lastmove farm` in a program that was built without it.

use crate::{Failure, Session};

const HELP: &str = "\
This program was built without the farm. Build it with
`cargo install --path crates/cli --features farm`.

Examples with a server:
  lastmove farm start amazons 5x5 --campaign 5x5";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Any arguments
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _rest: Vec<String>,
}

/// Says how to build it.
pub(crate) fn run(_: &Args, _: &Session) -> Result<(), Failure> {
    let how = "cargo install --path crates/cli --features farm";
    Err(Failure::input("farm", format!("this program was built without it; build it with `{how}`")))
}
