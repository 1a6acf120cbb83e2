//! The answers of Lastmove inside a browser.
//!
//! `tools/site.sh` builds this crate for WebAssembly. A worker of the page writes a question into
//! the engine's memory and calls one function; events, the answer and files come back by a second
//! one, which the worker provides. There is no thread, no file and no server, so that any web host
//! can offer the page.
//!
//! [`Engine`] is all of it, and it runs everywhere; `exports` is the border to JavaScript, and
//! exists in WebAssembly alone.

mod engine;
#[cfg(target_family = "wasm")]
mod exports;

pub use engine::{Engine, Said};
