//! What a Domineering position is worth without search: both players' covers and cuts.

use crate::areas::bounds;
use crate::{AppraiseError, Appraisers, BadBoard};
use lastmove_board::{Bits, Cell, Diagram, Game, Side, with_bits};
use lastmove_domineering::{Move, Orientation, Position};
use lastmove_solver::domineering::{
    CoverKind, DomineeringGame, ExplainedCover, ExplainedCut, Regions,
};
use lastmove_values::{AppraisalLimits, Bounds, Dyadic, Thermograph, Worth};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Larger regions are not valued: their forms seldom fit.
const MOST_SQUARES: usize = 30;
/// Longer forms nobody reads.
const MOST_LETTERS: usize = 200;

/// A position with both players' covers and cuts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Covered {
    /// the game
    pub game: Game,
    /// its size
    pub board: String,
    /// the position string
    pub position: String,
    /// the areas that each player counts on
    pub cover: Both<PlayerCover>,
    /// the lines that each player renounces
    pub cuts: Both<PlayerCut>,
    /// what the board falls into by these lines, Vertical's regions first
    pub regions: Vec<CutRegion>,
    /// what follows for the whole
    pub bounds: Bounds,
    /// who wins with Vertical to move; `None` if that is not decided without search
    pub winner_if_vertical_to_move: Option<Side>,
    /// the same with Horizontal to move
    pub winner_if_horizontal_to_move: Option<Side>,
}

/// One thing for each player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Both<T> {
    /// Vertical's
    pub vertical: T,
    /// Horizontal's
    pub horizontal: T,
}

impl<T> Both<T> {
    /// One player's.
    pub fn of(&self, player: Orientation) -> &T {
        match player {
            Orientation::Vertical => &self.vertical,
            Orientation::Horizontal => &self.horizontal,
        }
    }
}

impl<T> From<[T; 2]> for Both<T> {
    fn from([vertical, horizontal]: [T; 2]) -> Self {
        Self { vertical, horizontal }
    }
}

/// A player's cover, as in Bullock's thesis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerCover {
    /// how many areas there are of each kind
    pub counts: BTreeMap<&'static str, usize>,
    /// the areas, kind by kind
    pub areas: Vec<CoverArea>,
    /// squares outside the areas that the opponent cannot use
    pub unavailable: Vec<String>,
    /// at least how many moves the player has, with the opponent to move
    pub moves: i32,
    /// at most how many moves the opponent has then
    pub opponent_moves: i32,
}

/// An area of a cover.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoverArea {
    /// what it is
    pub kind: CoverKind,
    /// the names of its squares
    pub squares: Vec<String>,
    /// the squares as a set
    #[serde(skip)]
    pub set: u128,
}

/// The lines that a player renounces.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerCut {
    /// by the number of rows above them (Vertical) or of columns on their left (Horizontal)
    pub lines: Vec<usize>,
}

/// A region of a player's cut.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CutRegion {
    /// whose cut it belongs to
    pub player: Side,
    /// the names of its squares
    pub squares: Vec<String>,
    /// a number or a switch: its value is at least this for Vertical, at most for Horizontal
    pub counted_as: String,
    /// the exact value, if it is small enough to be read
    pub value: Option<String>,
    /// its mean
    pub mean: Option<Dyadic>,
    /// its temperature
    pub temperature: Option<Dyadic>,
    /// the region alone, all else burnt
    pub position: String,
    /// the squares as a set
    #[serde(skip)]
    pub set: u128,
}

/// Explains a position of Domineering; whose move it is does not matter. The values of regions are
/// computed within these limits and left out beyond them.
///
/// # Errors
/// If the diagram is not a position of Domineering.
pub fn evaluate_domineering(
    diagram: &Diagram,
    regions: &Arc<Regions>,
    limits: AppraisalLimits,
) -> Result<Covered, BadBoard> {
    with_bits!(diagram.size(), B => with::<B>(diagram, regions, limits))
}

fn with<B: Bits>(
    diagram: &Diagram,
    regions: &Arc<Regions>,
    limits: AppraisalLimits,
) -> Result<Covered, BadBoard> {
    let size = diagram.size();
    let position = Position::<B>::with_side(diagram, Orientation::Vertical)
        .map_err(|e| BadBoard::new(&diagram.to_string(), e))?;
    let game = DomineeringGame::<B>::new(size, Arc::clone(regions), None);
    let explained = game.explain(position.empty());
    let mut values = Values { diagram, appraisers: Appraisers::new(Game::Domineering, limits) };
    let cuts = Orientation::BOTH.into_iter().zip(&explained.cuts);
    let regions = cuts.flat_map(|(player, cut)| values.regions(player, cut)).collect();
    let [vertical, horizontal] = explained.winners.map(|winner| winner.map(Orientation::side));
    Ok(Covered {
        game: Game::Domineering,
        board: Game::Domineering.board_name(diagram),
        position: diagram.to_string(),
        cover: explained.covers.map(|cover| player_cover(diagram, &cover)).into(),
        cuts: explained.cuts.map(|cut| PlayerCut { lines: cut.lines }).into(),
        regions,
        bounds: bounds(explained.bounds),
        winner_if_vertical_to_move: vertical,
        winner_if_horizontal_to_move: horizontal,
    })
}

/// The names of squares.
fn names<B: Bits>(diagram: &Diagram, set: B) -> Vec<String> {
    set.squares().map(|square| Move(square).display(diagram.size()).to_string()).collect()
}

fn player_cover<B: Bits>(diagram: &Diagram, cover: &ExplainedCover<B>) -> PlayerCover {
    let area = |&(kind, squares): &(CoverKind, B)| CoverArea {
        kind,
        squares: names(diagram, squares),
        set: squares.widen(),
    };
    let count = |kind| cover.areas.iter().filter(|area| area.0 == kind).count();
    PlayerCover {
        counts: CoverKind::ALL.map(|kind| (kind.name(), count(kind))).into(),
        areas: cover.areas.iter().map(area).collect(),
        unavailable: names(diagram, cover.unavailable),
        moves: cover.moves,
        opponent_moves: cover.opponent_moves,
    }
}

/// The diagram with everything outside a set burnt.
pub fn alone(diagram: &Diagram, set: u128) -> Diagram {
    let cells = diagram.cells().iter().enumerate();
    let cells = cells.map(|(i, &cell)| if set.has(i as u8) { cell } else { Cell::Burnt });
    Diagram::new(diagram.size(), cells.collect(), None)
}

/// The canonical form, if somebody would read it.
pub fn readable_form(worth: &Worth) -> Option<String> {
    worth.canonical.as_ref().ok().filter(|form| form.len() <= MOST_LETTERS).cloned()
}

/// Values regions of one position.
struct Values<'d> {
    diagram: &'d Diagram,
    appraisers: Appraisers,
}

impl Values<'_> {
    fn regions<B: Bits>(&mut self, player: Orientation, cut: &ExplainedCut<B>) -> Vec<CutRegion> {
        let mut regions = Vec::new();
        for region in &cut.regions {
            let set = region.squares.widen();
            let alone = alone(self.diagram, set);
            let worth = self.worth(&alone);
            let walls = worth.as_ref().and_then(|worth| worth.thermograph.as_ref().ok());
            let [a, b] = region.counted_as;
            regions.push(CutRegion {
                player: player.side(),
                squares: names(self.diagram, region.squares),
                counted_as: if a == b { a.to_string() } else { format!("{{{a}|{b}}}") },
                value: worth.as_ref().and_then(readable_form),
                mean: walls.map(Thermograph::mean),
                temperature: walls.map(Thermograph::temperature),
                position: alone.to_string(),
                set,
            });
        }
        regions
    }

    /// What a region is worth; `None` if that is too much.
    fn worth(&mut self, region: &Diagram) -> Option<Worth> {
        let free = region.cells().iter().filter(|&&cell| cell == Cell::Empty).count();
        if free > MOST_SQUARES {
            return None;
        }
        match self.appraisers.appraise(std::slice::from_ref(region)) {
            Ok(found) => Some(found.whole),
            Err(AppraiseError::Stopped(_) | AppraiseError::Board(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(text: &str) -> Covered {
        let diagram = crate::read(Game::Domineering, text).unwrap();
        let regions = Arc::new(Regions::default());
        evaluate_domineering(&diagram, &regions, AppraisalLimits::default()).unwrap()
    }

    #[test]
    fn areas_of_a_small_board() {
        let found = evaluate("2/2/**/1*");
        let (vertical, horizontal) = (&found.cover.vertical, &found.cover.horizontal);
        assert_eq!(vertical.counts["protective"], 1);
        assert_eq!(vertical.areas[0].squares, ["1,1", "1,2", "2,1", "2,2"]);
        assert_eq!(horizontal.counts["protective"], 1);
        assert_eq!(found.regions.len(), 2);
        assert_eq!(found.regions[0].value.as_deref(), Some("±1"));
        assert_eq!(found.regions[0].counted_as, "{1|-1}");
        assert_eq!(found.winner_if_vertical_to_move, Some(Side::Vertical));
        assert_eq!(found.winner_if_horizontal_to_move, Some(Side::Horizontal));
    }

    /// The bounds of the whole hold for its stops, those of regions for theirs.
    #[test]
    fn bounds_hold_for_the_stops() {
        for text in ["3x3", "4x4", "2x5", "5x2", "1x6", "4/1*2/3*/4", "5/*3*/5", "2*2/5/1*3"] {
            let diagram = crate::read(Game::Domineering, text).unwrap();
            let found = evaluate(text);
            let mut appraisers = Appraisers::new(Game::Domineering, AppraisalLimits::default());
            let walls = appraisers.appraise(&[diagram]).unwrap().whole.thermograph.unwrap();
            let (left, right) = (walls.left_stop(), walls.right_stop());
            assert!(found.bounds.lower <= right, "{text}: {:?}", found.bounds);
            assert!(found.bounds.upper >= left, "{text}: {:?}", found.bounds);
        }
    }
}
