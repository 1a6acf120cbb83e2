//! `zugzwang --sum`: how the winner of a sum of zugzwangs plays for the best score.

use crate::{Failure, Session, boards, output};
use lastmove_amazons::Colour;
use lastmove_amazons::zugzwang::{SimpleZugzwang, ZugzwangPlan, plan};
use lastmove_board::{Game, Side};
use lastmove_regions::sum_parts;
use lastmove_report::alone;
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A zugzwang of the sum, from its text or from a board.
struct Term {
    text: String,
    zugzwang: SimpleZugzwang,
}

/// Limit on options, free moves and the number of terms: no board has more.
const MOST: i64 = 1000;
const MOST_TERMS: usize = 100;

/// The accepted terms, for error messages.
const EXPECTED: &str =
    "expected a zugzwang such as 3|6, a whole number of free moves, or a position";

/// The plan of a sum.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlannedSum {
    first: Side,
    winner: Side,
    /// of the whole
    value: i64,
    /// moves that Black is ahead in the end
    score: i64,
    free: FreeMoves,
    zugzwangs: Vec<PlannedTerm>,
}

/// Moves that nobody can take away.
#[derive(Serialize, JsonSchema)]
struct FreeMoves {
    black: u32,
    white: u32,
}

/// A zugzwang of the sum.
#[derive(Serialize, JsonSchema)]
struct PlannedTerm {
    term: String,
    options: [i64; 2],
    value: i64,
    /// what it gains for who does not play it
    gain: i64,
    played_by: Side,
}

/// Plans the sum.
pub(super) fn run(texts: &[String], first: Colour, session: &Session) -> Result<(), Failure> {
    let mut terms = Vec::new();
    let mut free = [0u32; 2];
    for text in texts {
        read(text, &mut terms, &mut free)?;
        if terms.len() > MOST_TERMS {
            let problem = format!("expected at most {MOST_TERMS} zugzwangs");
            return Err(Failure::input("--sum", problem));
        }
    }
    let sum: Vec<SimpleZugzwang> = terms.iter().map(|term| term.zugzwang).collect();
    let plan = plan(&sum, free[0], free[1], first);
    let (first, winner) = (first.side(), plan.winner.side());
    let values: i64 = sum.iter().map(|z| z.value()).sum();
    let value = i64::from(free[0]) - i64::from(free[1]) + values;
    let line = |(number, term): (usize, &Term)| {
        let z = term.zugzwang;
        let who = played_by(&plan, winner, number, z);
        PlannedTerm {
            term: term.text.clone(),
            options: z.options(),
            value: z.value(),
            gain: z.gain(),
            played_by: who,
        }
    };
    let fields = PlannedSum {
        first,
        winner,
        value,
        score: plan.score,
        free: FreeMoves { black: free[0], white: free[1] },
        zugzwangs: terms.iter().enumerate().map(line).collect(),
    };
    let text = fmt::from_fn(|f| {
        for (number, term) in terms.iter().enumerate() {
            let (z, text) = (term.zugzwang, &term.text);
            let who = played_by(&plan, winner, number, z).capital();
            writeln!(f, "{text} = {}: gain {}, played by {who}", z.value(), z.gain())?;
        }
        let [black, white] = free;
        writeln!(f, "free moves: Black {black}, White {white}; the whole is worth {value}")?;
        let ahead = plan.score * if winner == Side::Black { 1 } else { -1 };
        let (more, other) = (human::counted(ahead.unsigned_abs(), "move"), winner.opponent());
        let (winner, first, other) = (winner.capital(), first.capital(), other.capital());
        write!(f, "{first} begins: {winner} wins, and at best makes ")?;
        match ahead {
            0 => writeln!(f, "as many moves as {other}"),
            1.. => writeln!(f, "{more} more than {other}"),
            _ => writeln!(f, "{more} less than {other}"),
        }
    });
    output::answer(session, &fields, text)
}

/// The side that has to play in a zugzwang: the winner only in those of his own that he cannot
/// spare.
fn played_by(plan: &ZugzwangPlan, winner: Side, number: usize, zugzwang: SimpleZugzwang) -> Side {
    let own = if winner == Side::Black { zugzwang.value() > 0 } else { zugzwang.value() < 0 };
    if own && !plan.keep.contains(&number) { winner } else { winner.opponent() }
}

/// Adds a term: `a|b`, an integer of free moves, or a position.
fn read(text: &str, terms: &mut Vec<Term>, free: &mut [u32; 2]) -> Result<(), Failure> {
    let bad = |problem: String| Failure::input(format!("--sum \"{text}\""), problem);
    // The notation of papers: "3|6 = 4", with other signs for minus.
    let plain = text.replace(['−', '–'], "-");
    let bare = plain.split('=').next().unwrap_or_default().trim();
    let bare = bare.trim_start_matches('{').trim_end_matches('}').trim();
    let within = |n: i64| match n.abs() <= MOST {
        true => Ok(n),
        false => Err(bad(format!("expected numbers from -{MOST} to {MOST}"))),
    };
    if let Some((black, white)) = bare.split_once('|')
        && let (Ok(black), Ok(white)) = (black.trim().parse::<i64>(), white.trim().parse::<i64>())
    {
        let (black, white) = (within(black)?, within(white)?);
        let zugzwang = SimpleZugzwang::new(black, white).ok_or_else(|| {
            bad(format!("{black}|{white} is no zugzwang; expected a|b with a less than b - 1"))
        })?;
        terms.push(Term { text: format!("{black}|{white}"), zugzwang });
        return Ok(());
    }
    if let Ok(moves) = bare.parse::<i64>() {
        let side = usize::from(moves < 0);
        free[side] = free[side].saturating_add(within(moves)?.unsigned_abs() as u32);
        return Ok(());
    }
    if !plain.contains(|sign: char| sign.is_ascii_alphabetic()) {
        return Err(bad(EXPECTED.to_owned()));
    }
    let diagram = boards::read(Game::Amazons, text)?;
    let parts = sum_parts(&diagram).map_err(|problem| bad(problem.to_string()))?;
    for (squares, zugzwang) in parts.zugzwangs {
        let [black, white] = zugzwang.options();
        let text = format!("{} = {black}|{white}", alone(&diagram, squares));
        terms.push(Term { text, zugzwang });
    }
    (free[0], free[1]) = (free[0] + parts.free[0], free[1] + parts.free[1]);
    Ok(())
}
