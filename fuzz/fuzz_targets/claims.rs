//! Claims and expectations: what is read is written back as the same.
#![no_main]

use lastmove_proof::{Claim, Expect};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(claim) = text.parse::<Claim>() {
        assert_eq!(claim.to_string().parse::<Claim>().ok(), Some(claim));
    }
    let _ = text.parse::<Expect>();
});
