//! The values of all positions of one material, while they are being built.

use super::child::Children;
use super::pool::Pool;
use crate::frame::{MAX_FRAME_SQUARES, squares_of};
use crate::{Frame, Material};
use lastmove_work::{Budget, Stage};
use rayon::prelude::*;

/// The values of one material in a set of frames: `levels[frame][squares]` has one row per shape,
/// with one entry per placement.
#[derive(Debug)]
pub(crate) struct Tables<V> {
    material: Material,
    frames: Vec<(usize, usize)>,
    levels: Vec<Vec<Vec<V>>>,
}

/// The progress stage and the budget of a build.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) stage: &'a Stage<'a>,
    pub(crate) budget: &'a Budget,
    /// what one position adds to the progress
    pub(crate) weight: u64,
}

/// The number of positions that a build has to value: all of this material in these frames,
/// including those that no look-up needs.
pub(crate) fn positions(material: Material, frames: &[(usize, usize)]) -> u64 {
    let level = |&(w, h): &(usize, usize), squares: usize| {
        (Frame::get(w, h).shapes(squares).len() * material.placements(squares)) as u64
    };
    let of_frame = |f: &(usize, usize)| (1..=f.0 * f.1).map(|n| level(f, n)).sum::<u64>();
    frames.iter().map(of_frame).sum()
}

/// A shape whose placements are being valued.
pub(crate) struct Spot<'a, V> {
    pub(crate) frame: &'static Frame,
    pub(crate) shape: u32,
    children: &'a Children,
    /// for each square: the values of the shape without it, with the same material
    rows: [&'a [V]; MAX_FRAME_SQUARES],
    material: Material,
    /// the same with one blocker turned into a normal queen
    freed: Option<([&'a [V]; MAX_FRAME_SQUARES], Material)>,
}

impl<V: Copy> Spot<'_, V> {
    /// Converts a subset of the frame to the numbering after an arrow on this square.
    #[inline]
    pub(crate) fn compress(&self, arrow: u8, set: u32) -> u32 {
        self.children.after(arrow).compress(set)
    }

    /// The value after an arrow, with the pieces numbered by [`Spot::compress`].
    #[inline]
    pub(crate) fn value(&self, arrow: u8, squares: usize, sets: [u32; 3]) -> V {
        self.rows[arrow as usize][self.material.rank(squares - 1, sets)]
    }

    /// The value after a blocker shot back: like [`Spot::value`] with one blocker less and one
    /// normal queen more.
    #[inline]
    pub(crate) fn value_freed(&self, arrow: u8, squares: usize, sets: [u32; 3]) -> V {
        let (rows, material) = self.freed.as_ref().expect("blockers come with freed ones");
        rows[arrow as usize][material.rank(squares - 1, sets)]
    }
}

impl<V: Copy + Default + Send + Sync> Tables<V> {
    fn new(material: Material, frames: &[(usize, usize)]) -> Self {
        let levels = frames.iter().map(|&(w, h)| vec![Vec::new(); w * h + 1]).collect();
        Self { material, frames: frames.to_vec(), levels }
    }

    /// The index of a frame among the frames of the tables.
    pub(crate) fn frame_index(&self, size: (usize, usize)) -> Option<usize> {
        self.frames.iter().position(|&frame| frame == size)
    }

    /// The values of all placements on one shape.
    #[inline]
    pub(crate) fn row(&self, frame: usize, squares: usize, shape: usize) -> &[V] {
        let placements = self.material.placements(squares);
        &self.levels[frame][squares][shape * placements..][..placements]
    }

    /// The values of all shapes with this number of squares, row by row.
    pub(crate) fn level(&self, frame: usize, squares: usize) -> &[V] {
        &self.levels[frame][squares]
    }

    /// Values all positions of `owner` queens against `opponents` ones in these frames, which must
    /// be a closed set. In entry b, b of the owner's queens are blockers, up to `most_blockers`. A
    /// blocker becomes a normal queen when it moves, so the tables with b blockers need those with
    /// b - 1.
    pub(crate) fn build<S: Send>(
        [owner, opponents, most_blockers]: [u8; 3],
        frames: &[(usize, usize)],
        job: &Job<'_>,
        scratch: &Pool<S>,
        value: impl Fn(&Spot<'_, V>, [u32; 3], &mut S) -> V + Sync + Send,
    ) -> Vec<Self> {
        let most_squares = frames.iter().map(|&(w, h)| w * h).max().unwrap_or(0);
        let mut done: Vec<Self> = Vec::new();
        for blockers in 0..=most_blockers.min(owner) {
            let material = Material([owner - blockers, blockers, opponents]);
            let mut tables = Self::new(material, frames);
            for squares in material.pieces()..=most_squares {
                tables.build_level(done.last(), squares, job, scratch, &value);
            }
            done.push(tables);
        }
        done
    }

    /// Values all positions with this number of squares. Calls `value` for each placement, with the
    /// pieces as subsets of the frame; all positions with fewer squares must be valued already.
    fn build_level<S: Send>(
        &mut self,
        freed: Option<&Self>,
        squares: usize,
        job: &Job<'_>,
        scratch: &Pool<S>,
        value: impl Fn(&Spot<'_, V>, [u32; 3], &mut S) -> V + Sync + Send,
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
                Children::new,
                |children, (row, &shape)| {
                    if job.budget.check().is_err() {
                        return; // the caller notices it too and discards the tables
                    }
                    children.find(frame, shape, &this.frames);
                    let spot = Spot {
                        frame,
                        shape,
                        children,
                        rows: this.rows_after(children, squares, shape),
                        material: this.material,
                        freed: freed.map(|t| (t.rows_after(children, squares, shape), t.material)),
                    };
                    let mut entries = row.iter_mut();
                    scratch.with(|scratch| {
                        this.material.for_each_placement(squares, |sets| {
                            let sets = sets.map(|set| expand(set, shape));
                            let entry = entries.next().expect("one entry per placement");
                            *entry = value(&spot, sets, scratch);
                        });
                    });
                    job.stage.advance(placements as u64 * job.weight);
                },
            );
            self.levels[f][squares] = level;
        }
    }

    fn rows_after<'a>(
        &'a self,
        children: &Children,
        squares: usize,
        shape: u32,
    ) -> [&'a [V]; MAX_FRAME_SQUARES] {
        let mut rows: [&[V]; MAX_FRAME_SQUARES] = [&[]; MAX_FRAME_SQUARES];
        if squares > self.material.pieces() {
            for arrow in squares_of(shape) {
                let child = children.after(arrow);
                rows[arrow as usize] = self.row(child.frame, squares - 1, child.index);
            }
        }
        rows
    }
}

fn expand(set: u32, shape: u32) -> u32 {
    use lastmove_board::Bits;
    u64::from(set).expand(u64::from(shape)) as u32
}
