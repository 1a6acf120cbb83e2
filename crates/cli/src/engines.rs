//! Arguments of commands that play: the engine, and the limits of a move.

use crate::flags::{self, DatabaseFlags};
use crate::{Failure, Session};
use clap::Args;
use clap::builder::TypedValueParser;
use lastmove_player::{EngineOptions, Level, MoveLimits, PlayerKind};
use lastmove_work::{Count, human};
use std::sync::Arc;
use std::time::Duration;

/// The engine of `play`, `gtp` and `uci`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineFlags {
    /// The player and its settings, such as strong or classical:eval=mobility
    #[arg(long, value_name = "PLAYER", default_value = "strong", value_parser = player(),
        hide_possible_values = true)]
    engine: PlayerKind,
    /// Strength from 1 (beginner) to 10 (full strength)
    #[arg(long, value_name = "N", value_parser = level(), default_value = "10",
        hide_possible_values = true)]
    level: Level,
    #[command(flatten)]
    shared: SharedFlags,
}

/// Settings that all engines of a command share.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct SharedFlags {
    /// Threads of each engine [default: all cores; one in matches, below level 10, and where nodes or
    /// processor time are counted]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory of each engine, such as 64M or 1G
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = human::parse_bytes,
        allow_negative_numbers = true)]
    memory: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    databases: DatabaseFlags,
}

/// Reads a player and its settings.
fn player() -> impl TypedValueParser<Value = PlayerKind> {
    flags::suggesting(["strong", "classical"], |text: &str| text.parse::<PlayerKind>())
}

/// Reads a level.
fn level() -> impl TypedValueParser<Value = Level> {
    flags::suggesting(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], |text: &str| {
        let level = text.parse().ok().and_then(Level::new);
        level.ok_or("expected a level from 1 (beginner) to 10 (full strength)")
    })
}

impl SharedFlags {
    /// The options without a player. Each engine gets `threads` threads unless the arguments say
    /// otherwise. Opens the databases.
    pub(crate) fn options(
        &self,
        session: &Session,
        threads: usize,
    ) -> Result<EngineOptions, Failure> {
        Ok(EngineOptions {
            threads: self.threads.map_or(threads, usize::from),
            memory: self.memory,
            seed: self.seed,
            databases: Some(Arc::new(self.databases.open(session)?)),
            ..EngineOptions::default()
        })
    }
}

impl EngineFlags {
    /// The kind of player.
    pub(crate) fn kind(&self) -> &PlayerKind {
        &self.engine
    }

    /// The options of an engine that plays alone; opens the databases.
    pub(crate) fn options(
        &self,
        session: &Session,
        limits: &MoveFlags,
    ) -> Result<EngineOptions, Failure> {
        let threads = if self.level == Level::FULL { limits.threads() } else { 1 };
        let (level, kind, count) = (self.level, self.engine.clone(), limits.count);
        Ok(EngineOptions { level, kind, count, ..self.shared.options(session, threads)? })
    }
}

/// The limits of one move.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits of each move")]
pub(crate) struct MoveFlags {
    /// Time for each move, such as 500ms or 5s
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, allow_negative_numbers = true)]
    time_per_move: Option<Duration>,
    /// Nodes for each move, such as 500 or 20k
    #[arg(long, value_name = "N", value_parser = human::parse_count, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Search depth for each move, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// The time that limits apply to: clock, or cpu for the engine's own processor time, which is
    /// unaffected by other load
    #[arg(long, value_name = "TIME", default_value = "clock")]
    count: Count,
}

impl MoveFlags {
    /// The limits of the arguments; anything else is unlimited.
    pub(crate) fn limits(&self) -> MoveLimits {
        MoveLimits { time: self.time_per_move, nodes: self.nodes, depth: self.depth }
    }

    /// The time that the limits apply to.
    pub(crate) fn count(&self) -> Count {
        self.count
    }

    /// Threads of an engine that plays alone: all cores, unless its moves must be reproducible or
    /// its processor time counts.
    pub(crate) fn threads(&self) -> usize {
        if self.nodes.is_some() || self.count == Count::Cpu { 1 } else { flags::cores() }
    }
}
