//! Scratch space that outlives the pieces into which the work is split.

use std::ops::{Deref, DerefMut};
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

    pub(crate) fn take(&self) -> Taken<'_, S> {
        let idle = self.idle.lock().expect("no holder panics here").pop();
        Taken { pool: self, scratch: Some(idle.unwrap_or_else(|| (self.make)())) }
    }
}

/// Scratch space in use.
pub(crate) struct Taken<'a, S> {
    pool: &'a Pool<S>,
    scratch: Option<S>,
}

impl<S> Deref for Taken<'_, S> {
    type Target = S;
    fn deref(&self) -> &S {
        self.scratch.as_ref().expect("present until dropped")
    }
}

impl<S> DerefMut for Taken<'_, S> {
    fn deref_mut(&mut self) -> &mut S {
        self.scratch.as_mut().expect("present until dropped")
    }
}

impl<S> Drop for Taken<'_, S> {
    fn drop(&mut self) {
        if let (Some(scratch), Ok(mut idle)) = (self.scratch.take(), self.pool.idle.lock()) {
            idle.push(scratch);
        }
    }
}
