//! Lines of an analysis that are not mirror images of each other.

use crate::AnalysisLine;
use lastmove_board::{GamePosition, Geometry};

/// Removes lines that are mirror images of a better line, and adds their visits to that line.
pub(crate) fn distinct<P: GamePosition>(
    geometry: &Geometry<P::Word>,
    position: &P,
    lines: impl IntoIterator<Item = AnalysisLine<P::Move>>,
    most: usize,
) -> Vec<AnalysisLine<P::Move>> {
    let mut kept: Vec<(P, AnalysisLine<P::Move>)> = Vec::new();
    for line in lines {
        let image = position.child(geometry, line.mv).normal_form(geometry);
        match kept.iter().position(|(known, _)| *known == image) {
            Some(same) => kept[same].1.visits += line.visits,
            None if kept.len() < most => kept.push((image, line)),
            None => break,
        }
    }
    kept.into_iter().map(|(_, line)| line).collect()
}
