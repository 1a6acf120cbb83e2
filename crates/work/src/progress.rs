//! Reporting how far a computation is.

use crate::Moment;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How far one stage of a computation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// what is being done, such as `counting` or `level 12`
    pub stage: &'a str,
    /// units done
    pub done: u64,
    /// units in all, where that is known
    pub total: Option<u64>,
    /// free text such as the current line; may be empty
    pub message: &'a str,
    /// whether this is the last event of the stage
    pub finished: bool,
}

/// Receives progress events, from several threads at once.
///
/// Any `Fn(&Event)` implements it:
///
/// ```
/// use lastmove_work::{Event, Stage};
/// let sink = |event: &Event| eprintln!("{}: {}", event.stage, event.done);
/// Stage::new(&sink, "counting", None).advance(3);
/// ```
pub trait Progress: Send + Sync {
    /// Shows or records the event. Called at most some ten times a second per stage.
    fn report(&self, event: &Event<'_>);
}

impl<F: Fn(&Event<'_>) + Send + Sync> Progress for F {
    fn report(&self, event: &Event<'_>) {
        self(event);
    }
}

/// Ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _: &Event<'_>) {}
}

/// One stage of a computation: counts the units done and reports them at intervals. Threads share
/// it by reference; dropping it reports the end of the stage.
pub struct Stage<'s> {
    sink: &'s dyn Progress,
    name: String,
    total: Option<u64>,
    done: AtomicU64,
    message: Mutex<String>,
    started: Moment,
    /// milliseconds from the start to the last report
    reported: AtomicU64,
}

/// The least time between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

impl<'s> Stage<'s> {
    /// Begins a stage.
    pub fn new(sink: &'s dyn Progress, name: impl Into<String>, total: Option<u64>) -> Self {
        Self {
            sink,
            name: name.into(),
            total,
            done: AtomicU64::new(0),
            message: Mutex::default(),
            started: Moment::now(),
            reported: AtomicU64::new(0),
        }
    }

    /// Counts units as done. Looks at the clock, so call it for a batch, not for every node.
    pub fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
        let now = self.started.elapsed().as_millis() as u64;
        let last = self.reported.load(Ordering::Relaxed);
        let due = now >= last + INTERVAL.as_millis() as u64;
        // One thread wins the exchange and reports.
        let exchange = || {
            self.reported.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        };
        if due && exchange() {
            self.report(false);
        }
    }

    /// Sets the text that goes with the next reports.
    pub fn message(&self, text: impl Into<String>) {
        *self.message.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = text.into();
    }

    /// The units done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn report(&self, finished: bool) {
        let message = self.message.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.sink.report(&Event {
            stage: &self.name,
            done: self.done(),
            total: self.total,
            message: &message,
            finished,
        });
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        self.report(true);
    }
}

impl fmt::Debug for Stage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage")
            .field("name", &self.name)
            .field("done", &self.done())
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_a_stage_and_the_end_is_always_reported() {
        let seen = Mutex::new(Vec::new());
        let sink = |event: &Event<'_>| {
            seen.lock().unwrap().push((event.done, event.finished, event.message.to_owned()));
        };
        {
            let stage = Stage::new(&sink, "counting", Some(4000));
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| (0..1000).for_each(|_| stage.advance(1)));
                }
            });
            stage.message("the last line");
        }
        let seen = seen.into_inner().unwrap();
        assert_eq!(seen.last(), Some(&(4000, true, "the last line".to_owned())));
        assert!(seen.len() < 100, "reports are rationed");
    }
}
