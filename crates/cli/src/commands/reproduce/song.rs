//! The counts of the endgame databases in Song's thesis, appendix B.

use super::{Row, Table};
use crate::failure::Failure;
use crate::session::Session;
use lastmove_endgame::{Kind, Spec, defective_counts, normal_forms, published, unreduced};

pub(super) const B1: Table = Table {
    name: "song-b1",
    about: "Song's thesis, table B.1: simple territory databases",
    compare: |session, _| compare(Kind::Simple, session),
};

pub(super) const B2: Table = Table {
    name: "song-b2",
    about: "Song's thesis, table B.2: active area databases",
    compare: |session, _| compare(Kind::Active, session),
};

pub(super) const B3: Table = Table {
    name: "song-b3",
    about: "Song's thesis, table B.3: blocker territory databases",
    compare: |session, _| compare(Kind::Blocker, session),
};

fn compare(kind: Kind, session: &Session) -> Result<Vec<Row>, Failure> {
    let table = published(kind);
    let specs: Vec<Spec> = table.iter().map(|row| row.spec).collect();
    let defective = match kind {
        Kind::Simple => defective_counts(&specs, &*session.progress, &session.cancel)
            .map_err(|stop| Failure::stopped(stop, "a count cannot be resumed, run it again"))?,
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
        rows.push(Row::new(row.spec.to_string(), &numbers));
    }
    Ok(rows)
}
