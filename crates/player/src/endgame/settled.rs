//! Positions without shared areas: each side fills its own areas, and only the numbers of moves
//! count.

use crate::{Analysis, AnalysisLine};
use lastmove_amazons::{AreaKind, Position, Territories, areas};
use lastmove_board::{Bits, Geometry};

/// The numbers of moves in a position without shared areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    /// moves that the side to move has
    pub(crate) mine: u32,
    /// moves that the other side has
    pub(crate) theirs: u32,
}

impl Settled {
    /// The lead of the side to move, as in [`crate::Analysis::score`].
    pub(crate) fn score(self) -> f32 {
        self.mine as f32 - self.theirs as f32 - 0.5
    }

    /// Whether the side to move wins.
    pub(crate) fn wins(self) -> bool {
        self.mine > self.theirs
    }
}

/// Whether no area holds amazons of both sides.
pub(crate) fn is_settled<B: Bits>(geometry: &Geometry<B>, position: &Position<B>) -> bool {
    let amazons = [position.white(), position.black()];
    areas(geometry, amazons, position.empty()).all(|area| area.kind() != AreaKind::Active)
}

/// The numbers of moves; `None` if an area is shared, or if finding the fillings takes more than
/// `positions` positions.
pub(crate) fn settled<B: Bits>(
    geometry: &Geometry<B>,
    position: &Position<B>,
    positions: u64,
) -> Option<Settled> {
    if !is_settled(geometry, position) {
        return None;
    }
    let mut filler = Territories::new(geometry, positions);
    let me = position.to_move();
    let mut most = |colour| filler.most(position.amazons(colour), position.empty()).ok();
    Some(Settled { mine: most(me)?, theirs: most(me.opponent())? })
}

/// The analysis of such a position: the side to move fills its own areas. `None` if it has no move.
pub(crate) fn filled<B: Bits>(
    geometry: &Geometry<B>,
    position: &Position<B>,
    positions: u64,
) -> Option<Analysis> {
    let numbers = settled(geometry, position, positions)?;
    let me = position.to_move();
    let mut filler = Territories::new(geometry, positions);
    let mv = filler.best(position.amazons(me), position.empty())?;
    let (win, score) = (f64::from(u8::from(numbers.wins())), f64::from(numbers.score()));
    let lines = vec![AnalysisLine { mv, win, score, visits: 1, pv: vec![mv] }];
    let proven = Some(if numbers.wins() { me } else { me.opponent() }.side());
    Some(Analysis { best: Some(mv), win, score, lines, depth: 1, proven, ..Analysis::default() })
}
