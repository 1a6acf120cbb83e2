//! The interface to JavaScript: three functions that the worker calls, and two that it provides.
//!
//! The worker calls `input` with the length of a question, writes the question's name and its JSON
//! to the address it gets, and calls `answer`. In the same way it can give the engine the table of
//! Domineering's regions before the first question. All memory belongs to the engine; JavaScript
//! copies an answer before `say` returns.
#![allow(
    unsafe_code,
    reason = "functions that JavaScript finds by name. No pointer is followed here: the worker \
              writes to the buffer whose address `input` gave, before anything else is called."
)]

use crate::{EngineOutput, PageEngine};
use lastmove_solver::domineering::RegionTable;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time in milliseconds, which never decreases.
    safe fn now() -> f64;
    /// Receives an event (0: its name and JSON with a space between), a file (1) or a panic (2).
    safe fn say(kind: u32, at: *const u8, length: usize);
}

static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

static ENGINE: LazyLock<PageEngine> = LazyLock::new(|| {
    lastmove_work::set_clock(|| Duration::from_secs_f64(now() / 1e3));
    std::panic::set_hook(Box::new(|panic| text(2, &panic.to_string())));
    PageEngine::default()
});

fn text(kind: u32, text: &str) {
    say(kind, text.as_ptr(), text.len());
}

/// Returns the address to which to write a question of this length.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Loads the table of Domineering's regions from the input.
#[unsafe(no_mangle)]
extern "C" fn regions() {
    RegionTable::give(taken());
}

fn taken() -> Vec<u8> {
    std::mem::take(&mut *INPUT.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Answers the question in the input: its name has this length, the rest is JSON.
#[unsafe(no_mangle)]
extern "C" fn answer(name: usize) {
    let input = taken();
    let whole = String::from_utf8_lossy(&input);
    let (name, question) = whole.split_at_checked(name).unwrap_or(("", ""));
    ENGINE.answer(name, question, &|said| match said {
        EngineOutput::Event(name, data) => text(0, &format!("{name} {data}")),
        EngineOutput::File(bytes) => say(1, bytes.as_ptr(), bytes.len()),
    });
}
