//! The areas of an Amazons position.
//!
//! Burnt squares cut the board into independent areas: the *basic partition* ([`areas`]). A
//! player who keeps his amazons in place cuts off more: the *improved partition* as one side sees
//! it ([`View`]). Names are those of Song and Müller's paper, section II.

mod area;
mod view;

pub use area::{Area, Kind, areas};
pub use view::{MAX_ZONES, View};
