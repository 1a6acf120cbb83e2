//! Zeroed memory for tables, in huge pages if the system has them.
//!
//! A look-up in a table goes to a random place. With ordinary pages the processor also has to look
//! up where the page is, which on a virtual machine takes as long again. Pages are zeroed on first
//! use, so that a search of a small position takes only what it uses.

use bytemuck::Zeroable;
use std::ops::Deref;

/// A slice of zeroed values, for types that can be changed in place (atomics).
pub(crate) struct Pages<T> {
    #[cfg(target_os = "linux")]
    map: memmap2::MmapMut,
    #[cfg(not(target_os = "linux"))]
    map: Box<[T]>,
    #[cfg(target_os = "linux")]
    values: std::marker::PhantomData<Box<[T]>>,
    length: usize,
}

/// Whether a block gets huge pages. Small ones gain nothing. Those of medium size belong to many
/// short searches (the web page has one for each): clearing a huge page for each of a few thousand
/// entries takes longer than such a search. A larger one is made once for a command, and a long
/// search would touch it page by page, to read and to write: 7 % of the core time of Amazons 5x5,
/// 15 % with two threads and 4 GiB.
#[cfg(target_os = "linux")]
fn huge(bytes: usize) -> bool {
    (2 << 20..=64 << 20).contains(&bytes) || bytes >= 128 << 20
}

impl<T: Zeroable> Pages<T> {
    /// A slice of `length` values.
    pub(crate) fn new(length: usize) -> Self {
        #[cfg(target_os = "linux")]
        {
            const { assert!(align_of::<T>() <= 4096) }; // maps begin at a page
            let bytes = (length * size_of::<T>()).max(1);
            let map = memmap2::MmapMut::map_anon(bytes).expect("memory for a table");
            if huge(bytes) {
                // Systems without huge pages refuse, which does no harm.
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
            // SAFETY: the map is `length` values long and begins at a page, so it is aligned; its
            // bytes began as zeros, which are values of `T`, and they are accessed only through
            // this slice.
            // Gain: huge pages take an eighth off the time of Domineering's nine boards.
            unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.length) }
        }
        #[cfg(not(target_os = "linux"))]
        &self.map[..self.length]
    }
}
