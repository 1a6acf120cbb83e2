//! What one move may cost.

use lastmove_work::Cancel;
use std::time::{Duration, Instant};

/// When thinking about one move ends; `None` is unlimited. Without any limit an engine thinks
/// until it is cancelled or has proved the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// wall-clock time
    pub time: Option<Duration>,
    /// positions entered (tree nodes expanded, or positions of the alpha-beta search)
    pub nodes: Option<u64>,
    /// plies of the deepest line
    pub depth: Option<u32>,
}

/// The limits of one `think`, with its start, as all its threads see them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline<'c> {
    pub(crate) started: Instant,
    pub(crate) limits: Limits,
    cancel: &'c Cancel,
}

impl<'c> Deadline<'c> {
    pub(crate) fn new(limits: &Limits, cancel: &'c Cancel) -> Self {
        Self { started: Instant::now(), limits: *limits, cancel }
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    pub(crate) fn cancel(&self) -> &'c Cancel {
        self.cancel
    }

    /// Whether the time is up or somebody asked to stop.
    #[inline]
    pub(crate) fn over(&self) -> bool {
        self.cancel.is_cancelled()
            || self.limits.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// The same with a share of the time only.
    pub(crate) fn within(mut self, share: f32) -> Self {
        self.limits.time = self.limits.time.map(|time| time.mul_f32(share));
        self
    }

    /// The moment when this share of the time is used; `None` without a limit of time.
    pub(crate) fn share(&self, share: f64) -> Option<Instant> {
        self.limits.time.map(|time| self.started + time.mul_f64(share))
    }
}
