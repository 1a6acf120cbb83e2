//! What an Amazons position is worth without search, area by area.

use crate::{BadBoard, Game};
use lastmove_amazons::{Colour, Position, square_name};
use lastmove_board::{Bits, Diagram, Geometry, with_bits};
use lastmove_endgame::Databases;
use lastmove_regions::Kind;
use lastmove_solver::Bound;
use lastmove_solver::amazons::{Evaluator, ExplainedArea, Settings, Source};
use serde::Serialize;

/// A position with its areas.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluated {
    /// the game
    pub game: Game,
    /// its size
    pub board: String,
    /// the position string
    pub position: String,
    /// the areas
    pub areas: Vec<Area>,
    /// what all of them are worth together
    pub bounds: Bounds,
    /// `white`, `black`, or not decided without search
    pub winner_if_white_to_move: Option<&'static str>,
    /// the same with Black to move
    pub winner_if_black_to_move: Option<&'static str>,
    /// which endgame databases were asked
    pub databases: String,
}

/// One area.
#[derive(Clone, Debug, Serialize)]
pub struct Area {
    /// `dead`, `territory` or `active`
    pub kind: &'static str,
    /// the names of its squares
    pub squares: Vec<String>,
    /// what it is worth
    pub bounds: Bounds,
    /// where the bounds come from
    pub source: &'static str,
    /// the exact value, where it is known
    pub value: Option<String>,
    /// the squares as a set
    #[serde(skip)]
    pub set: u128,
    /// where the numbers come from, in words
    #[serde(skip)]
    pub why: &'static str,
}

/// Bounds, and whether each holds exactly or up to an infinitesimal.
#[derive(Clone, Debug, Serialize)]
pub struct Bounds {
    /// Left, Black or Vertical, makes at least this
    pub lower: String,
    /// `exact` or `relaxed`
    pub lower_end: &'static str,
    /// Left makes at most this
    pub upper: String,
    /// `exact` or `relaxed`
    pub upper_end: &'static str,
}

/// Explains a position of Amazons; whose move it is does not matter.
///
/// # Errors
/// If the diagram is not a position of Amazons.
pub fn evaluate(diagram: &Diagram, databases: &Databases) -> Result<Evaluated, BadBoard> {
    with_bits!(diagram.size(), B => with::<B>(diagram, databases))
}

fn with<B: Bits>(diagram: &Diagram, databases: &Databases) -> Result<Evaluated, BadBoard> {
    let size = diagram.size();
    let geometry = Geometry::<B>::new(size);
    let position = Position::<B>::with_side(diagram, Colour::White)
        .map_err(|e| BadBoard::new(&diagram.to_string(), e))?;
    let mut evaluator = Evaluator::new(&geometry, databases, Settings::default());
    let explained = evaluator.explain(&position);
    let area = |area: &ExplainedArea<B>| Area {
        kind: match area.kind {
            Kind::Dead => "dead",
            Kind::SimpleTerritory => "territory",
            Kind::Active => "active",
        },
        squares: area.squares.squares().map(|sq| square_name(size, sq).to_string()).collect(),
        bounds: bounds(&area.bounds),
        source: area.source.name(),
        value: area.value.clone(),
        set: area.squares.widen(),
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

pub(crate) fn bounds(bounds: &[Bound; 2]) -> Bounds {
    let end = |bound: &Bound| if bound.exact { "exact" } else { "relaxed" };
    Bounds {
        lower: bounds[0].value.to_string(),
        lower_end: end(&bounds[0]),
        upper: bounds[1].value.to_string(),
        upper_end: end(&bounds[1]),
    }
}

fn why<B>(area: &ExplainedArea<B>) -> &'static str {
    match (area.kind, area.source) {
        (Kind::Dead, _) => "nobody can ever move here",
        (Kind::SimpleTerritory, _) => "amazons of one side: worth the moves that it can make here",
        (_, Source::Database) => "both sides, found in an endgame database",
        _ => {
            "both sides, too large for the databases: what each is sure of with its blockers in place"
        }
    }
}

impl Bounds {
    /// In words.
    pub fn text(&self) -> String {
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
