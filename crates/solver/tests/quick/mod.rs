//! The quick databases, for tests.

use lastmove_endgame::{Databases, Preset, build};
use lastmove_work::{Budget, Silent};
use std::sync::OnceLock;

/// Built once into a folder that goes at once: what is mapped stays.
pub(crate) fn databases() -> &'static Databases {
    static QUICK: OnceLock<Databases> = OnceLock::new();
    QUICK.get_or_init(|| {
        let name = format!("lastmove-quick-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        build(&folder, &Preset::Quick.specs(), &Silent, &Budget::default()).unwrap();
        let databases = Databases::open("quick", &folder).unwrap();
        let _ = std::fs::remove_dir_all(&folder);
        databases
    })
}
