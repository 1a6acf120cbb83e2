//! Position strings: no panic, and what is read is written back as the same.
#![no_main]

use lastmove_board::Diagram;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(diagram) = text.parse::<Diagram>() {
        assert_eq!(diagram.to_string().parse(), Ok(diagram));
    }
});
