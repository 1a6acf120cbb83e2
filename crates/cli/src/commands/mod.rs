//! The commands, one file each. A new one needs a file, a variant here, and a line in the
//! overview.

pub(crate) mod overview;

mod bench;
mod completions;
mod db;
mod evaluate;
mod gtp;
mod matches;
mod perft;
mod play;
mod regions;
mod reproduce;
mod serve;
mod show;
mod solve;
mod thermograph;
mod uci;
mod value;
mod verify;
mod winners;
mod zugzwang;

use crate::failure::Failure;
use crate::session::Session;
use clap::Subcommand;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find who wins, with which moves, and write a certificate
    Solve(Box<solve::Args>),
    /// Check a certificate
    Verify(verify::Args),
    /// Explain what a position is worth without search, area by area
    Evaluate(evaluate::Args),
    /// Chart who wins on every rectangle
    Winners(winners::Args),
    /// Draw a board or position, after some moves perhaps
    Show(show::Args),
    /// Value positions or expressions: canonical form, mean, temperature, thermograph
    Value(value::Args),
    /// Draw a thermograph, in the terminal or as SVG or PNG
    Thermograph(thermograph::Args),
    /// Count the move sequences of a given length
    Perft(perft::Args),
    /// Build, list, ask and check endgame databases
    Db(db::Args),
    /// Count small regions, their line segment graphs, and those that cannot be filled
    Regions(regions::Args),
    /// Find small positions in which neither side wants to move
    Zugzwang(zugzwang::Args),
    /// Play against the engine in the terminal
    Play(Box<play::Args>),
    /// Play by the Go Text Protocol, for front ends and other programs
    Gtp(gtp::Args),
    /// Play by the Universal Chess Interface, in Fairy-Stockfish's dialect
    Uci(uci::Args),
    /// Let two engines play a match, with a referee and statistics
    Match(Box<matches::Args>),
    /// Compute published tables anew and compare
    Reproduce(reproduce::Args),
    /// Measure speed on fixed positions and print a node checksum
    Bench(bench::Args),
    /// Open the page: play, analyse and understand both games in a browser
    Serve(serve::Args),
    /// Print a script that completes commands in a shell
    Completions(completions::Args),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self, session: &Session) -> Result<(), Failure> {
        match self {
            Self::Solve(args) => solve::run(&args, session),
            Self::Verify(args) => verify::run(&args, session),
            Self::Evaluate(args) => evaluate::run(&args, session),
            Self::Winners(args) => winners::run(&args, session),
            Self::Show(args) => show::run(&args, session),
            Self::Value(args) => value::run(&args, session),
            Self::Thermograph(args) => thermograph::run(&args, session),
            Self::Perft(args) => perft::run(&args, session),
            Self::Db(args) => db::run(&args, session),
            Self::Regions(args) => regions::run(&args, session),
            Self::Zugzwang(args) => zugzwang::run(&args, session),
            Self::Play(args) => play::run(&args, session),
            Self::Gtp(args) => gtp::run(&args, session),
            Self::Uci(args) => uci::run(&args, session),
            Self::Match(args) => matches::run(&args, session),
            Self::Reproduce(args) => reproduce::run(&args, session),
            Self::Bench(args) => bench::run(&args, session),
            Self::Serve(args) => serve::run(&args, session),
            Self::Completions(args) => completions::run(&args, session),
        }
    }
}
