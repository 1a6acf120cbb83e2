//! The counts of the endgame databases in Song's thesis, appendix B.

use crate::table::{Comparison, TableResult, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_endgame::{DatabaseKind, Spec, defective_counts, normal_forms, published, unreduced};

tables! {
    "song-b1": "Song's thesis, table B.1: simple territory databases",
        COUNTS, |lab| compare(lab, DatabaseKind::Simple);
    "song-b2": "Song's thesis, table B.2: active area databases",
        COUNTS, |lab| compare(lab, DatabaseKind::Active);
    "song-b3": "Song's thesis, table B.3: blocker territory databases",
        COUNTS, |lab| compare(lab, DatabaseKind::Blocker);
}

const COUNTS: Protocol = Protocol::new(
    "normal forms, unreduced positions and defective positions of each database",
    Rule::Equal,
    "none, these are counts",
);

fn compare(lab: &Lab<'_>, kind: DatabaseKind) -> Result<TableResult, LabError> {
    let table = published(kind);
    let specs: Vec<Spec> = table.iter().map(|row| row.spec).collect();
    let defective = match kind {
        DatabaseKind::Simple => defective_counts(&specs, lab.progress, &lab.budget(None))?,
        _ => Vec::new(),
    };
    let mut rows = Vec::new();
    for (i, row) in table.iter().enumerate() {
        let (width, height) = row.spec.size();
        let forms = normal_forms(width, height, row.spec.material);
        let mut numbers = vec![("normal_forms", row.normal_forms, forms)];
        if let Some(expected) = row.unreduced {
            numbers.push(("unreduced", expected, unreduced(width, height, row.spec.material)));
        }
        if let Some(expected) = row.defective {
            numbers.push(("defective", expected, defective[i]));
        }
        rows.push(Comparison::new(row.spec.to_string(), &numbers));
    }
    Ok(rows.into())
}
