//! `lastmove play`: a game against the engine in the terminal.

mod games;
mod table;

use crate::engines::{EngineFlags, MoveFlags};
use crate::flags::{self, DrawingFlags};
use crate::input::Input;
use crate::{Failure, Session, boards, output};
use lastmove_board::{Diagram, Side};
use lastmove_player::MoveLimits;
use lastmove_report::Game;
use lastmove_work::Stop;
use serde_json::json;
use std::time::Duration;
use table::{Playable, Table};

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
    /// Which game
    #[arg(value_parser = flags::game())]
    game: Game,
    /// A board such as 10x10, or a position [default: 10x10, in Domineering 8x8]
    board: Option<String>,
    /// The side you play: white, black, vertical, horizontal, both or none [default: the side to
    /// move]
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

/// A session at the board.
struct Play<'a, P: Playable> {
    args: &'a Args,
    session: &'a Session,
    table: Table<P>,
    people: Vec<Side>,
    limits: MoveLimits,
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
    match args.game {
        Game::Amazons => play(args, session, &diagram, boards::amazons::<u128>(&diagram)?),
        Game::Domineering => play(args, session, &diagram, boards::domineering::<u128>(&diagram)?),
    }
}

fn play<P: Playable>(
    args: &Args,
    session: &Session,
    diagram: &Diagram,
    position: P,
) -> Result<(), Failure> {
    let mut limits = args.limits.limits();
    if limits == MoveLimits::default() {
        limits.time = Some(USUAL);
    }
    let people = match &args.side {
        Some(word) => sides(args.game, word).map_err(|e| Failure::input("--side", e))?,
        None => vec![position.side()],
    };
    let table = Table::new(diagram, position, args.engine.options(session)?);
    let mut play = Play { args, session, table, people, limits, announced: false };
    play.run()?;
    let (table, diagram) = (&play.table, play.table.diagram());
    let fields = json!({
        "game": args.game,
        "board": args.game.board_name(&diagram),
        "position": diagram.to_string(),
        "to_move": table.to_move().name(),
        "winner": table.winner().map(Side::name),
        "moves": table.played(),
    });
    output::answer(session, &fields, "") // all was said
}

/// `white`, `both`, `none`…
fn sides(game: Game, word: &str) -> Result<Vec<Side>, String> {
    let both = lastmove_proof::Game::from(game).sides();
    match word.to_ascii_lowercase().as_str() {
        "both" => Ok(both.to_vec()),
        "none" => Ok(Vec::new()),
        word => match both.into_iter().find(|side| [side.name(), side.letter()].contains(&word)) {
            Some(side) => Ok(vec![side]),
            None => {
                let [first, second] = both.map(Side::name);
                Err(format!("'{word}': expected {first}, {second}, both or none"))
            }
        },
    }
}

impl<P: Playable> Play<'_, P> {
    fn run(&mut self) -> Result<(), Failure> {
        let mut input = Input::new()?;
        self.say(&format!("{} against the engine; `help` explains.\n", self.args.game))?;
        self.draw()?;
        loop {
            self.engine_moves()?;
            if self.session.cancel.is_cancelled() {
                return Err(Failure::stopped(Stop::Cancelled, "the game is not kept"));
            }
            let prompt = format!("{}> ", self.table.to_move().name());
            let Some(line) = input.line(&prompt)? else { return Ok(()) };
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
        let tail = match self.table.winner() {
            Some(_) => String::new(),
            None => format!("{} to move\n", self.table.to_move().capital()),
        };
        self.say(&format!("{drawing}{tail}"))
    }

    /// The engine moves as long as it is its turn.
    fn engine_moves(&mut self) -> Result<(), Failure> {
        loop {
            if let Some(winner) = self.table.winner() {
                if !std::mem::replace(&mut self.announced, true) {
                    let (loser, winner) = (winner.opponent().capital(), winner.capital());
                    self.say(&format!("{loser} has no move: {winner} wins\n"))?;
                }
                return Ok(());
            }
            self.announced = false;
            if self.people.contains(&self.table.to_move()) || self.session.cancel.is_cancelled() {
                return Ok(());
            }
            self.engine_move()?;
        }
    }

    fn engine_move(&mut self) -> Result<(), Failure> {
        let side = self.table.to_move().capital();
        let thought = self.table.think(&self.limits, &self.session.cancel);
        if self.session.cancel.is_cancelled() {
            return Ok(());
        }
        let Some(best) = thought.best else { return Ok(()) };
        self.table.play(&best)?;
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
                self.analyse(MoveLimits { time: Some(time), ..MoveLimits::default() })?;
            }
            ("go", []) if self.table.winner().is_none() => self.engine_move()?,
            ("go", []) => return Err(bad("the game is over; `undo` or `new`")),
            ("side", [word]) => {
                self.people = sides(self.args.game, word).map_err(Failure::input_line)?
            }
            ("new", []) => {
                while self.table.undo() {}
                self.announced = false;
                self.draw()?;
            }
            ("save", [path]) => {
                P::save(&self.table, path.as_ref())?;
                self.say(&format!("written to {path}\n"))?;
            }
            _ => {
                self.table.play(line)?;
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
        while self.people.len() == 1
            && !self.people.contains(&self.table.to_move())
            && self.table.undo()
        {}
        self.announced = false;
        self.draw()
    }

    fn analyse(&mut self, limits: MoveLimits) -> Result<(), Failure> {
        let thought = self.table.think(&limits, &self.session.cancel);
        let mut text = format!("{} ({})\n", thought.judgement, thought.effort);
        for (i, line) in thought.lines.iter().take(5).enumerate() {
            text += &format!("{}. {line}\n", i + 1);
        }
        self.say(&text)
    }
}
