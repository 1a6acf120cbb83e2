//! The counts of Song's thesis, appendix B, for comparison with our own.

use crate::{DatabaseKind, Material, Spec};

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// which database
    pub spec: Spec,
    /// positions up to symmetry
    pub normal_forms: u64,
    /// all placements times all patterns of burnt squares, if the table has it
    pub unreduced: Option<u64>,
    /// territories that cannot be filled completely, if the table has it
    pub defective: Option<u64>,
}

/// The table of a kind: B.1 for simple territories (48 rows), B.2 for active areas (87), B.3 for
/// blocker territories (106). Nothing is published for constrained areas.
///
/// ```
/// use lastmove_endgame::{DatabaseKind, published};
/// assert_eq!(published(DatabaseKind::Active).len(), 87);
/// ```
pub fn published(kind: DatabaseKind) -> Vec<Row> {
    let text = match kind {
        DatabaseKind::Simple => include_str!("../data/simple_territory_databases.csv"),
        DatabaseKind::Active => include_str!("../data/active_area_databases.csv"),
        DatabaseKind::Blocker => include_str!("../data/blocker_territory_databases.csv"),
        DatabaseKind::Constrained => "",
    };
    text.lines().skip(1).filter_map(|line| row(kind, line)).collect()
}

fn row(kind: DatabaseKind, line: &str) -> Option<Row> {
    let numbers: Vec<u64> = line.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [width, height, a, b, c, ref rest @ ..] = numbers[..] else { return None };
    let small = |n: u64| n as u8;
    let (material, normal_forms, unreduced, defective) = match kind {
        DatabaseKind::Simple => ([small(a), 0, 0], c, None, Some(b)),
        DatabaseKind::Active => ([small(a), 0, small(b)], c, None, None),
        _ => ([small(a), small(b), 0], c, rest.first().copied(), None),
    };
    let spec = Spec { width: small(width), height: small(height), material: Material(material) };
    Some(Row { spec, normal_forms, unreduced, defective })
}
