//! Analysis that goes on until the next line arrives, as Leela Zero and KataGo report it.
//!
//! Chances, scores and ownership are those of the side to move, as KataGo gives them by default.

use super::moves::{self, choose};
use super::session::Session;
use lastmove_board::{Side, Size};
use lastmove_player::{Analysis, MoveLimits, Playable};
use lastmove_work::Moment;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

/// The program whose form of the commands is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Lz,
    Kata,
}

/// The options of an analysis command.
pub(super) struct AnalysisOptions {
    dialect: Dialect,
    side: Option<Side>,
    interval: Duration,
    most: usize,
    ownership: bool,
}

impl AnalysisOptions {
    pub(super) fn read<P: Playable>(dialect: Dialect, words: &[String]) -> Result<Self, String> {
        let interval = Duration::from_millis(500);
        let mut options =
            Self { dialect, side: None, interval, most: usize::MAX, ownership: false };
        let not_a_number = |text: &str| format!("'{text}' is not a number");
        let centiseconds = |text: &str| {
            let hundredths: f64 = text.parse().map_err(|_| not_a_number(text))?;
            Duration::try_from_secs_f64(hundredths / 100.0).map_err(|e| e.to_string())
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let name = word.to_ascii_lowercase();
            if word.parse::<f64>().is_ok() {
                options.interval = centiseconds(word)?;
                continue;
            }
            if let Ok(side) = moves::side_named(P::GAME, word) {
                options.side = Some(side);
                continue;
            }
            let value = words.next().ok_or_else(|| format!("'{word}' needs a value"))?;
            match name.as_str() {
                "interval" => options.interval = centiseconds(value)?,
                "maxmoves" => options.most = value.parse().map_err(|_| not_a_number(value))?,
                "ownership" => options.ownership = value.eq_ignore_ascii_case("true"),
                // Other options that front ends send; they are ignored.
                "minmoves" | "movesownership" | "pvvisits" | "rootinfo" | "ownershipstdev" => {}
                _ => {
                    return Err(format!(
                        "unknown argument '{word}'; expected a colour, an interval in hundredths of a second, maxmoves or ownership"
                    ));
                }
            }
        }
        Ok(options)
    }

    /// A report as one line.
    fn line<P: Playable>(&self, size: Size, side: Side, report: &Analysis<P>) -> String {
        let mut text = String::new();
        let total: u64 = report.lines.iter().map(|line| line.visits).sum();
        for (order, line) in report.lines.iter().take(self.most.max(1)).enumerate() {
            let prior = line.visits as f64 / total.max(1) as f64;
            let mv = P::move_name(line.mv, size);
            // Writing to a string does not fail.
            let _ = write!(text, "info move {mv} visits {} ", line.visits);
            let _ = match self.dialect {
                Dialect::Lz => write!(
                    text,
                    "winrate {:.0} prior {:.0} lcb {:.0} order {order} pv",
                    10_000.0 * line.win,
                    10_000.0 * prior,
                    10_000.0 * line.win
                ),
                Dialect::Kata => write!(
                    text,
                    "utility {:.4} winrate {:.4} scoreMean {score:.2} scoreStdev 0 scoreLead \
                     {score:.2} scoreSelfplay {score:.2} prior {prior:.4} lcb {:.4} utilityLcb \
                     {:.4} order {order} pv",
                    2.0 * line.win - 1.0,
                    line.win,
                    line.win,
                    2.0 * line.win - 1.0,
                    score = line.score,
                ),
            };
            for &mv in &line.pv {
                let _ = write!(text, " {}", P::move_name(mv, size));
            }
            text.push(' ');
        }
        if self.ownership && !report.ownership.is_empty() {
            text += "ownership";
            let sign = if side.seat() == 1 { 1.0 } else { -1.0 };
            for square in &report.ownership {
                // Adding zero turns -0 into 0.
                let _ = write!(text, " {:.3}", sign * square + 0.0);
            }
        }
        text.trim_end().to_owned()
    }
}

/// Prints reports, at most one per interval.
struct Printer<'a> {
    options: &'a AnalysisOptions,
    size: Size,
    side: Side,
    last: Option<Moment>,
    /// the last report if it was not printed
    kept: Option<String>,
    failed: io::Result<()>,
}

impl<'a> Printer<'a> {
    fn new(options: &'a AnalysisOptions, size: Size, side: Side) -> Self {
        Self { options, size, side, last: None, kept: None, failed: Ok(()) }
    }

    fn report<P: Playable>(&mut self, report: &Analysis<P>, output: &mut dyn Write) {
        let line = self.options.line(self.size, self.side, report);
        if self.last.is_some_and(|last| last.elapsed() < self.options.interval) {
            self.kept = Some(line);
        } else {
            self.last = Some(Moment::now());
            self.print(line, output);
        }
    }

    fn print(&mut self, line: String, output: &mut dyn Write) {
        self.kept = None;
        if !line.is_empty() && self.failed.is_ok() {
            self.failed = writeln!(output, "{line}").and_then(|()| output.flush());
        }
    }

    /// Prints the report that was held back.
    fn finish(mut self, output: &mut dyn Write) -> io::Result<()> {
        if let Some(line) = self.kept.take() {
            self.print(line, output);
        }
        self.failed
    }
}

/// Reports until the next line arrives.
pub(super) fn analyze<P: Playable>(
    session: &mut Session<'_, P>,
    options: &AnalysisOptions,
) -> io::Result<()> {
    let (side, size) = (options.side.unwrap_or(session.game.to_move()), session.game.size());
    let position = session.game.with_turn(side);
    let cancel = session.lines.watch();
    let quit = session.lines.quit().clone();
    let mut printer = Printer::new(options, size, side);
    let output = &mut *session.output;
    let mut report = |news: &Analysis<P>| {
        printer.report(news, output);
        if quit.is_cancelled() || printer.failed.is_err() {
            cancel.cancel();
        }
    };
    session.engine.set_position(size, &position);
    session.engine.think(&MoveLimits::default(), &cancel, &mut report);
    printer.finish(output)?;
    // The search of a solved position ends early, but the answer stays open until the next line.
    session.lines.wait();
    Ok(())
}

/// Chooses a move, reporting meanwhile, and plays it.
pub(super) fn genmove_analyze<P: Playable>(
    session: &mut Session<'_, P>,
    options: &AnalysisOptions,
) -> io::Result<()> {
    let (side, size) = (options.side.unwrap_or(session.game.to_move()), session.game.size());
    let mut printer = Printer::new(options, size, side);
    let best = choose(session, side, &mut |news, output| printer.report(news, output));
    printer.finish(session.output)?;
    let played = match best {
        Some(mv) if session.game.play_as(side, mv).is_ok() => P::move_name(mv, size),
        _ => "resign".to_owned(),
    };
    session.idle = true;
    writeln!(session.output, "play {played}")?;
    Ok(())
}
