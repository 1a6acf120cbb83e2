//! Memory: whether the machine has so much, how much a computation has taken, and giving it back.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether the system would give so many bytes. Nothing of them is touched.
///
/// ```
/// use lastmove_work::memory_is_there;
/// assert!(memory_is_there(1 << 20));
/// assert!(!memory_is_there(u64::MAX));
/// ```
pub fn memory_is_there(bytes: u64) -> bool {
    let mut probe = Vec::<u8>::new();
    let size = usize::try_from(bytes).unwrap_or(usize::MAX);
    std::hint::black_box(&mut probe).try_reserve_exact(size).is_ok()
}

thread_local! {
    /// Bytes that this thread has allocated, less those that it has freed.
    static LIVE: Cell<i64> = const { Cell::new(0) };
}

/// Counts a block of this thread that changes its size.
#[inline]
pub(crate) fn count(before: usize, after: usize) {
    LIVE.set(LIVE.get() + after as i64 - before as i64);
}

/// Memory that several computations share, each on a thread of its own. Programs with the allocator
/// [`HugePages`](crate::HugePages) count what their threads allocate; in others the memory is never full.
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: lastmove_work::HugePages = lastmove_work::HugePages;
///
/// let memory = lastmove_work::SharedMemory::new(24 << 20);
/// let meter = memory.meter();
/// let large = vec![0u8; 6 << 20];
/// assert!(meter.is_full());
/// std::thread::scope(|scope| {
///     // There is always room for something small.
///     scope.spawn(|| assert!(!memory.meter().is_full()));
/// });
/// drop(large);
/// assert!(!meter.is_full());
/// ```
#[derive(Debug)]
pub struct SharedMemory {
    most: u64,
    taken: AtomicU64,
}

impl SharedMemory {
    /// So many bytes.
    pub fn new(most: u64) -> Arc<Self> {
        Arc::new(Self { most, taken: AtomicU64::new(0) })
    }

    /// A meter for what this thread allocates from now on.
    pub fn meter(self: &Arc<Self>) -> Meter {
        let (memory, taken) = (Arc::clone(self), AtomicU64::new(0));
        Meter(Arc::new(Metered { memory, from: LIVE.get(), taken }))
    }
}

/// What one computation has taken of some [`SharedMemory`]. Its thread looks at it now and then.
#[derive(Clone, Debug)]
pub struct Meter(Arc<Metered>);

#[derive(Debug)]
struct Metered {
    memory: Arc<SharedMemory>,
    from: i64,
    /// what it had taken when it last looked
    taken: AtomicU64,
}

impl Meter {
    /// The bytes that all computations share.
    pub fn most(&self) -> u64 {
        self.0.memory.most
    }

    /// Whether the computation must end, since it and the others have taken what there is. A map that
    /// grows has its old and its new place for a moment, three times what it had; so a third of the memory
    /// counts. Of this, an eighth is for each of three others, however much the first has.
    pub fn is_full(&self) -> bool {
        let Metered { memory, from, taken } = &*self.0;
        let now = u64::try_from(LIVE.get() - from).unwrap_or(0);
        let before = taken.swap(now, Ordering::Relaxed);
        let more = now.wrapping_sub(before);
        let all = memory.taken.fetch_add(more, Ordering::Relaxed).wrapping_add(more);
        let third = memory.most / 3;
        now > third / 8 && all > third / 8 * 5
    }
}

impl Drop for Metered {
    fn drop(&mut self) {
        self.memory.taken.fetch_sub(*self.taken.get_mut(), Ordering::Relaxed);
    }
}

/// Gives free memory back to the system, after a computation that took much of it in small blocks.
/// Without that the C library keeps them, in an arena for every thread.
pub fn give_back_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[allow(unsafe_code)]
        // SAFETY: the C library has this function, and it may be called by any thread at any time.
        unsafe extern "C" {
            safe fn malloc_trim(pad: usize) -> std::ffi::c_int;
        }
        malloc_trim(0);
    }
}
