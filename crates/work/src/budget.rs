//! The one way to stop a computation: its limits, what it has used of them, and a check that is
//! cheap enough for an inner loop.
//!
//! A [`Budget`] is shared by all threads of a computation; each thread counts with a [`Ticker`] of
//! its own and adds its count to the budget at intervals. With one thread the node limit is exact,
//! so that the same command visits the same nodes every time.
//!
//! A [part](Budget::part) of a budget draws on it: whatever the part uses counts for the whole as
//! well, and when the whole is spent, so is the part. So the phases of one command share its
//! limits.

use crate::{Cancel, Count, Limits, Moment, Stop, thread_time};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::ThreadId;
use std::time::Duration;

/// The limits of one computation and what it has used of them. Clones share both.
#[derive(Clone, Debug)]
pub struct Budget(Arc<Part>);

#[derive(Debug)]
struct Part {
    whole: Option<Budget>,
    limits: Limits,
    cancel: Cancel,
    started: Start,
    nodes: AtomicU64,
    answered: AtomicBool,
}

/// The start of a budget, on the clock that it uses.
#[derive(Clone, Copy, Debug)]
enum Start {
    Clock(Moment),
    /// the thread that created the budget, and the processor time it had used before
    Cpu(ThreadId, Duration),
}

impl Start {
    fn now(count: Count) -> Self {
        let used = if count == Count::Cpu { thread_time() } else { None };
        match used {
            Some(used) => Self::Cpu(std::thread::current().id(), used),
            None => Self::Clock(Moment::now()),
        }
    }

    fn count(self) -> Count {
        match self {
            Self::Clock(_) => Count::Clock,
            Self::Cpu(..) => Count::Cpu,
        }
    }

    #[inline]
    fn elapsed(self) -> Duration {
        match self {
            Self::Clock(moment) => moment.elapsed(),
            Self::Cpu(thread, before) => {
                let used = thread_time().unwrap_or_default();
                let own = std::thread::current().id() == thread;
                if own { used.saturating_sub(before) } else { used }
            }
        }
    }
}

impl Default for Budget {
    /// An unlimited budget.
    fn default() -> Self {
        Self::new(Limits::default(), Cancel::new())
    }
}

impl Budget {
    /// A budget whose time starts now.
    pub fn new(limits: Limits, cancel: Cancel) -> Self {
        Self::with(None, limits, cancel, Count::Clock)
    }

    /// A budget that counts wall-clock time or processor time. Processor time is that of the
    /// calling thread: from now on in the thread that creates the budget, from its own start in a
    /// thread that starts later. So each of several threads may use the whole time, just as with
    /// wall-clock time. On systems that do not report processor time, wall-clock time counts.
    pub fn counting(limits: Limits, cancel: Cancel, count: Count) -> Self {
        Self::with(None, limits, cancel, count)
    }

    /// A budget that only cancellation ends.
    pub fn unlimited(cancel: Cancel) -> Self {
        Self::new(Limits::default(), cancel)
    }

    /// A part of this budget with its own limits, whose time starts now. It also ends when the
    /// whole budget ends.
    pub fn part(&self, limits: Limits) -> Self {
        Self::with(Some(self.clone()), limits, self.cancel().clone(), self.0.started.count())
    }

    fn with(whole: Option<Self>, limits: Limits, cancel: Cancel, count: Count) -> Self {
        Self(Arc::new(Part {
            whole,
            limits,
            cancel,
            started: Start::now(count),
            nodes: AtomicU64::new(0),
            answered: AtomicBool::new(false),
        }))
    }

    /// The limits of this part alone.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }
    /// The flag that ends the computation.
    pub fn cancel(&self) -> &Cancel {
        &self.0.cancel
    }
    /// The time used so far.
    pub fn elapsed(&self) -> Duration {
        self.0.started.elapsed()
    }
    /// The time used so far, in seconds.
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
    /// The nodes used so far, as far as the tickers have added them.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Relaxed)
    }

    /// This budget, then the one that it is part of, and so on.
    fn chain(&self) -> impl Iterator<Item = &Part> {
        std::iter::successors(Some(&*self.0), |part| part.whole.as_ref().map(|whole| &*whole.0))
    }

    /// The nodes left, in this part and the whole; `None` without a limit.
    pub fn nodes_left(&self) -> Option<u64> {
        let left = |part: &Part| Some(part.limits.nodes?.saturating_sub(part.nodes.load(Relaxed)));
        self.chain().filter_map(left).min()
    }

    /// The time left, in this part and the whole; `None` without a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let left = |part: &Part| Some(part.limits.time?.saturating_sub(part.started.elapsed()));
        self.chain().filter_map(left).min()
    }

    /// Tells the other threads of this part that the answer is known.
    pub fn answer(&self) {
        self.0.answered.store(true, Relaxed);
    }

    /// Checks whether the computation may continue.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), Stop> {
        self.look()?;
        if self.nodes_left() == Some(0) { Err(Stop::Nodes) } else { Ok(()) }
    }

    /// [`Budget::check`] without the node limit.
    fn look(&self) -> Result<(), Stop> {
        for part in self.chain() {
            if part.answered.load(Relaxed) {
                return Err(Stop::Answered);
            }
            if part.cancel.is_cancelled() {
                return Err(Stop::Cancelled);
            }
            if part.limits.time.is_some_and(|most| part.started.elapsed() >= most) {
                return Err(Stop::Time);
            }
        }
        Ok(())
    }

    /// A counter for one thread that checks the clock and the flags every `period` steps.
    pub fn ticker(&self, period: u64) -> Ticker<'_> {
        let mut ticker = Ticker {
            budget: self,
            period,
            pending: 0,
            until: 0,
            steps: 0,
            reported: Moment::now(),
            due: false,
        };
        ticker.plan();
        ticker
    }
}

/// Time between two reports of progress.
const REPORT: Duration = Duration::from_millis(200);

/// Counts the nodes of one thread; made by [`Budget::ticker`]. Dropping it adds the rest to the
/// budget.
#[derive(Debug)]
pub struct Ticker<'b> {
    budget: &'b Budget,
    period: u64,
    /// counted but not yet added to the budget
    pending: u64,
    /// add them to the budget when more than this are pending
    until: u64,
    /// calls since the last addition to the budget
    steps: u64,
    reported: Moment,
    due: bool,
}

impl<'b> Ticker<'b> {
    /// The budget that receives the count.
    pub fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// Counts one node before it is entered.
    ///
    /// # Errors
    /// If the node would exceed the limit (it is not counted then), or for any other reason to
    /// stop.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.add(1)
    }

    /// Counts several nodes before they are entered; 0 stands for a step that only takes time.
    ///
    /// # Errors
    /// As [`Ticker::tick`]; none of them is counted then.
    #[inline]
    pub fn add(&mut self, nodes: u64) -> Result<(), Stop> {
        self.pending += nodes;
        self.steps += 1;
        if self.pending <= self.until && self.steps < self.period {
            return Ok(());
        }
        self.settle(nodes)
    }

    /// Whether a progress report is due; `true` a few times a second.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        std::mem::take(&mut self.due)
    }

    #[cold]
    fn settle(&mut self, new: u64) -> Result<(), Stop> {
        // The earlier nodes are spent; the new ones must still fit.
        let before = std::mem::take(&mut self.pending) - new;
        self.spend(before);
        self.steps = 0;
        self.until = 0; // a caller that continues nevertheless is stopped again
        if self.budget.nodes_left().is_some_and(|left| new > left) {
            return Err(Stop::Nodes);
        }
        self.budget.look()?;
        self.pending = new;
        self.plan();
        if self.reported.elapsed() >= REPORT {
            self.reported = Moment::now();
            self.due = true;
        }
        Ok(())
    }

    fn spend(&self, nodes: u64) {
        self.budget.chain().for_each(|part| {
            part.nodes.fetch_add(nodes, Relaxed);
        });
    }

    fn plan(&mut self) {
        self.until = self.budget.nodes_left().unwrap_or(u64::MAX);
    }
}

impl Drop for Ticker<'_> {
    fn drop(&mut self) {
        self.spend(self.pending);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PERIOD: u64 = 1024;

    fn nodes(most: u64) -> Budget {
        Budget::new(Limits::nodes(most), Cancel::new())
    }

    proptest! {
        #[test]
        fn the_node_limit_is_exact_on_one_thread(most in 0u64..10_000, period in 1u64..2_000) {
            let budget = nodes(most);
            let mut ticker = budget.ticker(period);
            let mut entered = 0;
            let stop = loop {
                match ticker.tick() {
                    Ok(()) => entered += 1,
                    Err(stop) => break stop,
                }
            };
            // A caller that continues nevertheless is stopped again.
            prop_assert!((0..3000).all(|_| ticker.tick().is_err()));
            drop(ticker);
            prop_assert_eq!((entered, budget.nodes(), stop), (most, most, Stop::Nodes));
        }

        #[test]
        fn batches_never_exceed_the_limit(most in 0u64..100_000, batch in 1u64..5_000) {
            let budget = nodes(most);
            let mut ticker = budget.ticker(PERIOD);
            let mut entered = 0;
            while ticker.add(batch).is_ok() {
                entered += batch;
            }
            drop(ticker);
            prop_assert_eq!(budget.nodes(), entered);
            prop_assert!(entered <= most && entered + batch > most);
        }

        #[test]
        fn parts_draw_on_the_whole(most in 0u64..3_000, own in proptest::collection::vec(0u64..2_000, 1..6)) {
            let whole = nodes(most);
            let mut left = most;
            for own in own {
                let part = whole.part(Limits::nodes(own));
                let mut ticker = part.ticker(7);
                while ticker.tick().is_ok() {}
                drop(ticker);
                prop_assert_eq!(part.nodes(), own.min(left));
                left -= part.nodes();
                prop_assert_eq!(whole.nodes_left(), Some(left));
            }
        }
    }

    #[test]
    fn threads_together_stay_within_a_period_each_of_the_limit() {
        let budget = nodes(100_000);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut ticker = budget.ticker(PERIOD);
                    while ticker.tick().is_ok() {}
                });
            }
        });
        assert!((100_000..=100_000 + 4 * PERIOD).contains(&budget.nodes()), "{}", budget.nodes());
    }

    #[test]
    fn time_cancellation_and_answers_stop_the_parts_too() {
        let ends = |whole: &Budget| {
            let part = whole.part(Limits::default());
            let mut ticker = part.ticker(PERIOD);
            (0..=PERIOD).find_map(|_| ticker.add(0).err())
        };
        let late = Budget::new(Limits::time(Duration::ZERO), Cancel::new());
        assert_eq!((ends(&late), late.check()), (Some(Stop::Time), Err(Stop::Time)));
        let free = Budget::unlimited(Cancel::new());
        assert_eq!((ends(&free), free.check()), (None, Ok(())));
        free.answer();
        assert_eq!(ends(&free), Some(Stop::Answered));
        let cancelled = Budget::unlimited(Cancel::new());
        cancelled.cancel().cancel();
        assert_eq!(ends(&cancelled), Some(Stop::Cancelled));
        // Answering a part does not end the whole.
        let whole = Budget::unlimited(Cancel::new());
        whole.part(Limits::default()).answer();
        assert_eq!(whole.check(), Ok(()));
    }

    #[test]
    fn processor_time_stands_still_in_sleep() {
        if thread_time().is_none() {
            return;
        }
        let limits = Limits::time(Duration::from_millis(30));
        let budget = Budget::counting(limits, Cancel::new(), Count::Cpu);
        let part = budget.part(Limits::default());
        std::thread::sleep(Duration::from_millis(80));
        assert_eq!(budget.check(), Ok(()), "{:?}", budget.elapsed());
        let mut spins = 0u64;
        while part.check().is_ok() {
            spins = std::hint::black_box(spins + 1);
        }
        assert!(spins > 0 && budget.check() == Err(Stop::Time));
        // A thread that starts later has the whole time for itself.
        std::thread::scope(|scope| scope.spawn(|| assert_eq!(budget.check(), Ok(()))).join())
            .unwrap();
    }
}
