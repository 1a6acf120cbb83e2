//! Writing a database from the tables of its build.

use super::coding::encode;
use super::header::{BLOCK, Header};
use crate::build::{Classes, Tables};
use crate::census::{defective, normal_forms};
use crate::frame::MAX_FRAME_SQUARES;
use crate::{DatabaseKind, Spec};
use lastmove_work::file::{WriteError, replace};
use std::path::Path;

/// Writes a territory database: one byte per position.
pub(crate) fn write_territory(
    folder: &Path,
    spec: Spec,
    tables: &Tables<u8>,
) -> Result<(), WriteError> {
    let mut entries = Vec::new();
    for_each_connected(spec, tables, |level| entries.extend_from_slice(level));
    let defective = if spec.kind() == DatabaseKind::Simple { defective(spec, tables) } else { 0 };
    let header = header(spec, 1, entries.len(), 0, 0, defective);
    write(folder, &header, &entries)
}

/// Writes an active database: numbers of classes, then the dictionary of the classes that occur, in
/// the order of their first occurrence, so that the file does not depend on how the build was split
/// among threads.
pub(crate) fn write_active(
    folder: &Path,
    spec: Spec,
    tables: &Tables<u32>,
    classes: &Classes,
) -> Result<(), WriteError> {
    const UNUSED: u32 = u32::MAX;
    let mut renumbered = vec![UNUSED; classes.len()];
    let mut count = 0;
    let mut entries = 0;
    for_each_connected(spec, tables, |level| {
        entries += level.len();
        for &class in level {
            if renumbered[class as usize] == UNUSED {
                renumbered[class as usize] = count;
                count += 1;
            }
        }
    });
    let mut codes: Vec<Vec<u8>> = vec![Vec::new(); count as usize];
    let wanted = |class: usize| renumbered[class] != UNUSED;
    classes.for_each(wanted, |number, class, forms| {
        encode(&class, forms, &mut codes[renumbered[number] as usize]);
    });
    let entry_bytes = match count {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xff_ffff => 3,
        _ => 4,
    };
    let dictionary: usize = codes.iter().map(Vec::len).sum();
    let mut body = Vec::with_capacity(entries * entry_bytes + 4 * codes.len() + 4 + dictionary);
    for_each_connected(spec, tables, |level| {
        for &class in level {
            let bytes = renumbered[class as usize].to_le_bytes();
            body.extend_from_slice(&bytes[..entry_bytes]);
        }
    });
    let mut at = 0u32;
    for code in &codes {
        body.extend_from_slice(&at.to_le_bytes());
        at += code.len() as u32;
    }
    body.extend_from_slice(&at.to_le_bytes());
    for code in &codes {
        body.extend_from_slice(code);
    }
    write(folder, &header(spec, entry_bytes, entries, count, dictionary, 0), &body)
}

/// The values of the connected shapes that fill the frame, by number of squares.
fn for_each_connected<V: Copy + Default + Send + Sync>(
    spec: Spec,
    tables: &Tables<V>,
    mut visit: impl FnMut(&[V]),
) {
    let frame = tables.frame_index(spec.size()).expect("the build covered the frame");
    for squares in spec.material.pieces().max(1)..=spec.frame().size().squares() {
        let length = spec.frame().connected(squares) * spec.material.placements(squares);
        visit(&tables.level(frame, squares)[..length]);
    }
}

fn header(
    spec: Spec,
    entry_bytes: usize,
    entries: usize,
    classes: u32,
    dictionary: usize,
    defective: u64,
) -> Header {
    let mut connected = [0; MAX_FRAME_SQUARES + 1];
    for (squares, count) in connected[..=spec.frame().size().squares()].iter_mut().enumerate() {
        *count = spec.frame().connected(squares) as u32;
    }
    let (width, height) = spec.size();
    Header {
        spec,
        entry_bytes,
        classes,
        entries: entries as u64,
        dictionary: dictionary as u64,
        normal_forms: normal_forms(width, height, spec.material),
        defective,
        connected,
    }
}

fn write(folder: &Path, header: &Header, body: &[u8]) -> Result<(), WriteError> {
    debug_assert_eq!(body.len() as u64, header.body());
    let mut sums = Vec::with_capacity(4 * header.blocks());
    for block in body.chunks(BLOCK) {
        sums.extend_from_slice(&crc32fast::hash(block).to_le_bytes());
    }
    replace(folder.join(header.spec.file_name()), |out| {
        out.write_all(&header.to_bytes())?;
        out.write_all(&sums)?;
        out.write_all(&crc32fast::hash(&sums).to_le_bytes())?;
        out.write_all(body)
    })
}
