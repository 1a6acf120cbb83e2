//! Lines of input that arrive while an engine thinks.

use lastmove_work::Cancel;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The longest line, in bytes; the rest of a longer one is skipped.
const LONGEST: usize = 1 << 16;
/// Time between two checks of a cancel flag.
const LOOK: Duration = Duration::from_millis(100);

/// Reads input on a thread of its own, so that a line that arrives can end a search.
pub(crate) struct InputLines {
    receiver: Receiver<String>,
    /// read ahead
    next: Option<String>,
    /// whether the input has ended
    ended: bool,
    /// the flag that the next line sets
    watched: Arc<Mutex<Option<Cancel>>>,
    /// the flag that ends the session
    quit: Cancel,
}

impl InputLines {
    /// Starts to read. No more lines come once `quit` is set.
    pub(crate) fn new(mut input: impl BufRead + Send + 'static, quit: Cancel) -> Self {
        let (sender, receiver) = channel();
        let watched = Arc::new(Mutex::new(None::<Cancel>));
        let shared = Arc::clone(&watched);
        std::thread::spawn(move || {
            let watched = || shared.lock().unwrap_or_else(PoisonError::into_inner);
            let stop = |watched: &mut Option<Cancel>| {
                if let Some(cancel) = watched.take() {
                    cancel.cancel();
                }
            };
            while let Some(line) = read_line(&mut input) {
                // Sent under the lock, so that a line cannot end a search that it has itself begun.
                let mut watched = watched();
                if sender.send(line).is_err() {
                    return;
                }
                stop(&mut watched);
            }
            drop(sender);
            stop(&mut watched());
        });
        Self { receiver, next: None, ended: false, watched, quit }
    }

    /// The next line; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<String> {
        self.wait();
        self.next.take()
    }

    /// Waits until there is a next line or the input has ended.
    pub(crate) fn wait(&mut self) {
        while self.next.is_none() && !self.ended {
            match self.receiver.recv_timeout(LOOK) {
                Ok(line) => self.next = Some(line),
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
                Err(RecvTimeoutError::Timeout) => self.ended = self.quit.is_cancelled(),
            }
        }
    }

    /// Whether the next line has arrived, or the input has ended.
    pub(crate) fn waiting(&mut self) -> bool {
        if self.next.is_none() && !self.ended {
            match self.receiver.try_recv() {
                Ok(line) => self.next = Some(line),
                Err(TryRecvError::Disconnected) => self.ended = true,
                Err(TryRecvError::Empty) => {}
            }
        }
        self.next.is_some() || self.ended || self.quit.is_cancelled()
    }

    /// A flag that is set when the next line arrives or the input ends.
    pub(crate) fn watch(&mut self) -> Cancel {
        let cancel = Cancel::new();
        *self.watched.lock().unwrap_or_else(PoisonError::into_inner) = Some(cancel.clone());
        if self.waiting() {
            cancel.cancel();
        }
        cancel
    }

    /// The flag that ends the session.
    pub(crate) fn quit(&self) -> &Cancel {
        &self.quit
    }
}

/// Reads a line, without its line break; `None` at the end of the input and on errors.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let buffer = input.fill_buf().ok()?;
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&b| b == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST - line.len())]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    any.then(|| String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_in_order_and_end_what_is_watched() {
        let mut lines = InputLines::new(&b"one\r\n\ntwo"[..], Cancel::new());
        assert_eq!(lines.next().as_deref(), Some("one"));
        assert_eq!(lines.next().as_deref(), Some(""));
        lines.wait();
        assert!(lines.watch().is_cancelled());
        assert_eq!(lines.next().as_deref(), Some("two"));
        assert_eq!(lines.next(), None);
        assert!(lines.watch().is_cancelled());
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut input = vec![b'x'; 3 * LONGEST];
        input.extend_from_slice(b"\nnext\n");
        let mut lines = InputLines::new(std::io::Cursor::new(input), Cancel::new());
        assert_eq!(lines.next().map(|line| line.len()), Some(LONGEST));
        assert_eq!(lines.next().as_deref(), Some("next"));
    }
}
