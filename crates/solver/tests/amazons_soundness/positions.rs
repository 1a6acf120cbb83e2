//! Random positions of many kinds: from play, from scattered squares, from grown areas.

use lastmove_amazons::{AreaKind, areas};
use lastmove_board::{Bits, Geometry, Size};
use lastmove_oracle::amazons::Plain;
use lastmove_work::Random;

/// The boards: all from 3x4 to 6x6, upright and lying.
pub(crate) fn sizes() -> Vec<Size> {
    let all = (3..=6).flat_map(|w| (3..=6).map(move |h| (w, h)));
    all.filter(|(w, h)| w * h >= 12).map(|(w, h)| Size::new(w, h).unwrap()).collect()
}

impl Source {
    /// Any of them.
    pub(crate) fn any(random: &mut Random) -> Self {
        [Self::Play, Self::Scattered, Self::Grown, Self::Split][random.below(4)]
    }
}

/// Which way a position was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// a random game from amazons on random squares
    Play,
    /// squares scattered over the board
    Scattered,
    /// areas grown from seeds, so that they are large and winding
    Grown,
    /// areas on the two sides of a burnt row or column, with amazons in each
    Split,
}

/// A position with so many empty squares, if the try succeeds.
pub(crate) fn position(
    random: &mut Random,
    geometry: &Geometry<u64>,
    source: Source,
    empty: usize,
) -> Option<Plain> {
    let all = geometry.all();
    let squares = all.count() as usize;
    // Brute force must finish: the more room, the fewer amazons.
    let most = if empty > 10 { 2 } else { 4 };
    let (first, second) = (1 + random.below(most), 1 + random.below(most));
    if first + second + empty > squares {
        return None;
    }
    match source {
        Source::Play => {
            let mover = random.subset(all, first);
            let other = random.subset(all & !mover, second);
            let mut position = Plain { mover, other, empty: all & !mover & !other };
            while position.empty.count() as usize > empty {
                position = step(random, geometry, position)?;
            }
            Some(position)
        }
        Source::Split => {
            let size = geometry.size();
            let upright = random.below(2) == 0;
            let length = if upright { size.width() } else { size.height() };
            let wall = 1 + random.below(length - 2);
            let place = |s: u8| if upright { size.column(s) } else { size.row(s) };
            let side = |near: bool| {
                let on_side = |&s: &u8| if near { place(s) < wall } else { place(s) > wall };
                u64::from_squares(all.squares().filter(on_side))
            };
            let sides = [side(true), side(false)];
            let pieces = [1 + random.below(2), 1 + random.below(2)];
            let mut position = Plain { mover: 0, other: 0, empty: 0 };
            for (i, part) in sides.into_iter().enumerate() {
                let wanted = if i == 0 { empty / 2 } else { empty - empty / 2 };
                let open = random.subset(part, wanted + pieces[0] + pieces[1]);
                position.mover |= random.subset(open, pieces[0]);
                position.other |= random.subset(open & !position.mover, pieces[1]);
                position.empty |= open & !position.mover & !position.other;
            }
            Some(position)
        }
        Source::Scattered | Source::Grown => {
            let open = if source == Source::Scattered {
                random.subset(all, first + second + empty)
            } else {
                grown(random, geometry, first + second + empty)
            };
            let mover = random.subset(open, first);
            let other = random.subset(open & !mover, second);
            Some(Plain { mover, other, empty: open & !mover & !other })
        }
    }
}

fn grown(random: &mut Random, geometry: &Geometry<u64>, squares: usize) -> u64 {
    let seeds = 1 + random.below(3);
    let mut open = random.subset(geometry.all(), seeds);
    while (open.count() as usize) < squares {
        let rim = geometry.king_step(open) & !open;
        open |= random.one_of(rim);
    }
    open
}

/// A random move; mostly short ones, so that amazons stay close to each other.
fn step(random: &mut Random, geometry: &Geometry<u64>, position: Plain) -> Option<Plain> {
    let Plain { mover, other, empty } = position;
    let can = mover & geometry.king_step(empty);
    if can.is_empty() {
        return None;
    }
    let from = random.one_of(can);
    let to = random.one_of(geometry.queen_reach(from.lowest(), empty));
    let vacated = empty | from;
    let arrow = random.one_of(geometry.queen_reach(to.lowest(), vacated));
    let moved = mover & !from | to;
    Some(Plain { mover: other, other: moved, empty: vacated & !to & !arrow })
}

/// What positions a test met.
#[derive(Default)]
pub(crate) struct Distribution {
    positions: u64,
    by_empty: [u64; 13],
    contested: u64,
    large_and_contested: u64,
    several_areas: u64,
    /// an amazon without a move beside another one that has moves
    stuck: u64,
    by_source: [u64; 4],
}

impl Distribution {
    pub(crate) fn add(&mut self, geometry: &Geometry<u64>, source: Source, position: Plain) {
        let Plain { mover, other, empty } = position;
        let contested = is_contested(geometry, position);
        self.positions += 1;
        self.by_empty[empty.count() as usize] += 1;
        self.contested += u64::from(contested);
        self.large_and_contested += u64::from(contested && empty.count() >= 8);
        let several = areas(geometry, [mover, other], empty).filter(|a| a.kind() != AreaKind::Dead);
        self.several_areas += u64::from(several.count() > 1);
        let stuck = (mover | other) & !geometry.king_step(empty);
        let free = (mover | other) & !stuck;
        self.stuck += u64::from(geometry.king_step(stuck).meets(free));
        self.by_source[source as usize] += 1;
    }

    pub(crate) fn print(&self) {
        let share = |n: u64| 100.0 * n as f64 / self.positions.max(1) as f64;
        println!("{} positions, both sides to move", self.positions);
        println!("  8 or more empty and contested: {:.1} %", share(self.large_and_contested));
        println!("  contested {:.1} %", share(self.contested));
        println!("  several areas {:.1} %", share(self.several_areas));
        println!("  stuck beside movable {:.1} %", share(self.stuck));
        println!("  by empty squares 0 to 12: {:?}", self.by_empty);
        println!("  from play, scattered, grown, split: {:?}", self.by_source);
    }

    pub(crate) fn check(&self) {
        assert!(self.large_and_contested * 2 >= self.positions, "too many easy positions");
    }
}

/// Whether an area holds amazons of both sides and an empty square.
pub(crate) fn is_contested(geometry: &Geometry<u64>, position: Plain) -> bool {
    let Plain { mover, other, empty } = position;
    areas(geometry, [mover, other], empty).any(|area| area.kind() == AreaKind::Active)
}
