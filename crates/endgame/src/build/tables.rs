//! The values of all positions of one material, while they are being built.

use super::child::Children;
use crate::{Frame, Material};
use rayon::prelude::*;

/// The values of one material in a set of frames: `levels[frame][squares]` has one row per shape,
/// one entry per placement.
#[derive(Debug)]
pub struct Tables<V> {
    material: Material,
    frames: Vec<(usize, usize)>,
    levels: Vec<Vec<Vec<V>>>,
}

/// A shape whose placements are being valued.
pub(crate) struct Spot<'a> {
    pub(crate) frame: &'static Frame,
    pub(crate) shape: u32,
    pub(crate) children: &'a Children,
}

impl<V: Copy + Default + Send + Sync> Tables<V> {
    pub(crate) fn new(material: Material, frames: &[(usize, usize)]) -> Self {
        let levels = frames.iter().map(|&(w, h)| vec![Vec::new(); w * h + 1]).collect();
        Self { material, frames: frames.to_vec(), levels }
    }

    /// Whose positions these are.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The frames that these tables cover.
    pub fn frames(&self) -> &[(usize, usize)] {
        &self.frames
    }

    /// The values of all placements on one shape.
    #[inline]
    pub fn row(&self, frame: usize, squares: usize, shape: usize) -> &[V] {
        let placements = self.material.placements(squares);
        &self.levels[frame][squares][shape * placements..][..placements]
    }

    /// The values of all shapes with this number of squares, row by row.
    pub fn level(&self, frame: usize, squares: usize) -> &[V] {
        &self.levels[frame][squares]
    }

    /// Values all positions with this number of squares. `value` is asked for each placement, the
    /// pieces given as subsets of the frame; everything with fewer squares is done.
    pub(crate) fn build_level<S: Send>(
        &mut self,
        squares: usize,
        scratch: impl Fn() -> S + Sync + Send,
        value: impl Fn(&Self, &Spot<'_>, [u32; 3], &mut S) -> V + Sync + Send,
    ) {
        let placements = self.material.placements(squares);
        for (f, &(w, h)) in self.frames.clone().iter().enumerate() {
            if w * h < squares || placements == 0 {
                continue;
            }
            let frame = Frame::get(w, h);
            let shapes = frame.shapes(squares);
            let mut level = vec![V::default(); shapes.len() * placements];
            let this = &*self;
            level.par_chunks_mut(placements).zip(shapes).for_each_init(
                || (scratch(), Children::new()),
                |(scratch, children), (row, &shape)| {
                    children.find(frame, shape, &this.frames);
                    let spot = Spot { frame, shape, children };
                    let mut entries = row.iter_mut();
                    this.material.for_each_placement(squares, |sets| {
                        let sets = sets.map(|set| expand(set, shape));
                        let entry = entries.next().expect("one entry per placement");
                        *entry = value(this, &spot, sets, scratch);
                    });
                },
            );
            self.levels[f][squares] = level;
        }
    }
}

fn expand(set: u32, shape: u32) -> u32 {
    use lastmove_board::Bits;
    u64::from(set).expand(u64::from(shape)) as u32
}
