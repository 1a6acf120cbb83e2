//! Scratch space that outlives the pieces into which the work is split.

use std::sync::Mutex;

/// Hands out scratch space, and takes it back when the holder is done: as many are made as
/// threads work at once.
pub(crate) struct Pool<S> {
    idle: Mutex<Vec<S>>,
    make: Box<dyn Fn() -> S + Sync + Send>,
}

impl<S> Pool<S> {
    pub(crate) fn new(make: impl Fn() -> S + Sync + Send + 'static) -> Self {
        Self { idle: Mutex::new(Vec::new()), make: Box::new(make) }
    }

    /// Works with scratch space of nobody else.
    pub(crate) fn with(&self, work: impl FnOnce(&mut S)) {
        let idle = || self.idle.lock().expect("no holder panics here");
        let taken = idle().pop();
        let mut scratch = taken.unwrap_or_else(|| (self.make)());
        work(&mut scratch);
        idle().push(scratch);
    }
}
