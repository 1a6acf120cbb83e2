//! Measuring processor time.

use crate::Moment;
use crate::processor::{thread_time, ticks};

/// The processor time since the start, unaffected by other load, or the wall-clock time on systems
/// that do not report processor time. For benchmarks.
///
/// ```
/// use lastmove_work::Stopwatch;
/// let watch = Stopwatch::start();
/// assert!(watch.seconds() < 10.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    count: fn() -> Option<f64>,
    on_core: Option<f64>,
    started: Moment,
}

impl Stopwatch {
    /// Starts measuring the calling thread.
    pub fn start() -> Self {
        Self::with(this_thread)
    }

    /// Starts measuring all threads together, with a resolution of 1/100 s.
    pub fn start_all_threads() -> Self {
        Self::with(all_threads)
    }

    fn with(count: fn() -> Option<f64>) -> Self {
        Self { count, on_core: count(), started: Moment::now() }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        match (self.on_core, (self.count)()) {
            (Some(start), Some(now)) => now - start,
            _ => self.started.elapsed().as_secs_f64(),
        }
    }
}

fn this_thread() -> Option<f64> {
    thread_time().map(|time| time.as_secs_f64())
}

fn all_threads() -> Option<f64> {
    ticks("self").map(|time| time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_of_other_threads_counts_only_where_asked_for() {
        let (own, all) = (Stopwatch::start(), Stopwatch::start_all_threads());
        let work = || (0..200_000_000u64).fold(1u64, |x, i| std::hint::black_box(x ^ i));
        std::thread::scope(|scope| scope.spawn(work).join()).unwrap();
        assert!(all.seconds() >= 0.02, "{}", all.seconds());
        if this_thread().is_some() {
            assert!(own.seconds() < all.seconds());
        }
    }
}
