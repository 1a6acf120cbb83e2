//! Sealed files: content comes back only if all of it is sound.
#![no_main]

use lastmove_work::file::{self, Format, HEADER, TRAILER};
use libfuzzer_sys::fuzz_target;

const FUZZ: Format = Format { magic: *b"LMFUZZ\0\0", version: 1, name: "fuzz" };

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("lastmove-fuzz-sealed-{}", std::process::id()));
    std::fs::write(&path, bytes).expect("a temporary file");
    let read = file::read(&path, &FUZZ);
    assert_eq!(file::verify(&path, &FUZZ).is_ok(), read.is_ok());
    if let Ok(content) = read {
        assert_eq!(content, &bytes[HEADER..bytes.len() - TRAILER]);
    }
});
