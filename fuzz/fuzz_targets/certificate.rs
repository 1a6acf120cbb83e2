//! Certificates from arbitrary bytes: rejected or accepted, with little memory and in one thread.
#![no_main]

use lastmove_proof::{Begun, CheckOptions, verify};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;
use std::ops::ControlFlow;

fuzz_target!(|bytes: &[u8]| {
    let options = CheckOptions { memory: 1 << 20, threads: 1 };
    let mut looks = 0;
    let report = verify(Cursor::new(bytes), None, options, |_| {
        looks += 1;
        if looks > 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Ok(report) = report {
        assert_eq!(report.bytes, bytes.len() as u64);
        // One of an older version is not continued.
        if let Some(begun) = Begun::open(Cursor::new(bytes.to_vec()), &report.claims) {
            assert!(begun.bytes() <= report.bytes);
        }
    }
});
