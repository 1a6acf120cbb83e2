//! The databases: their kinds, frames and materials.

use crate::{Frame, Material};
use std::fmt;

/// The four kinds of databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum DatabaseKind {
    /// Territories without blockers: how many moves their owner has.
    Simple,
    /// Areas with queens of both colours: their thermographs.
    Active,
    /// Territories with blockers: how many moves their owner has while the blockers hold.
    Blocker,
    /// Active areas in which some of Black's queens are blockers: the thermograph of the game in
    /// which the blocker constraint binds them, a lower bound for the area's value.
    Constrained,
}

impl DatabaseKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Simple, Self::Active, Self::Blocker, Self::Constrained];

    /// The kind's name in files and answers.
    pub const fn name(self) -> &'static str {
        ["simple", "active", "blocker", "constrained"][self as usize]
    }

    /// The kind that a material belongs to.
    pub const fn of(Material([_, blockers, opponents]): Material) -> Self {
        match (blockers, opponents) {
            (0, 0) => Self::Simple,
            (_, 0) => Self::Blocker,
            (0, _) => Self::Active,
            _ => Self::Constrained,
        }
    }
}

/// One database: a frame, width at most height, and a material. The material counts the owner's
/// normal queens (Black's, in an active area), the owner's blockers, and the opponent's queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spec {
    /// columns
    pub width: u8,
    /// rows
    pub height: u8,
    /// the pieces
    pub material: Material,
}

impl Spec {
    /// The database of this frame and material.
    pub const fn new(width: u8, height: u8, material: [u8; 3]) -> Self {
        Self { width, height, material: Material(material) }
    }

    /// Its kind.
    pub const fn kind(self) -> DatabaseKind {
        DatabaseKind::of(self.material)
    }

    /// Its frame.
    pub fn frame(self) -> &'static Frame {
        Frame::get(self.width as usize, self.height as usize)
    }

    /// Width and height.
    pub fn size(self) -> (usize, usize) {
        (self.width as usize, self.height as usize)
    }

    /// The name of its file.
    pub fn file_name(self) -> String {
        format!("{self}.endgame")
    }
}

/// Such as `active-3x4-2-1` (black and white queens) or `blocker-3x3-1-2` (normal queens and
/// blockers).
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Material([normal, blockers, opponents]) = self.material;
        let kind = self.kind();
        write!(f, "{}-{}x{}-{normal}", kind.name(), self.width, self.height)?;
        match kind {
            DatabaseKind::Simple => Ok(()),
            DatabaseKind::Active => write!(f, "-{opponents}"),
            DatabaseKind::Blocker => write!(f, "-{blockers}"),
            DatabaseKind::Constrained => write!(f, "-{blockers}-{opponents}"),
        }
    }
}

/// A named set of databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Databases that can be built within seconds: frames of up to 12 squares.
    Quick,
    /// All databases of Song's thesis, the additional ones that look-ups of blocker territories
    /// need, and the constrained ones.
    Standard,
}

impl Preset {
    /// The preset's name on the command line.
    pub const fn name(self) -> &'static str {
        ["quick", "standard"][self as usize]
    }

    /// The preset with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Quick, Self::Standard].into_iter().find(|preset| preset.name() == name)
    }

    /// The databases of the preset, without repetition.
    pub fn specs(self) -> Vec<Spec> {
        match self {
            Self::Standard => {
                let mut specs = thesis();
                specs.extend([Spec::new(4, 4, [1, 0, 0]), Spec::new(4, 4, [2, 0, 0])]);
                specs.extend(constrained(15));
                specs
            }
            Self::Quick => {
                let small = |spec: &Spec| {
                    let (w, h) = spec.size();
                    let opponents = spec.material.0[2];
                    w * h <= 12 && (opponents == 0 || w * h <= 10 || spec.material.pieces() <= 4)
                };
                let mut specs: Vec<Spec> = thesis().into_iter().filter(small).collect();
                specs.extend(constrained(9));
                specs
            }
        }
    }
}

/// The 241 databases of Song's thesis, appendix B.
pub fn thesis() -> Vec<Spec> {
    let mut specs = Vec::new();
    for width in 1..=4u8 {
        for height in width.max(2)..=6 {
            let squares = width * height;
            for a in 0..=4u8 {
                for b in 0..=4u8 {
                    if a + b == 0 || a + b >= squares {
                        continue;
                    }
                    let simple = b == 0 && width < 4 && (squares < 18 || a < 4);
                    let active = a >= b
                        && b > 0
                        && match (width, height) {
                            (4, 4) => a <= 2 || (a, b) == (3, 3),
                            (3, 6) => a <= 2,
                            (4, _) => false,
                            _ => true,
                        };
                    let blocker = b > 0
                        && a + b <= 4
                        && match (width, height) {
                            (4, 4) => (a, b) == (1, 1) || (a, b) == (2, 1),
                            (3, 5) => (a, b) != (0, 4) && (a, b) != (1, 3),
                            (3, 6) | (4, _) => false,
                            _ => true,
                        };
                    if simple {
                        specs.push(Spec::new(width, height, [a, 0, 0]));
                    }
                    if active {
                        specs.push(Spec::new(width, height, [a, 0, b]));
                    }
                    if blocker {
                        specs.push(Spec::new(width, height, [a, b, 0]));
                    }
                }
            }
        }
    }
    specs
}

/// Constrained areas in frames of up to `most_squares` squares: up to three black queens, at least
/// one of them a blocker, against up to three white ones.
fn constrained(most_squares: u8) -> Vec<Spec> {
    let mut specs = Vec::new();
    for width in 1..=4u8 {
        for height in width.max(2)..=6 {
            let squares = width * height;
            if squares > most_squares {
                continue;
            }
            for blockers in 1..=2u8 {
                for normal in 0..=3 - blockers {
                    for white in 1..=3u8 {
                        let pieces = normal + blockers + white;
                        if pieces < squares && (squares <= 12 || pieces <= 4) {
                            specs.push(Spec::new(width, height, [normal, blockers, white]));
                        }
                    }
                }
            }
        }
    }
    specs
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_thesis_has_241_databases() {
        let count = |kind| thesis().iter().filter(|spec| spec.kind() == kind).count();
        assert_eq!(
            [DatabaseKind::Simple, DatabaseKind::Active, DatabaseKind::Blocker].map(count),
            [48, 87, 106]
        );
    }

    #[test]
    fn presets_name_each_database_once() {
        for preset in [Preset::Quick, Preset::Standard] {
            let specs = preset.specs();
            assert_eq!(specs.iter().collect::<HashSet<_>>().len(), specs.len());
            assert_eq!(Preset::by_name(preset.name()), Some(preset));
        }
        let standard: HashSet<Spec> = Preset::Standard.specs().into_iter().collect();
        assert!(Preset::Quick.specs().iter().all(|spec| standard.contains(spec)));
    }
}
