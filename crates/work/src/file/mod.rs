//! Files that are complete or absent, with checksums that detect any changed byte.
//!
//! [`replace`] writes any file atomically: into a temporary file in the same folder, which is
//! flushed to the disk and then renamed. If anything fails before that, the old file is unchanged.
//! [`write()`] does the same with a header and a checksum around the content, and [`read`] returns
//! the content only if all of it is as it was written. A [`Draft`] is an output that grows over a
//! long run. Only regular files are read ([`open_regular`]).
//!
//! ```
//! use lastmove_work::file::{self, Format, ReadError};
//! const NOTES: Format = Format { magic: *b"LMNOTES\0", version: 1, name: "notes" };
//!
//! let path = std::env::temp_dir().join(format!("lastmove-doc-{}.notes", std::process::id()));
//! file::write(&path, &NOTES, |out| out.write_all(b"five by six is a first-player win")).unwrap();
//! assert_eq!(file::read(&path, &NOTES).unwrap(), b"five by six is a first-player win");
//!
//! let mut bytes = std::fs::read(&path).unwrap();
//! bytes[20] ^= 1;
//! std::fs::write(&path, bytes).unwrap();
//! assert!(matches!(file::read(&path, &NOTES), Err(ReadError::Altered { .. })));
//! # std::fs::remove_file(&path).unwrap();
//! ```

mod atomic;
mod draft;
mod regular;
mod sealed;

pub use atomic::{WriteError, replace};
pub use draft::{Draft, check_place};
pub use regular::{open_regular, read_regular};
pub use sealed::{Format, HEADER, ReadError, TRAILER, read, stream, verify, write};
