//! What all commands share while they run.

use crate::{Failure, output, progress};
use lastmove_work::{Budget, Cancel, Limits, Progress, Stop};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    /// what must not be lost at the end
    worth: Worth,
}

/// What must not be lost when a command is ended from outside; clones share it.
#[derive(Clone, Default)]
struct Worth(Arc<Mutex<Treasure>>);

#[derive(Default)]
struct Treasure {
    /// the file that is saved before the command ends, however long that takes
    file: Option<String>,
    /// the answer that is known already, as text and as fields
    answer: Option<(String, Value)>,
    /// how to go on
    note: Option<String>,
}

impl Worth {
    fn lock(&self) -> MutexGuard<'_, Treasure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Begins the run and listens for Ctrl-C. The first one asks the command to end cleanly, a
    /// second one ends it at once.
    pub(crate) fn start(json: bool, quiet: bool) -> Self {
        let cancel = Cancel::new();
        let worth = Worth::default();
        let (flag, kept) = (cancel.clone(), worth.clone());
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
                None => end(json, Stop::Cancelled, &kept),
            }
        };
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(handler);
        Self { json, quiet, progress: progress::sink(quiet), cancel, worth }
    }

    /// A budget for the command that ends with Ctrl-C.
    pub(crate) fn budget(&self, limits: Limits) -> Budget {
        Budget::new(limits, self.cancel.clone())
    }

    /// A budget that is kept even by code that never looks at it.
    pub(crate) fn promise(&self, limits: Limits) -> Budget {
        if let Some(time) = limits.time {
            let (json, worth) = (self.json, self.worth.clone());
            std::thread::spawn(move || {
                std::thread::sleep(time);
                let kept = worth.lock().file.is_some();
                if !kept {
                    end(json, Stop::Time, &worth);
                }
            });
        }
        self.budget(limits)
    }

    /// Promises to save a file before the command ends.
    pub(crate) fn keeps(&self, path: &Path) {
        self.worth.lock().file = Some(path.display().to_string());
    }

    /// Says how to go on, should the command be ended from outside.
    pub(crate) fn resumes(&self, note: String) {
        self.worth.lock().note = Some(note);
    }

    /// Keeps an answer that is known while the command goes on: it is printed even if the command
    /// has to be ended.
    pub(crate) fn knows(&self, fields: &impl Serialize, text: impl ToString) {
        let fields = serde_json::to_value(fields).unwrap_or_default();
        self.worth.lock().answer = Some((text.to_string(), fields));
    }
}

/// Ends the program after a while, if it has not ended by itself.
fn end(json: bool, stop: Stop, worth: &Worth) {
    std::thread::sleep(PATIENCE);
    // whoever is writing an answer may finish it
    let _out = std::io::stdout().lock();
    let worth = worth.lock();
    let note = worth.note.as_deref().unwrap_or("nothing can be resumed, run it again");
    let mut failure = Failure::stopped(stop, note);
    if let Some((text, fields)) = &worth.answer {
        if !json {
            let _ = output::print(text);
        }
        failure = failure.with_partial(fields);
    }
    std::process::exit(failure.report(json).into());
}
