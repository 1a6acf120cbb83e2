//! Colours: in help texts, and before errors and warnings. Answers are plain text.

use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Style};
use std::fmt::{self, Display};
use std::io::{IsTerminal, stderr};

/// The styles of help texts.
pub(crate) const HELP: Styles = Styles::plain()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Green.on_default());

/// Whether text for this stream may be coloured: it is a terminal that shows colours, and
/// `NO_COLOR` is not set.
pub(crate) fn is_on(stream: &impl IsTerminal) -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let terminal = set("TERM").map(|terminal| terminal != "dumb");
    // The old console of Windows would print the codes; newer terminals set one of these.
    let shows = terminal.unwrap_or(cfg!(not(windows)) || set("WT_SESSION").is_some());
    stream.is_terminal() && shows && set("NO_COLOR").is_none()
}

/// The beginning of an error message on standard error.
pub(crate) fn error(text: &str) -> impl Display {
    styled(text, AnsiColor::Red.on_default().bold())
}

/// The beginning of a warning on standard error.
pub(crate) fn warning(text: &str) -> impl Display {
    styled(text, AnsiColor::Yellow.on_default().bold())
}

fn styled(text: &str, style: Style) -> impl Display {
    let style = if is_on(&stderr()) { style } else { Style::new() };
    fmt::from_fn(move |f| write!(f, "{style}{text}{style:#}"))
}
