//! Lines of an analysis that are not mirror images of each other.

use crate::Line;
use lastmove_board::{Geometry, MoveTree};

/// Lines without those that are mirror images of a better one; their visits are added to it.
pub(crate) fn distinct<B, P>(
    geometry: &Geometry<B>,
    position: &P,
    normal: impl Fn(&P) -> P,
    lines: impl IntoIterator<Item = Line<P::Move>>,
    most: usize,
) -> Vec<Line<P::Move>>
where
    P: MoveTree<B> + PartialEq,
{
    let mut kept: Vec<(P, Line<P::Move>)> = Vec::new();
    for line in lines {
        let image = normal(&position.tree_child(geometry, line.mv));
        match kept.iter().position(|(known, _)| *known == image) {
            Some(same) => kept[same].1.visits += line.visits,
            None if kept.len() < most => kept.push((image, line)),
            None => break,
        }
    }
    kept.into_iter().map(|(_, line)| line).collect()
}
