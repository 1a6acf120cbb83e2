//! Which databases a command uses, and where they are kept.

use crate::{BuildError, Databases, Preset, StoreError, build};
use etcetera::BaseStrategy;
use lastmove_work::{Cancel, Progress, Stop};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The variable that names another folder in place of `lastmove` in the user's cache folder.
pub const CACHE_VARIABLE: &str = "LASTMOVE_CACHE";

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

/// Why there are no databases to use.
#[derive(Debug, Error)]
pub enum OpenError {
    /// Somebody asked to stop while they were being built.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// A file is not sound.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// They could not be built.
    #[error(transparent)]
    Build(BuildError),
    /// The preset is not built, or not all of it.
    #[error("the {preset} databases are not built: {present} of {all} are in {}; run `lastmove db build {preset}`", folder.display())]
    NotBuilt {
        /// which preset
        preset: &'static str,
        /// how many of its databases are there
        present: usize,
        /// how many it has
        all: usize,
        /// where they were looked for
        folder: PathBuf,
    },
    /// The folder has no databases.
    #[error("{}: no endgame databases there; expected files named *.endgame, as `lastmove db build --dir` makes them", .0.display())]
    Empty(PathBuf),
    /// The system names no cache folder.
    #[error("no cache folder: set {CACHE_VARIABLE} or give a folder")]
    NoCache,
}

/// The folder for whatever saves time in later runs; `None` where the system names none.
pub fn cache_root() -> Option<PathBuf> {
    match std::env::var_os(CACHE_VARIABLE).filter(|value| !value.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("lastmove")),
    }
}

/// The folder of a preset's databases; `None` where the system names no cache folder.
pub fn cache_folder(preset: Preset) -> Option<PathBuf> {
    Some(cache_root()?.join("endgame").join(preset.name()))
}

/// How many of a preset's databases are in a folder, by their names.
pub fn present(preset: Preset, folder: &Path) -> usize {
    let specs = preset.specs();
    specs.iter().filter(|spec| folder.join(spec.file_name()).is_file()).count()
}

fn is_complete(preset: Preset, folder: &Path) -> bool {
    present(preset, folder) == preset.specs().len()
}

impl Choice {
    /// Opens the databases. The quick ones are built if they are missing, into the cache folder
    /// or, with one call of `warn`, into a temporary one where that cannot be written.
    pub fn open(
        &self,
        progress: &dyn Progress,
        cancel: &Cancel,
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
            Self::Preset(Preset::Quick) => open_quick(progress, cancel, warn),
            Self::Best => {
                let folder = cache_folder(Preset::Standard);
                if folder.is_some_and(|folder| is_complete(Preset::Standard, &folder)) {
                    open_standard()
                } else {
                    open_quick(progress, cancel, warn)
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
    cancel: &Cancel,
    warn: &mut dyn FnMut(String),
) -> Result<Databases, OpenError> {
    let preset = Preset::Quick;
    let specs = preset.specs();
    let reason = match cache_folder(preset) {
        None => OpenError::NoCache.to_string(),
        Some(folder) => {
            // One that is not sound is built anew, as one that is missing.
            if is_complete(preset, &folder)
                && let Ok(databases) = Databases::open(preset.name(), &folder)
            {
                return Ok(databases);
            }
            match build(&folder, &specs, progress, cancel) {
                Ok(_) => return Ok(Databases::open(preset.name(), &folder)?),
                Err(BuildError::Stopped(stop)) => return Err(stop.into()),
                Err(error) => error.to_string(),
            }
        }
    };
    warn(format!("{reason}; the quick endgame databases are built anew for this run"));
    let folder = Temporary::new();
    match build(&folder.0, &specs, progress, cancel) {
        Ok(_) => Ok(Databases::open(preset.name(), &folder.0)?),
        Err(BuildError::Stopped(stop)) => Err(stop.into()),
        Err(error) => Err(OpenError::Build(error)),
    }
}

/// A folder that goes when this does; files that are mapped by then stay usable where the system
/// is a Unix, and elsewhere the folder stays.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Self {
        let name = format!("lastmove-endgame-{}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
