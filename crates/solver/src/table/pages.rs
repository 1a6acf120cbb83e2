//! Zeroed memory for tables, in huge pages where the system has them.
//!
//! A look-up in a table goes to a random place. With ordinary pages the processor also has to look
//! up where the page is, which on a virtual machine takes as long again. Pages come zeroed when they
//! are first touched, so that a search of a small position costs no more than it uses.

use bytemuck::Zeroable;
use std::ops::Deref;

/// A slice of zeroed values, for values that can be changed where they are (atomics).
pub(crate) struct Pages<T> {
    #[cfg(target_os = "linux")]
    map: memmap2::MmapMut,
    #[cfg(not(target_os = "linux"))]
    map: Box<[T]>,
    #[cfg(target_os = "linux")]
    values: std::marker::PhantomData<Box<[T]>>,
    length: usize,
}

/// Whether a block is worth huge pages. Small ones gain nothing. Those of a middle size belong to many
/// short searches (the page has one for each): to clear a huge page for each of a few thousand entries
/// takes longer than such a search. A larger one is made once for a command, which a long search would touch
/// page by page, to read and to write: 7 % of the core time of Amazons 5x5, 15 % with two threads and 4 GiB.
#[cfg(target_os = "linux")]
fn huge(bytes: usize) -> bool {
    (2 << 20..=64 << 20).contains(&bytes) || bytes >= 128 << 20
}

impl<T: Zeroable> Pages<T> {
    /// So many values.
    pub(crate) fn new(length: usize) -> Self {
        #[cfg(target_os = "linux")]
        {
            const { assert!(align_of::<T>() <= 4096) }; // maps begin at a page
            let bytes = (length * size_of::<T>()).max(1);
            let map = memmap2::MmapMut::map_anon(bytes).expect("memory for a table");
            if huge(bytes) {
                // Systems without huge pages say no, and nothing is lost.
                let _ = map.advise(memmap2::Advice::HugePage);
            }
            Self { map, values: std::marker::PhantomData, length }
        }
        #[cfg(not(target_os = "linux"))]
        Self { map: bytemuck::allocation::zeroed_slice_box(length), length }
    }
}

impl<T: Zeroable> Deref for Pages<T> {
    type Target = [T];

    #[inline(always)]
    #[cfg_attr(target_os = "linux", allow(unsafe_code))]
    fn deref(&self) -> &[T] {
        #[cfg(target_os = "linux")]
        {
            // SAFETY: the map is `length` values long and begins at a page, so it is aligned; its bytes
            // began as zeros, which are values of `T`, and nobody but this slice touches them.
            // Gain: huge pages take an eighth off the time of Domineering's nine boards.
            unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.length) }
        }
        #[cfg(not(target_os = "linux"))]
        &self.map[..self.length]
    }
}
