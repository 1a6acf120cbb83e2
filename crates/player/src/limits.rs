//! The limits for one move.

use lastmove_work::{Budget, Cancel, Count, Limits};
use std::time::Duration;

/// When thinking about one move ends; `None` is unlimited. Without any limit an engine thinks
/// until it is cancelled or has proved the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// wall-clock time, or processor time if [`EngineOptions::count`](crate::EngineOptions) says so
    pub time: Option<Duration>,
    /// positions entered (tree nodes expanded, or positions of the alpha-beta search)
    pub nodes: Option<u64>,
    /// plies of the deepest line
    pub depth: Option<u32>,
}

/// The limits of one `think` and their budget, shared by all its threads.
#[derive(Clone, Debug)]
pub struct Deadline {
    pub(crate) limits: MoveLimits,
    pub(crate) budget: Budget,
}

impl Deadline {
    /// Starts the limits now; `count` says which time counts.
    pub fn new(limits: &MoveLimits, cancel: &Cancel, count: Count) -> Self {
        let MoveLimits { time, nodes, .. } = *limits;
        let budget = Budget::counting(Limits { time, nodes }, cancel.clone(), count);
        Self { limits: *limits, budget }
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.budget.seconds()
    }

    /// Whether a limit is reached or the search is cancelled.
    #[inline]
    pub(crate) fn over(&self) -> bool {
        self.budget.check().is_err()
    }

    /// The same limits with only a share of the time.
    pub(crate) fn within(&self, share: f32) -> Self {
        let time = self.limits.time.map(|time| time.mul_f32(share));
        let budget = self.budget.part(Limits { time, ..Limits::default() });
        Self { limits: MoveLimits { time, ..self.limits }, budget }
    }

    /// A part of the budget that ends when this share of the time is used.
    pub(crate) fn share(&self, share: f64) -> Budget {
        let left = |time: Duration| time.mul_f64(share).saturating_sub(self.budget.elapsed());
        self.budget.part(Limits { time: self.limits.time.map(left), ..Limits::default() })
    }
}
