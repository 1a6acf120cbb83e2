//! Memory: whether the machine has enough, how much a computation has taken, and returning it.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether the system would allocate this many bytes. None of them is touched.
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

/// Records that a block of this thread changes its size.
#[inline]
pub(crate) fn count(before: usize, after: usize) {
    LIVE.set(LIVE.get() + after as i64 - before as i64);
}

/// A memory limit that several computations share, each on a thread of its own. Only programs with
/// the allocator [`HugePages`](crate::HugePages) count what their threads allocate; in others the
/// limit is never reached.
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
    /// A limit of `most` bytes.
    pub fn new(most: u64) -> Arc<Self> {
        Arc::new(Self { most, taken: AtomicU64::new(0) })
    }

    /// A meter for the allocations of this thread from now on.
    pub fn meter(self: &Arc<Self>) -> Meter {
        let (memory, taken) = (Arc::clone(self), AtomicU64::new(0));
        Meter(Arc::new(Metered { memory, from: LIVE.get(), taken }))
    }
}

/// The memory that one computation has taken of a [`SharedMemory`]. Its thread checks it at
/// intervals.
#[derive(Clone, Debug)]
pub struct Meter(Arc<Metered>);

#[derive(Debug)]
struct Metered {
    memory: Arc<SharedMemory>,
    from: i64,
    /// bytes taken at the last check
    taken: AtomicU64,
}

impl Meter {
    /// The limit that all computations share, in bytes.
    pub fn most(&self) -> u64 {
        self.0.memory.most
    }

    /// Whether this computation must end because it and the others have used up the memory. While a
    /// map grows, its old and its new block exist together, three times the old size; so only a
    /// third of the memory may be in use. Each of three other computations has an eighth of this
    /// third reserved, however much the first one takes.
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

/// Returns free memory to the system, after a computation that allocated many small blocks.
/// Otherwise the C library keeps them, in an arena per thread.
pub fn give_back_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[allow(unsafe_code)]
        // SAFETY: the C library has this function, and any thread may call it at any time.
        unsafe extern "C" {
            safe fn malloc_trim(pad: usize) -> std::ffi::c_int;
        }
        malloc_trim(0);
    }
}
