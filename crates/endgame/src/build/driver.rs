//! Building a list of databases into a folder.

use super::active::build_active;
use super::classes::Classes;
use super::closure;
use super::tables::{Job, Tables, positions};
use super::territory::build_territories;
use crate::census::defective;
use crate::store::{write_active, write_territory};
use crate::{Database, DatabaseKind, DefectiveOnly, Material, Spec};
use lastmove_work::file::WriteError;
use lastmove_work::{Budget, Progress, Stage, Stop};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a build ended early. Databases that were complete by then stay and are not built again.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The build was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The folder cannot be created.
    #[error("{}: cannot make the folder: {source}", path.display())]
    Folder {
        /// which folder
        path: PathBuf,
        /// the system's reason
        source: std::io::Error,
    },
}

/// The result of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// databases that were built
    pub made: usize,
    /// databases that existed already
    pub kept: usize,
}

/// Databases that are built together: they have the same number of queens of each side, so that the
/// group also contains the databases with a blocker turned into a normal queen.
struct Group {
    owner: u8,
    opponents: u8,
    most_blockers: u8,
    frames: Vec<(usize, usize)>,
    specs: Vec<Spec>,
}

/// Builds databases into a folder, in parallel; intact ones that exist already are kept. Each file
/// appears complete or not at all.
pub fn build(
    folder: &Path,
    specs: &[Spec],
    progress: &dyn Progress,
    budget: &Budget,
) -> Result<Built, BuildError> {
    std::fs::create_dir_all(folder)
        .map_err(|source| BuildError::Folder { path: folder.to_owned(), source })?;
    remove_partial(folder);
    let missing: Vec<Spec> =
        specs.iter().copied().filter(|spec| !is_built(folder, *spec)).collect();
    let groups = groups(&missing);
    let total: u64 = groups.iter().map(|group| group.positions() * group.weight()).sum();
    let stage = Stage::new(progress, "building endgame databases", Some(total));
    for group in &groups {
        let job = Job { stage: &stage, budget, weight: group.weight() };
        stage.message(group.name());
        group.build(folder, &job)?;
    }
    Ok(Built { made: missing.len(), kept: specs.len() - missing.len() })
}

/// Counts the defective positions of simple territories, up to symmetry, without writing anything.
///
/// # Panics
/// If one of the databases is of another kind.
pub fn defective_counts(
    specs: &[Spec],
    progress: &dyn Progress,
    budget: &Budget,
) -> Result<Vec<u64>, Stop> {
    over_simple(specs, progress, budget, defective)
}

/// Builds the same databases in memory, with their defective positions alone.
///
/// # Panics
/// If one of the databases is of another kind.
pub fn defective_only(
    specs: &[Spec],
    progress: &dyn Progress,
    budget: &Budget,
) -> Result<Vec<DefectiveOnly>, Stop> {
    over_simple(specs, progress, budget, DefectiveOnly::of)
}

/// Values simple territories, and calls a function for each database.
pub(crate) fn over_simple<T>(
    specs: &[Spec],
    progress: &dyn Progress,
    budget: &Budget,
    ask: impl Fn(Spec, &Tables<u8>) -> T,
) -> Result<Vec<T>, Stop> {
    assert!(specs.iter().all(|spec| spec.kind() == DatabaseKind::Simple));
    let groups = groups(specs);
    let total: u64 = groups.iter().map(Group::positions).sum();
    let stage = Stage::new(progress, "valuing territories", Some(total));
    let job = Job { stage: &stage, budget, weight: 1 };
    let mut answers: Vec<Option<T>> = specs.iter().map(|_| None).collect();
    for group in &groups {
        let tables = build_territories(group.owner, 0, &group.frames, &job);
        budget.check()?;
        for (answer, &spec) in answers.iter_mut().zip(specs) {
            if group.specs.contains(&spec) {
                *answer = Some(ask(spec, &tables[0]));
            }
        }
    }
    Ok(answers.into_iter().flatten().collect())
}

/// Removes the files that killed builds have left: those with the id of a process that no longer
/// exists, and, if that cannot be determined, very old ones.
fn remove_partial(folder: &Path) {
    let day = std::time::Duration::from_secs(86_400);
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(".partial")) else {
            continue;
        };
        let process = stem.rsplit_once('.').and_then(|(_, tail)| tail.split('-').next());
        let gone = Path::new("/proc/self").exists()
            && process.is_some_and(|id| !Path::new("/proc").join(id).exists());
        let age = entry.metadata().and_then(|m| m.modified()).ok();
        let old = age.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > day);
        if stem.contains(".endgame.") && (gone || old) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_built(folder: &Path, spec: Spec) -> bool {
    Database::open(&folder.join(spec.file_name())).is_ok_and(|database| database.spec() == spec)
}

fn groups(specs: &[Spec]) -> Vec<Group> {
    let mut by_queens: BTreeMap<(u8, u8, bool), Vec<Spec>> = BTreeMap::new();
    for &spec in specs {
        let Material([normal, blockers, opponents]) = spec.material;
        // Constrained areas are built in smaller frames than the others, so they form their own
        // groups.
        let constrained = spec.kind() == DatabaseKind::Constrained;
        by_queens.entry((opponents, normal + blockers, constrained)).or_default().push(spec);
    }
    let groups = by_queens.into_iter().map(|((opponents, owner, _), specs)| Group {
        owner,
        opponents,
        most_blockers: specs.iter().map(|spec| spec.material.0[1]).max().unwrap_or(0),
        frames: closure(&specs.iter().map(|spec| spec.size()).collect::<Vec<_>>()),
        specs,
    });
    groups.collect()
}

impl Group {
    fn name(&self) -> String {
        match self.opponents {
            0 => format!("territories, queens: {}", self.owner),
            white => format!("{} against {white}", self.owner),
        }
    }

    /// The cost of a position of the group, relative to that of a territory: for estimating the
    /// time left.
    fn weight(&self) -> u64 {
        if self.opponents == 0 { 1 } else { 50 }
    }

    fn positions(&self) -> u64 {
        let with = |b| positions(Material([self.owner - b, b, self.opponents]), &self.frames);
        (0..=self.most_blockers).map(with).sum()
    }

    fn build(&self, folder: &Path, job: &Job<'_>) -> Result<(), BuildError> {
        let stopped = || job.budget.check();
        if self.opponents == 0 {
            let tables = build_territories(self.owner, self.most_blockers, &self.frames, job);
            stopped()?;
            for &spec in &self.specs {
                write_territory(folder, spec, &tables[spec.material.0[1] as usize])?;
            }
        } else {
            let classes = Classes::new();
            let (black, white) = (self.owner, self.opponents);
            let tables =
                build_active(&classes, black, white, self.most_blockers, &self.frames, job);
            stopped()?;
            for &spec in &self.specs {
                write_active(folder, spec, &tables[spec.material.0[1] as usize], &classes)?;
            }
        }
        Ok(())
    }
}
