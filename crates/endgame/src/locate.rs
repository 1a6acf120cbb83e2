//! Choosing the databases of a command, and the folder that holds them.

use crate::{BuildError, Databases, Preset, StoreError, build};
use lastmove_work::{Budget, CACHE_VARIABLE, Progress, Stop, cache_root};
use std::fs::DirBuilder;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Which databases to use: what `--databases` says.
///
/// ```
/// use lastmove_endgame::{Choice, Preset};
/// assert_eq!("none".parse(), Ok(Choice::None));
/// assert_eq!("quick".parse(), Ok(Choice::Preset(Preset::Quick)));
/// assert_eq!("some/folder".parse(), Ok(Choice::Folder("some/folder".into())));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// `standard` if it is built, else `quick`
    #[default]
    Best,
    /// no databases at all
    None,
    /// those of a preset, from the cache folder
    Preset(Preset),
    /// those of a folder
    Folder(PathBuf),
}

impl std::str::FromStr for Choice {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match (text, Preset::by_name(text)) {
            ("none", _) => Self::None,
            (_, Some(preset)) => Self::Preset(preset),
            _ => Self::Folder(text.into()),
        })
    }
}

/// Why the databases cannot be used.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The build was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// A file is damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// They could not be built.
    #[error(transparent)]
    Build(BuildError),
    /// The preset is not built, or only in part.
    #[error("the {preset} databases are not built: {present} of {all} are in {}; run `lastmove db build {preset}`", folder.display())]
    NotBuilt {
        /// which preset
        preset: &'static str,
        /// how many of its databases exist
        present: usize,
        /// how many it consists of
        all: usize,
        /// the folder that was searched
        folder: PathBuf,
    },
    /// The folder has no databases.
    #[error("{}: no endgame databases there; expected files named *.endgame, as `lastmove db build --dir` makes them", .0.display())]
    Empty(PathBuf),
    /// The system has no cache folder.
    #[error("no cache folder: set {CACHE_VARIABLE} or give a folder")]
    NoCache,
}

/// The folder of a preset's databases; `None` where the system names no cache folder.
pub fn cache_folder(preset: Preset) -> Option<PathBuf> {
    Some(cache_root()?.join("endgame").join(preset.name()))
}

/// How many of a preset's databases are in a folder, judging by file names.
pub fn present(preset: Preset, folder: &Path) -> usize {
    let specs = preset.specs();
    specs.iter().filter(|spec| folder.join(spec.file_name()).is_file()).count()
}

fn is_complete(preset: Preset, folder: &Path) -> bool {
    present(preset, folder) == preset.specs().len()
}

impl Choice {
    /// Opens the databases. If the quick ones are missing, they are built, into the cache folder
    /// or, if that cannot be written, into a temporary folder after one call of `warn`.
    pub fn open(
        &self,
        progress: &dyn Progress,
        budget: &Budget,
        warn: &mut dyn FnMut(String),
    ) -> Result<Databases, OpenError> {
        match self {
            Self::None => Ok(Databases::none()),
            Self::Folder(folder) => {
                let databases = Databases::open(&folder.to_string_lossy(), folder)?;
                if databases.is_empty() {
                    return Err(OpenError::Empty(folder.clone()));
                }
                Ok(databases)
            }
            Self::Preset(Preset::Standard) => open_standard(),
            Self::Preset(Preset::Quick) => open_quick(progress, budget, warn),
            Self::Best => {
                let folder = cache_folder(Preset::Standard);
                if folder.is_some_and(|folder| is_complete(Preset::Standard, &folder)) {
                    open_standard()
                } else {
                    open_quick(progress, budget, warn)
                }
            }
        }
    }
}

fn open_standard() -> Result<Databases, OpenError> {
    let preset = Preset::Standard;
    let folder = cache_folder(preset).ok_or(OpenError::NoCache)?;
    let (present, all) = (present(preset, &folder), preset.specs().len());
    if present < all {
        return Err(OpenError::NotBuilt { preset: preset.name(), present, all, folder });
    }
    Ok(Databases::open(preset.name(), &folder)?)
}

fn open_quick(
    progress: &dyn Progress,
    budget: &Budget,
    warn: &mut dyn FnMut(String),
) -> Result<Databases, OpenError> {
    let cache = cache_folder(Preset::Quick);
    open_quick_in(cache.as_deref(), &std::env::temp_dir(), progress, budget, warn)
}

fn open_quick_in(
    cache: Option<&Path>,
    temporary: &Path,
    progress: &dyn Progress,
    budget: &Budget,
    warn: &mut dyn FnMut(String),
) -> Result<Databases, OpenError> {
    let preset = Preset::Quick;
    let specs = preset.specs();
    let made = |folder: &Path| match build(folder, &specs, progress, budget) {
        Ok(_) => Ok(Databases::open(preset.name(), folder)?),
        Err(BuildError::Stopped(stop)) => Err(stop.into()),
        Err(error) => Err(OpenError::Build(error)),
    };
    let reason = match cache {
        None => OpenError::NoCache,
        Some(folder) => {
            // A damaged database is built again, like a missing one.
            if is_complete(preset, folder)
                && let Ok(databases) = Databases::open(preset.name(), folder)
            {
                return Ok(databases);
            }
            match made(folder) {
                Err(error @ OpenError::Build(_)) => error,
                done => return done,
            }
        }
    };
    warn(format!("{reason}; the quick endgame databases are built anew for this run"));
    let folder = Temporary::create(temporary)?;
    let mut databases = made(&folder.0)?;
    // Unix keeps a mapped file after its name is removed; on other systems the folder must stay.
    if cfg!(not(unix)) {
        databases.folder = Some(folder);
    }
    Ok(databases)
}

/// A new folder in a place where other users may write too: its name cannot be guessed, and only
/// this user may read it. It is removed when this value is dropped.
#[derive(Debug)]
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    fn create(place: &Path) -> Result<Self, OpenError> {
        #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
        let mut folder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        loop {
            // keys from the system's source of random numbers
            let random = RandomState::new().hash_one(std::process::id());
            let path = place.join(format!("lastmove-endgame-{random:016x}"));
            match folder.create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(StoreError::Io { path, source }.into()),
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lastmove_work::Silent;

    /// Without a cache folder, existing folders in the temporary directory are not used.
    #[test]
    fn a_forged_folder_is_ignored() {
        let place = Temporary::create(&std::env::temp_dir()).unwrap();
        let cache = place.0.join("cache");
        std::fs::write(&cache, "in the way").unwrap();
        // a folder with the name that earlier versions used, and a file in it that would be
        // accepted
        let forged = place.0.join(format!("lastmove-endgame-{}", std::process::id()));
        std::fs::create_dir(&forged).unwrap();
        std::fs::write(forged.join("forged"), "").unwrap();
        let mut warned = Vec::new();
        let databases = open_quick_in(
            Some(&cache.join("quick")),
            &place.0,
            &Silent,
            &Budget::default(),
            &mut |text| warned.push(text),
        )
        .unwrap();
        assert_eq!((databases.list().len(), warned.len()), (Preset::Quick.specs().len(), 1));
        assert!(databases.list().iter().all(|database| !database.path().starts_with(&forged)));
        assert!(forged.join("forged").is_file(), "it is not touched");
        drop(databases);
        let left = std::fs::read_dir(&place.0).unwrap().count();
        assert_eq!(left, 2, "the folder of the run is gone");
    }

    #[cfg(unix)]
    #[test]
    fn the_folder_is_the_users_own_and_pipes_are_no_databases() {
        use std::os::unix::fs::PermissionsExt;
        let place = Temporary::create(&std::env::temp_dir()).unwrap();
        let other = Temporary::create(&std::env::temp_dir()).unwrap();
        assert_ne!(place.0, other.0);
        let mode = std::fs::metadata(&place.0).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let pipe = place.0.join("pipe.endgame");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let refused = Databases::open("pipes", &place.0).unwrap_err();
        assert!(refused.to_string().contains("a pipe"), "{refused}");
    }
}
