//! Scratch space that is reused by the pieces into which the work is split.

use std::sync::Mutex;

/// Lends scratch space and takes it back after use. There are as many as threads work at the same
/// time.
pub(crate) struct Pool<S> {
    idle: Mutex<Vec<S>>,
    make: Box<dyn Fn() -> S + Sync + Send>,
}

impl<S> Pool<S> {
    pub(crate) fn new(make: impl Fn() -> S + Sync + Send + 'static) -> Self {
        Self { idle: Mutex::new(Vec::new()), make: Box::new(make) }
    }

    /// Calls `work` with scratch space that no other thread uses meanwhile.
    pub(crate) fn with(&self, work: impl FnOnce(&mut S)) {
        let idle = || self.idle.lock().expect("no holder panics here");
        let taken = idle().pop();
        let mut scratch = taken.unwrap_or_else(|| (self.make)());
        work(&mut scratch);
        idle().push(scratch);
    }
}
