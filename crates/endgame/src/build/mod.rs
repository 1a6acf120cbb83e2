//! Retrograde analysis: values all positions of a material, by number of empty squares.
//!
//! A move burns one square and keeps all pieces, so the positions of a material with e empty
//! squares depend only on those with e - 1: of the same material or, if a blocker moved, of the
//! material with that blocker turned into a normal queen. Positions that fall apart, or no longer
//! fill the frame, are needed on the way too, since thermographs do not add (thesis, 3.2.1): the
//! build keeps the shapes of all smaller frames, connected or not, and the files keep the connected
//! ones.

mod active;
mod child;
mod classes;
mod driver;
mod pool;
mod tables;
mod territory;

pub(crate) use classes::{Classes, Exact};
#[cfg(test)]
pub(crate) use driver::over_simple;
pub use driver::{BuildError, Built, build, defective_counts, defective_only};
pub(crate) use tables::Tables;

use crate::Frame;

/// All upright frames that fit into one of the given ones, smallest first.
pub(crate) fn closure(frames: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for &(width, height) in frames {
        for w in 1..=width {
            for h in 1..=height {
                let upright = (w.min(h), w.max(h));
                if !all.contains(&upright) {
                    all.push(upright);
                }
            }
        }
    }
    all.sort_by_key(|&(w, h)| (w * h, w));
    for &(w, h) in &all {
        Frame::get(w, h); // build the tables of shapes before the parallel part begins
    }
    all
}
