//! What an Amazons position is worth without search, area by area.

use crate::graph::{FilledArea, filling_of};
use crate::views::{Views, views};
use crate::{Appraisers, BadBoard, alone, readable_form};
use lastmove_amazons::{AreaKind, Colour, Position, square_name};
use lastmove_board::{Bits, Diagram, Game, Geometry, Side, with_bits};
use lastmove_endgame::Databases;
use lastmove_solver::Bound;
use lastmove_solver::amazons::{DecidingRule, Evaluator, ExplainedArea, Settings, Source};
use lastmove_values::{AppraisalLimits, Bounds, End, Outcome, Worth};
use serde::{Serialize, Serializer};
use std::fmt;

/// A position with its areas.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evaluated {
    /// the game
    pub game: Game,
    /// its size
    pub board: String,
    /// the position string
    pub position: String,
    /// the areas
    pub areas: Vec<AreaAnswer>,
    /// what all of them are worth together
    pub bounds: Bounds,
    /// who wins with White to move; `None` if that is not decided without search
    pub winner_if_white_to_move: Option<Side>,
    /// the same with Black to move
    pub winner_if_black_to_move: Option<Side>,
    /// the rule that decides with White to move
    pub rule_if_white_to_move: Option<WinRule>,
    /// the same with Black to move
    pub rule_if_black_to_move: Option<WinRule>,
    /// the exact value of the whole, where it is known
    pub value: Option<String>,
    /// which endgame databases were asked
    pub databases: String,
}

/// One area.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AreaAnswer {
    /// what can happen there
    pub kind: RegionKind,
    /// the names of its squares
    pub squares: Vec<String>,
    /// what it is worth
    pub bounds: Bounds,
    /// where the bounds come from
    pub source: BoundSource,
    /// the exact value, where it is known
    pub value: Option<String>,
    /// how far a small territory can be filled, and its dead ends
    pub filling: Option<FilledArea>,
    /// how each side sees it, where the bounds come from that
    pub views: Option<Views>,
    /// the squares as a set
    #[serde(skip)]
    pub set: u128,
    /// where the numbers come from, in words
    #[serde(skip)]
    pub why: &'static str,
}

/// What can happen in an area of Amazons or a region of Domineering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RegionKind {
    /// nobody can ever move there
    Dead,
    /// one side alone has moves there
    Territory,
    /// both sides have moves there
    Active,
}

impl RegionKind {
    /// `dead`, `territory` or `active`.
    pub const fn name(self) -> &'static str {
        ["dead", "territory", "active"][self as usize]
    }
}

impl From<AreaKind> for RegionKind {
    fn from(kind: AreaKind) -> Self {
        match kind {
            AreaKind::Dead => Self::Dead,
            AreaKind::SimpleTerritory => Self::Territory,
            AreaKind::Active => Self::Active,
        }
    }
}

/// Where the bounds of an area or a region come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BoundSource {
    /// nobody can ever move there
    Rule,
    /// an endgame database
    Database,
    /// a territory that was walked through or searched
    Walk,
    /// what each side is sure of while it keeps its blockers in place
    Views,
    /// the exact value
    Value,
    /// the moves that each side has at most
    Count,
}

impl From<Source> for BoundSource {
    fn from(source: Source) -> Self {
        match source {
            Source::Rule => Self::Rule,
            Source::Database => Self::Database,
            Source::Walk => Self::Walk,
            Source::Views => Self::Views,
        }
    }
}

/// Why the winner is known without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinRule {
    /// by the bounds of the areas
    Bounds(DecidingRule),
    /// all areas have exact values
    ExactSum,
}

impl fmt::Display for WinRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bounds(rule) => rule.name(),
            Self::ExactSum => "the exact sum of the areas",
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for WinRule {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WinRule".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string"})
    }
}

impl Serialize for WinRule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Explains a position of Amazons; whose move it is does not matter. Zones of up to
/// `local_search` empty squares are played out.
///
/// # Errors
/// If the diagram is not a position of Amazons.
pub fn evaluate(
    diagram: &Diagram,
    databases: &Databases,
    local_search: u32,
) -> Result<Evaluated, BadBoard> {
    let settings = Settings { local_search, fill_steps: FILL_STEPS, ..Settings::default() };
    with_bits!(diagram.size(), B => with::<B>(diagram, databases, settings))
}

fn with<B: Bits>(
    diagram: &Diagram,
    databases: &Databases,
    settings: Settings,
) -> Result<Evaluated, BadBoard> {
    let size = diagram.size();
    let geometry = Geometry::<B>::new(size);
    let position = Position::<B>::with_side(diagram, Colour::White)
        .map_err(|e| BadBoard::new(&diagram.to_string(), e))?;
    let mut evaluator = Evaluator::new(&geometry, databases, settings);
    let explained = evaluator.explain(&position);
    let area = |area: &ExplainedArea<B>| AreaAnswer {
        kind: area.kind.into(),
        squares: area.squares.squares().map(|sq| square_name(size, sq).to_string()).collect(),
        bounds: bounds(area.bounds),
        source: area.source.into(),
        value: area.value.clone(),
        filling: match area.kind {
            AreaKind::SimpleTerritory => filling_of(diagram, area.squares.widen()),
            _ => None,
        },
        views: area.views.as_ref().map(|both| views(size, both)),
        set: area.squares.widen(),
        why: why(area),
    };
    let [white, black] = explained.winners.map(|winner| winner.map(Colour::side));
    let rules = explained.rules.map(|rule| rule.map(WinRule::Bounds));
    let [lower, upper] = &explained.bounds;
    let known = lower == upper && lower.end == End::Exact;
    Ok(Evaluated {
        game: Game::Amazons,
        board: size.to_string(),
        position: diagram.to_string(),
        areas: explained.areas.iter().map(area).collect(),
        bounds: bounds(explained.bounds),
        winner_if_white_to_move: white,
        winner_if_black_to_move: black,
        rule_if_white_to_move: rules[0],
        rule_if_black_to_move: rules[1],
        value: known.then(|| lower.value.to_string()),
        databases: databases.name().to_owned(),
    })
}

/// The bounds of a value from below and from above.
pub(crate) fn bounds([lower, upper]: [Bound; 2]) -> Bounds {
    Bounds::new((lower.value, lower.end), (upper.value, upper.end))
}

fn why<B>(area: &ExplainedArea<B>) -> &'static str {
    match (area.kind, area.source) {
        (AreaKind::Dead, _) => "nobody can ever move here",
        (AreaKind::SimpleTerritory, _) => {
            "amazons of one side: worth the moves that it can make here"
        }
        (_, Source::Database) => "both sides, found in an endgame database",
        _ => {
            "both sides, too large for the databases: what each is sure of with its blockers in place"
        }
    }
}

/// The winners of a game by its outcome: with the side to move that starts the game, and with the
/// other one.
pub fn winners(game: Game, outcome: Outcome) -> [Side; 2] {
    let [left, right] = game.left_and_right();
    game.sides().map(|mover| match outcome {
        Outcome::Left => left,
        Outcome::Right => right,
        Outcome::Next => mover,
        Outcome::Previous => mover.opponent(),
    })
}

/// Contested areas of at most this many squares are valued exactly, if that takes no more positions
/// than the second number: most of them take a few thousand.
const EXACT_SQUARES: usize = 12;
const EXACT_POSITIONS: usize = 400_000;

/// More than in a search, where time matters.
const FILL_STEPS: u32 = 100_000;

impl Evaluated {
    /// Adds exact values of contested areas that are not too large, and, if all areas are known
    /// then, the exact sum. `see` is told what each area is worth.
    ///
    /// Values are added as canonical forms or played out, never as thermographs, which do not add.
    pub fn add_exact_values(
        &mut self,
        diagram: &Diagram,
        limits: AppraisalLimits,
        mut see: impl FnMut(usize, &Worth),
    ) {
        let limits = AppraisalLimits { max_positions: EXACT_POSITIONS, ..limits };
        let mut appraisers = Appraisers::new(Game::Amazons, limits);
        let mut unknown = 0;
        for (i, area) in self.areas.iter_mut().enumerate() {
            let known = area.value.is_some();
            unknown += usize::from(!known);
            if area.kind != RegionKind::Active || area.squares.len() > EXACT_SQUARES {
                continue;
            }
            let Ok(found) = appraisers.appraise(&[alone(diagram, area.set)]) else { return };
            see(i, &found.whole);
            let stored = area.source == BoundSource::Database && known;
            if stored || found.whole.canonical.is_err() {
                continue;
            }
            let Ok(walls) = &found.whole.thermograph else { continue };
            unknown -= usize::from(!known);
            area.value = area.value.take().or_else(|| readable_form(&found.whole));
            area.why = match area.value {
                Some(_) => "both sides, valued exactly",
                None => "both sides, valued exactly, with a form that is too long to show",
            };
            if area.value.is_none() {
                (area.bounds, area.source) = (Bounds::from_thermograph(walls), BoundSource::Value);
            }
        }
        if unknown > 0 {
            return;
        }
        let Ok(whole) = appraisers.appraise(std::slice::from_ref(diagram)) else { return };
        let Ok(walls) = &whole.whole.thermograph else { return };
        self.bounds = Bounds::from_thermograph(walls);
        self.value = readable_form(&whole.whole);
        let [white, black] = winners(Game::Amazons, walls.outcome());
        if self.winner_if_white_to_move.is_none() {
            self.rule_if_white_to_move = Some(WinRule::ExactSum);
        }
        if self.winner_if_black_to_move.is_none() {
            self.rule_if_black_to_move = Some(WinRule::ExactSum);
        }
        (self.winner_if_white_to_move, self.winner_if_black_to_move) = (Some(white), Some(black));
    }
}
