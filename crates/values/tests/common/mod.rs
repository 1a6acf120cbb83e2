//! Two small games for testing values.

#![allow(dead_code, missing_docs, unreachable_pub)]

pub mod amazons;
pub mod domineering;
pub mod grid;
pub mod trees;
