//! What all requests share: tables, permits, certificates.

use crate::certificates::Certificates;
use crate::config::Config;
use crate::error::ApiError;
use lastmove_solver::table::{Numbers, Table};
use lastmove_work::Cancel;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The longest that a short computation waits for its turn.
const PATIENCE: Duration = Duration::from_secs(20);

/// The server's state.
pub(crate) struct App {
    pub(crate) config: Config,
    /// made when first wanted
    table: OnceLock<Table<Numbers>>,
    /// searches and engines
    searches: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// short computations: positions, areas, pictures
    short: Arc<Semaphore>,
    /// values, which take memory
    values: Arc<Semaphore>,
    pub(crate) certificates: Mutex<Certificates>,
}

/// Which permits a computation needs.
#[derive(Clone, Copy)]
pub(crate) enum Size {
    Short,
    Value,
}

/// Cancels when the client is gone: whatever waits for an answer owns one of these.
pub(crate) struct CancelOnDrop(pub(crate) Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl App {
    pub(crate) fn new(config: Config) -> Self {
        Self {
            table: OnceLock::new(),
            searches: Arc::new(Semaphore::new(config.searches.max(1))),
            waiting: AtomicUsize::new(0),
            short: Arc::new(Semaphore::new(4)),
            values: Arc::new(Semaphore::new(2)),
            certificates: Mutex::default(),
            config,
        }
    }

    /// The table of all searches.
    pub(crate) fn table(&self) -> &Table<Numbers> {
        self.table.get_or_init(|| Table::new(self.config.memory))
    }

    /// Searches that run now.
    pub(crate) fn running(&self) -> usize {
        self.config.searches.max(1) - self.searches.available_permits()
    }

    /// A place in the queue of searches, if it is not full.
    pub(crate) fn queue(self: &Arc<Self>) -> Result<Place, ApiError> {
        let place = Place { app: Arc::clone(self) };
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        if before >= self.config.waiting + self.searches.available_permits() {
            return Err(ApiError::new(
                axum::http::StatusCode::TOO_MANY_REQUESTS,
                "too many searches are waiting; stop one, or try again later",
            ));
        }
        Ok(place)
    }

    /// Runs a short computation beside the server's own threads. It is told to stop when the
    /// client leaves.
    pub(crate) async fn compute<T: Send + 'static>(
        self: &Arc<Self>,
        size: Size,
        work: impl FnOnce(&App, &Cancel) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permits = match size {
            Size::Short => &self.short,
            Size::Value => &self.values,
        };
        let permit = tokio::time::timeout(PATIENCE, Arc::clone(permits).acquire_owned()).await;
        let permit = permit.ok().and_then(Result::ok).ok_or_else(ApiError::busy)?;
        let guard = CancelOnDrop(Cancel::new());
        let (app, cancel) = (Arc::clone(self), guard.0.clone());
        let answer = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&app, &cancel)
        });
        answer.await.unwrap_or_else(|_| Err(ApiError::internal()))
    }
}

/// A place in the queue of searches.
pub(crate) struct Place {
    app: Arc<App>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Place {
    /// Whether there is nothing to wait for.
    pub(crate) fn is_free(&self) -> bool {
        self.app.searches.available_permits() > 0
    }

    /// Waits for its turn.
    pub(crate) async fn turn(self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.app.searches).acquire_owned().await.ok()
    }
}
