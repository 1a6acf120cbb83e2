//! A cut for display.

use super::{Bounds, Cut, View};
use lastmove_board::Bits;

impl<B: Bits> Cut<B> {
    /// The lines that the player renounces, each as the number of columns before it; lines that
    /// none of the player's dominoes can cross are left out.
    pub(crate) fn lines(&self, view: View<'_, B>) -> Vec<usize> {
        let crossed = |start: usize| {
            let lines = view.lines;
            !lines.slice(lines.along(view.empty), start - 1, 1).is_empty()
        };
        let starts = self.parts.ends.iter().enumerate().filter(|(_, end)| **end != 0);
        starts.map(|(start, _)| start).filter(|&start| start > 0 && crossed(start)).collect()
    }

    /// The regions and the bounds that the player uses for them.
    pub(crate) fn regions(&self) -> impl Iterator<Item = (B, Bounds)> {
        self.parts.each()
    }
}
