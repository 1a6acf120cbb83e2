//! Where things are kept between runs.

use etcetera::BaseStrategy;
use std::path::PathBuf;

/// The variable that names another folder in place of `lastmove` in the user's cache folder.
pub const CACHE_VARIABLE: &str = "LASTMOVE_CACHE";

/// The folder for whatever saves time in later runs; `None` where the system names none.
pub fn cache_root() -> Option<PathBuf> {
    match std::env::var_os(CACHE_VARIABLE).filter(|value| !value.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("lastmove")),
    }
}
