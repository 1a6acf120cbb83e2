//! `lastmove show`: draws a board, with moves played on it.

mod distances;

use crate::flags::{self, DrawingFlags};
use crate::{Failure, Session, boards, output, pictures};
use distances::{DistanceMaps, Distances};
use lastmove_amazons::sgf::{self, GameRecord, NodeId};
use lastmove_amazons::{self as amazons, Colour, Impossible};
use lastmove_board::{Bits, Cell, Diagram, Game, GamePosition, Geometry, Side, Square};
use lastmove_domineering::{self as domineering, Orientation};
use lastmove_draw::BoardDrawing;
use lastmove_lab::{PRINTED, printed_game};
use lastmove_player::{Amazons, Domineering};
use lastmove_solver::with_game;
use lastmove_work::{file, human};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  lastmove show amazons 10x10
  lastmove show amazons 5x6 --moves \"b1-b4/d4 b6-b5/d3\"
  lastmove show amazons \"2q3/6/5q/Q5/6/3Q2 w\" --list --json
  lastmove show domineering 4x5 --moves \"1,1 3,2\" --unicode
  lastmove show amazons 4x4 --moves \"b1-b3/c2\" --write-sgf game.sgf
  lastmove show amazons --sgf game.sgf --ply 1
  lastmove show amazons 6x6 -o board.svg
  lastmove show amazons --game yamazon-anky --ply 36
  lastmove show amazons \"1q2q1/q4q/1Q4/3*2/Q4Q/4Q1\"
  lastmove show amazons \"3/Q2/3 w\" --moves 10758697
  lastmove show amazons \"3/Q2/3 w\" --list --numbers
  lastmove show amazons \"q1*2Q/2*3/***3/1Q*1q1\" --distances -o distances.svg

--game takes a game that is printed in a source: yamazon-anky, hensgens-4x4, hensgens-5x5. A position
that no game reaches is said to be so, with its class in Hensgens' thesis, section 2.1.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Which game
    #[arg(value_parser = flags::game())]
    game: Game,
    /// A board such as 5x6, or a position such as "1q2/4/4/2Q1 w"
    #[arg(required_unless_present_any = ["sgf", "printed"])]
    board: Option<String>,
    /// Moves to play first, such as "b1-b4/d4 b6-b5/d3" or "1,1 3,2"; in Amazons also the numbers of
    /// moves in Song's databases
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Put brackets around squares, such as "b4 d4" or "1,2 3,4"
    #[arg(long, value_name = "SQUARES")]
    highlight: Option<String>,
    /// List the moves of the side to move
    #[arg(long)]
    list: bool,
    /// With --list, also the number of each move in Song's databases (Amazons)
    #[arg(long, requires = "list")]
    numbers: bool,
    /// Read the game from an SGF file (Amazons)
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    sgf: Option<PathBuf>,
    /// Use a game that is printed in a source, such as yamazon-anky
    #[arg(id = "printed", long = "game", value_name = "NAME", conflicts_with_all = ["board", "sgf"],
        value_parser = PRINTED.map(|game| game.name))]
    printed: Option<String>,
    /// How many moves of the game's main line to play; all if not given
    #[arg(long, value_name = "N", conflicts_with = "board")]
    ply: Option<usize>,
    /// Show how many queen's moves each square is away from both sides (Amazons)
    #[arg(long)]
    distances: bool,
    /// Save the position or game as an SGF file (Amazons)
    #[arg(long, value_name = "FILE")]
    write_sgf: Option<PathBuf>,
    /// Also draw the board into a file, .svg or .png
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    drawing: DrawingFlags,
}

/// A position, and the moves that led to it.
struct Shown {
    diagram: Diagram,
    played: Vec<String>,
    /// the dominoes that were played
    dominoes: Vec<Vec<Square>>,
    /// the number of moves that each side would have
    moves: [(Side, u64); 2],
    list: Option<Vec<String>>,
    /// why no game reaches it
    impossible: Option<Impossible>,
}

/// A board.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ShownBoard {
    game: Game,
    board: String,
    position: String,
    to_move: Option<Side>,
    /// how many moves each side would have, by its name
    moves: BTreeMap<&'static str, u64>,
    /// squares
    empty: usize,
    /// squares
    burnt: usize,
    /// the moves that led to it
    played: Vec<String>,
    /// the moves of the side to move, with `--list`
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<String>>,
    /// why no game of Amazons reaches it
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<Option<ImpossibleAnswer>>,
    /// with `--distances`
    #[serde(skip_serializing_if = "Option::is_none")]
    distances: Option<DistanceMaps>,
}

/// Why no game reaches a position.
#[derive(Serialize, JsonSchema)]
struct ImpossibleAnswer {
    /// the class in the thesis of Hensgens
    class: &'static str,
    why: String,
}

/// Draws the board.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    args.output.as_deref().map(pictures::check).transpose()?;
    let game = args.game;
    if args.numbers && game == Game::Domineering {
        return Err(Failure::input("--numbers", "is for Amazons; Domineering does not know it"));
    }
    let shown = match game {
        Game::Amazons => amazons(args)?,
        Game::Domineering => domineering(args)?,
    };
    let Shown { diagram, played, dominoes, moves, list, impossible } = &shown;
    let marked = marked(args, diagram)?;
    let mut drawing = BoardDrawing::new(diagram, game).highlight(marked);
    for domino in dominoes {
        drawing = drawing.domino(domino[0], domino[1]);
    }
    let distances = args.distances.then(|| Distances::of(args.game, diagram)).transpose()?;
    if let Some(path) = &args.output {
        let svg = distances.as_ref().map_or_else(|| drawing.svg(), Distances::svg);
        pictures::write(path, &svg)?;
    }
    let count = |kind| diagram.cells().iter().filter(|&&cell| cell == kind).count();
    let (empty, burnt) = (count(Cell::Empty), count(Cell::Burnt));
    let (board, position) = (game.board_name(diagram), diagram.to_string());
    let class = |why: &Impossible| ImpossibleAnswer { class: why.class(), why: why.to_string() };
    let fields = ShownBoard {
        game,
        board: board.clone(),
        position: position.clone(),
        to_move: diagram.side(),
        moves: moves.iter().map(|(side, n)| (side.name(), *n)).collect(),
        empty,
        burnt,
        played: played.clone(),
        list: list.clone(),
        impossible: (game == Game::Amazons).then(|| impossible.as_ref().map(class)),
        distances: distances.as_ref().map(Distances::fields),
    };
    let mut text = format!("{game} {board}");
    if let Some(side) = diagram.side() {
        text += &format!(", {} to move", side.capital());
    }
    text += &match played.len() {
        0 => String::new(),
        1 => " after 1 move".to_owned(),
        n => format!(" after {n} moves"),
    };
    text += &format!("\n\n{}\nposition  {position}\n", drawing.ascii(args.drawing.ascii()));
    if let Some(printed) = args.printed.as_deref().and_then(printed_game) {
        text += &format!("game      {}\n", printed.about);
    }
    let moves = moves.map(|(side, n)| format!("{} {}", side.capital(), human::count(n)));
    text += &format!("moves     {}\nsquares   {empty} empty, {burnt} burnt\n", moves.join(", "));
    if let Some(why) = impossible {
        let class = why.class();
        text += &format!("no game from the start of {board} reaches this (class {class}): {why}\n");
    }
    if let Some(distances) = &distances {
        text += &distances.text(args.drawing.ascii());
    }
    text.extend(list.iter().flatten().map(|mv| format!("{mv}\n")));
    output::answer(session, &fields, text)
}

/// The moves of the side to move, in notation.
fn list<P: GamePosition<Word = u128>>(position: &P, geometry: &Geometry<u128>) -> Vec<String> {
    position.moves(geometry).map(|mv| P::move_name(mv, geometry.size())).collect()
}

/// The same for Amazons, with Song's number after each move if they are wanted.
fn amazons_list(
    position: &amazons::Position<u128>,
    geometry: &Geometry<u128>,
    numbers: bool,
) -> Vec<String> {
    let size = geometry.size();
    let named = |mv: amazons::Move| match mv.number(size).filter(|_| numbers) {
        Some(number) => format!("{} {number}", mv.display(size)),
        None => mv.display(size).to_string(),
    };
    position.moves(geometry).map(named).collect()
}

fn amazons(args: &Args) -> Result<Shown, Failure> {
    let (diagram, played) = match amazons_game(args)? {
        Ok((record, last)) => {
            let size = record.size();
            let line = record.line_to(last).into_iter().filter_map(|n| record.nodes()[n].played());
            let played = line.map(|(_, mv)| mv.display(size).to_string()).collect();
            (record.nodes()[last].position().to_diagram(size), played)
        }
        Err(bare) => (bare, Vec::new()),
    };
    let geometry = Geometry::<u128>::new(diagram.size());
    let count = |colour: Colour| {
        amazons::Position::<u128>::with_side(&diagram, colour)
            .map(|position| (colour.side(), position.count_moves(&geometry)))
            .map_err(|e| boards::bad(&diagram.to_string(), e))
    };
    let moves = [count(Colour::White)?, count(Colour::Black)?];
    let list = match args.list {
        true => {
            Some(amazons_list(&boards::position::<Amazons>(&diagram)?, &geometry, args.numbers))
        }
        false => None,
    };
    let impossible = unreachable(&diagram);
    Ok(Shown { diagram, played, dominoes: Vec::new(), moves, list, impossible })
}

/// Why no game reaches a position from any layout of its board with the same number of amazons.
fn unreachable(diagram: &Diagram) -> Option<Impossible> {
    let geometry = Geometry::<u128>::new(diagram.size());
    let read = |diagram| amazons::Position::<u128>::with_side(diagram, Colour::White).ok();
    let position = read(diagram)?;
    let to_move = diagram.side().and_then(|side| Colour::try_from(side).ok());
    let counts = |position: &amazons::Position<u128>| {
        [Colour::White, Colour::Black].map(|colour| position.amazons(colour).count())
    };
    let layouts = amazons::start::layouts(diagram.size());
    let starts = layouts.iter().filter_map(read).filter(|start| counts(start) == counts(&position));
    let mut first = None;
    for start in starts {
        let why = amazons::impossible(&geometry, &start, &position, to_move)?;
        first = first.or(Some(why));
    }
    first
}

/// The game and the node to show; only a diagram if no side to move is known or needed.
fn amazons_game(args: &Args) -> Result<Result<(GameRecord, NodeId), Diagram>, Failure> {
    let printed = args.printed.as_deref().and_then(printed_game);
    let (mut record, mut last) = match (&args.sgf, printed, &args.board) {
        (Some(path), ..) => read_sgf(path, args.ply)?,
        (None, Some(game), _) => at_ply(game.record(), args.ply, game.name)?,
        (None, None, board) => {
            let diagram = boards::read(args.game, board.as_deref().unwrap_or_default())?;
            let needs_side = args.moves.is_some() || args.write_sgf.is_some() || args.list;
            if diagram.side().is_none() && !needs_side {
                return Ok(Err(diagram));
            }
            let record = GameRecord::new(&diagram);
            (record.map_err(|e| boards::bad(&diagram.to_string(), e))?, GameRecord::ROOT)
        }
    };
    let moves = args.moves.as_deref().unwrap_or_default();
    for (i, (column, text)) in amazons::split_moves(moves).enumerate() {
        let place = || format!("--moves, move {} (column {column}) \"{text}\"", i + 1);
        let mv = match text.parse() {
            Ok(number) => amazons::Move::from_number(record.size(), number)
                .ok_or_else(|| Failure::input(place(), "not the number of a move on this board"))?,
            Err(_) => {
                amazons::parse_move(record.size(), text).map_err(|e| Failure::input(place(), e))?
            }
        };
        last = record.add_move(last, mv).map_err(|e| Failure::input(place(), e))?;
    }
    if let Some(path) = &args.write_sgf {
        file::replace(path, |out| write!(out, "{record}"))?;
    }
    Ok(Ok((record, last)))
}

/// Reads a file; returns the node after `ply` moves of the main line, or its end.
fn read_sgf(path: &Path, ply: Option<usize>) -> Result<(GameRecord, NodeId), Failure> {
    let bad = |problem: &dyn fmt::Display| Failure::input(path.display(), problem);
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(sgf::MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|e| bad(&e))?;
    let record = GameRecord::read(&bytes).map_err(|e| bad(&e))?;
    at_ply(record, ply, path.display())
}

/// The node after `ply` moves of the main line, or its end.
fn at_ply(
    record: GameRecord,
    ply: Option<usize>,
    place: impl fmt::Display,
) -> Result<(GameRecord, NodeId), Failure> {
    let end = record.main_end();
    let Some(ply) = ply else { return Ok((record, end)) };
    let mut moves = record.line_to(end);
    moves.retain(|&node| record.nodes()[node].played().is_some());
    let node = if ply == 0 { Some(&GameRecord::ROOT) } else { moves.get(ply - 1) };
    match node {
        Some(&node) => Ok((record, node)),
        None => {
            let problem = format!(
                "--ply {ply}: the game has only {}",
                human::counted(moves.len() as u64, "move")
            );
            Err(Failure::input(place, problem))
        }
    }
}

fn domineering(args: &Args) -> Result<Shown, Failure> {
    if args.sgf.is_some() || args.write_sgf.is_some() {
        return Err(Failure::input_line("SGF has no Domineering; give a board such as 4x5"));
    }
    if args.printed.is_some() {
        return Err(Failure::input_line(
            "--game: these are games of Amazons; give a board such as 4x5",
        ));
    }
    let mut diagram = boards::read(args.game, args.board.as_deref().unwrap_or_default())?;
    let size = diagram.size();
    let geometry = Geometry::<u128>::new(size);
    let mut position = boards::position::<Domineering>(&diagram)?;
    let (mut played, mut dominoes) = (Vec::new(), Vec::new());
    let moves = args.moves.as_deref().unwrap_or_default();
    for (i, (column, text)) in domineering::split_moves(moves).enumerate() {
        let place = || format!("--moves, move {} (column {column}) \"{text}\"", i + 1);
        let mv = domineering::parse_move(size, text).map_err(|e| Failure::input(place(), e))?;
        dominoes.push(position.move_squares(mv, size));
        position = position.play(&geometry, mv).map_err(|e| Failure::input(place(), e))?;
        played.push(mv.display(size).to_string());
    }
    if !played.is_empty() {
        diagram = position.to_diagram(size);
    }
    let moves = Orientation::BOTH.map(|player| {
        let position = domineering::Position::new(position.empty(), player);
        (player.side(), position.count_moves(&geometry))
    });
    let list = args.list.then(|| list(&position, &geometry));
    Ok(Shown { diagram, played, dominoes, moves, list, impossible: None })
}

/// The squares to highlight.
fn marked(args: &Args, diagram: &Diagram) -> Result<u128, Failure> {
    let size = diagram.size();
    let square = |word: &str| with_game!(args.game, P => P::read_square(size, word));
    let mut marked = 0;
    let squares = args.highlight.as_deref().unwrap_or_default();
    let words: Vec<&str> = match args.game {
        Game::Amazons => squares.split_whitespace().collect(),
        Game::Domineering => domineering::split_moves(squares).map(|(_, square)| square).collect(),
    };
    for word in words {
        let place = || format!("--highlight \"{word}\"");
        marked |= u128::bit(square(word).map_err(|e| Failure::input(place(), e))?);
    }
    Ok(marked)
}
