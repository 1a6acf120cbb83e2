//! `lastmove db query`.

use crate::flags::DatabaseFlags;
use crate::{Failure, Session, boards, output};
use lastmove_amazons::{Colour, Move, square_name};
use lastmove_board::{Bits, Diagram, Game, Geometry, Size, with_bits};
use lastmove_endgame::{DatabaseKind, Databases, Query, QueryAnswer, QueryError};
use lastmove_values::{Dyadic, Forms, Thermograph};
use schemars::JsonSchema;
use serde::Serialize;

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

/// What is known of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Looked {
    position: String,
    board: String,
    /// which databases were asked
    databases: String,
    areas: Vec<AreaAnswer>,
}

/// What is known of an area; `null` where it is in no database.
#[derive(Serialize, JsonSchema, Clone)]
struct AreaAnswer {
    /// the kind of the database
    kind: Option<&'static str>,
    squares: Vec<String>,
    database: Option<String>,
    /// whose bound the value is, in a database of blockers
    bound_for: Option<&'static str>,
    canonical: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical_reason: Option<&'static str>,
    mean: Option<Dyadic>,
    temperature: Option<Dyadic>,
    left_stop: Option<Dyadic>,
    right_stop: Option<Dyadic>,
    thermograph: Option<Thermograph>,
    best_moves: Option<BestMoves>,
    /// why there is no answer
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The best moves of both sides.
#[derive(Serialize, JsonSchema, Clone)]
struct BestMoves {
    black: Vec<String>,
    white: Vec<String>,
    /// moves to positions that are in no database
    unvalued: usize,
}

/// An area, as fields and as text.
struct Area {
    fields: AreaAnswer,
    text: String,
    /// why there is no answer
    reason: Option<String>,
}

/// Looks up the areas and prints them.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let diagram = boards::read(Game::Amazons, &args.position)?;
    let databases = args.databases.open(session)?;
    let areas = with_bits!(diagram.size(), B => areas::<B>(&diagram, &databases)?);
    let fields = Looked {
        position: diagram.to_string(),
        board: diagram.size().to_string(),
        databases: databases.name().to_owned(),
        areas: areas.iter().map(|area| area.fields.clone()).collect(),
    };
    if areas.is_empty() {
        let text = "no area has both amazons and empty squares: worth 0\n";
        return output::answer(session, &fields, text);
    }
    let reasons: Vec<&str> = areas.iter().filter_map(|area| area.reason.as_deref()).collect();
    if reasons.len() == areas.len() {
        let error = anyhow::anyhow!("{diagram}: {}", reasons.join("; "));
        return Err(Failure::from(error).with_partial(&fields));
    }
    output::answer(session, &fields, areas.iter().map(|area| &*area.text).collect::<String>())
}

fn areas<B: Bits>(diagram: &Diagram, databases: &Databases) -> Result<Vec<Area>, Failure> {
    let size = diagram.size();
    let query = Query::new(databases, Geometry::<B>::new(size));
    let mut forms = Forms::new();
    let found = query.areas(diagram, &mut forms);
    if let Some(fault) = databases.fault() {
        return Err(anyhow::anyhow!("{fault}").into());
    }
    let mut area = |(squares, answer): (B, Result<_, QueryError>)| {
        let squares = squares.squares().map(|s| square_name(size, s).to_string()).collect();
        match answer {
            Ok(answer) => known(size, squares, &answer, &mut forms),
            Err(error) => unknown(squares, error.to_string()),
        }
    };
    Ok(found.into_iter().map(&mut area).collect())
}

fn known<B>(size: Size, squares: Vec<String>, answer: &QueryAnswer<B>, forms: &mut Forms) -> Area {
    let thermograph = &answer.value.thermograph;
    let names = |moves: &Vec<Move>| moves.iter().map(|mv| mv.display(size).to_string()).collect();
    let best: [Vec<String>; 2] = answer.best.each_ref().map(names);
    let bound = matches!(answer.kind(), DatabaseKind::Blocker | DatabaseKind::Constrained);
    let bound_for = bound.then_some(answer.owner.name());
    let database = answer.spec.to_string();
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    let (left, right) = (thermograph.left_stop(), thermograph.right_stop());
    let canonical = answer.value.exact.and_then(|game| forms.print(game, 2000));
    let fields = AreaAnswer {
        kind: Some(answer.kind().name()),
        squares: squares.clone(),
        database: Some(database.clone()),
        bound_for,
        canonical_reason: canonical.is_none().then_some("only its thermograph is kept"),
        canonical: canonical.clone(),
        mean: Some(mean),
        temperature: Some(temperature),
        left_stop: Some(left),
        right_stop: Some(right),
        thermograph: Some(thermograph.clone()),
        best_moves: Some(BestMoves {
            black: best[0].clone(),
            white: best[1].clone(),
            unvalued: answer.unvalued,
        }),
        reason: None,
    };

    let value = canonical.unwrap_or_else(|| "not kept, thermograph only".into());
    let mut text = format!("{}\n  found in {database}\n  value {value}\n", squares.join(" "));
    if let Some(owner) = bound_for {
        let side = if answer.owner == Colour::Black { "lower" } else { "upper" };
        text += &format!("  {side} bound: {owner}'s blockers are held to the constraint\n");
    }
    text += &format!("  mean {mean}, temperature {temperature}\n  stops {left} and {right}\n");
    let walls = [("left", thermograph.left_wall()), ("right", thermograph.right_wall())];
    for (name, wall) in walls {
        text += &format!("  {name} wall (value, temperature): {wall}\n");
    }
    for (name, moves) in ["Black", "White"].iter().zip(&best) {
        text += &match moves.is_empty() {
            true => format!("  {name} has no move\n"),
            false => format!("  best for {name}: {}\n", moves.join(" ")),
        };
    }
    if answer.unvalued > 0 {
        text += &format!("  {} moves could not be valued\n", answer.unvalued);
    }
    Area { fields, text, reason: None }
}

fn unknown(squares: Vec<String>, reason: String) -> Area {
    let fields = AreaAnswer {
        kind: None,
        squares: squares.clone(),
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
        reason: Some(reason.clone()),
    };
    Area { fields, text: format!("{}\n  {reason}\n", squares.join(" ")), reason: Some(reason) }
}
