//! What all commands share while they run.

use crate::{Failure, output, progress};
use lastmove_work::{Budget, Cancel, Limits, Progress, Stop};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a command may take to end by itself after Ctrl-C or SIGTERM.
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
    pending: Pending,
}

/// What a command that is ended by a signal must not lose; clones share it.
#[derive(Clone, Default)]
struct Pending(Arc<Mutex<PendingParts>>);

#[derive(Default)]
struct PendingParts {
    /// the file that is saved before the command ends, however long that takes
    file: Option<String>,
    /// the answer that is known already, as text and as fields
    answer: Option<(String, Value)>,
    /// how to go on
    note: Option<String>,
}

impl Pending {
    fn lock(&self) -> MutexGuard<'_, PendingParts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Begins the run and listens for Ctrl-C. The first one asks the command to end cleanly, a
    /// second one ends it at once.
    pub(crate) fn start(json: bool, quiet: bool) -> Self {
        let cancel = Cancel::new();
        let pending = Pending::default();
        let (flag, kept) = (cancel.clone(), pending.clone());
        let handler = move || {
            if flag.is_cancelled() {
                std::process::exit(130);
            }
            flag.cancel();
            let file = kept.lock().file.clone();
            match file {
                Some(path) => eprintln!(
                    "lastmove: stopping; {path} is being saved (once more to end without it)"
                ),
                None => end(json, &kept),
            }
        };
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(handler);
        Self { json, quiet, progress: progress::sink(quiet), cancel, pending }
    }

    /// A budget for the command that ends with Ctrl-C.
    pub(crate) fn budget(&self, limits: Limits) -> Budget {
        Budget::new(limits, self.cancel.clone())
    }

    /// Promises to save a file before the command ends.
    pub(crate) fn keeps(&self, path: &Path) {
        self.pending.lock().file = Some(path.display().to_string());
    }

    /// Says how to go on, should the command be ended from outside.
    pub(crate) fn resumes(&self, note: String) {
        self.pending.lock().note = Some(note);
    }

    /// Keeps an answer that is known while the command goes on: it is printed even if the command
    /// has to be ended.
    pub(crate) fn knows(&self, fields: &impl Serialize, text: impl ToString) {
        let fields = serde_json::to_value(fields).unwrap_or_default();
        self.pending.lock().answer = Some((text.to_string(), fields));
    }
}

/// Ends the program after [`PATIENCE`], if it has not ended by itself.
fn end(json: bool, pending: &Pending) {
    std::thread::sleep(PATIENCE);
    // Whoever is writing an answer may finish it.
    let _out = std::io::stdout().lock();
    let pending = pending.lock();
    let note = pending.note.as_deref().unwrap_or("nothing can be resumed, run it again");
    let mut failure = Failure::stopped(Stop::Cancelled, note);
    if let Some((text, fields)) = &pending.answer {
        if !json {
            let _ = output::print(text);
        }
        failure = failure.with_partial(fields);
    }
    std::process::exit(failure.report(json).into());
}
