//! `--checkpoint` and `--resume`: a long search that can be continued after Ctrl-C, limits and
//! kills.

use super::Args;
use crate::{Failure, flags};
use lastmove_board::Game;
use lastmove_report::solve::{CheckpointFile, Question};
use lastmove_work::file::WriteError;
use lastmove_work::human;
use std::path::PathBuf;
use std::time::Duration;

/// The flags.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Long runs")]
pub(super) struct CheckpointFlags {
    /// Save what the search has found to a file, every minute and when it ends
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    checkpoint: Option<PathBuf>,
    /// Continue the search of a checkpoint; the file is kept up to date unless --checkpoint names
    /// another one
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    resume: Option<PathBuf>,
    /// Time between two checkpoints
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, default_value = "60s",
        hide_default_value = true, hide = true)]
    checkpoint_every: Duration,
}

fn complain(error: &WriteError) {
    flags::warn(error.to_string());
}

impl CheckpointFlags {
    /// The question of the arguments or of the checkpoint to resume, and the writer of checkpoints.
    /// Verifies a checkpoint to resume, and creates the file of a new one.
    pub(super) fn begin(
        &self,
        args: &Args,
        game: Game,
    ) -> Result<(Option<CheckpointFile>, Question), Failure> {
        let every = self.checkpoint_every;
        let Some(from) = &self.resume else {
            let question = args.question(game, args.board.as_deref().unwrap_or_default())?;
            let Some(path) = &self.checkpoint else { return Ok((None, question)) };
            if path.exists() {
                let problem = "the file exists; go on with it by --resume, or remove it";
                return Err(Failure::input(format!("--checkpoint {}", path.display()), problem));
            }
            let (position, memory) = (question.diagram.to_string(), args.search.memory());
            let keeper = CheckpointFile::new(path, every, game, position, memory, complain)
                .map_err(|e| Failure::from(anyhow::anyhow!("--checkpoint {e}")))?;
            return Ok((Some(keeper), question));
        };
        let keeper =
            CheckpointFile::resume(from, self.checkpoint.as_deref(), every, game, complain)
                .map_err(|e| Failure::input("--resume", e))?;
        let bad = |problem: String| Failure::input(format!("--resume {}", from.display()), problem);
        if args.search.memory.is_some_and(|asked| asked != keeper.memory()) {
            let memory = human::bytes(keeper.memory());
            return Err(bad(format!(
                "its search has {memory}, and that cannot change; leave --memory out"
            )));
        }
        let question = args.question(game, args.board.as_deref().unwrap_or(keeper.position()))?;
        if question.diagram.to_string() != keeper.position() {
            let asked = &question.diagram;
            return Err(bad(format!("it is of \"{}\", not of \"{asked}\"", keeper.position())));
        }
        Ok((Some(keeper), question))
    }
}
