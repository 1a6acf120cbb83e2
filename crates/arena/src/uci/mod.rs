//! The Universal Chess Interface in Fairy-Stockfish's dialect for the variant `amazons`, and
//! the same for `domineering`.
//!
//! ```
//! use lastmove_arena::{SessionSettings, uci};
//! use lastmove_work::Cancel;
//! let script = "position startpos moves d1d7,d7g7\ngo nodes 1\nisready\n";
//! uci::serve(script.as_bytes(), std::io::stdout(), SessionSettings::default(), &Cancel::new()).unwrap();
//! ```

mod go;
mod options;
mod position;
mod search;
mod session;

pub use session::serve;
