//! The regions of a Domineering position that share no edge, each with a value of its own.

use crate::covers::{alone, readable_form};
use crate::{AppraiseError, Appraisers, BoundSource, RegionKind};
use lastmove_board::{Bits, Cell, Diagram, Direction, Game, Geometry, Side};
use lastmove_domineering::{Move, Orientation, most_moves};
use lastmove_values::{AppraisalLimits, Bounds, Dyadic, End, Outcome, Thermograph, Worth};
use serde::Serialize;

/// Larger regions are not tried: their forms seldom fit.
const MOST_SQUARES: u32 = 30;

/// A position by its regions.
#[derive(Clone, Debug)]
pub struct Apart {
    /// the regions
    pub regions: Vec<RegionAnswer>,
    /// who wins, if the values or the moves of the regions decide it
    pub outcome: Option<Outcome>,
    /// the exact value of the whole, if it is small enough to be read
    pub value: Option<String>,
}

/// One region.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionAnswer {
    /// what can happen there
    pub kind: RegionKind,
    /// whose territory it is
    pub owner: Option<Side>,
    /// the names of its squares
    pub squares: Vec<String>,
    /// the moves that each player has at most
    pub bounds: Bounds,
    /// whether the exact value is known
    pub source: BoundSource,
    /// that value, if it is small enough to be read
    pub value: Option<String>,
    /// its mean
    pub mean: Option<Dyadic>,
    /// its temperature
    pub temperature: Option<Dyadic>,
    /// where the numbers come from, in words
    pub why: &'static str,
    /// the region alone, all else burnt
    pub position: String,
}

/// Evaluates a position of Domineering region by region; whose move it is does not matter. Values are
/// computed within these limits and left out beyond them.
///
/// # Errors
/// If the diagram is not a position of Domineering.
pub fn evaluate_regions(
    diagram: &Diagram,
    limits: AppraisalLimits,
) -> Result<Apart, AppraiseError> {
    let geometry = Geometry::<u128>::new(diagram.size());
    let mut appraisers = Appraisers::new(Game::Domineering, limits);
    let mut found = Vec::new();
    let (mut low, mut high) = (0, 0);
    let mut known = true;
    for set in regions(&geometry, diagram.set(Cell::Empty)) {
        let most = Orientation::BOTH.map(|player| most_moves(&geometry, set, player));
        low += most[1];
        high += most[0];
        let small = set.count() <= MOST_SQUARES;
        let worth = if small { worth(&mut appraisers, &alone(diagram, set))? } else { None };
        let worth = worth.filter(|worth| worth.thermograph.is_ok());
        known &= worth.is_some();
        found.push(region(diagram, set, most, worth));
    }
    let whole = if known { worth(&mut appraisers, diagram)? } else { None };
    let walls = whole.as_ref().and_then(|worth| worth.thermograph.as_ref().ok());
    let outcome = walls.map(Thermograph::outcome).or(match (low, high) {
        (0, 1..) => Some(Outcome::Left),
        (1.., 0) => Some(Outcome::Right),
        (0, 0) => Some(Outcome::Previous),
        _ => None,
    });
    Ok(Apart { regions: found, outcome, value: whole.as_ref().and_then(readable_form) })
}

/// The squares that share edges, set by set.
fn regions(geometry: &Geometry<u128>, mut free: u128) -> Vec<u128> {
    let sides = [Direction::East, Direction::West, Direction::South, Direction::North];
    let mut found = Vec::new();
    while !free.is_empty() {
        let mut region = u128::bit(free.lowest());
        loop {
            let grown = sides.iter().fold(region, |all, &d| all | geometry.shift(region, d) & free);
            if grown == region {
                break;
            }
            region = grown;
        }
        free &= !region;
        found.push(region);
    }
    found
}

/// What a position is worth; `None` if that is too much.
fn worth(appraisers: &mut Appraisers, diagram: &Diagram) -> Result<Option<Worth>, AppraiseError> {
    match appraisers.appraise(std::slice::from_ref(diagram)) {
        Ok(found) => Ok(Some(found.whole)),
        Err(AppraiseError::Stopped(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A region with the most moves that Vertical and Horizontal have there.
fn region(diagram: &Diagram, set: u128, most: [u32; 2], worth: Option<Worth>) -> RegionAnswer {
    let (kind, owner, why) = match most {
        [0, 0] => (RegionKind::Dead, None, "no domino fits here"),
        [_, 0] => (RegionKind::Territory, Some(Side::Vertical), "only Vertical has moves here"),
        [0, _] => (RegionKind::Territory, Some(Side::Horizontal), "only Horizontal has moves here"),
        _ if worth.is_some() => (RegionKind::Active, None, "both sides, valued exactly"),
        _ => (RegionKind::Active, None, "both sides, too large to value at once"),
    };
    let walls = worth.as_ref().and_then(|worth| worth.thermograph.as_ref().ok());
    let [high, low] = most.map(|moves| Dyadic::from_integer(moves as i16));
    RegionAnswer {
        kind,
        owner,
        squares: set.squares().map(|sq| Move(sq).display(diagram.size()).to_string()).collect(),
        bounds: Bounds::new((-low, End::Exact), (high, End::Exact)),
        source: if worth.is_some() { BoundSource::Value } else { BoundSource::Count },
        value: worth.as_ref().and_then(readable_form),
        mean: walls.map(Thermograph::mean),
        temperature: walls.map(Thermograph::temperature),
        why,
        position: alone(diagram, set).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(text: &str) -> (Geometry<u128>, u128) {
        let diagram = lastmove_domineering::board::parse(text).unwrap();
        (Geometry::new(diagram.size()), diagram.set(Cell::Empty))
    }

    #[test]
    fn corners_do_not_join_regions() {
        let (geometry, set) = free("1*/*1");
        assert_eq!(regions(&geometry, set), [0b0001, 0b1000]);
        let (geometry, set) = free("2*2/2*2");
        assert_eq!(regions(&geometry, set).len(), 2);
    }

    #[test]
    fn most_moves_halves_the_runs() {
        for (board, most) in [("5x1", [2, 0]), ("3x4", [4, 6]), ("1*1/3/1*1", [2, 1])] {
            let (geometry, set) = free(board);
            assert_eq!(Orientation::BOTH.map(|p| most_moves(&geometry, set, p)), most, "{board}");
        }
    }
}
