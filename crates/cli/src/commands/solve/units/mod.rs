//! `--split`, `--units` and `--merge`: a large search as many small ones.

mod file;
mod merge;
mod work;

use super::{Args, Desk, Keeper};
use crate::boards;
use crate::failure::Failure;
use crate::flags::{DatabaseFlags, Game};
use crate::session::Session;
use file::{Head, Units};
use lastmove_amazons::Position as AmazonsPosition;
use lastmove_board::{Bits, Diagram, Geometry, Side, Size};
use lastmove_domineering::Position as DomineeringPosition;
use lastmove_endgame::Databases;
use lastmove_proof::side_name;
use lastmove_solver::amazons::{Settings, Splitter};
use lastmove_solver::domineering;
use lastmove_solver::units::{Split, Tree, tentative};
use std::collections::HashMap;
use std::path::PathBuf;

/// The flags.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Long runs")]
pub(super) struct UnitFlags {
    /// Write the leaves after so many moves of a tentative proof tree as work units to --units
    #[arg(long, value_name = "N", requires = "units",
        value_parser = clap::value_parser!(u8).range(1..=12))]
    split: Option<u8>,
    /// Work off the units of a file (JSON lines); results go to FILE.done, and a run can be
    /// stopped and started at will. Limits hold for each unit by itself, and --proof names a
    /// folder for the certificates of the units
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "moves", "first_move",
        "checkpoint", "resume"])]
    units: Option<PathBuf>,
    /// Join the results of --units; where a unit refuted the assumption, add units that take its
    /// place. --proof joins the certificates too
    #[arg(long, requires = "units", conflicts_with = "split")]
    merge: bool,
    /// Who is assumed to win the units [default: the side to move]
    #[arg(long, value_name = "SIDE", requires = "split")]
    assume: Option<String>,
}

impl UnitFlags {
    /// Whether this is a run over units.
    pub(super) fn is_asked(&self) -> bool {
        self.units.is_some()
    }
}

/// Splits, works or merges.
pub(super) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let Some(path) = &args.units.units else { return Ok(()) };
    if let Some(plies) = args.units.split {
        let game = args.game()?;
        let board = args.board.as_deref().unwrap_or_default();
        let head = head(args, session, game, board, plies)?;
        return merge::split(args, session, path, head);
    }
    if let Some(board) = &args.board {
        let problem = "the board comes with the units; leave it out";
        return Err(Failure::input(format!("board \"{board}\""), problem));
    }
    let units = Units::read(path)?;
    if args.game.is_some_and(|game| game != units.head.game()) {
        let problem = format!("its units are of {}", units.head.game());
        return Err(Failure::input(path.display(), problem));
    }
    if args.units.merge {
        merge::merge(args, session, units)
    } else {
        let desk = Desk::new(args, units.head.game(), session, Keeper::none(args))?;
        work::work(args, session, units, &desk)
    }
}

/// What is to be split.
fn head(
    args: &Args,
    session: &Session,
    game: Game,
    board: &str,
    plies: u8,
) -> Result<Head, Failure> {
    let diagram = boards::read(game, board)?;
    let [first, second] = proof_game(game).sides();
    let Some(to_move) = diagram.side().or((game == Game::Amazons).then_some(first)) else {
        let problem = "units need a side to move: add v or h";
        return Err(boards::bad(board, problem));
    };
    let winner = match &args.units.assume {
        None => to_move,
        Some(text) => [first, second]
            .into_iter()
            .find(|&side| side_name(side).eq_ignore_ascii_case(text))
            .ok_or_else(|| {
                let expected = format!("{} or {}", side_name(first), side_name(second));
                Failure::input(format!("--assume {text}"), format!("expected {expected}"))
            })?,
    };
    let databases = match game {
        Game::Amazons => args.databases.open(session)?.name().to_owned(),
        Game::Domineering => "none".to_owned(),
    };
    Ok(Head {
        game: proof_game(game).name().to_owned(),
        board: boards::name(game, &diagram),
        position: diagram.with_side(Some(to_move)).to_string(),
        winner: side_name(winner).to_owned(),
        plies: plies.into(),
        databases,
    })
}

/// The game in the terms of certificates.
fn proof_game(game: Game) -> lastmove_proof::Game {
    match game {
        Game::Amazons => lastmove_proof::Game::Amazons,
        Game::Domineering => lastmove_proof::Game::Domineering,
    }
}

/// The other side.
fn opponent(side: &str) -> &'static str {
    match side {
        "white" => "black",
        "black" => "white",
        "vertical" => "horizontal",
        _ => "vertical",
    }
}

/// A tree with its positions as texts.
struct Named {
    standing: lastmove_solver::units::Standing,
    units: Vec<String>,
    moves: HashMap<u128, u128>,
}

/// Builds the tentative tree, given the winners of some positions.
fn tree(
    head: &Head,
    databases: Option<&Databases>,
    results: &[(String, String)],
) -> Result<Named, Failure> {
    let diagram = boards::read(head.game(), &head.position)?;
    match (databases, diagram.size().squares()) {
        (Some(databases), ..=64) => amazons_tree::<u64>(head, &diagram, databases, results),
        (Some(databases), _) => amazons_tree::<u128>(head, &diagram, databases, results),
        (None, ..=64) => domineering_tree::<u64>(head, &diagram, results),
        (None, _) => domineering_tree::<u128>(head, &diagram, results),
    }
}

fn amazons_tree<B: Bits>(
    head: &Head,
    diagram: &Diagram,
    databases: &Databases,
    results: &[(String, String)],
) -> Result<Named, Failure> {
    let size = diagram.size();
    let geometry = Geometry::<B>::new(size);
    let mut game = Splitter::new(&geometry, databases, Settings::default());
    let read = |text: &str| -> Result<AmazonsPosition<B>, Failure> {
        boards::amazons(&boards::read(Game::Amazons, text)?)
    };
    let side = |position: &AmazonsPosition<B>| position.to_move().name();
    build(head, &mut game, results, &read, &side, &|p| p.to_diagram(size).to_string())
}

fn domineering_tree<B: Bits>(
    head: &Head,
    diagram: &Diagram,
    results: &[(String, String)],
) -> Result<Named, Failure> {
    let size: Size = diagram.size();
    let mut game = domineering::Splitter::<B>::new(size);
    let read = |text: &str| -> Result<DomineeringPosition<B>, Failure> {
        boards::domineering(&boards::read(Game::Domineering, text)?)
    };
    let side = |position: &DomineeringPosition<B>| position.to_move().name();
    build(head, &mut game, results, &read, &side, &|p| p.to_diagram(size).to_string())
}

fn build<S: Split>(
    head: &Head,
    game: &mut S,
    results: &[(String, String)],
    read: &dyn Fn(&str) -> Result<S::Position, Failure>,
    side: &dyn Fn(&S::Position) -> &'static str,
    name: &dyn Fn(&S::Position) -> String,
) -> Result<Named, Failure> {
    let mut known = HashMap::new();
    for (text, winner) in results {
        let position = read(text)?;
        known.insert(game.key(&position), side(&position) == winner);
    }
    let root = read(&head.position)?;
    let mover_wins = side(&root) == head.winner;
    let Tree { standing, units, moves } =
        tentative(game, &root, mover_wins, head.plies as usize, &known);
    Ok(Named { standing, units: units.iter().map(name).collect(), moves })
}

/// The databases of a game; `None` for Domineering.
fn open_databases(
    game: Game,
    flags: &DatabaseFlags,
    session: &Session,
) -> Result<Option<Databases>, Failure> {
    match game {
        Game::Amazons => flags.open(session).map(Some),
        Game::Domineering => Ok(None),
    }
}

/// The side of a name.
fn side_of(game: Game, name: &str) -> Option<Side> {
    proof_game(game).sides().into_iter().find(|&side| side_name(side) == name)
}
