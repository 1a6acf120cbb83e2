//! Domineering: the board falls into regions that share no edge, each with a value of its own.

use super::boards::Ask;
use super::evaluate::{Area, Evaluated, Winners, names};
use super::value::limits;
use super::verdict;
use crate::error::ApiError;
use lastmove_board::{Bits, Cell, Diagram, Direction, Geometry, Size};
use lastmove_domineering::{Player, moves_of};
use lastmove_report::{AppraiseError, Appraisers, Bounds, Game};
use lastmove_values::Worth;
use lastmove_work::Cancel;
use std::time::Duration;

/// Larger regions are not tried: their forms seldom fit.
const MOST_SQUARES: usize = 30;
/// For all regions together.
const TIME: Duration = Duration::from_secs(4);

/// The diagram with everything outside a set burnt.
pub(super) fn alone(diagram: &Diagram, set: u128) -> Diagram {
    let cells = diagram.cells().iter().enumerate();
    let cells = cells.map(|(i, &cell)| if set.has(i as u8) { cell } else { Cell::Burnt });
    Diagram::new(diagram.size(), cells.collect(), None)
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

/// The most dominoes that a player can place alone: runs of squares along its lines, halved.
fn most_moves(geometry: &Geometry<u128>, region: u128, player: Player) -> usize {
    let (mut left, mut count) = (region, 0);
    let step = if player == Player::Vertical { geometry.size().width() } else { 1 } as u8;
    loop {
        // The first square of a run is the best place for the next domino of it.
        let places = moves_of(geometry, left, player);
        if places.is_empty() {
            return count;
        }
        let first = places.lowest();
        left &= !(u128::bit(first) | u128::bit(first + step));
        count += 1;
    }
}

pub(super) fn evaluate(ask: &Ask, cancel: &Cancel) -> Result<Evaluated, ApiError> {
    let diagram = ask.diagram()?;
    let size = diagram.size();
    let geometry = Geometry::<u128>::new(size);
    let free: u128 = diagram.set(Cell::Empty);
    let mut appraisers = Appraisers::new(Game::Domineering, limits(cancel, TIME));
    let mut areas = Vec::new();
    let (mut low, mut high) = (0_isize, 0_isize);
    let mut known = true;
    for region in regions(&geometry, free) {
        let most = Player::BOTH.map(|player| most_moves(&geometry, region, player));
        low -= most[1] as isize;
        high += most[0] as isize;
        let worth = worth(&mut appraisers, &diagram, region)?;
        known &= worth.is_some();
        areas.push(area(size, &diagram, region, most, worth));
    }
    let whole = if known { whole(&mut appraisers, &diagram)? } else { None };
    let thermograph = whole.as_ref().and_then(|worth| worth.thermograph.as_ref().ok());
    let class = thermograph.map(|t| t.outcome().to_string());
    let class = class.as_deref().or(match (low, high) {
        (0, 1..) => Some("L"),
        (..=-1, 0) => Some("R"),
        (0, 0) => Some("P"),
        _ => None,
    });
    let value =
        whole.as_ref().and_then(|worth| worth.canonical.as_ref().ok()).filter(|v| v.len() <= 200);
    let (lower, upper) = (low.to_string(), high.to_string());
    let winners = match class {
        Some("L") => [Some("vertical"); 2],
        Some("R") => [Some("horizontal"); 2],
        Some("P") => [Some("horizontal"), Some("vertical")],
        Some(_) => [Some("vertical"), Some("horizontal")],
        None => [None; 2],
    };
    Ok(Evaluated {
        game: Game::Domineering,
        board: Game::Domineering.board_name(&diagram),
        position: diagram.to_string(),
        reason: verdict::outcome(class, &lower, &upper),
        areas,
        bounds: exact(lower, upper),
        winners: Winners { first: winners[0], second: winners[1] },
        value: value.cloned(),
    })
}

fn exact(lower: String, upper: String) -> Bounds {
    Bounds { lower, lower_end: "exact", upper, upper_end: "exact" }
}

/// What a region is worth; `None` if that is too much.
fn worth(
    appraisers: &mut Appraisers,
    diagram: &Diagram,
    region: u128,
) -> Result<Option<Worth>, ApiError> {
    if region.count() as usize > MOST_SQUARES {
        return Ok(None);
    }
    match appraisers.appraise(&[alone(diagram, region)]) {
        Ok(found) if found.whole.thermograph.is_ok() => Ok(Some(found.whole)),
        Ok(_) | Err(AppraiseError::Stopped(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn whole(appraisers: &mut Appraisers, diagram: &Diagram) -> Result<Option<Worth>, ApiError> {
    match appraisers.appraise(std::slice::from_ref(diagram)) {
        Ok(found) => Ok(Some(found.whole)),
        Err(AppraiseError::Stopped(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn area(
    size: Size,
    diagram: &Diagram,
    region: u128,
    most: [usize; 2],
    worth: Option<Worth>,
) -> Area {
    let (kind, owner, why) = match most {
        [0, 0] => ("dead", None, "no domino fits here"),
        [_, 0] => ("territory", Some("vertical"), "only Vertical has moves here"),
        [0, _] => ("territory", Some("horizontal"), "only Horizontal has moves here"),
        _ if worth.is_some() => ("active", None, "both sides, valued exactly"),
        _ => ("active", None, "both sides, too large to value at once"),
    };
    let walls = worth.as_ref().and_then(|worth| worth.thermograph.as_ref().ok());
    let form = worth.as_ref().and_then(|worth| worth.canonical.as_ref().ok());
    Area {
        kind,
        owner,
        squares: names(Game::Domineering, size, region),
        bounds: exact(format!("{}", -(most[1] as isize)), most[0].to_string()),
        source: if worth.is_some() { "value" } else { "count" },
        value: form.filter(|form| form.len() <= 200).cloned(),
        mean: walls.map(|w| w.mean().to_string()),
        temperature: walls.map(|w| w.temperature().to_string()),
        why,
        position: alone(diagram, region).to_string(),
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
            assert_eq!(Player::BOTH.map(|p| most_moves(&geometry, set, p)), most, "{board}");
        }
    }
}
