//! Long work that tells how far it is, as server-sent events.
//!
//! The client holds the receiving end. When it goes, the work is cancelled; when the client is
//! slow, reports are dropped, never the last word.

use crate::error::ApiError;
use crate::state::{App, CancelOnDrop};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_core::Stream;
use lastmove_work::Cancel;
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;

/// Events that may wait for a slow client.
const BUFFER: usize = 32;
/// Of these, so many are kept for the last words.
const RESERVED: usize = 4;

/// What the client receives.
pub(crate) struct Events {
    receiver: mpsc::Receiver<Event>,
    _guard: CancelOnDrop,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(cx).map(|event| event.map(Ok))
    }
}

/// Where the work reports to.
#[derive(Clone)]
pub(crate) struct Reporter {
    sender: mpsc::Sender<Event>,
}

impl Reporter {
    /// Tells how far it is; may be lost.
    pub(crate) fn tell(&self, name: &str, data: &impl Serialize) {
        if self.sender.capacity() > RESERVED {
            self.conclude(name, data);
        }
    }

    /// Says a last word.
    pub(crate) fn conclude(&self, name: &str, data: &impl Serialize) {
        if let Ok(event) = Event::default().event(name).json_data(data) {
            let _ = self.sender.try_send(event);
        }
    }
}

/// Work that reports as it goes.
type Work = Box<dyn FnOnce(&App, &Cancel, &Reporter) -> Result<(), ApiError> + Send>;

/// Answers with a stream of what `work` reports once it is its turn.
pub(crate) fn start(
    app: &Arc<App>,
    work: Work,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>, ApiError> {
    let place = app.queue()?;
    let (sender, receiver) = mpsc::channel(BUFFER);
    let cancel = Cancel::new();
    let events = Events { receiver, _guard: CancelOnDrop(cancel.clone()) };
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let reporter = Reporter { sender };
        if !place.is_free() {
            reporter.tell("queued", &json!({}));
        }
        let permit = tokio::select! {
            permit = place.turn() => permit,
            () = reporter.sender.closed() => None,
        };
        let Some(permit) = permit else { return };
        let last = reporter.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&app, &cancel, &reporter)
        });
        let failed = match done.await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error,
            Err(_) => ApiError::internal(),
        };
        last.conclude("failed", &json!({ "error": failed.message }));
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(5))))
}
