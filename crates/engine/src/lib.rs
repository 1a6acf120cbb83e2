//! The engine of the static page: Lastmove's answers inside a browser, without threads, files or a
//! server, so that any web host can offer the page.
//!
//! `tools/site.sh` builds this crate for WebAssembly. A worker of the page writes a question into
//! the engine's memory and calls one function; the engine returns events, the answer and files by
//! calling a function of the worker. [`PageEngine`] does all of this and runs everywhere; `exports` is
//! the interface to JavaScript, and exists in WebAssembly only.
//!
//! ```
//! use lastmove_engine::{PageEngine, EngineOutput};
//!
//! let engine = PageEngine::default();
//! engine.answer("position", r#"{"game": "domineering", "position": "2x2"}"#, &|said| {
//!     let EngineOutput::Event("done", data) = said else { panic!("{said:?}") };
//!     assert!(data.contains(r#""to_move":"vertical""#));
//! });
//! ```

mod engine;
#[cfg(target_family = "wasm")]
mod exports;

pub use engine::{EngineOutput, PageEngine};
