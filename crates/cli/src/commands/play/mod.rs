//! `lastmove play`: a game against the engine in the terminal.

mod amazons;
mod domineering;
mod table;

use crate::boards;
use crate::engines::{EngineFlags, MoveFlags};
use crate::failure::Failure;
use crate::flags::{DrawingFlags, Game};
use crate::output::{self, Answer};
use crate::session::Session;
use lastmove_player::Limits;
use lastmove_work::Stop;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use serde::Serialize;
use std::fmt;
use std::io::{BufRead, IsTerminal, stdin};
use std::time::Duration;
use table::Table;

const EXAMPLES: &str = "\
Examples:
  printf 'b1-b4/d4\\nhint\\nundo\\nquit\\n' | lastmove play amazons 5x6 --nodes 30
  printf 'side both\\n1,1\\nanalyse 1\\nquit\\n' | lastmove play domineering 4x4
  printf 'moves\\nquit\\n' | lastmove play amazons --side black --level 2 --json
  printf 'help\\n' | lastmove play amazons \"1q2/4/4/2Q1 w\"

Without --time-per-move, --nodes or --depth the engine takes 3 seconds for a move.";

const HELP: &str = "\
  d1-d7/g7 or 2,3    plays a move (Amazons: from, to, arrow; Domineering: row,column)
  undo               takes back your last move and the answer
  hint               says what the engine would play
  analyse [SECONDS]  the best moves, with chances and what should follow
  go                 the engine moves for you
  side SIDE          you play white, black (vertical, horizontal), both or none
  show               draws the board
  moves              what was played
  legal              all moves there are
  new                begins again
  save FILE          writes the game as SGF (Amazons)
  help               this text
  quit               ends (also Ctrl-D)
";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    game: Game,
    /// A board such as 10x10, or a position [default: 10x10, in Domineering 8x8]
    board: Option<String>,
    /// Which side you play: the first, unless you say white, black, vertical, horizontal, both or
    /// none
    #[arg(long)]
    side: Option<String>,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    limits: MoveFlags,
    #[command(flatten)]
    drawing: DrawingFlags,
}

/// The time for a move where nothing was said.
const USUAL: Duration = Duration::from_secs(3);

/// The game when the session ends.
#[derive(Serialize)]
struct Ended {
    game: Game,
    board: String,
    position: String,
    to_move: &'static str,
    winner: Option<&'static str>,
    moves: Vec<String>,
}

impl Answer for Ended {
    fn text(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(()) // all was said
    }
}

/// Which sides people play.
type Sides = [bool; 2];

/// A session at the board.
struct Play<'a> {
    args: &'a Args,
    session: &'a Session,
    table: Box<dyn Table>,
    people: Sides,
    limits: Limits,
    /// whether the end was announced
    announced: bool,
}

/// What a line of input leads to.
enum Next {
    Again,
    Quit,
}

/// Plays.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let usual = match args.game {
        Game::Amazons => "10x10",
        Game::Domineering => "8x8",
    };
    let diagram = boards::read(args.game, args.board.as_deref().unwrap_or(usual))?;
    // Bad input fails before databases are built.
    match args.game {
        Game::Amazons => drop(boards::amazons::<u128>(&diagram)?),
        Game::Domineering => drop(boards::domineering::<u128>(&diagram)?),
    }
    let options = args.engine.options(session)?;
    let table: Box<dyn Table> = match args.game {
        Game::Amazons => Box::new(amazons::Board::new(&diagram, options)?),
        Game::Domineering => Box::new(domineering::Board::new(&diagram, options)?),
    };
    let mut limits = args.limits.limits();
    if limits == Limits::default() {
        limits.time = Some(USUAL);
    }
    let mut people = [false; 2];
    match &args.side {
        Some(word) => people = sides(&*table, word).map_err(|e| Failure::input("--side", e))?,
        None => people[table.to_move()] = true,
    }
    let mut play = Play { args, session, table, people, limits, announced: false };
    play.run()?;
    if session.json { output::answer(session, &play.ended()) } else { Ok(()) }
}

/// `white`, `both`, `none`…
fn sides(table: &dyn Table, word: &str) -> Result<Sides, String> {
    let names = table.sides();
    match word.to_ascii_lowercase().as_str() {
        "both" => Ok([true, true]),
        "none" => Ok([false, false]),
        word => match names.iter().position(|name| *name == word || name[..1] == *word) {
            Some(side) => Ok([side == 0, side == 1]),
            None => Err(format!("'{word}': expected {}, {}, both or none", names[0], names[1])),
        },
    }
}

impl Play<'_> {
    fn run(&mut self) -> Result<(), Failure> {
        let mut editor = match stdin().is_terminal() {
            true => Some(DefaultEditor::new().map_err(anyhow::Error::from)?),
            false => None,
        };
        self.say(&format!("{} against the engine; `help` explains.\n", self.args.game))?;
        self.draw()?;
        loop {
            self.engine_moves()?;
            if self.session.cancel.is_cancelled() {
                return Err(Failure::stopped(Stop::Cancelled, "the game is not kept"));
            }
            let line = match &mut editor {
                Some(editor) => {
                    let prompt = format!("{}> ", self.table.sides()[self.table.to_move()]);
                    match editor.readline(&prompt) {
                        Ok(line) => {
                            let _ = editor.add_history_entry(line.as_str());
                            line
                        }
                        Err(ReadlineError::Interrupted) => continue,
                        Err(ReadlineError::Eof) => return Ok(()),
                        Err(error) => return Err(anyhow::Error::from(error).into()),
                    }
                }
                None => {
                    let mut line = Vec::new();
                    let read = stdin().lock().read_until(b'\n', &mut line);
                    if read.map_err(|e| Failure::input("standard input", e))? == 0 {
                        return Ok(());
                    }
                    String::from_utf8_lossy(&line).into_owned()
                }
            };
            match self.answer(line.trim()) {
                Ok(Next::Again) => {}
                Ok(Next::Quit) => return Ok(()),
                Err(failure) if failure.is_interrupt() => return Err(failure),
                Err(failure) => self.say(&format!("{}\n", failure.line()))?,
            }
        }
    }

    /// With `--json` the talk goes to standard error.
    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.session.json {
            eprint!("{text}");
            return Ok(());
        }
        output::print(text)
    }

    fn draw(&self) -> Result<(), Failure> {
        let drawing = self.table.drawing(self.args.drawing.ascii());
        let side = boards::capital(self.table.sides()[self.table.to_move()]);
        let tail = match self.table.winner() {
            Some(_) => String::new(),
            None => format!("{side} to move\n"),
        };
        self.say(&format!("{drawing}{tail}"))
    }

    /// The engine moves as long as it is its turn.
    fn engine_moves(&mut self) -> Result<(), Failure> {
        loop {
            if let Some(winner) = self.table.winner() {
                if !std::mem::replace(&mut self.announced, true) {
                    let names = self.table.sides();
                    let loser = boards::capital(names[1 - winner]);
                    let winner = boards::capital(names[winner]);
                    self.say(&format!("{loser} has no move: {winner} wins\n"))?;
                }
                return Ok(());
            }
            self.announced = false;
            if self.people[self.table.to_move()] || self.session.cancel.is_cancelled() {
                return Ok(());
            }
            self.engine_move()?;
        }
    }

    fn engine_move(&mut self) -> Result<(), Failure> {
        let side = boards::capital(self.table.sides()[self.table.to_move()]);
        let thought = self.table.think(&self.limits, &self.session.cancel);
        if self.session.cancel.is_cancelled() {
            return Ok(());
        }
        let Some(best) = thought.best else { return Ok(()) };
        self.table.play(&best).map_err(Failure::input_line)?;
        self.say(&format!("{side} plays {best}  ({})\n", thought.judgement))?;
        self.draw()
    }

    fn answer(&mut self, line: &str) -> Result<Next, Failure> {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default().to_ascii_lowercase();
        let rest: Vec<&str> = words.collect();
        let bad = |text: &str| Failure::input_line(text);
        match (command.as_str(), &rest[..]) {
            ("", []) => {}
            ("quit" | "exit" | "resign", []) => return Ok(Next::Quit),
            ("help" | "?", _) => self.say(HELP)?,
            ("show", []) => self.draw()?,
            ("moves", []) => {
                let played = self.table.played();
                let text = if played.is_empty() { "no moves yet".into() } else { played.join(" ") };
                self.say(&format!("{text}\n"))?;
            }
            ("legal", []) => {
                let legal = self.table.legal();
                self.say(&format!("{} moves: {}\n", legal.len(), legal.join(" ")))?;
            }
            ("undo", []) => self.undo()?,
            ("hint", []) => {
                let thought = self.table.think(&self.limits, &self.session.cancel);
                let text = match &thought.best {
                    Some(best) => format!("{best}  ({})\n", thought.judgement),
                    None => "there is no move\n".to_owned(),
                };
                self.say(&text)?;
            }
            ("analyse" | "analyze", []) => self.analyse(self.limits)?,
            ("analyse" | "analyze", [seconds]) => {
                let time = lastmove_work::human::parse_time(seconds)
                    .map_err(|e| Failure::input(format!("analyse {seconds}"), e))?;
                self.analyse(Limits { time: Some(time), ..Limits::default() })?;
            }
            ("go", []) if self.table.winner().is_none() => self.engine_move()?,
            ("go", []) => return Err(bad("the game is over; `undo` or `new`")),
            ("side", [word]) => {
                self.people = sides(&*self.table, word).map_err(Failure::input_line)?
            }
            ("new", []) => {
                while self.table.undo() {}
                self.announced = false;
                self.draw()?;
            }
            ("save", [path]) => {
                self.table.save(path.as_ref())?;
                self.say(&format!("written to {path}\n"))?;
            }
            _ => {
                self.table.play(line).map_err(Failure::input_line)?;
                self.draw()?;
            }
        }
        Ok(Next::Again)
    }

    /// Takes back until it is the turn of a person again.
    fn undo(&mut self) -> Result<(), Failure> {
        if !self.table.undo() {
            return Err(Failure::input_line("no move was played"));
        }
        while self.people[1 - self.table.to_move()] != self.people[self.table.to_move()]
            && !self.people[self.table.to_move()]
            && self.table.undo()
        {}
        self.announced = false;
        self.draw()
    }

    fn analyse(&mut self, limits: Limits) -> Result<(), Failure> {
        let thought = self.table.think(&limits, &self.session.cancel);
        let mut text = format!("{} ({})\n", thought.judgement, thought.effort);
        for (i, line) in thought.lines.iter().take(5).enumerate() {
            text += &format!("{}. {line}\n", i + 1);
        }
        self.say(&text)
    }

    fn ended(&self) -> Ended {
        let names = self.table.sides();
        let diagram = self.table.diagram();
        Ended {
            game: self.args.game,
            board: boards::name(self.args.game, &diagram),
            position: diagram.to_string(),
            to_move: names[self.table.to_move()],
            winner: self.table.winner().map(|side| names[side]),
            moves: self.table.played(),
        }
    }
}
