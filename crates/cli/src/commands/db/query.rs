//! `lastmove db query`.

use crate::boards;
use crate::failure::Failure;
use crate::flags::{DatabaseFlags, Game};
use crate::output;
use crate::session::Session;
use lastmove_amazons::{Colour, square_name};
use lastmove_board::{Bits, Diagram, Geometry, Size};
use lastmove_endgame::{Answer, Databases, Kind, Query};
use lastmove_values::{Forms, Thermograph, Wall};
use serde::Serialize;
use std::fmt;

const EXAMPLES: &str = "\
Examples:
  lastmove db query \"q1Q/2*\"
  lastmove db query \"1**/*q*/1*1/**Q\" --json
  lastmove db query \"b2/2Q/*1*\"

A position may have several areas; each is looked up. B and b mark amazons that are held to the
blocker constraint: their first move must shoot back to where they stood. Territories with
blockers and areas with blockers of one side are then bounds for that side.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A position such as "q1Q/2*"
    position: String,
    #[command(flatten)]
    databases: DatabaseFlags,
}

#[derive(Serialize)]
struct Answers {
    position: String,
    board: String,
    databases: String,
    areas: Vec<Area>,
}

#[derive(Serialize)]
struct Area {
    kind: Option<&'static str>,
    squares: Vec<String>,
    database: Option<String>,
    /// the side whose blockers are bound: what is found is a bound for it
    bound_for: Option<&'static str>,
    canonical: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical_reason: Option<&'static str>,
    mean: Option<String>,
    temperature: Option<String>,
    left_stop: Option<String>,
    right_stop: Option<String>,
    thermograph: Option<Walls>,
    best_moves: Option<Moves>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct Walls {
    left: Vec<[String; 2]>,
    right: Vec<[String; 2]>,
}

#[derive(Serialize)]
struct Moves {
    black: Vec<String>,
    white: Vec<String>,
    /// moves whose outcome could not be valued
    unvalued: usize,
}

/// Looks up.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let diagram = boards::read(Game::Amazons, &args.position)?;
    let databases = args.databases.open(session)?;
    let areas = if diagram.size().squares() <= 64 {
        areas::<u64>(&diagram, &databases)
    } else {
        areas::<u128>(&diagram, &databases)
    }?;
    let answers = Answers {
        position: diagram.to_string(),
        board: diagram.size().to_string(),
        databases: databases.name().to_owned(),
        areas,
    };
    if !answers.areas.is_empty() && answers.areas.iter().all(|area| area.kind.is_none()) {
        let reasons: Vec<_> =
            answers.areas.iter().filter_map(|area| area.reason.as_deref()).collect();
        let error = anyhow::anyhow!("{}: {}", answers.position, reasons.join("; "));
        return Err(Failure::from(error).with_partial(&answers));
    }
    output::answer(session, &answers)
}

fn areas<B: Bits>(diagram: &Diagram, databases: &Databases) -> Result<Vec<Area>, Failure> {
    let size = diagram.size();
    let query = Query::new(databases, Geometry::<B>::new(size));
    let mut forms = Forms::new();
    let found = query.areas(diagram, &mut forms);
    if let Some(fault) = databases.fault() {
        return Err(anyhow::anyhow!("{fault}").into());
    }
    let mut areas = Vec::new();
    for (squares, answer) in found {
        let squares = squares.squares().map(|s| square_name(size, s).to_string()).collect();
        areas.push(match answer {
            Ok(answer) => known(size, squares, &answer, &mut forms),
            Err(error) => unknown(squares, error.to_string()),
        });
    }
    Ok(areas)
}

fn known<B>(size: Size, squares: Vec<String>, answer: &Answer<B>, forms: &mut Forms) -> Area {
    let thermograph = &answer.value.thermograph;
    let corners = |wall: &Wall| {
        let corners = wall.corners().iter();
        corners.map(|c| [c.value.to_string(), c.temperature.to_string()]).collect()
    };
    let moves = |side: usize| {
        answer.best[side].iter().map(|mv| mv.display(size).to_string()).collect::<Vec<_>>()
    };
    let owner = if answer.owner == Colour::Black { "black" } else { "white" };
    let bound = matches!(answer.kind(), Kind::Blocker | Kind::Constrained);
    let text = |x: lastmove_values::Dyadic| Some(x.to_string());
    let canonical = answer.value.exact.and_then(|game| forms.print(game, 2000));
    Area {
        kind: Some(answer.kind().name()),
        squares,
        database: Some(answer.spec.to_string()),
        bound_for: bound.then_some(owner),
        canonical_reason: canonical.is_none().then_some("only its thermograph is kept"),
        canonical,
        mean: text(thermograph.mean()),
        temperature: text(thermograph.temperature()),
        left_stop: text(thermograph.left_stop()),
        right_stop: text(thermograph.right_stop()),
        thermograph: Some(Walls {
            left: corners(Thermograph::left_wall(thermograph)),
            right: corners(thermograph.right_wall()),
        }),
        best_moves: Some(Moves { black: moves(0), white: moves(1), unvalued: answer.unvalued }),
        reason: None,
    }
}

fn unknown(squares: Vec<String>, reason: String) -> Area {
    Area {
        kind: None,
        squares,
        database: None,
        bound_for: None,
        canonical: None,
        canonical_reason: None,
        mean: None,
        temperature: None,
        left_stop: None,
        right_stop: None,
        thermograph: None,
        best_moves: None,
        reason: Some(reason),
    }
}

impl output::Answer for Answers {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.areas.is_empty() {
            writeln!(f, "no area has both amazons and empty squares: worth 0")?;
        }
        self.areas.iter().try_for_each(|area| area.text(f))
    }
}

impl output::Answer for Area {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = self.squares.join(" ");
        if let Some(reason) = &self.reason {
            return writeln!(f, "{squares}\n  {reason}");
        }
        let field = |text: &Option<String>| text.clone().unwrap_or_default();
        writeln!(f, "{squares}\n  found in {}", field(&self.database))?;
        match &self.canonical {
            Some(value) => writeln!(f, "  value {value}")?,
            None => writeln!(f, "  value not kept, thermograph only")?,
        }
        if let Some(owner) = self.bound_for {
            let side = if owner == "black" { "lower" } else { "upper" };
            writeln!(f, "  {side} bound: {owner}'s blockers are held to the constraint")?;
        }
        writeln!(f, "  mean {}, temperature {}", field(&self.mean), field(&self.temperature))?;
        writeln!(f, "  stops {} and {}", field(&self.left_stop), field(&self.right_stop))?;
        for (name, walls) in [("left", 0), ("right", 1)] {
            let Some(both) = &self.thermograph else { continue };
            let wall = if walls == 0 { &both.left } else { &both.right };
            let corners: Vec<String> = wall.iter().map(|[v, t]| format!("({v}, {t})")).collect();
            writeln!(f, "  {name} wall (value, temperature): {}", corners.join(" "))?;
        }
        let Some(moves) = &self.best_moves else { return Ok(()) };
        for (name, moves) in [("Black", &moves.black), ("White", &moves.white)] {
            match moves.is_empty() {
                true => writeln!(f, "  {name} has no move")?,
                false => writeln!(f, "  best for {name}: {}", moves.join(" "))?,
            }
        }
        match moves.unvalued {
            0 => Ok(()),
            n => writeln!(f, "  {n} moves could not be valued"),
        }
    }
}
