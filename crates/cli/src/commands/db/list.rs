//! `lastmove db list`.

use crate::flags::DatabaseFlags;
use crate::{Failure, Session, output};
use lastmove_endgame::{
    Choice, Database, DatabaseKind, Databases, Material, Preset, cache_folder, present, unreduced,
};
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove db list
  lastmove db list --json";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    databases: DatabaseFlags,
}

/// The databases that are built.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BuiltList {
    folder: Option<String>,
    databases: Vec<DatabaseAnswer>,
    bytes: u64,
}

/// One database; which numbers of amazons it names depends on its kind.
#[derive(Serialize, JsonSchema)]
struct DatabaseAnswer {
    /// simple, active, blocker or constrained
    kind: &'static str,
    width: usize,
    height: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    queens: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normal_queens: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blockers: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponents: Option<u8>,
    normal_forms: u64,
    /// placements before symmetries
    unreduced: u64,
    /// territories that cannot be filled; of simple ones
    defective: Option<u64>,
    bytes: u64,
}

/// Lists what is there; builds nothing.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let folder = folder(&args.databases.choice());
    let databases = match &folder {
        Some(folder) => Databases::open("", folder).map_err(anyhow::Error::from)?,
        None => Databases::none(),
    };
    let list = databases.list();
    let bytes: u64 = list.iter().map(|d| d.header().file_length()).sum();
    let folder = folder.map(|folder| folder.display().to_string());
    let all: Vec<DatabaseAnswer> = list.iter().map(fields).collect();
    let text = if list.is_empty() {
        "no endgame databases are built; try `lastmove db build quick`\n".to_owned()
    } else {
        let head = format!("{:22} {:>14} {:>14}\n", "database", "normal forms", "bytes");
        let lines: String = list.iter().map(line).collect();
        let (count, bytes) = (list.len(), human::count(bytes));
        let place = folder.as_deref().unwrap_or_default();
        format!("{head}{lines}{count} databases, {bytes} bytes, in {place}\n")
    };
    output::answer(session, &BuiltList { folder, databases: all, bytes }, text)
}

fn folder(choice: &Choice) -> Option<PathBuf> {
    match choice {
        Choice::None => None,
        Choice::Folder(folder) => Some(folder.clone()),
        Choice::Preset(preset) => cache_folder(*preset),
        Choice::Best => {
            let standard = cache_folder(Preset::Standard)?;
            let whole = present(Preset::Standard, &standard) == Preset::Standard.specs().len();
            if whole { Some(standard) } else { cache_folder(Preset::Quick) }
        }
    }
}

fn fields(database: &Database) -> DatabaseAnswer {
    let header = database.header();
    let (spec, kind) = (header.spec, header.spec.kind());
    let (width, height) = spec.size();
    let Material([normal, blockers, opponents]) = spec.material;
    let simple = kind == DatabaseKind::Simple;
    let active = kind == DatabaseKind::Active;
    let others = !simple && !active;
    DatabaseAnswer {
        kind: kind.name(),
        width,
        height,
        queens: simple.then_some(normal),
        black: active.then_some(normal),
        white: active.then_some(opponents),
        normal_queens: others.then_some(normal),
        blockers: others.then_some(blockers),
        opponents: (kind == DatabaseKind::Constrained).then_some(opponents),
        normal_forms: header.normal_forms,
        unreduced: unreduced(width, height, spec.material),
        defective: simple.then_some(header.defective),
        bytes: header.file_length(),
    }
}

fn line(database: &Database) -> String {
    let header = database.header();
    let [forms, bytes] = [header.normal_forms, header.file_length()].map(human::count);
    format!("{:22} {forms:>14} {bytes:>14}\n", header.spec.to_string())
}
