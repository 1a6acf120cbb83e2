//! Checking databases: all checksums, and a random sample recomputed by search.

use crate::frame::Frame;
use crate::plain::{Fill, Grid, PlainArea};
use crate::{Database, DatabaseKind, Databases, StoreError};
use lastmove_values::{FormEvaluator, Forms, ThermographEvaluator, ThermographStore};
use lastmove_work::{Budget, Progress, Random, Stage, Stop};
use rayon::prelude::*;
use thiserror::Error;

/// Why a check failed.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The check was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// A file is damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A value differs from the result of a search.
    #[error("{}: wrong value: {position} is {found} there, but search says {expected}; delete the file and run `lastmove db build`", path.display())]
    Wrong {
        /// which file
        path: std::path::PathBuf,
        /// the position
        position: String,
        /// the value in the database
        found: String,
        /// the value by search
        expected: String,
    },
}

/// The result of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// databases
    pub databases: usize,
    /// bytes with correct checksums
    pub bytes: u64,
    /// positions that were recomputed
    pub recomputed: u64,
}

/// The most empty squares of the territories and of the active areas that are searched.
const MOST_EMPTY: [usize; 2] = [9, 7];

/// Verifies all checksums, and recomputes `samples` positions in all, drawn at random from those
/// with few empty squares.
pub fn check(
    databases: &Databases,
    samples: u64,
    seed: u64,
    progress: &dyn Progress,
    budget: &Budget,
) -> Result<Checked, CheckError> {
    let count = databases.list().len() as u64;
    let bytes: u64 = databases.list().iter().map(|d| d.header().file_length()).sum();
    let stage = Stage::new(progress, "checking endgame databases", Some(bytes));
    let one = |(i, database): (usize, &Database)| {
        budget.check()?;
        database.check()?;
        let frame = database.spec().frame();
        let shapes = |squares: usize| frame.connected(squares) as u32;
        let counted = &database.header().connected;
        if (0..=frame.size().squares()).any(|squares| counted[squares] != shapes(squares)) {
            let place = "the list of shapes".to_owned();
            return Err(StoreError::Altered { path: database.path().to_owned(), place }.into());
        }
        let share = samples / count + u64::from((i as u64) < samples % count);
        let random = &mut Random::new(seed ^ (i as u64).wrapping_mul(0x2545_f491_4f6c_dd1d));
        let recomputed = (0..share).try_fold(0, |n, _| {
            budget.check()?;
            recompute(database, frame, random).map(|done| n + u64::from(done))
        })?;
        stage.advance(database.header().file_length());
        Ok(recomputed)
    };
    let recomputed = databases.list().par_iter().enumerate().map(one);
    let recomputed = recomputed.try_reduce(|| 0, |a, b| Ok::<u64, CheckError>(a + b))?;
    Ok(Checked { databases: databases.list().len(), bytes, recomputed })
}

/// Recomputes one position; returns whether there was one to choose.
fn recompute(database: &Database, frame: &Frame, random: &mut Random) -> Result<bool, CheckError> {
    let material = database.spec().material;
    let territory = matches!(database.spec().kind(), DatabaseKind::Simple | DatabaseKind::Blocker);
    let most = material.pieces() + MOST_EMPTY[usize::from(!territory)];
    let levels = material.pieces().max(1)..=most.min(frame.size().squares());
    let weight = |n: usize| (frame.connected(n) * material.placements(n)) as u64;
    let total: u64 = levels.clone().map(weight).sum();
    if total == 0 {
        return Ok(false);
    }
    let mut at = random.below(total as usize) as u64;
    let mut squares = *levels.start();
    while at >= weight(squares) {
        at -= weight(squares);
        squares += 1;
    }
    let shape = frame.shapes(squares)[(at / material.placements(squares) as u64) as usize];
    let mut left = shape;
    let sets = material.0.map(|count| {
        let set = random.subset(left.into(), usize::from(count)) as u32;
        left &= !set;
        set
    });
    let [normal, blockers, opponents] = sets;
    let area = PlainArea { empty: left, normal, blockers, opponents };
    let grid = Grid { width: frame.size().width(), height: frame.size().height() };
    let wrong = |found: String, expected: String| CheckError::Wrong {
        path: database.path().to_owned(),
        position: describe(grid, &area),
        found,
        expected,
    };
    let entry = database.entry(frame, shape, sets)?.expect("a connected shape");
    if territory {
        let moves = Fill::default().moves(grid, &area);
        if moves != entry {
            return Err(wrong(entry.to_string(), moves.to_string()));
        }
        return Ok(true);
    }
    let mut forms = FormEvaluator::new(grid, Forms::new());
    let value = database.class(entry, Some(forms.forms()))?;
    let mut thermographs = ThermographEvaluator::new(grid, ThermographStore::new());
    let id = thermographs.thermograph(&area).expect("small boards have small values");
    let expected = thermographs.store().get(id);
    if value.thermograph != expected {
        return Err(wrong(format!("{:?}", value.thermograph), format!("{expected:?}")));
    }
    if let (Some(exact), Ok(expected)) = (value.exact, forms.value(&area))
        && exact != expected
    {
        let mut text = |game| forms.forms().print(game, 200).unwrap_or_default();
        return Err(wrong(text(exact), text(expected)));
    }
    Ok(true)
}

/// The position string of an area; the owner is Black.
fn describe(grid: Grid, area: &PlainArea) -> String {
    let letter = |square: usize| match square {
        s if area.normal >> s & 1 == 1 => 'q',
        s if area.blockers >> s & 1 == 1 => 'b',
        s if area.opponents >> s & 1 == 1 => 'Q',
        s if area.empty >> s & 1 == 1 => '.',
        _ => '*',
    };
    let row = |y: usize| (0..grid.width).map(|x| letter(y * grid.width + x)).collect::<String>();
    (0..grid.height).map(row).collect::<Vec<_>>().join("/")
}
