//! Names of boards in both games.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(diagram) = lastmove_amazons::start::parse(text) {
        assert_eq!(lastmove_amazons::start::parse(&diagram.to_string()), Ok(diagram));
    }
    if let Ok(diagram) = lastmove_domineering::board::parse(text) {
        assert_eq!(lastmove_domineering::board::parse(&diagram.to_string()), Ok(diagram));
    }
});
