//! A search on a thread of its own, while the session reads further commands.

use lastmove_board::Size;
use lastmove_player::{Analysis, Engine, MoveLimits, Playable};
use lastmove_work::Cancel;
use std::io::Write;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// The output, shared by the two threads.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    pub(super) fn new(output: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Box::new(output))))
    }

    /// Prints lines.
    pub(super) fn say(&self, text: &str) -> std::io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{text}")?;
        output.flush()
    }
}

/// The task of a search.
pub(super) struct Task<P: Playable> {
    pub(super) engine: Engine<P>,
    pub(super) position: P,
    pub(super) size: Size,
    pub(super) limits: MoveLimits,
    /// whether to think without limits until a command ends that
    pub(super) open: bool,
    /// lines to report
    pub(super) lines: usize,
}

/// A command that ends an open search.
enum SearchCommand {
    Stop,
    /// the expected move was played: the limits count from now
    Hit,
}

/// A running search.
pub(super) struct Search<P: Playable> {
    thread: JoinHandle<Engine<P>>,
    cancel: Cancel,
    commands: Sender<SearchCommand>,
    open: bool,
}

impl<P: Playable> Search<P> {
    pub(super) fn start(task: Task<P>, output: Output) -> Self {
        let cancel = Cancel::new();
        let (commands, receiver) = channel();
        let open = task.open;
        let flag = cancel.clone();
        let thread = std::thread::spawn(move || run(task, &output, &flag, receiver));
        Self { thread, cancel, commands, open }
    }

    /// Stops the search; it prints the best move before this returns.
    pub(super) fn stop(self) -> Option<Engine<P>> {
        let _ = self.commands.send(SearchCommand::Stop);
        self.cancel.cancel();
        self.thread.join().ok()
    }

    /// Finishes at the end of the input: a search with limits runs to its end.
    pub(super) fn finish(self, quit: &Cancel) -> Option<Engine<P>> {
        while !self.open && !self.thread.is_finished() && !quit.is_cancelled() {
            std::thread::sleep(Duration::from_millis(10));
        }
        self.stop()
    }

    /// Continues with limits after `ponderhit`.
    pub(super) fn hit(&mut self) {
        if std::mem::take(&mut self.open) {
            let _ = self.commands.send(SearchCommand::Hit);
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }
}

fn run<P: Playable>(
    mut task: Task<P>,
    output: &Output,
    cancel: &Cancel,
    commands: Receiver<SearchCommand>,
) -> Engine<P> {
    let mut last = Analysis::<P>::default();
    let mut limited = true;
    if task.open {
        // A separate flag, so that `ponderhit` ends only this part.
        let part = Cancel::new();
        std::thread::scope(|scope| {
            let watcher = {
                let part = part.clone();
                scope.spawn(move || {
                    // Waits for a command, even if the search has ended before.
                    let command = commands.recv();
                    part.cancel();
                    command
                })
            };
            last = think(&mut task, &MoveLimits::default(), &part, output);
            limited =
                matches!(watcher.join(), Ok(Ok(SearchCommand::Hit))) && !cancel.is_cancelled();
        });
    }
    if limited {
        let limits = task.limits;
        last = think(&mut task, &limits, cancel, output);
    }
    let size = task.size;
    let text = match (last.best, last.lines.first().and_then(|line| line.pv.get(1))) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(mv), Some(&reply)) if last.lines[0].mv == mv => {
            format!("bestmove {} ponder {}", P::uci_name(mv, size), P::uci_name(reply, size))
        }
        (Some(mv), _) => format!("bestmove {}", P::uci_name(mv, size)),
    };
    let _ = output.say(&text);
    task.engine
}

fn think<P: Playable>(
    task: &mut Task<P>,
    limits: &MoveLimits,
    cancel: &Cancel,
    output: &Output,
) -> Analysis<P> {
    let (size, lines) = (task.size, task.lines);
    task.engine.set_position(size, &task.position);
    task.engine.think(limits, cancel, &mut |report| {
        for line in info::<P>(size, report, lines) {
            let _ = output.say(&line);
        }
    })
}

/// The score of a proved win, in hundredths of a move.
const PROVEN: f64 = 20_000.0;

/// The lines of a report in Stockfish's format; the score is in hundredths of a move.
fn info<P: Playable>(size: Size, report: &Analysis<P>, most: usize) -> Vec<String> {
    let time = (report.seconds * 1000.0).round();
    let speed = report.nodes as f64 / report.seconds.max(0.001);
    let lines = report.lines.iter().take(most).enumerate();
    lines
        .map(|(i, line)| {
            let score = match report.proven {
                Some(_) if i == 0 && report.win >= 1.0 => PROVEN,
                Some(_) if report.win <= 0.0 => -PROVEN,
                _ => 100.0 * line.score,
            };
            let pv: Vec<String> = line.pv.iter().map(|&mv| P::uci_name(mv, size)).collect();
            format!(
                "info depth {depth} seldepth {depth} multipv {} score cp {score:.0} wdl {:.0} 0 \
                 {:.0} nodes {} nps {speed:.0} time {time:.0} pv {}",
                i + 1,
                1000.0 * line.win,
                1000.0 - (1000.0 * line.win).round(),
                report.nodes,
                pv.join(" "),
                depth = report.depth,
            )
        })
        .collect()
}
