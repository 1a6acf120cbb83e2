//! The rules of both games written out plainly, and who wins by brute force: what the tests of the
//! other crates compare with. It uses none of them, so that a mistake there is not made here too.

pub mod amazons;
pub mod domineering;
mod search;
