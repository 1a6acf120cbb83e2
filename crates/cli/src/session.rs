//! What all commands share while they run.

use crate::{Failure, progress};
use lastmove_work::{Budget, Cancel, Limits, Progress, Stop};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a command may take to end after Ctrl-C, SIGTERM or its time: most notice at once, and
/// whatever does not is ended.
const PATIENCE: Duration = Duration::from_millis(400);

/// One run of the program.
pub(crate) struct Session {
    /// one JSON object instead of text
    pub(crate) json: bool,
    /// no progress
    pub(crate) quiet: bool,
    /// where progress goes
    pub(crate) progress: Box<dyn Progress>,
    /// set by Ctrl-C
    pub(crate) cancel: Cancel,
    /// the file that is saved before the command ends, however long that takes
    kept: Arc<Mutex<Option<String>>>,
}

impl Session {
    /// Begins the run and listens for Ctrl-C. The first one asks the command to end cleanly, a
    /// second one ends it at once.
    pub(crate) fn start(json: bool, quiet: bool) -> Self {
        let cancel = Cancel::new();
        let kept: Arc<Mutex<Option<String>>> = Arc::default();
        let (flag, file) = (cancel.clone(), Arc::clone(&kept));
        let handler = move || {
            if flag.is_cancelled() {
                std::process::exit(130);
            }
            flag.cancel();
            match &*file.lock().unwrap_or_else(PoisonError::into_inner) {
                Some(path) => eprintln!(
                    "lastmove: stopping; {path} is being saved (once more to end without it)"
                ),
                None => end(json, Stop::Cancelled),
            }
        };
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(handler);
        Self { json, quiet, progress: progress::sink(quiet), cancel, kept }
    }

    /// A budget for the command that ends with Ctrl-C.
    pub(crate) fn budget(&self, limits: Limits) -> Budget {
        Budget::new(limits, self.cancel.clone())
    }

    /// A budget that is kept even by code that never looks at it.
    pub(crate) fn promise(&self, limits: Limits) -> Budget {
        if let Some(time) = limits.time {
            let (json, kept) = (self.json, Arc::clone(&self.kept));
            std::thread::spawn(move || {
                std::thread::sleep(time);
                if kept.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
                    end(json, Stop::Time);
                }
            });
        }
        self.budget(limits)
    }

    /// Promises to save a file before the command ends.
    pub(crate) fn keeps(&self, path: &Path) {
        let path = path.display().to_string();
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
    }
}

/// Ends the program after a while, if it has not ended by itself.
fn end(json: bool, stop: Stop) {
    std::thread::sleep(PATIENCE);
    // whoever is writing an answer may finish it
    let _out = std::io::stdout().lock();
    let failure = Failure::stopped(stop, "nothing can be resumed, run it again");
    std::process::exit(failure.report(json).into());
}
