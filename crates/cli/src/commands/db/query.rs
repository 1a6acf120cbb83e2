//! `lastmove db query`.

use crate::flags::DatabaseFlags;
use crate::{Failure, Session, boards, output};
use lastmove_amazons::{Colour, Move, square_name};
use lastmove_board::{Bits, Diagram, Game, Geometry, Size, with_bits};
use lastmove_endgame::{DatabaseKind, Databases, Query, QueryAnswer, QueryError};
use lastmove_values::Forms;
use serde_json::{Value, json};

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

/// An area, as fields and as text.
struct Area {
    fields: Value,
    text: String,
    /// why there is no answer
    reason: Option<String>,
}

/// Looks up the areas and prints them.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let diagram = boards::read(Game::Amazons, &args.position)?;
    let databases = args.databases.open(session)?;
    let areas = with_bits!(diagram.size(), B => areas::<B>(&diagram, &databases)?);
    let fields = json!({
        "position": diagram.to_string(),
        "board": diagram.size().to_string(),
        "databases": databases.name(),
        "areas": areas.iter().map(|area| area.fields.clone()).collect::<Value>(),
    });
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
    let mut fields = json!({
        "kind": answer.kind().name(), "squares": squares, "database": database,
        "bound_for": bound_for, "canonical": canonical,
    });
    if canonical.is_none() {
        fields["canonical_reason"] = "only its thermograph is kept".into();
    }
    fields["mean"] = json!(mean);
    fields["temperature"] = json!(temperature);
    fields["left_stop"] = json!(left);
    fields["right_stop"] = json!(right);
    fields["thermograph"] = json!(thermograph);
    fields["best_moves"] = json!({"black": best[0], "white": best[1], "unvalued": answer.unvalued});

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
    let fields = json!({
        "kind": null, "squares": squares, "database": null, "bound_for": null, "canonical": null,
        "mean": null, "temperature": null, "left_stop": null, "right_stop": null,
        "thermograph": null, "best_moves": null, "reason": reason,
    });
    Area { fields, text: format!("{}\n  {reason}\n", squares.join(" ")), reason: Some(reason) }
}
