//! Calls that may take long: the work runs on a thread of its own; the calling thread lets other
//! Python threads run, checks for Ctrl-C and passes on progress.

use crate::problem::{Problem, Result};
use lastmove::work::{Budget, Cancel, Event, Limits};
use pyo3::prelude::*;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How often the calling thread checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(40);
/// Recursion over large boards goes deep; memory that is not touched costs nothing.
const STACK: usize = 64 << 20;

/// The arguments that Python gives to every long call.
pub(crate) struct Call {
    /// time and nodes
    pub(crate) limits: Limits,
    /// called with stage, units done, units in all, and a text
    pub(crate) progress: Option<Py<PyAny>>,
}

/// Whether the work has ended.
#[derive(Default)]
struct Ended {
    ended: Mutex<bool>,
    changed: Condvar,
}

impl Ended {
    /// Waits for the end, for a short time. Returns whether the work has ended.
    fn wait(&self) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(ended, LOOK, |ended| !*ended);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Announces the end when it is dropped, so also after a panic.
struct Ending<'e>(&'e Ended);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        *self.0.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.changed.notify_all();
    }
}

/// One line of progress.
type Line = (String, u64, Option<u64>, String);

/// Sends progress to the calling thread, from any thread.
#[derive(Clone)]
pub(crate) struct ProgressSender(Option<Sender<Line>>);

impl ProgressSender {
    /// Sends a line of progress.
    pub(crate) fn line(&self, stage: &str, done: u64, total: Option<u64>, message: &str) {
        if let Some(sender) = &self.0 {
            // Once the call has ended there is no receiver.
            let _ = sender.send((stage.into(), done, total, message.into()));
        }
    }

    /// A progress function that sends every event.
    pub(crate) fn sink(&self) -> impl Fn(&Event<'_>) + Send + Sync + use<> {
        let sender = Mutex::new(self.clone());
        move |event: &Event<'_>| {
            let tell = sender.lock().unwrap_or_else(PoisonError::into_inner);
            tell.line(event.stage, event.done, event.total, event.message);
        }
    }
}

impl Call {
    /// A call with limits as Python gives them.
    pub(crate) fn new(
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> Result<Self> {
        let time = time.map(seconds).transpose()?;
        Ok(Self { limits: Limits { time, nodes }, progress })
    }

    /// Runs `work` on a thread of its own, and returns its result.
    pub(crate) fn run<T: Send>(
        self,
        py: Python<'_>,
        work: impl FnOnce(&Budget, &ProgressSender) -> Result<T> + Send,
    ) -> PyResult<T> {
        let cancel = Cancel::new();
        let budget = Budget::new(self.limits, cancel.clone());
        let (lines, heard) = channel();
        let ended = Ended::default();
        let tell = ProgressSender(self.progress.is_some().then_some(lines));
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

/// The message for a panic, which is always an error of this program.
pub(crate) fn internal(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    format!("internal error, please report it: {text}")
}

/// Runs short work on the calling thread; a panic becomes an exception.
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
