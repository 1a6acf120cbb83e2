//! Calls that may take long: the work runs on a thread of its own, while the calling thread lets
//! other Python threads run, looks for Ctrl-C and passes progress on.

use crate::problem::{Problem, Result};
use lastmove::work::{Budget, Cancel, Event, Limits};
use pyo3::prelude::*;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How often the calling thread looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(40);
/// Recursion over large boards goes deep; memory that is not touched costs nothing.
const STACK: usize = 64 << 20;

/// What a long call takes from Python.
pub(crate) struct Call {
    /// time and nodes
    pub(crate) limits: Limits,
    /// is called with stage, units done, units in all, and a text
    pub(crate) progress: Option<Py<PyAny>>,
}

/// Whether the work has ended.
#[derive(Default)]
struct Ended {
    ended: Mutex<bool>,
    changed: Condvar,
}

impl Ended {
    /// Waits for the end, but not for long.
    fn wait(&self) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(ended, LOOK, |ended| !*ended);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Tells the end when it is dropped, whatever the end is.
struct Ending<'e>(&'e Ended);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        *self.0.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.changed.notify_all();
    }
}

/// One line of progress.
type Line = (String, u64, Option<u64>, String);

/// Passes progress on, from any thread.
#[derive(Clone)]
pub(crate) struct Tell(Option<Sender<Line>>);

impl Tell {
    /// Tells how far the work is.
    pub(crate) fn line(&self, stage: &str, done: u64, total: Option<u64>, message: &str) {
        if let Some(sender) = &self.0 {
            // Nobody listens any more once the call has ended.
            let _ = sender.send((stage.into(), done, total, message.into()));
        }
    }

    /// As a sink of events.
    pub(crate) fn sink(&self) -> impl Fn(&Event<'_>) + Send + Sync + use<> {
        let sender = Mutex::new(self.clone());
        move |event: &Event<'_>| {
            let tell = sender.lock().unwrap_or_else(PoisonError::into_inner);
            tell.line(event.stage, event.done, event.total, event.message);
        }
    }
}

impl Call {
    /// Limits as Python gives them.
    pub(crate) fn new(
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> Result<Self> {
        let time = time.map(seconds).transpose()?;
        Ok(Self { limits: Limits { time, nodes }, progress })
    }

    /// Does the work.
    pub(crate) fn run<T: Send>(
        self,
        py: Python<'_>,
        work: impl FnOnce(&Budget, &Tell) -> Result<T> + Send,
    ) -> PyResult<T> {
        let cancel = Cancel::new();
        let budget = Budget::new(self.limits, cancel.clone());
        let (lines, heard) = channel();
        let ended = Ended::default();
        let tell = Tell(self.progress.is_some().then_some(lines));
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().name("lastmove".into()).stack_size(STACK);
            let worker = builder.spawn_scoped(scope, || {
                let _ending = Ending(&ended);
                work(&budget, &tell)
            });
            let worker =
                worker.map_err(|e| PyErr::from(Problem::failed(format!("no thread: {e}"))))?;
            let mut interrupted = Ok(());
            loop {
                let is_over = py.detach(|| ended.wait());
                let mut latest = None;
                while let Ok(line) = heard.try_recv() {
                    latest = Some(line);
                }
                if interrupted.is_ok() {
                    interrupted = py.check_signals().and_then(|()| {
                        if let (Some(progress), Some(line)) = (&self.progress, latest) {
                            progress.call1(py, line)?;
                        }
                        Ok(())
                    });
                    if interrupted.is_err() {
                        cancel.cancel();
                    }
                }
                if is_over {
                    break;
                }
            }
            let result = worker.join();
            interrupted?;
            match result {
                Ok(result) => Ok(result?),
                Err(panic) => Err(Problem::Failed(internal(&*panic)).into()),
            }
        })
    }
}

/// What a panic says; nobody should ever see it.
pub(crate) fn internal(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    format!("internal error, please report it: {text}")
}

/// Does something short; a panic becomes an exception.
pub(crate) fn short<T>(work: impl FnOnce() -> Result<T>) -> PyResult<T> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
        Ok(result) => Ok(result?),
        Err(panic) => Err(Problem::Failed(internal(&*panic)).into()),
    }
}

/// A time in seconds.
pub(crate) fn seconds(time: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| Problem::Input(format!("time: expected seconds of at least 0, found {time}")))
}
