//! The clock. All crates read it here, so that they also run where the system has none.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// A moment of this run of the program.
///
/// WebAssembly has no clock of its own: there [`set_clock`] names one, and without it time stands
/// still.
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
    /// This moment.
    #[inline]
    pub fn now() -> Self {
        Self(read())
    }

    /// The time since then.
    #[inline]
    pub fn elapsed(self) -> Duration {
        read().saturating_sub(self.0)
    }

    /// The time until then; none if it is past.
    pub fn left(self) -> Duration {
        self.0.saturating_sub(read())
    }

    /// The time since then in seconds.
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

/// Where the time comes from, if not from the system.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Names a clock for a system that has none; the first one stays. It must never go back.
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
