//! A session: what is kept between commands.

use super::go::Go;
use super::options::Setup;
use super::position;
use super::search::{Output, Search, Task};
use super::spell;
use crate::lines::Lines;
use crate::{Engine, Game, Limits, Options};
use lastmove_amazons::perft;
use lastmove_board::Diagram;
use lastmove_work::Cancel;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// How a session begins.
#[derive(Clone, Debug)]
pub struct Settings {
    /// the engine
    pub options: Options,
    /// for a `go` that has none of its own
    pub limits: Limits,
    /// what `startpos` means
    pub board: Diagram,
    /// what `d` prints
    pub draw: fn(&Diagram) -> String,
}

impl Default for Settings {
    fn default() -> Self {
        let board = lastmove_amazons::start::parse("10x10");
        Self {
            options: Options::default(),
            limits: Limits::default(),
            board: board.unwrap_or_else(|_| unreachable!("10x10 is a board")),
            draw: |diagram| diagram.to_string(),
        }
    }
}

/// The time for a `go` without any limit.
const UNLIMITED: Duration = Duration::from_secs(5);
/// Counting deeper than this would not end.
const DEEPEST: u32 = 3;

struct Session {
    setup: Setup,
    usual: Limits,
    draw: fn(&Diagram) -> String,
    game: Game,
    /// absent while it searches
    engine: Option<Engine>,
    search: Option<Search>,
    output: Output,
}

/// Speaks the protocol until `quit`, the end of the input, or `cancel`.
///
/// # Errors
/// If an answer cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    settings: Settings,
    cancel: &Cancel,
) -> io::Result<()> {
    let game = Game::new(&settings.board)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let mut usual = settings.limits;
    if usual == Limits::default() {
        usual.time = Some(UNLIMITED);
    }
    let setup = Setup { options: settings.options, startpos: settings.board, lines: 1 };
    let output = Output::new(output);
    let mut session =
        Session { setup, usual, draw: settings.draw, game, engine: None, search: None, output };
    let mut lines = Lines::new(input, cancel.clone());
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

impl Session {
    fn answer(&mut self, words: &[&str]) -> io::Result<()> {
        let [command, rest @ ..] = words else { return Ok(()) };
        let result = match *command {
            "uci" => {
                let version = env!("CARGO_PKG_VERSION");
                let options = self.setup.list();
                Ok(format!(
                    "id name Lastmove {version}\nid author the authors of Lastmove\n{options}\nuciok"
                ))
            }
            "isready" => Ok("readyok".to_owned()),
            "setoption" => {
                self.stop();
                self.setup.set(rest).map(|anew| {
                    if anew {
                        self.engine = None;
                    }
                    String::new()
                })
            }
            "ucinewgame" => {
                self.stop();
                self.engine = None;
                Ok(String::new())
            }
            "position" => {
                self.stop();
                position::read(&self.setup.startpos, rest).map(|game| {
                    self.game = game;
                    String::new()
                })
            }
            "go" => {
                self.stop();
                Go::read(rest).map(|go| self.go(&go))
            }
            "stop" => {
                self.stop();
                Ok(String::new())
            }
            "ponderhit" => {
                if let Some(search) = &mut self.search {
                    search.hit();
                }
                Ok(String::new())
            }
            "d" => {
                let diagram = self.game.diagram();
                let drawing = (self.draw)(&diagram);
                Ok(format!("{}\nFen: {diagram} - - 0 1", drawing.trim_end()))
            }
            "debug" | "register" => Ok(String::new()),
            other => Err(format!("Unknown command: '{other}'")),
        };
        if self.search.as_ref().is_some_and(Search::is_finished) {
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
        let options = &self.setup.options;
        let mut engine = self.engine.take().unwrap_or_else(|| Engine::new(options.clone()));
        engine.set_position(self.game.size(), self.game.position());
        let empty = self.game.position().empty().count_ones();
        let task = Task {
            engine,
            size: self.game.size(),
            limits: go.limits(self.game.to_move(), empty, &self.usual),
            open: go.infinite || go.ponder,
            lines: self.setup.lines,
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
            let mut after = *self.game.position();
            after.play_unchecked(mv);
            let leaves = perft(geometry, &after, depth.min(DEEPEST) - 1);
            all += leaves;
            text += &format!("{}: {leaves}\n", spell(size, mv));
        }
        format!("{text}Nodes searched: {all}")
    }
}
