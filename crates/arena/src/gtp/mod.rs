//! The Go Text Protocol, version 2.
//!
//! A turn is one move such as `d1-d7/g7`; the three points of a turn are read too, in one command
//! or one by one, as GoGui sends them. A response ends with a blank line and holds none.
//!
//! ```
//! use lastmove_arena::{SessionSettings, gtp};
//! use lastmove_work::Cancel;
//! let script = "boardsize 5 6\n7 play w b1-b4/d4\nplay b b6-b4/b1\nquit\n";
//! let mut output = Vec::new();
//! gtp::serve(script.as_bytes(), &mut output, SessionSettings::default(), &Cancel::new()).unwrap();
//! assert_eq!(
//!     String::from_utf8(output).unwrap(),
//!     "= \n\n=7 \n\n? illegal move: the amazon on b6 cannot move to b4\n\n= \n\n"
//! );
//! ```

mod analysis;
mod ask;
mod board;
mod moves;
mod points;
mod request;
mod rules;
mod session;
mod time;

pub use session::serve;
