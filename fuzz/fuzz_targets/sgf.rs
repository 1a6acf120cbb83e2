//! SGF files: no panic, no deep stack, and what is read survives writing.
#![no_main]

use lastmove_amazons::sgf::GameRecord;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = GameRecord::read(bytes) {
        assert_eq!(GameRecord::read(record.to_string().as_bytes()).as_ref(), Ok(&record));
    }
    if let Ok(records) = GameRecord::read_all(bytes) {
        let text: String = records.iter().map(ToString::to_string).collect();
        assert_eq!(GameRecord::read_all(text.as_bytes()).as_ref(), Ok(&records));
    }
});
