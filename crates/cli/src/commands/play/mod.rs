//! `lastmove play`: a game against the engine in the terminal.

mod proof;
pub(super) mod table;

use crate::engines::{EngineFlags, MoveFlags};
use crate::flags::{self, DrawingFlags};
use crate::input::Input;
use crate::{Failure, Session, boards, games as kept, output};
use lastmove_arena::History;
use lastmove_board::{Diagram, Game, Side};
use lastmove_player::{MoveLimits, Playable};
use lastmove_solver::with_game;
use lastmove_work::{Stop, cache_root};
use proof::Proof;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;
use table::Table;

const EXAMPLES: &str = "\
Examples:
  printf 'b1-b4/d4\\nhint\\nundo\\nquit\\n' | lastmove play amazons 5x6 --nodes 30
  printf 'side both\\n1,1\\nanalyse 1\\nquit\\n' | lastmove play domineering 4x4
  printf 'moves\\nquit\\n' | lastmove play amazons --side black --level 2 --json
  printf 'help\\n' | lastmove play amazons \"1q2/4/4/2Q1 w\"
  printf 'b1 b4 d4\\nresign\\n' | lastmove play amazons 5x6 --level 3 --nodes 30
  printf 'moves\\nquit\\n' | lastmove play amazons --continue
  lastmove solve amazons 4x4 --proof lost.proof
  printf 'legal\\nquit\\n' | lastmove play amazons --proof lost.proof

Without --time-per-move, --nodes or --depth the engine takes 3 seconds for a move. The game is kept
after every move, also on Ctrl-C; --continue goes on with it.";

// A backslash before the first line would remove its leading spaces.
const HELP: &str =
    "  d1-d7/g7 or 2,3    plays a move (Amazons: from, to, arrow; Domineering: row,column);
                     d1 d7 g7 and d1d7g7 will do as well
  undo               takes back your last move and the answer
  hint               says what the engine would play at full strength
  analyse [SECONDS]  the best moves, with chances and what should follow
  go                 the engine moves for you
  side SIDE          you play white, black (vertical, horizontal), both or none
  show               draws the board
  moves              what was played
  legal              all moves there are
  new                begins again
  save FILE          writes the game: as SGF (Amazons) if the name ends in .sgf, else as text
  resign             gives the game up
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
    /// Continue a game: from a file, or the last one that was played
    #[arg(long = "continue", value_name = "FILE", num_args = 0..=1, conflicts_with = "board")]
    resume: Option<Option<PathBuf>>,
    /// Play against a certificate: you are the loser, and every answer comes from the file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "side", "resume"])]
    proof: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    limits: MoveFlags,
    #[command(flatten)]
    drawing: DrawingFlags,
}

/// The answer to a move or a command after the end of the game.
const OVER: &str = "the game is over; `undo` or `new`";

/// The default time for a move.
const USUAL: Duration = Duration::from_secs(3);

/// A game in the terminal.
struct Play<'a, P: Playable> {
    args: &'a Args,
    session: &'a Session,
    table: Table<P>,
    people: Vec<Side>,
    limits: MoveLimits,
    /// whether the end was announced
    announced: bool,
    /// the side that has resigned
    resigned: Option<Side>,
    /// the file in which the game is saved
    file: Option<PathBuf>,
    /// the certificate that answers in place of the engine
    proof: Option<Proof>,
}

/// The effect of a line of input.
enum Next {
    Again,
    Quit,
}

/// The game that was played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayedOut {
    game: Game,
    board: String,
    position: String,
    to_move: Side,
    winner: Option<Side>,
    /// such as `W+3` or `B+R`
    result: Option<String>,
    moves: Vec<String>,
}

/// Plays.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    with_game!(args.game, P => play::<P>(args, session))
}

/// The file in which the last game is saved.
fn last_game(game: Game) -> Option<PathBuf> {
    Some(cache_root()?.join("games").join(format!("{}.txt", game.name())))
}

/// The game to begin or continue.
fn begin<P: Playable>(args: &Args) -> Result<History<P>, Failure> {
    match &args.resume {
        Some(Some(path)) => kept::read(path),
        Some(None) => match last_game(args.game).filter(|path| path.is_file()) {
            Some(path) => kept::read(&path),
            None => Err(Failure::input("--continue", "no game was kept; begin one")),
        },
        None => from_diagram(&boards::read(
            args.game,
            args.board.as_deref().unwrap_or(P::GAME.default_board()),
        )?),
    }
}

/// A game that begins with a position.
fn from_diagram<P: Playable>(diagram: &Diagram) -> Result<History<P>, Failure> {
    History::new(diagram).map_err(|e| boards::bad(&diagram.to_string(), e))
}

fn play<P: Playable>(args: &Args, session: &Session) -> Result<(), Failure> {
    let mut limits = args.limits.limits();
    if limits == MoveLimits::default() {
        limits.time = Some(USUAL);
    }
    args.engine.kind().check_plays(P::GAME).map_err(|e| Failure::input("--engine", e))?;
    let proof =
        args.proof.as_ref().map(|path| Proof::open(path, args.game, session)).transpose()?;
    let game = match &proof {
        Some(proof) => from_diagram(proof.diagram())?,
        None => begin::<P>(args)?,
    };
    let people = match (&proof, &args.side) {
        (Some(proof), _) => vec![proof.loser()],
        (None, Some(word)) => sides(args.game, word).map_err(|e| Failure::input("--side", e))?,
        (None, None) => vec![game.to_move()],
    };
    let options = args.engine.options(session, &args.limits)?;
    let table = Table::new(game, options);
    let file = last_game(args.game);
    let mut play = Play {
        args,
        session,
        table,
        people,
        limits,
        announced: false,
        resigned: None,
        file,
        proof,
    };
    play.run()?;
    let (table, diagram) = (&play.table, play.table.diagram());
    let fields = PlayedOut {
        game: args.game,
        board: args.game.board_name(&diagram),
        position: diagram.to_string(),
        to_move: table.to_move(),
        winner: play.winner(),
        result: play.result(),
        moves: table.game.move_names(),
    };
    output::answer(session, &fields, "") // all text is printed already
}

/// `white`, `both`, `none`…
fn sides(game: Game, word: &str) -> Result<Vec<Side>, String> {
    let both = game.sides();
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
        match &self.proof {
            Some(proof) => self.say(&proof.welcome())?,
            None => {
                self.say(&format!("{} against the engine; `help` explains.\n", self.args.game))?
            }
        }
        self.draw()?;
        loop {
            self.engine_moves()?;
            if self.session.cancel.is_cancelled() {
                return Err(Failure::stopped(Stop::Cancelled, self.how_to_go_on()));
            }
            let prompt = format!("{}> ", self.table.to_move().name());
            let Some(line) = input.line(&prompt)? else { return Ok(()) };
            match self.answer(line.trim()) {
                Ok(Next::Again) => self.keep()?,
                Ok(Next::Quit) => return Ok(()),
                Err(failure) if failure.is_interrupt() => return Err(failure),
                Err(failure) => self.say(&format!("{}\n", failure.line()))?,
            }
        }
    }

    /// The winner, by the rules or because the other side resigned.
    fn winner(&self) -> Option<Side> {
        self.table.winner().or(self.resigned.map(Side::opponent))
    }

    /// `W+3` (the winner has three moves left), `B+Resign`; `None` while the game goes on.
    fn result(&self) -> Option<String> {
        let winner = self.winner()?;
        let letter = &winner.capital()[..1];
        let left = self.table.final_score().map(|score| score.left);
        Some(match (self.resigned, left) {
            (Some(_), _) => format!("{letter}+Resign"),
            (None, Some(left)) => format!("{letter}+{left}"),
            (None, None) => format!("{letter}+"),
        })
    }

    /// Saves the game, so that it can be continued after Ctrl-C. If there is no folder for it, the
    /// game continues without.
    fn keep(&self) -> Result<(), Failure> {
        let Some(path) = &self.file else { return Ok(()) };
        if self.table.game.moves().is_empty() {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(path);
        let kept = std::fs::create_dir_all(folder).is_ok()
            && kept::write(path, &self.table.game, None).is_ok();
        if kept {
            self.session.resumes(self.how_to_go_on());
        }
        Ok(())
    }

    fn how_to_go_on(&self) -> String {
        match &self.file {
            Some(_) if !self.table.game.moves().is_empty() => {
                format!("go on with `lastmove play {} --continue`", self.args.game.name())
            }
            _ => "nothing was played".to_owned(),
        }
    }

    /// Prints text; with `--json`, to standard error.
    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.session.json {
            eprint!("{text}");
            return Ok(());
        }
        output::print(text)
    }

    fn draw(&self) -> Result<(), Failure> {
        let drawing = self.table.drawing(self.args.drawing.ascii());
        let tail = match self.winner() {
            Some(_) => String::new(),
            None => format!("{} to move\n", self.table.to_move().capital()),
        };
        self.say(&format!("{drawing}{tail}"))
    }

    /// Plays the engine's moves as long as it is its turn.
    fn engine_moves(&mut self) -> Result<(), Failure> {
        loop {
            if let Some(winner) = self.winner() {
                if !std::mem::replace(&mut self.announced, true) {
                    let (loser, winner) = (winner.opponent().capital(), winner.capital());
                    let how = match (self.resigned, self.table.final_score()) {
                        (Some(_), _) => format!("{loser} gives up: {winner} wins"),
                        (None, Some(end)) => format!(
                            "{loser} has no move: {winner} wins with {} left",
                            if end.left == 1 {
                                "1 move".into()
                            } else {
                                format!("{} moves", end.left)
                            }
                        ),
                        (None, None) => format!("{loser} has no move: {winner} wins"),
                    };
                    self.say(&format!("{how}\n"))?;
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
        let (best, words) = match &self.proof {
            Some(proof) => {
                let (name, words) = proof.answer(&self.table.diagram())?;
                (self.table.read_move(&name)?, words)
            }
            None => {
                let thought = self.table.think(&self.limits, &self.session.cancel);
                let Some(best) = thought.best else { return Ok(()) };
                (best, thought.judgement)
            }
        };
        if self.session.cancel.is_cancelled() {
            return Ok(());
        }
        self.table.play(best)?;
        self.keep()?;
        let name = P::move_name(best, self.table.game.size());
        self.say(&format!("{side} plays {name}  ({words})\n"))?;
        self.draw()
    }

    fn answer(&mut self, line: &str) -> Result<Next, Failure> {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default().to_ascii_lowercase();
        let rest: Vec<&str> = words.collect();
        let bad = |text: &str| Failure::input_line(text);
        match (command.as_str(), &rest[..]) {
            ("", []) => {}
            ("quit" | "exit", []) => return Ok(Next::Quit),
            ("resign", []) if self.winner().is_some() => return Err(bad(OVER)),
            ("resign", []) => {
                // A user who plays one side resigns for it, whichever side is to move.
                let alone = if let [one] = self.people[..] { Some(one) } else { None };
                self.resigned = Some(alone.unwrap_or(self.table.to_move()));
            }
            ("help" | "?", _) => self.say(HELP)?,
            ("show", []) => self.draw()?,
            ("moves", []) => {
                let played = self.table.game.move_names();
                let text = if played.is_empty() { "no moves yet".into() } else { played.join(" ") };
                self.say(&format!("{text}\n"))?;
            }
            ("legal", []) => {
                let legal = self.table.legal();
                self.say(&format!("{} moves: {}\n", legal.len(), legal.join(" ")))?;
            }
            ("undo", []) => self.undo()?,
            ("hint", []) => {
                let thought = self.table.advise(&self.limits, &self.session.cancel);
                let text = match thought.best {
                    Some(best) => {
                        let name = P::move_name(best, self.table.game.size());
                        format!("{name}  ({})\n", thought.judgement)
                    }
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
            ("go", []) if self.winner().is_none() => self.engine_move()?,
            ("go", []) => return Err(bad(OVER)),
            ("side", [word]) => {
                self.people = sides(self.args.game, word).map_err(Failure::input_line)?
            }
            ("new", []) => {
                while self.table.game.undo().is_some() {}
                (self.announced, self.resigned) = (false, None);
                self.draw()?;
            }
            ("save", [path]) => {
                kept::write(path.as_ref(), &self.table.game, self.result().as_deref())?;
                self.say(&format!("written to {path}\n"))?;
            }
            _ if self.resigned.is_some() => return Err(bad(OVER)),
            _ => {
                let mv = self.table.read_move(line)?;
                self.table.play(mv)?;
                self.draw()?;
            }
        }
        Ok(Next::Again)
    }

    /// Takes back moves until it is the user's turn again.
    fn undo(&mut self) -> Result<(), Failure> {
        (self.announced, self.resigned) = (false, None);
        if self.table.game.undo().is_none() {
            return Err(Failure::input_line("no move was played"));
        }
        while self.people.len() == 1
            && !self.people.contains(&self.table.to_move())
            && self.table.game.undo().is_some()
        {}
        self.draw()
    }

    fn analyse(&mut self, limits: MoveLimits) -> Result<(), Failure> {
        let thought = self.table.advise(&limits, &self.session.cancel);
        let mut text = format!("{} ({})\n", thought.judgement, thought.effort);
        for (i, line) in thought.lines.iter().take(5).enumerate() {
            text += &format!("{}. {line}\n", i + 1);
        }
        self.say(&text)
    }
}
