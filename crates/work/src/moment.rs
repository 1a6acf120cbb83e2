//! The clock. All crates read it here, so that they also run on systems without one.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// A point in time during this run of the program.
///
/// WebAssembly has no clock of its own: the host passes one to [`set_clock`]; without it, all
/// moments are equal.
///
/// ```
/// use lastmove_work::Moment;
/// use std::time::Duration;
/// let start = Moment::now();
/// assert!(start + Duration::from_secs(60) > Moment::now());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    /// The current moment.
    #[inline]
    pub fn now() -> Self {
        Self(read())
    }

    /// The time since this moment.
    #[inline]
    pub fn elapsed(self) -> Duration {
        read().saturating_sub(self.0)
    }

    /// The time until this moment; zero if it is past.
    pub fn left(self) -> Duration {
        self.0.saturating_sub(read())
    }

    /// The time since this moment, in seconds.
    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

/// The clock on systems that have none of their own.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock on a system that has none. Only the first call counts. The clock must never go
/// back.
pub fn set_clock(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

#[cfg(not(target_family = "wasm"))]
#[inline]
fn read() -> Duration {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(target_family = "wasm")]
fn read() -> Duration {
    CLOCK.get().map_or(Duration::ZERO, |clock| clock())
}
