//! Database files: opened, checked and asked, or refused.
#![no_main]

use lastmove_board::Size;
use lastmove_endgame::Databases;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = std::env::temp_dir().join(format!("lastmove-fuzz-database-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    std::fs::write(folder.join("fuzz.endgame"), bytes).expect("a temporary file");
    let Ok(databases) = Databases::open("fuzz", &folder) else { return };
    for database in databases.list() {
        let _ = database.check();
        for class in 0..4 {
            let _ = database.class(class, None);
        }
    }
    let size = Size::new(4, 4).expect("a board");
    for area in 1..1u64 << 8 {
        let (one, two) = (area & area.wrapping_neg(), 1 << area.ilog2());
        let _ = databases.territory(size, area, one, 0);
        if one != two
            && let Some(found) = databases.active(size, area, one, two)
        {
            let _ = databases.value(found, None);
        }
    }
});
