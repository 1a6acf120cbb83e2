//! `lastmove analyse`: the best moves of a position, or the review of a whole game.

pub(crate) mod game;
mod openings;

use self::openings::{ExplorerAnswer, Openings};
use super::play::table::{judge, pv};
use crate::engines::{MoveFlags, SharedFlags};
use crate::{Failure, Session, boards, flags, games, output};
use lastmove_arena::History;
use lastmove_board::{Game, Side};
use lastmove_lab::{PrintedGame, printed_game};
use lastmove_player::{Analysis, AnalysisLine, Engine, EngineOptions, MoveLimits, Playable};
use lastmove_report::BadBoard;
use lastmove_solver::with_game;
use lastmove_work::{Stop, human};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  lastmove analyse amazons 6x6 --nodes 200
  lastmove analyse amazons \"1q2/4/4/2Q1 w\" --lines 3 --json
  lastmove analyse domineering 5x5 --time-per-move 1s
  lastmove match strong strong:level=1 --board 5x5 --games 1 --nodes 9 --sgf played --quiet
  lastmove analyse amazons played/game-0001.sgf --nodes 30 --sgf review.sgf
  lastmove analyse amazons hensgens-4x4 --nodes 50

A file holds a game, as SGF or as a line such as \"10x10 moves d1-d7/g7\": every move is reviewed.
So are the games that sources print: yamazon-anky, hensgens-4x4, hensgens-5x5.
Without --time-per-move, --nodes or --depth a position takes 5 seconds, and a move of a game 1 second.
Chances and scores are those of the side that moves. While a game is in the opening explorer of the page
(6x6, 8x8, 10x10), what it says is named too.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which game
    #[arg(value_parser = flags::game())]
    game: Game,
    /// A board such as 10x10, a position, a file with a game, or a printed game such as yamazon-anky
    #[arg(value_name = "POSITION|FILE")]
    subject: String,
    /// How many of the best moves to show
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=10))]
    lines: u8,
    /// Write the reviewed game to this file, with comments and better moves
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    limits: MoveFlags,
    #[command(flatten)]
    shared: SharedFlags,
}

/// The default time for a position; below, for a move of a game.
const POSITION: Duration = Duration::from_secs(5);
const MOVE: Duration = Duration::from_secs(1);

/// Analyses.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    with_game!(args.game, P => analyse::<P>(args, session))
}

impl Args {
    fn limits(&self, usual: Duration) -> MoveLimits {
        let mut limits = self.limits.limits();
        if limits == MoveLimits::default() {
            limits.time = Some(usual);
        }
        limits
    }

    /// The printed game of this name, in small letters or capitals.
    fn printed(&self) -> Option<&'static PrintedGame> {
        let name = self.subject.to_ascii_lowercase();
        printed_game(&name).filter(|_| self.game == Game::Amazons)
    }

    /// The failure for a text that is neither a board nor anything else that can be analysed.
    fn unknown_subject(&self, problem: &BadBoard) -> Failure {
        if Path::new(&self.subject).is_dir() {
            let problem = "is a folder; expected a file with a game, such as FILE.sgf";
            return Failure::input(&self.subject, problem);
        }
        let printed = match self.game {
            Game::Amazons => " or a printed game such as yamazon-anky",
            Game::Domineering => "",
        };
        Failure::input_line(format!("{problem}; nor is it a file that exists{printed}"))
    }
}

fn analyse<P: Playable>(args: &Args, session: &Session) -> Result<(), Failure> {
    let options = || {
        let options = args.shared.options(session, args.limits.threads())?;
        Ok::<_, Failure>(EngineOptions { count: args.limits.count(), ..options })
    };
    if let Some(printed) = args.printed() {
        let game = History::<P>::from_line(&printed.line()).map_err(anyhow::Error::msg)?;
        return game::print_review(args, &game, None, options()?, session);
    }
    if games::is_file(P::GAME, &args.subject) {
        let (game, opened) = games::read_with_record::<P>(Path::new(&args.subject))?;
        return game::print_review(args, &game, opened.as_ref(), options()?, session);
    }
    if let Some(path) = &args.sgf {
        let problem = "a position has no game to write; give a file with a game";
        return Err(Failure::input(format!("--sgf {}", path.display()), problem));
    }
    let board = lastmove_report::read(args.game, &args.subject)
        .map_err(|problem| args.unknown_subject(&problem))?;
    let game = History::<P>::new(&board).map_err(|e| boards::bad(&args.subject, e))?;
    let mut engine = Engine::<P>::new(options()?);
    let (size, limits) = (game.size(), args.limits(POSITION));
    engine.set_position(size, game.position());
    let report = engine.think(&limits, &session.cancel, &mut |_| {});
    let fields = position_fields(args, &game, &report);
    if session.cancel.is_cancelled() {
        let note = "an analysis cannot be resumed, run it again";
        return Err(Failure::stopped(Stop::Cancelled, note).with_partial(&fields));
    }
    output::answer(session, &fields, position_text(args, &game, &report))
}

/// A line of an analysis.
#[derive(Serialize, JsonSchema)]
struct LineAnswer {
    #[serde(rename = "move")]
    mv: String,
    /// to win, from 0 to 1, for the side that moves
    chance: f64,
    /// expected lead in moves
    score: f64,
    visits: u64,
    pv: Vec<String>,
}

/// The analysis of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AnalysedPosition {
    game: Game,
    board: String,
    position: String,
    to_move: Side,
    best_move: Option<String>,
    chance: f64,
    score: f64,
    /// who wins, if that is proved
    proven: Option<Side>,
    lines: Vec<LineAnswer>,
    nodes: u64,
    depth: u32,
    seconds: f64,
    /// what the opening explorer of the page knows of the position
    explorer: Option<ExplorerAnswer>,
}

fn line_fields<P: Playable>(game: &History<P>, line: &AnalysisLine<P::Move>) -> LineAnswer {
    let name = |&mv: &P::Move| P::move_name(mv, game.size());
    LineAnswer {
        mv: name(&line.mv),
        chance: line.win,
        score: line.score,
        visits: line.visits,
        pv: line.pv.iter().map(name).collect(),
    }
}

fn position_fields<P: Playable>(
    args: &Args,
    game: &History<P>,
    report: &Analysis<P>,
) -> AnalysedPosition {
    let lines = report.lines.iter().take(args.lines.into());
    AnalysedPosition {
        game: args.game,
        board: args.game.board_name(&game.diagram()),
        position: game.diagram().to_string(),
        to_move: game.to_move(),
        best_move: report.best.map(|mv| P::move_name(mv, game.size())),
        chance: report.win,
        score: report.score,
        proven: report.proven,
        lines: lines.map(|line| line_fields(game, line)).collect(),
        nodes: report.nodes,
        depth: report.depth,
        seconds: report.seconds,
        explorer: Openings::of(P::GAME, &game.diagram()).answer(&game.diagram(), game.to_move()),
    }
}

fn position_text<P: Playable>(args: &Args, game: &History<P>, report: &Analysis<P>) -> String {
    let me = game.to_move().capital();
    if report.best.is_none() {
        return format!("{me} has no move: {} wins\n", game.to_move().opponent().capital());
    }
    let judgement = match report.proven {
        Some(winner) => format!("{} wins, proved", winner.capital()),
        None => format!("{me} to move: {}", judge(report.win, report.score)),
    };
    let (nodes, time) = (human::count(report.nodes), human::seconds(report.seconds));
    let mut text = format!("{judgement} ({nodes} nodes, depth {}, {time})\n", report.depth);
    let openings = Openings::of(P::GAME, &game.diagram());
    if let Some(words) = openings.words(&game.diagram(), game.to_move()) {
        text += &format!("{words}\n");
    }
    for (i, line) in report.lines.iter().take(args.lines.into()).enumerate() {
        text += &format!("{:2}. {:20}  {}\n", i + 1, judge(line.win, line.score), pv(game, line));
    }
    text
}
