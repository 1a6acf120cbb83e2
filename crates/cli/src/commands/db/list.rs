//! `lastmove db list`.

use crate::failure::Failure;
use crate::flags::DatabaseFlags;
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_endgame::{
    Choice, Database, Databases, Kind, Material, Preset, cache_folder, present, unreduced,
};
use lastmove_work::human;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt;
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

#[derive(Serialize)]
struct List {
    folder: Option<String>,
    databases: Vec<Map<String, Value>>,
    bytes: u64,
    #[serde(skip)]
    lines: Vec<String>,
}

/// Lists what is there; builds nothing.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let folder = folder(&args.databases.choice());
    let databases = match &folder {
        Some(folder) => Databases::open("", folder).map_err(anyhow::Error::from)?,
        None => Databases::none(),
    };
    let list = List {
        folder: folder.map(|folder| folder.display().to_string()),
        databases: databases.list().iter().map(fields).collect(),
        bytes: databases.list().iter().map(|d| d.header().file_length()).sum(),
        lines: databases.list().iter().map(line).collect(),
    };
    output::answer(session, &list)
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

fn fields(database: &Database) -> Map<String, Value> {
    let header = database.header();
    let spec = header.spec;
    let (width, height) = spec.size();
    let Material([normal, blockers, opponents]) = spec.material;
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    put("kind", spec.kind().name().into());
    put("width", width.into());
    put("height", height.into());
    match spec.kind() {
        Kind::Simple => {
            put("queens", normal.into());
        }
        Kind::Active => {
            put("black", normal.into());
            put("white", opponents.into());
        }
        Kind::Blocker => {
            put("normal_queens", normal.into());
            put("blockers", blockers.into());
        }
        Kind::Constrained => {
            put("normal_queens", normal.into());
            put("blockers", blockers.into());
            put("opponents", opponents.into());
        }
    }
    put("normal_forms", header.normal_forms.into());
    put("unreduced", unreduced(width, height, spec.material).into());
    let simple = spec.kind() == Kind::Simple;
    put("defective", if simple { header.defective.into() } else { json!(null) });
    put("bytes", header.file_length().into());
    fields
}

fn line(database: &Database) -> String {
    let header = database.header();
    format!(
        "{:22} {:>14} {:>14}",
        header.spec.to_string(),
        human::count(header.normal_forms),
        human::count(header.file_length())
    )
}

impl Answer for List {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lines.is_empty() {
            return writeln!(f, "no endgame databases are built; try `lastmove db build quick`");
        }
        writeln!(f, "{:22} {:>14} {:>14}", "database", "normal forms", "bytes")?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        write!(f, "{} databases, {} bytes", self.lines.len(), human::count(self.bytes))?;
        writeln!(f, ", in {}", self.folder.as_deref().unwrap_or_default())
    }
}
