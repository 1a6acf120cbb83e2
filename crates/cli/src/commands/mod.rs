//! The commands, one file each. To add one, write a file, add a variant here, and a line in the
//! overview.

pub(crate) mod overview;

mod analyse;
mod bench;
mod completions;
mod db;
mod evaluate;
#[cfg(feature = "farm")]
mod farm;
#[cfg(not(feature = "farm"))]
#[path = "no_farm.rs"]
mod farm;
mod graph;
mod gtp;
mod man;
mod matches;
mod openings;
mod perft;
mod play;
mod regions;
mod reproduce;
mod serve;
mod show;
mod site;
mod solve;
mod thermograph;
mod uci;
mod value;
mod verify;
mod winners;
mod zugzwang;

use crate::{Failure, Session};
use clap::Subcommand;

/// The commands, each with the module that has its `Args` and `run`.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident => $module:ident,)*) => {
        /// The commands of the program.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($(#[$attribute])* $name(Box<$module::Args>),)*
        }

        impl Command {
            /// Runs the command.
            pub(crate) fn run(&self, session: &Session) -> Result<(), Failure> {
                match self {
                    $(Self::$name(args) => $module::run(args, session),)*
                }
            }
        }
    };
}

commands! {
    /// Find who wins and by which moves, and write a certificate
    Solve => solve,
    /// Check a certificate
    Verify => verify,
    /// Explain the worth of a position without search, area by area
    Evaluate => evaluate,
    /// Chart who wins on solved Amazons boards and on every Domineering rectangle
    Winners => winners,
    /// Draw a board or position, and play moves on it
    Show => show,
    /// Value positions or expressions: canonical form, mean, temperature, thermograph
    Value => value,
    /// Draw a thermograph, in the terminal or as SVG or PNG
    Thermograph => thermograph,
    /// Count the move sequences of a given length
    Perft => perft,
    /// Build, list, query and check endgame databases
    Db => db,
    /// Count small regions, their line segment graphs, and those that cannot be filled
    Regions => regions,
    /// Show the line segment graph of each area of a position, its defects and dead ends
    Graph => graph,
    /// Find small positions in which neither side wants to move, or plan a sum of them
    Zugzwang => zugzwang,
    /// Find the best moves of a position, or the mistakes of a whole game
    #[command(visible_alias = "analyze")]
    Analyse => analyse,
    /// Play against the engine in the terminal
    Play => play,
    /// Play by the Go Text Protocol, for front ends and other programs
    Gtp => gtp,
    /// Play by the Universal Chess Interface, in Fairy-Stockfish's dialect
    Uci => uci,
    /// Let engines play a match or a tournament, with a referee and statistics
    Match => matches,
    /// Make balanced openings for matches
    Openings => openings,
    /// Compute published tables again and compare
    Reproduce => reproduce,
    /// Measure speed on fixed positions and print a node checksum
    Bench => bench,
    /// Solve one board on many machines, over a NATS server
    Farm => farm,
    /// Open the page: play, analyse and understand both games in a browser
    Serve => serve,
    /// Write the page as a folder that any web host can serve
    Site => site,
    /// Print a script that completes commands in a shell
    Completions => completions,
    /// Write the man pages into a folder
    Man => man,
}
