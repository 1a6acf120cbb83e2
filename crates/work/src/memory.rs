//! Whether the machine has so much memory.

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
