//! Files of work units and of their results.

#![no_main]

use lastmove_report::units::Units;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("lastmove-fuzz-units-{}", std::process::id()));
    let done = path.with_extension("done");
    let (units, results) = bytes.split_at(bytes.len() / 2);
    std::fs::write(&path, units).expect("a temporary file");
    std::fs::write(&done, results).expect("a temporary file");
    let _ = Units::read(&path);
});
