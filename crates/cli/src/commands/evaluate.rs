//! `lastmove evaluate`: what a position is worth without search, area by area.

use crate::failure::Failure;
use crate::flags::{DatabaseFlags, DrawingFlags};
use crate::output::{self, Answer};
use crate::session::Session;
use crate::{batch, boards, flags::Game};
use lastmove_amazons::{Colour, Position, square_name};
use lastmove_board::{Bits, Diagram, Geometry, Size};
use lastmove_draw::TextDrawing;
use lastmove_endgame::Databases;
use lastmove_regions::Kind;
use lastmove_solver::amazons::{Bound, Evaluator, ExplainedArea, Settings, Source};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lastmove evaluate amazons \"q1*2Q/2*3/***3/1Q*1q1\"
  lastmove evaluate amazons \"q1Q/2*\" --json
  printf 'q1Q\\nq2/3/2Q\\n' | lastmove evaluate amazons --batch -

Black is Left: positive numbers are Black's moves. A bound with the end `relaxed` holds up to an
infinitesimal.";

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OnlyAmazons {
    Amazons,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    game: OnlyAmazons,
    /// A position such as "q1Q/2*"; a side to move is not needed
    #[arg(required_unless_present = "batch")]
    position: Option<String>,
    /// Evaluate every line of a file (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    batch: Option<PathBuf>,
    #[command(flatten)]
    databases: DatabaseFlags,
    #[command(flatten)]
    drawing: DrawingFlags,
}

#[derive(Serialize)]
struct Evaluated {
    game: Game,
    board: String,
    position: String,
    areas: Vec<Area>,
    bounds: Bounds,
    winner_if_white_to_move: Option<&'static str>,
    winner_if_black_to_move: Option<&'static str>,
    databases: String,
}

#[derive(Serialize)]
struct Area {
    kind: &'static str,
    squares: Vec<String>,
    bounds: Bounds,
    source: &'static str,
    value: Option<String>,
    #[serde(skip)]
    drawing: String,
    #[serde(skip)]
    why: String,
}

#[derive(Serialize)]
struct Bounds {
    lower: String,
    lower_end: &'static str,
    upper: String,
    upper_end: &'static str,
}

/// Evaluates.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let OnlyAmazons::Amazons = args.game;
    if let Some(path) = &args.batch {
        let databases = args.databases.open(session)?;
        return batch::run(path, |line| evaluate(args, &databases, line));
    }
    let text = args.position.as_deref().unwrap_or_default();
    boards::read(Game::Amazons, text)?; // before databases are built
    let databases = args.databases.open(session)?;
    output::answer(session, &evaluate(args, &databases, text)?)
}

fn evaluate(args: &Args, databases: &Databases, text: &str) -> Result<Evaluated, Failure> {
    let diagram = boards::read(Game::Amazons, text)?;
    let evaluated = if diagram.size().squares() <= 64 {
        with::<u64>(args, databases, &diagram)
    } else {
        with::<u128>(args, databases, &diagram)
    };
    match databases.fault() {
        Some(fault) => Err(anyhow::anyhow!("{fault}").into()),
        None => evaluated,
    }
}

fn with<B: Bits>(
    args: &Args,
    databases: &Databases,
    diagram: &Diagram,
) -> Result<Evaluated, Failure> {
    let size = diagram.size();
    let geometry = Geometry::<B>::new(size);
    let position = Position::<B>::with_side(diagram, Colour::White)
        .map_err(|e| boards::bad(&diagram.to_string(), e))?;
    let mut evaluator = Evaluator::new(&geometry, databases, Settings::default());
    let explained = evaluator.explain(&position);
    let area = |area: &ExplainedArea<B>| Area {
        kind: match area.kind {
            Kind::Dead => "dead",
            Kind::SimpleTerritory => "territory",
            Kind::Active => "active",
        },
        squares: names(size, area.squares),
        bounds: bounds(&area.bounds),
        source: area.source.name(),
        value: area.value.clone(),
        drawing: TextDrawing::new(diagram, boards::labels(Game::Amazons))
            .highlight(area.squares.widen())
            .ascii(args.drawing.ascii())
            .to_string(),
        why: why(area),
    };
    let [white, black] = explained.winners.map(|winner| winner.map(Colour::name));
    Ok(Evaluated {
        game: Game::Amazons,
        board: size.to_string(),
        position: diagram.to_string(),
        areas: explained.areas.iter().map(area).collect(),
        bounds: bounds(&explained.bounds),
        winner_if_white_to_move: white,
        winner_if_black_to_move: black,
        databases: databases.name().to_owned(),
    })
}

fn names<B: Bits>(size: Size, squares: B) -> Vec<String> {
    squares.squares().map(|square| square_name(size, square).to_string()).collect()
}

fn bounds(bounds: &[Bound; 2]) -> Bounds {
    let end = |bound: &Bound| if bound.exact { "exact" } else { "relaxed" };
    Bounds {
        lower: bounds[0].value.to_string(),
        lower_end: end(&bounds[0]),
        upper: bounds[1].value.to_string(),
        upper_end: end(&bounds[1]),
    }
}

fn why<B>(area: &ExplainedArea<B>) -> String {
    match (area.kind, area.source) {
        (Kind::Dead, _) => "nobody can ever move here",
        (Kind::SimpleTerritory, _) => "amazons of one side: worth the moves that it can make here",
        (_, Source::Database) => "both sides, found in an endgame database",
        _ => "both sides, too large for the databases: what each is sure of with its blockers in place",
    }
    .to_owned()
}

impl Bounds {
    fn text(&self) -> String {
        let open = |end: &str| if end == "exact" { "" } else { " up to an infinitesimal" };
        format!(
            "at least {}{}, at most {}{}",
            self.lower,
            open(self.lower_end),
            self.upper,
            open(self.upper_end)
        )
    }
}

impl Answer for Evaluated {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, area) in self.areas.iter().enumerate() {
            writeln!(f, "area {}: {}\n\n{}", i + 1, area.why, area.drawing)?;
            match &area.value {
                Some(value) => writeln!(f, "worth {value}\n")?,
                None => writeln!(f, "{}\n", area.bounds.text())?,
            }
        }
        writeln!(f, "in all: {}", self.bounds.text())?;
        for (mover, winner) in
            [("White", self.winner_if_white_to_move), ("Black", self.winner_if_black_to_move)]
        {
            match winner {
                Some(winner) => writeln!(f, "{mover} to move: {} wins", boards::capital(winner))?,
                None => writeln!(f, "{mover} to move: not decided without search")?,
            }
        }
        Ok(())
    }
}
