//! Progress on standard error: a bar on a terminal, otherwise a line every few seconds.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lastmove_work::{Event, Progress, Silent, human};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two lines without a terminal.
const INTERVAL: Duration = Duration::from_secs(3);

/// The receiver of progress.
pub(crate) fn sink(quiet: bool) -> Box<dyn Progress> {
    if quiet {
        Box::new(Silent)
    } else if std::io::stderr().is_terminal() {
        Box::new(Bar { bar: Mutex::new(None) })
    } else {
        Box::new(Lines { last: Mutex::new(Instant::now()) })
    }
}

struct Bar {
    /// the bar and the stage that it belongs to
    bar: Mutex<Option<(String, ProgressBar)>>,
}

impl Progress for Bar {
    fn report(&self, event: &Event<'_>) {
        let mut slot = self.bar.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if event.finished {
            if let Some((_, bar)) = slot.take() {
                bar.finish_and_clear();
            }
            return;
        }
        if slot.as_ref().is_none_or(|(stage, _)| stage != event.stage) {
            if let Some((_, old)) = slot.take() {
                old.finish_and_clear();
            }
            *slot = Some((event.stage.to_owned(), new_bar(event)));
        }
        if let Some((_, bar)) = &*slot {
            bar.set_position(event.done);
            bar.set_message(event.message.to_owned());
        }
    }
}

fn new_bar(event: &Event<'_>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(event.total, ProgressDrawTarget::stderr());
    let template = match event.total {
        Some(_) => "{prefix} {bar:30} {human_pos} of {human_len}, {eta} left  {wide_msg}",
        None => "{prefix} {spinner} {human_pos} in {elapsed}  {wide_msg}",
    };
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_prefix(event.stage.to_owned());
    bar
}

struct Lines {
    last: Mutex<Instant>,
}

impl Progress for Lines {
    fn report(&self, event: &Event<'_>) {
        let mut last = self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if event.finished || last.elapsed() < INTERVAL {
            return;
        }
        *last = Instant::now();
        let mut line = format!("{}: {}", event.stage, human::count(event.done));
        if let Some(total) = event.total {
            line += &format!(" of {}", human::count(total));
        }
        if !event.message.is_empty() {
            line += &format!(", {}", event.message);
        }
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}
