//! The thesis' best lines, replayed with the solver's verdict at every ply, and its solution of 5x5
//! by one-sided widening.

use super::widening::{Order, Widening};
use crate::lab::start;
use crate::table::{Measured, TableResult, tables};
use crate::{Lab, LabError, PrintedGame, Protocol, Rule, printed_game};
use lastmove_amazons::{Colour, Position, parse_move, split_moves};
use lastmove_work::Moment;
use serde_json::{Value, json};

tables! {
    "hensgens-lines":
        "Hensgens' thesis, section 5.4: the best lines of 4x4 and 5x5, with our verdict at every ply",
        LINES, replay;
    "hensgens-widening":
        "Hensgens' thesis, section 5.4.2: 5x5 by one-sided iterative widening, as he solved it",
        WIDENING, widen;
}

const LINES: Protocol = Protocol::new(
    "the winner after each ply of the printed lines",
    Rule::Beside,
    "the thesis prints the lines without verdicts at each ply",
);
const WIDENING: Protocol = Protocol::new(
    "whether White wins 5x5 with so many of his best moves, and the nodes of that search",
    Rule::Beside,
    "his two days became seconds a width (--time), his evaluator is not printed, and our search also \
     knows who wins when no area is shared",
);

fn replay(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let databases = lab.databases()?;
    let mut measured = Measured::with(databases.name());
    for name in ["hensgens-4x4", "hensgens-5x5"] {
        let game: &PrintedGame =
            printed_game(name).ok_or_else(|| LabError::failed(format!("no game {name}")))?;
        let (geometry, mut position) = start::<u64>(game.board)?;
        let time = lab.time_or(60_000);
        let threads = lab.threads_or_one();
        let verdict = |position: &Position<u64>| -> Result<Value, LabError> {
            let search = lab.solve(&geometry, &databases, position, threads, time, false)?;
            Ok(search.winner.map_or(Value::Null, |winner| winner.name().into()))
        };
        let mut before = verdict(&position)?;
        let stage = lab.stage(game.board, split_moves(game.moves).count());
        for (ply, (_, text)) in split_moves(game.moves).enumerate() {
            let mv = parse_move(geometry.size(), text).map_err(LabError::failed)?;
            let mover = position.to_move();
            position = position.play(&geometry, mv).map_err(LabError::failed)?;
            let after = verdict(&position)?;
            // A side that wins after its move has made no mistake, whatever happened before.
            let lost = after == mover.opponent().name();
            let known = after == mover.name() || lost && !before.is_null();
            let mistake = lost && before == mover.name();
            measured.rows.push(json!({
                "board": game.board, "ply": ply + 1, "side": mover.name(),
                "move": mv.display(geometry.size()).to_string(), "winner": after,
                "mistake": known.then_some(if mistake { "yes" } else { "no" }),
            }));
            before = after;
            stage.advance(1);
        }
    }
    let judged = |said: &str| measured.rows.iter().filter(|row| row["mistake"] == said).count();
    let (mistakes, sound) = (judged("yes"), judged("no"));
    measured.notes = vec![
        "winner: who wins after the move with best play, by our solver".to_owned(),
        format!("moves that give a won game away: {mistakes} of {} judged", mistakes + sound),
    ];
    Ok(measured.into())
}

/// The width with which he proved the win, and the nodes that this took.
const PUBLISHED: (usize, u64) = (7, 4_100_000_000);
/// He began with width two.
const FIRST: usize = 2;
const LAST: usize = 12;

fn widen(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let (geometry, position) = start::<u64>("5x5")?;
    let time = lab.time_or(10_000);
    let mut measured = Measured::with("none");
    let memory = lab.settings.memory.unwrap_or(1 << 30);
    let stage = lab.stage("widths", Order::ALL.len() * (LAST + 1 - FIRST));
    for (order_name, order) in Order::ALL {
        for width in FIRST..=LAST {
            stage.message(format!("{width} moves of White, by {order_name}"));
            let begun = Moment::now();
            let budget = lab.budget(Some(time));
            let mut search =
                Widening::new(&geometry, Colour::White, (width, order), memory, &budget);
            let won = search.wins(&position).ok();
            lab.unless_cancelled()?;
            let published = |value: Value| if width == PUBLISHED.0 { value } else { Value::Null };
            let earlier = width < PUBLISHED.0;
            measured.rows.push(json!({
                "order": order_name,
                "width": width,
                "pub_result": if earlier { json!("not won") } else { published(json!("won")) },
                "result": match won {
                    Some(true) => "won",
                    Some(false) => "not won",
                    None => "out of time",
                },
                "pub_nodes": published(PUBLISHED.1.into()),
                "nodes": search.nodes(),
                "seconds": crate::table::rounded(begun.seconds()),
            }));
            stage.advance(1);
            if won == Some(true) {
                break;
            }
        }
    }
    measured.notes = vec![
        format!(
            "White tries only his best moves in this order, Black all of his; {} s a width (--time)",
            time.as_secs_f64()
        ),
        "our search also knows who wins when no area is shared; his took two days. He sorted by an \
         evaluator of his, but does not say which one, nor its numbers"
            .to_owned(),
    ];
    Ok(measured.into())
}
