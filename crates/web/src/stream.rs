//! Searches that report their progress as server-sent events.
//!
//! The client holds the receiving end. When it disconnects, the search is cancelled; when it is
//! slow, progress reports are dropped, but never the answer or the final event.

use crate::error::ApiError;
use crate::state::{App, CancelOnDrop};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_core::Stream;
use lastmove_answers::{AnswerEvent as Told, CheckedQuestion, Problem};
use lastmove_work::{Budget, Cancel};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;

/// The number of events buffered for a slow client.
const BUFFER: usize = 32;
/// The part of the buffer that is reserved for the answer and the final event.
const RESERVED: usize = 4;

/// The stream of events to the client.
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

fn shown(told: Told) -> Event {
    Event::default().event(told.name).data(told.data)
}

/// Responds with the events of a search, which starts when its turn in the queue comes.
pub(crate) fn start(
    app: &Arc<App>,
    task: CheckedQuestion,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>, ApiError> {
    let place = app.queue()?;
    let (sender, receiver) = mpsc::channel(BUFFER);
    let cancel = Cancel::new();
    let events = Events { receiver, _guard: CancelOnDrop(cancel.clone()) };
    let app = Arc::clone(app);
    tokio::spawn(async move {
        if !place.is_free() {
            let _ = sender.try_send(Event::default().event("queued").data("{}"));
        }
        let permit = tokio::select! {
            permit = place.turn() => permit,
            () = sender.closed() => None,
        };
        let Some(permit) = permit else { return };
        let reporter = sender.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            app.answers.answer(task, &Budget::unlimited(cancel), &|told| {
                if told.name == "answer" || reporter.capacity() > RESERVED {
                    let _ = reporter.try_send(shown(told));
                }
            })
        });
        let last = Told::last(done.await.unwrap_or(Err(Problem::Bug)));
        let _ = sender.try_send(shown(last));
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(5))))
}
