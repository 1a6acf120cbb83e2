//! `--record`: a long search whose state is a small text file, which can be moved between machines.

use crate::Failure;
use lastmove_board::Game;
use lastmove_report::solve::{Question, SearchRecord};
use lastmove_work::human;
use std::path::PathBuf;

/// The flags.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Long runs")]
pub(super) struct RecordFlags {
    /// Record the positions that take much work, with their winners, in a file (JSON lines). If the
    /// file exists, the search uses it and continues (Domineering)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "checkpoint", "resume", "units"])]
    record: Option<PathBuf>,
    /// Record positions that take at least this many nodes
    #[arg(long, value_name = "N", value_parser = human::parse_count, default_value = "100k",
        requires = "record")]
    record_nodes: u64,
}

impl RecordFlags {
    /// The record of a question, if one is kept.
    pub(super) fn open(
        &self,
        game: Game,
        question: &Question,
    ) -> Result<Option<SearchRecord>, Failure> {
        let Some(path) = &self.record else { return Ok(None) };
        if game != Game::Domineering {
            return Err(Failure::input("--record", "is for Domineering; use --checkpoint"));
        }
        SearchRecord::open(path, game, &question.diagram, self.record_nodes)
            .map(Some)
            .map_err(|e| Failure::input("--record", e))
    }
}
