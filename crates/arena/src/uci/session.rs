//! A session: its state between commands, and its commands.

use super::go::Go;
use super::options::UciOptions;
use super::position;
use super::search::{Output, Search, Task};
use crate::History;
use crate::SessionSettings;
use crate::input_lines::InputLines;
use lastmove_board::{Diagram, Game, perft};
use lastmove_player::{Engine, MoveLimits, Playable};
use lastmove_solver::with_game;
use lastmove_work::Cancel;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// The time for a `go` without any limit.
const UNLIMITED: Duration = Duration::from_secs(5);
/// The greatest depth for counting; deeper counts take too long.
const DEEPEST: u32 = 3;

struct Session<P: Playable> {
    uci: UciOptions,
    usual: MoveLimits,
    draw: fn(Game, &Diagram) -> String,
    game: History<P>,
    /// absent during a search
    engine: Option<Engine<P>>,
    search: Option<Search<P>>,
    output: Output,
}

/// Plays a game by the protocol until `quit`, the end of the input, or `cancel`.
///
/// # Errors
/// If an answer cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    settings: SessionSettings,
    cancel: &Cancel,
) -> io::Result<()> {
    with_game!(settings.game, P => run::<P>(input, output, settings, cancel))
}

fn run<P: Playable>(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    settings: SessionSettings,
    cancel: &Cancel,
) -> io::Result<()> {
    let game = History::<P>::new(&settings.board)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let mut usual = settings.limits;
    if usual == MoveLimits::default() {
        usual.time = Some(UNLIMITED);
    }
    let uci = UciOptions { options: settings.options, startpos: settings.board, lines: 1 };
    let output = Output::new(output);
    let mut session =
        Session::<P> { uci, usual, draw: settings.draw, game, engine: None, search: None, output };
    let mut lines = InputLines::new(input, cancel.clone());
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words == ["quit"] {
            session.stop();
            return Ok(());
        }
        session.answer(&words)?;
    }
    if let Some(search) = session.search.take() {
        search.finish(cancel);
    }
    Ok(())
}

impl<P: Playable> Session<P> {
    fn answer(&mut self, words: &[&str]) -> io::Result<()> {
        let [command, rest @ ..] = words else { return Ok(()) };
        if matches!(*command, "setoption" | "ucinewgame" | "position" | "go" | "stop") {
            self.stop();
        }
        let result = match *command {
            "uci" => {
                let version = env!("CARGO_PKG_VERSION");
                let options = self.uci.list::<P>();
                Ok(format!(
                    "id name Lastmove {version}\nid author the authors of Lastmove\n{options}\nuciok"
                ))
            }
            "isready" => Ok("readyok".to_owned()),
            "setoption" => {
                self.uci.set::<P>(rest).map(|anew| self.engine.take_if(|_| anew)).map(silent)
            }
            "ucinewgame" => Ok(silent(self.engine.as_mut().map(Engine::<P>::clear))),
            "position" => position::read(&self.uci.startpos, rest)
                .map(|game| silent(std::mem::replace(&mut self.game, game))),
            "go" => Go::read(rest).map(|go| self.go(&go)),
            "ponderhit" => Ok(silent(self.search.as_mut().map(Search::<P>::hit))),
            "d" => {
                let diagram = self.game.diagram();
                let drawing = (self.draw)(P::GAME, &diagram);
                Ok(format!("{}\nFen: {diagram} - - 0 1", drawing.trim_end()))
            }
            "stop" | "debug" | "register" => Ok(String::new()),
            other => Err(format!("Unknown command: '{other}'")),
        };
        if self.search.as_ref().is_some_and(Search::<P>::is_finished) {
            self.stop();
        }
        match result {
            Ok(text) if text.is_empty() => Ok(()),
            Ok(text) => self.output.say(&text),
            Err(error) => self.output.say(&format!("info string error: {error}")),
        }
    }

    /// Ends the search, if there is one; it prints its best move.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            self.engine = search.stop();
        }
    }

    fn go(&mut self, go: &Go) -> String {
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let options = &self.uci.options;
        let engine = self.engine.take().unwrap_or_else(|| Engine::<P>::new(options.clone()));
        let position = *self.game.position();
        let task = Task {
            engine,
            position,
            size: self.game.size(),
            limits: go.limits(position.side().seat(), position.empty().count_ones(), &self.usual),
            open: go.infinite || go.ponder,
            lines: self.uci.lines,
        };
        self.search = Some(Search::start(task, self.output.clone()));
        String::new()
    }

    /// Counts the leaves below each move.
    fn perft(&self, depth: u32) -> String {
        let (size, geometry) = (self.game.size(), self.game.geometry());
        let mut all = 0;
        let mut text = String::new();
        for mv in self.game.position().moves(geometry) {
            let after = self.game.position().child(geometry, mv);
            let leaves = perft(geometry, &after, depth.min(DEEPEST) - 1);
            all += leaves;
            text += &format!("{}: {leaves}\n", P::uci_name(mv, size));
        }
        format!("{text}Nodes searched: {all}")
    }
}

/// The empty answer of a command that has been carried out.
fn silent<T>(_: T) -> String {
    String::new()
}
