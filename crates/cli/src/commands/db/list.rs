//! `lastmove db list`.

use crate::flags::DatabaseFlags;
use crate::{Failure, Session, output};
use lastmove_endgame::{
    Choice, Database, DatabaseKind, Databases, Material, Preset, cache_folder, present, unreduced,
};
use lastmove_work::human;
use serde_json::{Value, json};
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
    let all: Vec<Value> = list.iter().map(fields).collect();
    let text = if list.is_empty() {
        "no endgame databases are built; try `lastmove db build quick`\n".to_owned()
    } else {
        let head = format!("{:22} {:>14} {:>14}\n", "database", "normal forms", "bytes");
        let lines: String = list.iter().map(line).collect();
        let (count, bytes) = (list.len(), human::count(bytes));
        let place = folder.as_deref().unwrap_or_default();
        format!("{head}{lines}{count} databases, {bytes} bytes, in {place}\n")
    };
    output::answer(session, &json!({"folder": folder, "databases": all, "bytes": bytes}), text)
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

fn fields(database: &Database) -> Value {
    let header = database.header();
    let (spec, kind) = (header.spec, header.spec.kind());
    let (width, height) = spec.size();
    let Material([normal, blockers, opponents]) = spec.material;
    let mut fields = json!({"kind": kind.name(), "width": width, "height": height});
    let queens: &[(&str, u8)] = match kind {
        DatabaseKind::Simple => &[("queens", normal)],
        DatabaseKind::Active => &[("black", normal), ("white", opponents)],
        DatabaseKind::Blocker => &[("normal_queens", normal), ("blockers", blockers)],
        DatabaseKind::Constrained => {
            &[("normal_queens", normal), ("blockers", blockers), ("opponents", opponents)]
        }
    };
    for &(name, number) in queens {
        fields[name] = number.into();
    }
    fields["normal_forms"] = header.normal_forms.into();
    fields["unreduced"] = unreduced(width, height, spec.material).into();
    fields["defective"] = json!((kind == DatabaseKind::Simple).then_some(header.defective));
    fields["bytes"] = header.file_length().into();
    fields
}

fn line(database: &Database) -> String {
    let header = database.header();
    let [forms, bytes] = [header.normal_forms, header.file_length()].map(human::count);
    format!("{:22} {forms:>14} {bytes:>14}\n", header.spec.to_string())
}
