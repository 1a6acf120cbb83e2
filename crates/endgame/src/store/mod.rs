//! Database files: their layout, writing, and reading through a memory map.

mod coding;
mod file;
mod header;
mod write;

pub use coding::StoredValue;
pub use file::Database;
pub use header::{Header, StoreError};
pub(crate) use write::{write_active, write_territory};
