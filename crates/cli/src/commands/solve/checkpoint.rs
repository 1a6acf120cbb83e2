//! `--checkpoint` and `--resume`: a long search that survives Ctrl-C, limits and kills.

use super::Args;
use crate::failure::Failure;
use lastmove_solver::checkpoint::{Checkpoint, Keep, Plan, keeping};
use lastmove_solver::table::Table;
use lastmove_work::human;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The flags.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Long runs")]
pub(super) struct CheckpointFlags {
    /// Keep what the search finds out in a file: every minute, and when it ends
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    checkpoint: Option<PathBuf>,
    /// Go on with the search of a checkpoint; it is kept up to date unless --checkpoint names
    /// another file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    resume: Option<PathBuf>,
    /// Time between two checkpoints
    #[arg(long, value_name = "TIME", value_parser = human::parse_time, default_value = "60s",
        hide_default_value = true, hide = true)]
    checkpoint_every: Duration,
}

/// What a checkpoint says of its search.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Note {
    game: String,
    position: String,
    databases: String,
    /// bytes of the table, as asked for
    memory: u64,
    nodes: u64,
    seconds: f64,
}

/// What earlier runs did.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Earlier {
    nodes: u64,
    seconds: f64,
}

impl fmt::Display for Earlier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes, {}", human::count(self.nodes), human::seconds(self.seconds))
    }
}

/// Keeps the checkpoints of one command.
pub(super) struct Keeper {
    plan: Option<Plan>,
    resumed: Option<(PathBuf, Note)>,
    game: String,
    memory: u64,
    started: Instant,
    nodes: AtomicU64,
}

impl CheckpointFlags {
    /// What the flags ask for; a checkpoint to be resumed is verified.
    pub(super) fn keeper(&self, args: &Args) -> Result<Keeper, Failure> {
        let asked = args.search.asked_memory();
        let game = args.game()?.to_string().to_lowercase();
        let mut memory = args.search.memory() as u64;
        let mut resumed = None;
        if let Some(path) = &self.resume {
            let place = || format!("--resume {}", path.display());
            let checkpoint = Checkpoint::open(path).map_err(|e| Failure::input("--resume", e))?;
            let note: Note = serde_json::from_str(checkpoint.note())
                .map_err(|_| Failure::input(place(), "its note is of another version"))?;
            if note.game != game {
                let problem = format!("it is of {}, not of {game}", note.game);
                return Err(Failure::input(place(), problem));
            }
            if asked.is_some_and(|asked| asked != note.memory) {
                let problem = format!(
                    "its table has {} bytes and cannot change; leave --memory out",
                    note.memory
                );
                return Err(Failure::input(place(), problem));
            }
            memory = note.memory;
            resumed = Some((path.clone(), note));
        }
        if let Some(path) = &self.checkpoint
            && self.resume.as_ref() != Some(path)
            && path.exists()
        {
            let problem = "the file exists; go on with it by --resume, or remove it";
            return Err(Failure::input(format!("--checkpoint {}", path.display()), problem));
        }
        let path = self.checkpoint.clone().or_else(|| self.resume.clone());
        Ok(Keeper {
            plan: path.map(|path| Plan { path, every: self.checkpoint_every }),
            resumed,
            game,
            memory,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
        })
    }
}

impl Keeper {
    /// Keeps nothing.
    pub(super) fn none(args: &Args) -> Self {
        Self {
            plan: None,
            resumed: None,
            game: String::new(),
            memory: args.search.memory() as u64,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
        }
    }

    /// Whether there is anything to keep.
    pub(super) fn is_asked(&self) -> bool {
        self.plan.is_some()
    }

    /// Whether an earlier run is taken up.
    pub(super) fn is_resumed(&self) -> bool {
        self.resumed.is_some()
    }

    /// The position of the search that goes on.
    pub(super) fn position(&self) -> Option<&str> {
        self.resumed.as_ref().map(|(_, note)| note.position.as_str())
    }

    /// The bytes of the table.
    pub(super) fn memory(&self) -> usize {
        usize::try_from(self.memory).unwrap_or(usize::MAX)
    }

    /// What earlier runs did.
    pub(super) fn earlier(&self) -> Option<Earlier> {
        let (_, note) = self.resumed.as_ref()?;
        Some(Earlier { nodes: note.nodes, seconds: note.seconds })
    }

    /// Takes note of the nodes entered by this run.
    pub(super) fn count(&self, nodes: u64) {
        self.nodes.fetch_max(nodes, Relaxed);
    }

    /// What to do after a limit or Ctrl-C.
    pub(super) fn how_to_go_on(&self, proof: Option<&Path>) -> String {
        match &self.plan {
            Some(plan) => {
                let (game, path) = (&self.game, plan.path.display());
                let proof = proof.map(|proof| format!(" --proof {}", proof.display()));
                let proof = proof.unwrap_or_default();
                format!("go on with `lastmove solve {game} --resume {path}{proof}`")
            }
            None => "a search begins anew: run it with more time, or with --checkpoint FILE and \
                     later --resume FILE"
                .to_owned(),
        }
    }

    /// Does the work, with the table of an earlier run if there was one, and keeps checkpoints
    /// meanwhile.
    pub(super) fn keeping<P: Keep, R>(
        &self,
        position: &str,
        databases: &str,
        table: &Table<P>,
        work: impl FnOnce() -> R,
    ) -> Result<R, Failure> {
        if let Some((path, note)) = &self.resumed {
            let place = format!("--resume {}", path.display());
            if note.position != position {
                let problem = format!("it is of \"{}\", not of \"{position}\"", note.position);
                return Err(Failure::input(place, problem));
            }
            if note.databases != databases {
                let problem = format!(
                    "it was made with --databases {}, not {databases}; name the same",
                    note.databases
                );
                return Err(Failure::input(place, problem));
            }
            let restored = Checkpoint::open(path).and_then(|checkpoint| checkpoint.restore(table));
            restored.map_err(|e| Failure::input("--resume", e))?;
        }
        let Some(plan) = &self.plan else { return Ok(work()) };
        let earlier = self.earlier().unwrap_or(Earlier { nodes: 0, seconds: 0.0 });
        let note = || {
            let note = Note {
                game: self.game.clone(),
                position: position.to_owned(),
                databases: databases.to_owned(),
                memory: self.memory,
                nodes: earlier.nodes + self.nodes.load(Relaxed),
                seconds: earlier.seconds + self.started.elapsed().as_secs_f64(),
            };
            serde_json::to_string(&note).unwrap_or_default()
        };
        let complain = |error: &dyn fmt::Display| eprintln!("lastmove: warning: {error}");
        match keeping(plan, table, &note, &|error| complain(error), work) {
            Ok(result) => Ok(result),
            Err((result, error)) => {
                complain(&error);
                Ok(result)
            }
        }
    }
}
