//! The Universal Chess Interface in Fairy-Stockfish's dialect for the variant `amazons`.
//!
//! ```
//! use lastmove_player::uci::{self, Settings};
//! use lastmove_work::Cancel;
//! let script = "position startpos moves d1d7,d7g7\ngo nodes 1\nisready\n";
//! uci::serve(script.as_bytes(), std::io::stdout(), Settings::default(), &Cancel::new()).unwrap();
//! ```

mod go;
mod options;
mod position;
mod search;
mod session;

pub use crate::session::Settings;
pub use session::serve;

use lastmove_amazons::{Move, square_name};
use lastmove_board::Size;
use std::fmt;

/// A move as Fairy-Stockfish writes it: `d1d7,d7g7`.
pub(crate) fn spell(size: Size, mv: Move) -> impl fmt::Display {
    let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|s| square_name(size, s));
    fmt::from_fn(move |f| write!(f, "{from}{to},{to}{arrow}"))
}
