//! Statistics of the areas of positions: kinds, sizes, and their values in the databases.

use super::evaluator::{Evaluator, Watch};
use lastmove_amazons::{AreaKind, View, areas};
use lastmove_board::{Bits, Size, Square};
use lastmove_endgame::AreaValue;
use lastmove_values::FastMap;
use std::collections::BTreeMap;

/// Kinds of areas, as in Song's statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CensusKind {
    /// amazons of one colour
    SimpleTerritory,
    /// part of an active area that one side's blockers close to the other side, from that side's
    /// view
    BlockerTerritory,
    /// amazons of both colours
    Active,
}

impl CensusKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::SimpleTerritory, Self::BlockerTerritory, Self::Active];

    /// The kind in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SimpleTerritory => "simple territory",
            Self::BlockerTerritory => "blocker territory",
            Self::Active => "active area",
        }
    }
}

/// A group of areas that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    /// what they are
    pub kind: CensusKind,
    /// the shorter side of the smallest rectangle around them
    pub width: u8,
    /// the longer side
    pub height: u8,
    /// amazons that move freely (of the side that has more of them in an active area)
    pub queens: u8,
    /// blockers
    pub blockers: u8,
    /// amazons of the other side
    pub others: u8,
}

/// The counts of a group of areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// all of them
    pub total: u64,
    /// those found in a database
    pub queried: u64,
    /// those whose exact value is known
    pub exact: u64,
    /// territories whose owner cannot fill every square
    pub defective: u64,
    /// found, and an integer
    pub integers: u64,
    /// found, and another number
    pub fractions: u64,
    /// found, and infinitesimally close to a number
    pub infinitesimals: u64,
    /// found, and hot
    pub hot: u64,
    /// active areas in no database, without blockers, that Song's solver searches locally
    pub searched: u64,
}

impl Tally {
    /// Adds the counts of another tally.
    pub fn join(&mut self, other: &Self) {
        self.total += other.total;
        self.queried += other.queried;
        self.exact += other.exact;
        self.defective += other.defective;
        self.integers += other.integers;
        self.fractions += other.fractions;
        self.infinitesimals += other.infinitesimals;
        self.hot += other.hot;
        self.searched += other.searched;
    }
}

/// The counts of the areas of many positions.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// the number of positions
    pub positions: u64,
    groups: FastMap<Group, Tally>,
    /// the tally of an active area, by its value
    values: FastMap<AreaValue, Tally>,
}

impl Census {
    /// The groups in order.
    pub fn groups(&self) -> BTreeMap<Group, Tally> {
        self.groups.iter().map(|(group, tally)| (*group, *tally)).collect()
    }

    /// The sum of all groups that `of` accepts.
    pub fn sum(&self, of: impl Fn(&Group) -> bool) -> Tally {
        let mut sum = Tally::default();
        let groups = self.groups.iter().filter(|(group, _)| of(group));
        groups.for_each(|(_, tally)| sum.join(tally));
        sum
    }

    /// Counts the areas of a position; `sides` are the amazons of the two players.
    pub fn add<B: Bits, W: Watch>(
        &mut self,
        evaluator: &mut Evaluator<'_, B, W>,
        sides: [B; 2],
        empty: B,
    ) {
        self.positions += 1;
        let geometry = evaluator.geometry();
        for area in areas(geometry, sides, empty) {
            match area.kind() {
                AreaKind::Dead => {}
                AreaKind::SimpleTerritory => {
                    let queens = area.amazons[0] | area.amazons[1];
                    let moves = evaluator.exact_fill(area.squares, queens);
                    self.add_territory(evaluator, area.squares, queens, moves);
                }
                AreaKind::Active => self.add_active(evaluator, area.squares, area.amazons),
            }
        }
    }

    /// Counts a simple territory with this number of moves.
    pub(super) fn add_territory<B: Bits, W: Watch>(
        &mut self,
        evaluator: &Evaluator<'_, B, W>,
        area: B,
        queens: B,
        moves: Option<u32>,
    ) {
        let size = evaluator.geometry().size();
        let found = evaluator.databases().territory(size, area, queens, B::NONE);
        let empty = (area & !queens).count();
        let tally = self.tally(size, CensusKind::SimpleTerritory, area, [queens, B::NONE, B::NONE]);
        tally.queried += u64::from(found.is_some());
        tally.exact += u64::from(moves.is_some());
        tally.defective += u64::from(moves.is_some_and(|moves| moves < empty));
    }

    fn tally<B: Bits>(
        &mut self,
        size: Size,
        kind: CensusKind,
        area: B,
        sets: [B; 3],
    ) -> &mut Tally {
        let (width, height) = frame(size, area);
        let [queens, blockers, others] = sets.map(|set| set.count() as u8);
        let group = Group { kind, width, height, queens, blockers, others };
        let tally = self.groups.entry(group).or_default();
        tally.total += 1;
        tally
    }

    /// Counts an active area of the basic partition.
    fn add_active<B: Bits, W: Watch>(
        &mut self,
        evaluator: &mut Evaluator<'_, B, W>,
        area: B,
        sides: [B; 2],
    ) {
        let known = self.database_tally(evaluator, area, sides);
        let tally = self.add_active_tally(evaluator, area, sides);
        match known {
            Some(known) => tally.join(&known),
            None => {
                let empty = area & !(sides[0] | sides[1]);
                self.add_blocker_territories(evaluator, sides, empty);
            }
        }
    }

    /// Counts an active area, and returns the tally of its group.
    pub(super) fn add_active_tally<B: Bits, W: Watch>(
        &mut self,
        evaluator: &Evaluator<'_, B, W>,
        area: B,
        sides: [B; 2],
    ) -> &mut Tally {
        let [more, fewer] = by_number(sides);
        let size = evaluator.geometry().size();
        self.tally(size, CensusKind::Active, area, [more, B::NONE, fewer])
    }

    /// The tally of an active area that a database has.
    pub(super) fn database_tally<B: Bits, W: Watch>(
        &mut self,
        evaluator: &Evaluator<'_, B, W>,
        area: B,
        sides: [B; 2],
    ) -> Option<Tally> {
        let [more, fewer] = by_number(sides);
        let size = evaluator.geometry().size();
        let found = evaluator.databases().active(size, area, more, fewer)?;
        self.value(evaluator, found)
    }

    /// Counts the blocker territories of either side in an active area.
    pub(super) fn add_blocker_territories<B: Bits, W: Watch>(
        &mut self,
        evaluator: &mut Evaluator<'_, B, W>,
        [one, other]: [B; 2],
        empty: B,
    ) {
        let geometry = evaluator.geometry();
        let size = geometry.size();
        for (own, opponent) in [(one, other), (other, one)] {
            let Some(view) = View::new(geometry, own, opponent, empty) else { continue };
            let mut unused = view.bound;
            for part in geometry.components(view.territory | view.normal) {
                let squares = part & view.territory;
                let (normal, blockers) = (part & view.normal, unused & geometry.king_step(squares));
                if squares.is_empty() || (normal | blockers).is_empty() {
                    continue;
                }
                unused &= !blockers;
                let whole = part | blockers;
                let stored = evaluator.databases().territory(size, whole, normal, blockers);
                let moves = evaluator.fill(whole, normal, blockers);
                let sets = [normal, blockers, B::NONE];
                let tally = self.tally(size, CensusKind::BlockerTerritory, whole, sets);
                tally.queried += u64::from(stored.is_some());
                tally.exact += u64::from(moves == squares.count());
                tally.defective += u64::from(stored.is_some_and(|n| n < squares.count()));
            }
        }
    }

    /// The tally of an active area with this database entry.
    fn value<B: Bits, W: Watch>(
        &mut self,
        evaluator: &Evaluator<'_, B, W>,
        found: AreaValue,
    ) -> Option<Tally> {
        if let Some(&known) = self.values.get(&found) {
            return Some(known);
        }
        let thermograph = evaluator.databases().value(found, None).ok()?.thermograph;
        let mut known = Tally { queried: 1, ..Tally::default() };
        if thermograph.as_integer().is_some() {
            (known.exact, known.integers) = (1, 1);
        } else if thermograph.as_number().is_some() {
            (known.exact, known.fractions) = (1, 1);
        } else if thermograph.left_stop() == thermograph.right_stop() {
            known.infinitesimals = 1;
        } else {
            known.hot = 1;
        }
        self.values.insert(found, known);
        Some(known)
    }
}

impl Watch for Census {
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
        census.add_territory(evaluator, area, queens, Some(moves));
        evaluator.watch = census;
    }

    fn join(&mut self, other: Self) {
        self.join_all(other);
    }
}

impl Census {
    /// Adds the counts of another census.
    pub(super) fn join_all(&mut self, other: Self) {
        self.positions += other.positions;
        for (group, tally) in other.groups {
            self.groups.entry(group).or_default().join(&tally);
        }
    }
}

/// The amazons of two sides, those of the side with more of them first.
fn by_number<B: Bits>([one, other]: [B; 2]) -> [B; 2] {
    if one.count() >= other.count() { [one, other] } else { [other, one] }
}

/// The sides of the bounding rectangle of a set, the shorter one first.
fn frame<B: Bits>(size: Size, area: B) -> (u8, u8) {
    let span = |place: fn(Size, Square) -> usize| {
        let places = area.squares().map(|square| place(size, square));
        let (first, last) =
            places.fold((usize::MAX, 0), |(first, last), at| (first.min(at), last.max(at)));
        (last + 1 - first.min(last)) as u8
    };
    let (w, h) = (span(Size::column), span(Size::row));
    (w.min(h), w.max(h))
}
