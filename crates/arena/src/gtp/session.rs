//! A session: its state between commands, and the table of commands.

use super::analysis::{AnalysisOptions, Dialect};
use super::request::Request;
use super::time::Clocks;
use super::{analysis, ask, board, moves, points, rules};
use crate::History;
use crate::SessionSettings;
use crate::input_lines::InputLines;
use lastmove_board::{Game, Side, Square};
use lastmove_player::{Amazons, Clock, Domineering, Engine, Judge, MoveLimits, Playable};
use lastmove_work::Cancel;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// The time for a move where neither a limit nor a clock was set.
const UNLIMITED: Duration = Duration::from_secs(5);
/// Bytes of the table of `lastmove-solve`.
const SOLVER_BYTES: u64 = 1 << 26;

/// The state between commands.
pub(super) struct Session<'w, P: Playable> {
    commands: Vec<NamedCommand<P>>,
    pub(super) settings: SessionSettings,
    pub(super) engine: Engine<P>,
    pub(super) game: History<P>,
    pub(super) clocks: Clocks,
    /// the points of a turn that is not finished
    pub(super) partial: Vec<Square>,
    /// how many moves had been played after each turn that came point by point
    pub(super) pointwise: Vec<usize>,
    /// the points that the engine has chosen for the rest of the turn
    pub(super) planned: Vec<Square>,
    pub(super) lines: InputLines,
    pub(super) output: &'w mut dyn Write,
    judge: Option<Judge<P>>,
    /// whether to think until the next command arrives
    pub(super) idle: bool,
    quit: bool,
}

/// The answer to a command, or its error.
pub(super) type Reply = Result<String, String>;

/// A function that runs a command.
#[derive(Clone, Copy)]
pub(super) enum CommandFunction<P: Playable> {
    /// returns its whole answer
    Plain(fn(&mut Session<'_, P>, &[String]) -> Reply),
    /// writes its answer line by line
    Stream(Dialect, fn(&mut Session<'_, P>, &AnalysisOptions) -> io::Result<()>),
}

use CommandFunction::{Plain, Stream};
use Dialect::{Kata, Lz};

/// A command with its name.
type NamedCommand<P> = (&'static str, CommandFunction<P>);

/// The commands of all games, and the given ones of one game.
fn commands<P: Playable>(own: &[NamedCommand<P>]) -> Vec<NamedCommand<P>> {
    let mut commands: Vec<NamedCommand<P>> = vec![
        ("protocol_version", Plain(|_, _| Ok("2".into()))),
        ("name", Plain(|_, _| Ok("Lastmove".into()))),
        ("version", Plain(|_, _| Ok(env!("CARGO_PKG_VERSION").into()))),
        ("known_command", Plain(|s, words| Ok(s.find(words.first()).is_some().to_string()))),
        ("list_commands", Plain(|s, _| Ok(s.list()))),
        ("quit", Plain(quit)),
        ("boardsize", Plain(board::boardsize)),
        ("clear_board", Plain(board::clear_board)),
        ("komi", Plain(board::komi)),
        ("reg_genmove", Plain(moves::reg_genmove)),
        ("time_settings", Plain(|s, words| s.clocks.time_settings(words))),
        ("time_left", Plain(|s, words| s.clocks.time_left(P::GAME, words))),
        ("kgs-time_settings", Plain(|s, words| s.clocks.kgs_time_settings(words))),
        ("kata-time_settings", Plain(|s, words| s.clocks.kgs_time_settings(words))),
        ("showboard", Plain(board::showboard)),
        ("final_score", Plain(ask::final_score)),
        ("lz-analyze", Stream(Lz, analysis::analyze)),
        ("lz-genmove_analyze", Stream(Lz, analysis::genmove_analyze)),
        ("kata-analyze", Stream(Kata, analysis::analyze)),
        ("kata-genmove_analyze", Stream(Kata, analysis::genmove_analyze)),
        ("lastmove-position", Plain(board::position)),
        ("lastmove-solve", Plain(ask::solve)),
    ];
    commands.extend(own);
    commands
}

/// The commands that only Amazons has, where GoGui sends turns point by point.
const AMAZONS: [NamedCommand<Amazons>; 12] = [
    ("play", Plain(points::play)),
    ("genmove", Plain(points::genmove)),
    ("undo", Plain(points::undo)),
    ("loadsgf", Plain(board::loadsgf)),
    ("gogui-rules_game_id", Plain(|_, _| Ok("Amazons".into()))),
    ("gogui-rules_board", Plain(rules::board)),
    ("gogui-rules_board_size", Plain(rules::board_size)),
    ("gogui-rules_legal_moves", Plain(rules::legal_moves)),
    ("gogui-rules_side_to_move", Plain(rules::side_to_move)),
    ("gogui-rules_final_result", Plain(rules::final_result)),
    ("gogui-analyze_commands", Plain(rules::analyze_commands)),
    ("lastmove-areas", Plain(ask::areas)),
];

const DOMINEERING: [NamedCommand<Domineering>; 3] = [
    ("play", Plain(moves::play)),
    ("genmove", Plain(moves::genmove)),
    ("undo", Plain(moves::undo)),
];

fn quit<P: Playable>(session: &mut Session<'_, P>, _: &[String]) -> Reply {
    session.quit = true;
    Ok(String::new())
}

/// Plays a game by the protocol until `quit`, the end of the input, or `cancel`.
///
/// # Errors
/// If an answer cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    settings: SessionSettings,
    cancel: &Cancel,
) -> io::Result<()> {
    match settings.game {
        Game::Amazons => run(&AMAZONS, input, output, settings, cancel),
        Game::Domineering => run(&DOMINEERING, input, output, settings, cancel),
    }
}

fn run<P: Playable>(
    own: &[NamedCommand<P>],
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    settings: SessionSettings,
    cancel: &Cancel,
) -> io::Result<()> {
    let game = History::<P>::new(&settings.board)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let mut session = Session {
        commands: commands(own),
        engine: Engine::<P>::new(settings.options.clone()),
        game,
        clocks: Clocks::default(),
        partial: Vec::new(),
        pointwise: Vec::new(),
        planned: Vec::new(),
        lines: InputLines::new(input, cancel.clone()),
        output,
        judge: None,
        settings,
        idle: false,
        quit: false,
    };
    while !session.quit {
        if std::mem::take(&mut session.idle) && session.settings.ponder {
            session.ponder();
        }
        let Some(line) = session.lines.next() else { break };
        if let Some(request) = Request::read(&line) {
            session.answer(&request)?;
        }
    }
    Ok(())
}

impl<P: Playable> Session<'_, P> {
    fn find(&self, name: Option<&String>) -> Option<CommandFunction<P>> {
        let found = self.commands.iter().find(|(known, _)| name.is_some_and(|name| name == known));
        found.map(|&(_, run)| run)
    }

    fn list(&self) -> String {
        self.commands.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n")
    }

    fn answer(&mut self, request: &Request) -> io::Result<()> {
        let id = request.id.as_deref().unwrap_or_default();
        let reply = match self.find(Some(&request.command)) {
            None => Err(format!("unknown command: '{}'; see list_commands", request.command)),
            Some(Plain(run)) => run(self, &request.arguments),
            Some(Stream(dialect, run)) => {
                let options = AnalysisOptions::read::<P>(dialect, &request.arguments);
                match options.and_then(|options| moves::unfinished(self).map(|()| options)) {
                    Ok(options) => {
                        writeln!(self.output, "={id}")?;
                        self.output.flush()?;
                        run(self, &options)?;
                        writeln!(self.output)?;
                        return self.output.flush();
                    }
                    Err(error) => Err(error),
                }
            }
        };
        let (sign, text) = match &reply {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        // A drawing begins on a line of its own.
        let first = if text.starts_with('\n') { "\n" } else { "" };
        // A blank line would end the answer.
        let text: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        write!(self.output, "{sign}{id} {first}{}\n\n", text.join("\n"))?;
        self.output.flush()
    }
}

impl<P: Playable> Session<'_, P> {
    /// A new game from a position.
    pub(super) fn begin(&mut self, game: History<P>) {
        self.game = game;
        self.partial.clear();
        self.pointwise.clear();
        self.planned.clear();
        self.clocks.reset();
        self.engine.clear();
    }

    /// The limits for a move of a side.
    pub(super) fn limits(&self, player: Side) -> MoveLimits {
        let mut limits = self.settings.limits;
        let empty = self.game.position().empty().count_ones();
        let clock = match self.clocks.clock(player.seat()) {
            Some(clock) => Clock { per_move: limits.time, ..clock },
            None if limits == MoveLimits::default() => Clock::per_move(UNLIMITED),
            None => Clock { per_move: limits.time, ..Clock::default() },
        };
        limits.time = clock.time_for(empty);
        limits
    }

    /// Thinks until the next line arrives, to prepare the next move.
    fn ponder(&mut self) {
        let cancel = self.lines.watch();
        self.engine.set_position(self.game.size(), self.game.position());
        self.engine.think(&MoveLimits::default(), &cancel, &mut |_| {});
    }

    /// The judge, made when it is first needed.
    pub(super) fn judge(&mut self) -> &Judge<P> {
        let databases = &self.settings.options.databases;
        self.judge.get_or_insert_with(|| Judge::<P>::new(databases.clone(), SOLVER_BYTES))
    }
}
