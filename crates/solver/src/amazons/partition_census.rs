//! Statistics of areas after the improved partition, as Song's thesis counts them: where blockers
//! close squares to the other side, those are blocker territories, and what both can reach is one or
//! more smaller active areas.
//!
//! The thesis says that a whole area that a database has is not partitioned; its table C.4 shows
//! that it is: it has no integer among areas of 1x3 with one amazon each, although `qQ1` is one, and
//! none of 1x4 with two and one, although `q1qQ` is one. So areas are partitioned first here, and
//! those without blockers are looked up.

use super::census::Census;
use super::evaluator::{Evaluator, Watch};
use lastmove_amazons::{AreaKind, View, areas};
use lastmove_board::Bits;

/// The most squares, amazons included, of an area that the thesis searches locally.
const LOCAL: u32 = 8;

/// The counts of the same positions after both partitions.
#[derive(Clone, Debug, Default)]
pub struct PartitionCensus {
    /// areas of the basic partition: what is connected
    pub basic: Census,
    /// areas of the improved partition, in the thesis' way of counting
    pub improved: Census,
}

impl PartitionCensus {
    /// Counts the areas of a position; `sides` are the amazons of the two players.
    pub fn add<B: Bits, W: Watch>(
        &mut self,
        evaluator: &mut Evaluator<'_, B, W>,
        sides: [B; 2],
        empty: B,
    ) {
        self.basic.add(evaluator, sides, empty);
        self.improved.add_improved(evaluator, sides, empty);
    }
}

impl Watch for PartitionCensus {
    fn see_position<B: Bits>(evaluator: &mut Evaluator<'_, B, Self>, sides: [B; 2], empty: B) {
        let mut census = std::mem::take(&mut evaluator.watch);
        census.add(evaluator, sides, empty);
        evaluator.watch = census;
    }

    fn see_territory<B: Bits>(
        evaluator: &mut Evaluator<'_, B, Self>,
        area: B,
        queens: B,
        moves: u32,
    ) {
        let mut census = std::mem::take(&mut evaluator.watch);
        census.basic.add_territory(evaluator, area, queens, Some(moves));
        census.improved.add_territory(evaluator, area, queens, Some(moves));
        evaluator.watch = census;
    }

    fn join(&mut self, other: Self) {
        self.basic.join_all(other.basic);
        self.improved.join_all(other.improved);
    }
}

impl Census {
    /// Counts the areas of a position after the improved partition.
    fn add_improved<B: Bits, W: Watch>(
        &mut self,
        evaluator: &mut Evaluator<'_, B, W>,
        sides: [B; 2],
        empty: B,
    ) {
        self.positions += 1;
        for area in areas(evaluator.geometry(), sides, empty) {
            match area.kind() {
                AreaKind::Dead => {}
                AreaKind::SimpleTerritory => {
                    let queens = area.amazons[0] | area.amazons[1];
                    let moves = evaluator.exact_fill(area.squares, queens);
                    self.add_territory(evaluator, area.squares, queens, moves);
                }
                AreaKind::Active => self.partition(evaluator, area.squares, area.amazons),
            }
        }
    }

    /// Counts the blocker territories of an active area and what remains of it.
    fn partition<B: Bits, W: Watch>(
        &mut self,
        evaluator: &mut Evaluator<'_, B, W>,
        area: B,
        [one, other]: [B; 2],
    ) {
        let geometry = evaluator.geometry();
        let empty = area & !(one | other);
        let views = [(one, other), (other, one)]
            .map(|(own, opponent)| View::new(geometry, own, opponent, empty));
        let [Some(first), Some(second)] = views else {
            return self.add_whole(evaluator, area, [one, other]);
        };
        let blocked = |view: &View<B>| !view.territory.is_empty() && !view.bound.is_empty();
        if !blocked(&first) && !blocked(&second) {
            return self.add_whole(evaluator, area, [one, other]);
        }
        self.add_blocker_territories(evaluator, [one, other], empty);
        let reach = |amazons: B| geometry.flood(amazons, empty) & empty;
        let contested = reach(one) & reach(other);
        let bound = first.bound | second.bound;
        let amazons = (one | other) & !(bound | first.normal | second.normal);
        for part in geometry.components(contested | amazons) {
            let squares = part & contested;
            if squares.is_empty() {
                continue;
            }
            let whole = part | (bound & geometry.king_step(squares));
            self.add_active_tally(evaluator, whole, [one & whole, other & whole]);
        }
    }

    /// Counts an active area without blockers.
    fn add_whole<B: Bits, W: Watch>(
        &mut self,
        evaluator: &mut Evaluator<'_, B, W>,
        area: B,
        sides: [B; 2],
    ) {
        let known = self.database_tally(evaluator, area, sides);
        let tally = self.add_active_tally(evaluator, area, sides);
        match known {
            Some(known) => tally.join(&known),
            None => tally.searched += u64::from(area.count() <= LOCAL),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amazons::{CensusKind, Group, Settings, Tally};
    use lastmove_amazons::{Colour, Position};
    use lastmove_board::{Diagram, Geometry};
    use lastmove_endgame::Databases;

    /// The groups of a position after both partitions.
    fn counted(text: &str) -> [Vec<(Group, Tally)>; 2] {
        let diagram: Diagram = text.parse().unwrap();
        let geometry = Geometry::<u64>::new(diagram.size());
        let position = Position::with_side(&diagram, Colour::White).unwrap();
        let none = Databases::none();
        let mut evaluator = Evaluator::new(&geometry, &none, Settings::default());
        let mut census = PartitionCensus::default();
        census.add(&mut evaluator, [position.black(), position.white()], position.empty());
        [census.basic, census.improved].map(|census| census.groups().into_iter().collect())
    }

    /// Kind, sides of the box, and number.
    fn kinds(groups: &[(Group, Tally)], kind: CensusKind) -> Vec<(u8, u8, u64)> {
        let of_kind = groups.iter().filter(|(group, _)| group.kind == kind);
        of_kind.map(|(group, tally)| (group.width, group.height, tally.total)).collect()
    }

    #[test]
    fn blockers_divide_active_areas() {
        // A blocked amazon leaves no active area, only a territory of its blocker.
        let [basic, improved] = counted("qQ1");
        assert_eq!(kinds(&basic, CensusKind::Active), [(1, 3, 1)]);
        assert_eq!(kinds(&improved, CensusKind::Active), []);
        assert_eq!(kinds(&improved, CensusKind::BlockerTerritory), [(1, 2, 1)]);
        // Without blockers nothing changes, and a small area is one for a local search.
        let [basic, improved] = counted("q2Q");
        assert_eq!(kinds(&basic, CensusKind::Active), kinds(&improved, CensusKind::Active));
        assert_eq!(improved[0].1.searched, 1);
        // Figure 4.15: both blockers keep territories, and one square is contested.
        let [basic, improved] = counted("2***4/**q1Q4/*1***4");
        assert_eq!(kinds(&basic, CensusKind::Active), [(3, 9, 1)]);
        assert_eq!(kinds(&improved, CensusKind::Active), [(1, 3, 1)]);
        let territories = kinds(&improved, CensusKind::BlockerTerritory);
        assert_eq!(territories.iter().map(|&(.., total)| total).sum::<u64>(), 2);
    }
}
