//! Helpers of the tests: a temporary folder, small databases, random areas.
#![allow(dead_code, unreachable_pub)] // each test file uses its part

use lastmove_board::{Bits, Size};
use lastmove_endgame::plain::{Grid, PlainArea};
use lastmove_endgame::{DatabaseKind, Databases, Material, Preset, Spec, build, thesis};
use lastmove_work::{Budget, Random, Silent};
use std::path::PathBuf;

/// A folder that is removed when dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lastmove-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The databases with frames of up to this many squares.
pub fn small(squares: u8) -> Vec<Spec> {
    let mut specs = thesis();
    specs.extend(Preset::Standard.specs().iter().filter(|s| s.kind() == DatabaseKind::Constrained));
    specs.retain(|spec| spec.width * spec.height <= squares);
    specs
}

/// Builds databases and opens them. The folder may be removed at once: mapped files stay readable.
pub fn databases(name: &str, specs: &[Spec]) -> Databases {
    let folder = Folder::new(name);
    build(&folder.0, specs, &Silent, &Budget::default()).unwrap();
    Databases::open(name, &folder.0).unwrap()
}

/// Random areas.
pub trait RandomArea {
    /// A connected area with this material and at least `least` squares, anywhere on the grid;
    /// `None` if the attempt failed.
    fn area(&mut self, grid: Grid, material: Material, least: u32) -> Option<PlainArea>;
}

impl RandomArea for Random {
    fn area(&mut self, grid: Grid, Material(counts): Material, least: u32) -> Option<PlainArea> {
        let all = (1u32 << (grid.width * grid.height)) - 1;
        let squares = all & (self.next_u64() | self.next_u64()) as u32;
        let part = grid.parts(squares).into_iter().max_by_key(|part| part.count_ones())?;
        let pieces = counts.iter().map(|&n| u32::from(n)).sum::<u32>();
        if part.count_ones() < least.max(pieces + 1) {
            return None;
        }
        let mut subset = |set: u32, count: u8| self.subset(set.into(), count.into()) as u32;
        let normal = subset(part, counts[0]);
        let blockers = subset(part & !normal, counts[1]);
        let opponents = subset(part & !normal & !blockers, counts[2]);
        Some(PlainArea {
            empty: part & !normal & !blockers & !opponents,
            normal,
            blockers,
            opponents,
        })
    }
}

/// Calls `visit` with every connected area with this material on the grid.
pub fn for_each_area(grid: Grid, material: Material, mut visit: impl FnMut(&PlainArea)) {
    for squares in 1u32..1 << (grid.width * grid.height) {
        let pieces = material.pieces() as u32;
        if squares.count_ones() < pieces || grid.parts(squares).len() != 1 {
            continue;
        }
        material.for_each_placement(squares.count_ones() as usize, |sets| {
            let [normal, blockers, opponents] =
                sets.map(|set| u64::from(set).expand(u64::from(squares)) as u32);
            let empty = squares & !normal & !blockers & !opponents;
            visit(&PlainArea { empty, normal, blockers, opponents });
        });
    }
}

/// The sets of an area: all squares, normal queens, blockers, opponents.
pub fn sets<B: Bits>(area: &PlainArea) -> [B; 4] {
    [area.squares(), area.normal, area.blockers, area.opponents]
        .map(|set| B::narrow(u128::from(set)))
}

pub fn size(grid: Grid) -> Size {
    Size::new(grid.width, grid.height).unwrap()
}
