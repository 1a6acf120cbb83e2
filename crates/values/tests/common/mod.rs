//! Two small games to try the values on.

#![allow(dead_code, missing_docs, unreachable_pub)]

pub mod amazons;
pub mod domineering;
pub mod grid;
pub mod trees;
