//! What all commands share while they run.

use crate::progress;
use lastmove_work::{Budget, Cancel, Limits, Progress};

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
}

impl Session {
    /// Begins the run and listens for Ctrl-C. The first one asks the command to end cleanly, a
    /// second one ends it at once.
    pub(crate) fn start(json: bool, quiet: bool) -> Self {
        let cancel = Cancel::new();
        let flag = cancel.clone();
        let handler = move || {
            if flag.is_cancelled() {
                std::process::exit(130);
            }
            flag.cancel();
        };
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(handler);
        Self { json, quiet, progress: progress::sink(quiet), cancel }
    }

    /// A budget for the command that ends with Ctrl-C.
    pub(crate) fn budget(&self, limits: Limits) -> Budget {
        Budget::new(limits, self.cancel.clone())
    }
}
