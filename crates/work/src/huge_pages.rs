//! An allocator for programs that search: small blocks come from the system's allocator; large
//! blocks are mapped, with huge pages.
//!
//! Searches look up random places in hash maps of many megabytes. With ordinary pages the processor
//! also has to look up where each page is, which on a virtual machine takes as long again. Tables
//! request huge pages themselves (`solver/src/table/pages.rs`); the maps of the standard library
//! cannot.
//!
//! A large block returns to the system as soon as it is freed. The C library of most Linux systems
//! does not promise that: once a block of up to 32 MiB was freed, it keeps such blocks in the arena
//! of the thread that freed them, up to 64 MiB in each of its 8 arenas per core. A server with a
//! limit of 64 MiB grew to 490 MiB in this way, with nothing in use.
//!
//! Each thread counts the bytes that it has allocated, for [`SharedMemory`](crate::SharedMemory).

use crate::memory::count;
use maps::{is_mapped, map, remap, unmap};
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, except that large blocks are mapped, with huge pages if possible.
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: lastmove_work::HugePages = lastmove_work::HugePages;
///
/// let mut large = vec![1u8; 16 << 20];
/// large.resize(32 << 20, 2);
/// assert_eq!((large[0], large[(32 << 20) - 1]), (1, 2));
/// large.truncate(1000);
/// large.shrink_to_fit();
/// assert_eq!((large[0], large[999]), (1, 1));
/// ```
pub struct HugePages;

// SAFETY: the layout alone decides whether a block comes from the system's allocator or is a map of
// its own, so a block is freed where it was allocated. A map is private, holds at least as many
// bytes as requested, and begins at a page, so it is aligned.
// Gain of huge pages: 4 % of the core time of Amazons 4x7 (6.40 s instead of 6.67, four runs each).
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let block = match is_mapped(layout) {
            true => map(layout.size()),
            // SAFETY: as the caller promises.
            false => unsafe { System.alloc(layout) },
        };
        counted(block, 0, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let block = match is_mapped(layout) {
            true => map(layout.size()), // new pages are zeroed
            // SAFETY: as the caller promises.
            false => unsafe { System.alloc_zeroed(layout) },
        };
        counted(block, 0, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises a size that is valid for a layout.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (is_mapped(layout), is_mapped(wanted)) {
            (false, false) => {
                // SAFETY: as the caller promises.
                let block = unsafe { System.realloc(block, layout, size) };
                counted(block, layout.size(), size)
            }
            (true, true) => counted(remap(block, layout.size(), size), layout.size(), size),
            // SAFETY: as the caller promises; both blocks hold the bytes that are copied, and they
            // do not overlap.
            _ => unsafe {
                let new = self.alloc(wanted);
                if !new.is_null() {
                    new.copy_from_nonoverlapping(block, size.min(layout.size()));
                    self.dealloc(block, layout);
                }
                new
            },
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(layout.size(), 0);
        match is_mapped(layout) {
            true => unmap(block, layout.size()),
            // SAFETY: as the caller promises.
            false => unsafe { System.dealloc(block, layout) },
        }
    }
}

/// Records the new size of a block, unless the allocation failed. Returns the block.
#[inline]
fn counted(block: *mut u8, before: usize, after: usize) -> *mut u8 {
    if !block.is_null() {
        count(before, after);
    }
    block
}

/// Blocks that are maps of their own.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod maps {
    use rustix::mm::{Advice, MapFlags, MremapFlags, ProtFlags};
    use rustix::mm::{madvise, mmap_anonymous, mremap, munmap};
    use std::alloc::Layout;
    use std::ptr::null_mut;

    /// Blocks from this size on are mapped, and given back when they are freed.
    const MAPPED: usize = 1 << 20;
    /// Blocks from this size on get huge pages; it is the size of two.
    const HUGE: usize = 4 << 20;
    /// The alignment of every map, on any processor.
    const PAGE: usize = 4096;

    /// Whether a block is a map of its own.
    #[inline]
    pub(super) fn is_mapped(layout: Layout) -> bool {
        layout.size() >= MAPPED && layout.align() <= PAGE
    }

    /// A new map of `size` bytes, or null.
    #[cold]
    pub(super) fn map(size: usize) -> *mut u8 {
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: a new map at an address that the system chooses.
        let made = unsafe { mmap_anonymous(null_mut(), size, protection, MapFlags::PRIVATE) };
        made.map_or(null_mut(), |block| advised(block.cast(), size))
    }

    /// Changes the size of a map and possibly its address. Returns null if the system has no room;
    /// the map is then unchanged.
    #[cold]
    pub(super) fn remap(block: *mut u8, before: usize, size: usize) -> *mut u8 {
        // SAFETY: the map belongs to the block, and its old address is not used any more.
        let made = unsafe { mremap(block.cast(), before, size, MremapFlags::MAYMOVE) };
        made.map_or(null_mut(), |block| advised(block.cast(), size))
    }

    /// Returns a map to the system.
    #[cold]
    pub(super) fn unmap(block: *mut u8, size: usize) {
        // SAFETY: the map belongs to the block, which is not used any more.
        let _ = unsafe { munmap(block.cast(), size) };
    }

    /// Requests huge pages for a map if it is large, and returns the map. Systems without huge
    /// pages refuse, which does no harm.
    fn advised(block: *mut u8, size: usize) -> *mut u8 {
        if size >= HUGE {
            // SAFETY: the map belongs to the block; advice changes neither content nor address.
            let _ = unsafe { madvise(block.cast(), size, Advice::LinuxHugepage) };
        }
        block
    }
}

/// On other systems no block is mapped.
#[cfg(not(target_os = "linux"))]
mod maps {
    use std::alloc::Layout;

    pub(super) fn is_mapped(_: Layout) -> bool {
        false
    }
    pub(super) fn map(_: usize) -> *mut u8 {
        std::ptr::null_mut()
    }
    pub(super) fn remap(_: *mut u8, _: usize, _: usize) -> *mut u8 {
        std::ptr::null_mut()
    }
    pub(super) fn unmap(_: *mut u8, _: usize) {}
}
