//! The state that all requests share: the answers, and permits for computing them.

use crate::config::WebConfig;
use crate::error::ApiError;
use axum::http::StatusCode;
use lastmove_answers::{Answer, Answers, CheckedQuestion, Cost, Problem};
use lastmove_work::{Budget, Cancel};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The longest time that a short computation waits for its permit.
const PATIENCE: Duration = Duration::from_secs(20);

/// The server's state.
pub(crate) struct App {
    pub(crate) config: WebConfig,
    pub(crate) answers: Answers,
    /// permits for searches and engines
    searches: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// permits for positions and pictures
    short: Arc<Semaphore>,
    /// permits for game records
    records: Arc<Semaphore>,
    /// permits for areas, about a second each
    looks: Arc<Semaphore>,
    /// permits for values, which take much memory and time
    values: Arc<Semaphore>,
    /// permits for certificates that answer moves
    proofs: Arc<Semaphore>,
}

/// The permit of a request, released when dropped.
pub(crate) type Turn = OwnedSemaphorePermit;

/// Cancels a computation when dropped. The future that waits for the answer owns it, so a client
/// that disconnects cancels its computation.
pub(crate) struct CancelOnDrop(pub(crate) Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl App {
    pub(crate) fn new(config: WebConfig) -> Self {
        let turns = |cost| Arc::new(Semaphore::new(config.answers.at_once(cost)));
        Self {
            answers: Answers::new(config.answers.clone()),
            searches: turns(Cost::Search),
            waiting: AtomicUsize::new(0),
            short: turns(Cost::Short),
            records: turns(Cost::Record),
            looks: turns(Cost::Look),
            values: turns(Cost::Value),
            proofs: turns(Cost::Proof),
            config,
        }
    }

    /// Takes a place in the queue of searches, if it is not full.
    pub(crate) fn queue(self: &Arc<Self>) -> Result<Place, ApiError> {
        let place = Place { app: Arc::clone(self) };
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        if before >= self.config.waiting + self.searches.available_permits() {
            return Err(ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too many searches are waiting; stop one, or try again later",
            ));
        }
        Ok(place)
    }

    /// Waits for a permit for a request that is not a search. Each kind has a queue of its own, so
    /// that a short request never waits for the long one of another client.
    pub(crate) async fn turn(&self, cost: Cost) -> Result<Turn, ApiError> {
        let turns = match cost {
            Cost::Short => &self.short,
            Cost::Record => &self.records,
            Cost::Look => &self.looks,
            Cost::Value | Cost::Search => &self.values,
            Cost::Proof => &self.proofs,
        };
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(turns).acquire_owned()).await;
        Ok(turn.ok().and_then(Result::ok).ok_or(Problem::Busy)?)
    }

    /// Computes a short answer outside the server's own threads and returns it with its permit. The
    /// computation is cancelled when the client disconnects.
    pub(crate) async fn compute(
        self: &Arc<Self>,
        task: CheckedQuestion,
        turn: Turn,
    ) -> Result<(Answer, Turn), ApiError> {
        let guard = CancelOnDrop(Cancel::new());
        let (app, budget) = (Arc::clone(self), Budget::unlimited(guard.0.clone()));
        let answer = tokio::task::spawn_blocking(move || {
            let answer = app.answers.answer(task, &budget, &|_| {})?;
            Ok((answer, turn))
        });
        Ok(answer.await.unwrap_or(Err(Problem::Bug))?)
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
    /// Whether a permit is available without waiting.
    pub(crate) fn is_free(&self) -> bool {
        self.app.searches.available_permits() > 0
    }

    /// Waits for a permit.
    pub(crate) async fn turn(self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.app.searches).acquire_owned().await.ok()
    }
}
