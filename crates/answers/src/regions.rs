//! Domineering: the board falls into regions that share no edge, each with a value of its own.

use crate::boards::square_name;
use crate::evaluate::{Area, named};
use crate::value::limits;
use crate::{Answers, Problem, verdict};
use lastmove_board::{Bits, Cell, Diagram, Direction, Game, Geometry, Side};
use lastmove_domineering::{Player, most_moves};
use lastmove_report::{
    AppraiseError, Appraisers, BoundSource, Covered, RegionKind, alone, evaluate_domineering,
    readable_form,
};
use lastmove_values::{Bounds, Dyadic, End, Outcome, Thermograph, Worth};
use lastmove_work::Budget;
use serde_json::{Value, json};
use std::time::Duration;

/// Larger regions are not tried: their forms seldom fit.
const MOST_SQUARES: usize = 30;
/// For all regions together.
const TIME: Duration = Duration::from_secs(4);
/// For the regions of both players' cuts.
const CUT_TIME: Duration = Duration::from_secs(1);

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

pub(crate) fn evaluate(
    diagram: &Diagram,
    with: &Answers,
    budget: &Budget,
) -> Result<Value, Problem> {
    let geometry = Geometry::<u128>::new(diagram.size());
    let mut appraisers = Appraisers::new(Game::Domineering, limits(with, budget, TIME));
    let mut areas = Vec::new();
    let (mut low, mut high) = (0_isize, 0_isize);
    let mut known = true;
    for region in regions(&geometry, diagram.set(Cell::Empty)) {
        let most = Player::BOTH.map(|player| most_moves(&geometry, region, player) as usize);
        low -= most[1] as isize;
        high += most[0] as isize;
        let small = region.count() as usize <= MOST_SQUARES;
        let worth = if small { worth(&mut appraisers, &alone(diagram, region))? } else { None };
        let worth = worth.filter(|worth| worth.thermograph.is_ok());
        known &= worth.is_some();
        areas.push(area(diagram, region, most, worth));
    }
    let whole = if known { worth(&mut appraisers, diagram)? } else { None };
    let walls = whole.as_ref().and_then(|worth| worth.thermograph.as_ref().ok());
    let outcome = walls.map(Thermograph::outcome).or(match (low, high) {
        (0, 1..) => Some(Outcome::Left),
        (..=-1, 0) => Some(Outcome::Right),
        (0, 0) => Some(Outcome::Previous),
        _ => None,
    });
    let covered =
        evaluate_domineering(diagram, with.desk.regions(), limits(with, budget, CUT_TIME))?;
    let (vertical, horizontal) = (Some(Side::Vertical), Some(Side::Horizontal));
    let winners = match outcome {
        Some(Outcome::Left) => [vertical; 2],
        Some(Outcome::Right) => [horizontal; 2],
        Some(Outcome::Previous) => [horizontal, vertical],
        Some(Outcome::Next) => [vertical, horizontal],
        None => covered_winners(&covered),
    };
    let reason = match outcome {
        Some(outcome) => verdict::domineering(outcome),
        None => verdict::covered(&covered.bounds, winners),
    };
    Ok(json!({
        "game": Game::Domineering, "board": covered.board,
        "position": covered.position, "areas": areas,
        "cover": covered.cover, "cuts": covered.cuts, "regions": covered.regions,
        "bounds": covered.bounds, "winners": named(winners),
        "reason": reason, "value": whole.as_ref().and_then(readable_form),
    }))
}

/// Who wins by the covers and cuts, with Vertical and with Horizontal to move.
fn covered_winners(covered: &Covered) -> [Option<Side>; 2] {
    [covered.winner_if_vertical_to_move, covered.winner_if_horizontal_to_move]
}

/// What a position is worth; `None` if that is too much.
fn worth(appraisers: &mut Appraisers, diagram: &Diagram) -> Result<Option<Worth>, Problem> {
    match appraisers.appraise(std::slice::from_ref(diagram)) {
        Ok(found) => Ok(Some(found.whole)),
        Err(AppraiseError::Stopped(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn area(diagram: &Diagram, region: u128, most: [usize; 2], worth: Option<Worth>) -> Area {
    let (kind, owner, why) = match most {
        [0, 0] => (RegionKind::Dead, None, "no domino fits here"),
        [_, 0] => (RegionKind::Territory, Some(Side::Vertical), "only Vertical has moves here"),
        [0, _] => (RegionKind::Territory, Some(Side::Horizontal), "only Horizontal has moves here"),
        _ if worth.is_some() => (RegionKind::Active, None, "both sides, valued exactly"),
        _ => (RegionKind::Active, None, "both sides, too large to value at once"),
    };
    let walls = worth.as_ref().and_then(|worth| worth.thermograph.as_ref().ok());
    let number = |moves: usize| Dyadic::from_integer(moves as i16);
    let name = |square| square_name(Game::Domineering, diagram.size(), square);
    Area {
        kind,
        owner,
        squares: region.squares().map(name).collect(),
        bounds: Bounds::new((-number(most[1]), End::Exact), (number(most[0]), End::Exact)),
        source: if worth.is_some() { BoundSource::Value } else { BoundSource::Count },
        mean: walls.map(Thermograph::mean),
        temperature: walls.map(Thermograph::temperature),
        value: worth.as_ref().and_then(readable_form),
        why,
        views: None,
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
