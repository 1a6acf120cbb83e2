//! Counts, times and amounts of memory.
#![no_main]

use lastmove_work::human;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(n) = human::parse_count(text) {
        assert_eq!(human::parse_count(&human::count(n)), Ok(n));
    }
    let _ = (human::parse_bytes(text), human::parse_time(text));
});
