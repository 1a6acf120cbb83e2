//! Checkpoints: any bytes, sealed as a checkpoint so that they get past the checksum, restored into
//! a small table.

#![no_main]

use lastmove_solver::checkpoint::{Checkpoint, FORMAT};
use lastmove_solver::table::{Numbers, Table};
use lastmove_work::file;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("lastmove-fuzz-checkpoint-{}", std::process::id()));
    std::fs::write(&path, bytes).expect("a temporary file");
    let _ = Checkpoint::open(&path);
    file::write(&path, &FORMAT, |out| out.write_all(bytes)).expect("a temporary file");
    if let Ok(checkpoint) = Checkpoint::open(&path) {
        let _ = checkpoint.restore(&Table::<Numbers>::new(1 << 12));
    }
});
