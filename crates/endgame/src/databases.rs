//! A set of open databases, and look-ups in it.

use crate::frame::{Frame, Framed};
use crate::{Database, Material, StoreError};
use lastmove_board::{Bits, Geometry, Size};
use std::path::Path;
use std::sync::OnceLock;

/// The open databases of a folder, which any number of threads may query.
///
/// A look-up that reads an altered block finds nothing, so that it cannot lead to a wrong answer;
/// [`Databases::fault`] then returns what was wrong.
#[derive(Debug, Default)]
pub struct Databases {
    name: String,
    list: Vec<Database>,
    /// `slot(spec)` to 1 + index in the list
    places: Vec<u16>,
    fault: OnceLock<StoreError>,
    /// the folder of databases that were built for this run only; it is removed after they are
    /// closed
    pub(crate) folder: Option<crate::locate::Temporary>,
}

/// An active area found in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AreaValue {
    /// index of the database in the list
    pub database: u16,
    /// the class there
    pub class: u32,
    /// whether the area is the *negative* of what the database holds: colours were exchanged
    pub negated: bool,
}

const MOST_QUEENS: usize = 4;
const MOST_WIDTH: usize = 4;
const MOST_HEIGHT: usize = 20;

/// The index of a database among those that can be looked up; `None` if it is too large for any.
#[inline]
fn slot(width: usize, height: usize, material: Material) -> Option<usize> {
    let [a, b, c] = material.0.map(usize::from);
    let known = width <= MOST_WIDTH && height <= MOST_HEIGHT && a.max(b).max(c) <= MOST_QUEENS;
    let queens = MOST_QUEENS + 1;
    let frame = width * (MOST_HEIGHT + 1) + height;
    known.then(|| ((frame * queens + a) * queens + b) * queens + c)
}

impl Databases {
    /// No databases: every look-up finds nothing.
    pub fn none() -> Self {
        Self { name: "none".to_owned(), ..Self::default() }
    }

    /// Opens all databases of a folder. Answers refer to the set by `name`.
    ///
    /// # Errors
    /// If a database file there is damaged. A missing folder has no databases.
    pub fn open(name: &str, folder: &Path) -> Result<Self, StoreError> {
        let io = |source| StoreError::Io { path: folder.to_owned(), source };
        let mut list = Vec::new();
        if folder.is_dir() {
            for entry in std::fs::read_dir(folder).map_err(io)? {
                let path = entry.map_err(io)?.path();
                if path.extension().is_some_and(|e| e == "endgame") {
                    list.push(Database::open(&path)?);
                }
            }
        }
        list.sort_by_key(|database| {
            let spec = database.spec();
            (spec.kind(), spec)
        });
        let most = Material([MOST_QUEENS as u8; 3]);
        let last = slot(MOST_WIDTH, MOST_HEIGHT, most).expect("the last slot");
        let mut places = vec![0; last + 1];
        for (i, database) in list.iter().enumerate() {
            let (width, height) = database.spec().size();
            if let Some(slot) = slot(width, height, database.spec().material) {
                places[slot] = i as u16 + 1;
            }
        }
        Ok(Self { name: name.to_owned(), list, places, ..Self::default() })
    }

    /// The same set without the kinds for which `keep` returns `false`: look-ups of these find
    /// nothing. For comparisons.
    #[must_use]
    pub fn restricted(mut self, keep: impl Fn(crate::DatabaseKind) -> bool) -> Self {
        for place in &mut self.places {
            let index = place.checked_sub(1).map(usize::from);
            if index.is_some_and(|i| !keep(self.list[i].spec().kind())) {
                *place = 0;
            }
        }
        self
    }

    /// The name of this set in answers.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The databases, by kind, frame and material.
    pub fn list(&self) -> &[Database] {
        &self.list
    }
    /// A checksum of the databases in this set; its name does not matter.
    pub fn fingerprint(&self) -> u32 {
        let sums: Vec<u8> =
            self.list.iter().flat_map(|database| database.checksum().to_le_bytes()).collect();
        crc32fast::hash(&sums)
    }
    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// The first altered block that a look-up has read.
    pub fn fault(&self) -> Option<&StoreError> {
        self.fault.get()
    }

    /// The index of the database with this material and frame, in either orientation.
    #[inline]
    fn place(&self, width: usize, height: usize, material: Material) -> Option<u16> {
        let slot = slot(width.min(height), width.max(height), material)?;
        self.places.get(slot)?.checked_sub(1)
    }

    /// The entry of a connected area, and the index of its database.
    #[inline]
    fn find<B: Bits>(&self, size: Size, area: B, sets: [B; 3]) -> Option<(u16, u32)> {
        let counts = sets.map(|set| set.count());
        if counts.iter().any(|&n| n as usize > MOST_QUEENS) {
            return None;
        }
        let framed = Framed::of(size, area)?;
        let material = Material(counts.map(|n| n as u8));
        let place = self.place(framed.width, framed.height, material)?;
        let frame = Frame::get(framed.width, framed.height);
        let sets = sets.map(|set| framed.cut(set));
        match self.list[place as usize].entry(frame, framed.cut(area), sets) {
            Ok(entry) => entry.map(|entry| (place, entry)),
            Err(error) => {
                let _ = self.fault.set(error);
                None
            }
        }
    }

    /// The most moves that the owner of a connected territory can make with normal queens and
    /// blockers, whose first move must shoot back. `area` includes the squares of the queens.
    #[inline]
    pub fn territory<B: Bits>(&self, size: Size, area: B, normal: B, blockers: B) -> Option<u32> {
        self.find(size, area, [normal, blockers, B::NONE]).map(|(_, moves)| moves)
    }

    /// Like [`Databases::territory`] for an area of any number of parts: their sum. Parts without
    /// queens or without empty squares count 0.
    pub fn territories<B: Bits>(
        &self,
        geometry: &Geometry<B>,
        area: B,
        normal: B,
        blockers: B,
    ) -> Option<u32> {
        let mut total = 0;
        for part in geometry.components(area) {
            let queens = part & (normal | blockers);
            if !queens.is_empty() && queens != part {
                total += self.territory(geometry.size(), part, part & normal, part & blockers)?;
            }
        }
        Some(total)
    }

    /// The value of a connected active area.
    #[inline]
    pub fn active<B: Bits>(&self, size: Size, area: B, black: B, white: B) -> Option<AreaValue> {
        let negated = black.count() < white.count();
        let (more, fewer) = if negated { (white, black) } else { (black, white) };
        let (database, class) = self.find(size, area, [more, B::NONE, fewer])?;
        Some(AreaValue { database, class, negated })
    }

    /// The value of a connected area in which the blockers of one side, the owner, are subject to
    /// the blocker constraint, as a game in which the owner is Left: a lower bound for the owner.
    #[inline]
    pub fn constrained<B: Bits>(
        &self,
        size: Size,
        area: B,
        normal: B,
        blockers: B,
        opponents: B,
    ) -> Option<AreaValue> {
        if blockers.is_empty() {
            return self.active(size, area, normal, opponents);
        }
        let (database, class) = self.find(size, area, [normal, blockers, opponents])?;
        Some(AreaValue { database, class, negated: false })
    }

    /// The thermograph of an area that was found and, if it is simple, its exact value.
    pub fn value(
        &self,
        found: AreaValue,
        mut forms: Option<&mut lastmove_values::Forms>,
    ) -> Result<crate::StoredValue, StoreError> {
        let database = &self.list[found.database as usize];
        let mut value = database.class(found.class, forms.as_deref_mut())?;
        if found.negated {
            value = value.negated(forms);
        }
        Ok(value)
    }
}
