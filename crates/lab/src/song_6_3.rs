//! Song's thesis, section 6.3: the size of the databases of simple territories if they stored only
//! their defective positions, and no best moves.

use crate::table::{Measured, TableResult, rounded, tables};
use crate::{Lab, LabError, Protocol, Rule};
use lastmove_endgame::{DatabaseKind, Spec, defective_only, normal_forms, published};
use serde_json::{Value, json};

tables! {
    "song-6.3": "Song's thesis, section 6.3: simple territory databases of defective positions alone",
        PROTOCOL, measure;
}

const PROTOCOL: Protocol = Protocol::new(
    "positions and bytes of the simple databases, whole and with defective positions alone",
    Rule::Beside,
    "the thesis proposes it without numbers; its bytes are computed from its description of an entry",
);

/// Bytes of a number in his files.
const INTEGER: u64 = 4;

/// The size of a database as a whole, and that of its defective positions only.
#[derive(Clone, Copy, Default)]
struct Sizes {
    /// positions up to symmetry: the entries of his files
    positions: [u64; 2],
    /// bytes of his files: a letter for each square, the value, the best move
    thesis_bytes: [u64; 2],
    /// the entries of ours, in which symmetric shapes include their mirror images
    entries: [u64; 2],
    /// bytes of ours without headers: one for each entry, or five for each listed one
    bytes: [u64; 2],
}

fn measure(lab: &Lab<'_>) -> Result<TableResult, LabError> {
    let specs: Vec<Spec> = published(DatabaseKind::Simple).iter().map(|row| row.spec).collect();
    let lists = defective_only(&specs, lab.progress, &lab.budget(None))?;
    let mut measured = Measured::with("none");
    let mut all = Sizes::default();
    for (spec, list) in specs.iter().zip(&lists) {
        let (width, height) = spec.size();
        let (positions, defective) = (normal_forms(width, height, spec.material), list.positions());
        let letters = u64::from(spec.width) * u64::from(spec.height);
        let sizes = Sizes {
            positions: [positions, defective],
            thesis_bytes: [positions * (letters + 2 * INTEGER), defective * (letters + INTEGER)],
            entries: [list.entries() as u64, list.listed() as u64],
            bytes: [list.entries() as u64, list.bytes() as u64],
        };
        all.add(&sizes);
        measured.rows.push(sizes.row(&spec.to_string()));
    }
    measured.rows.push(all.row("all"));
    let longest = lists.iter().map(|list| list.listed()).max().unwrap_or(0);
    let steps = usize::BITS - longest.leading_zeros();
    measured.notes = vec![
        "only: the defective positions alone. thesis: an entry has a letter for each square, a value \
         and a best move of 4 bytes each; without best moves where only defective ones are kept"
            .to_owned(),
        "ours: a byte for each entry, whose number tells the position; where only defective ones are \
         kept, 4 bytes for that number and a byte for the moves"
            .to_owned(),
        format!(
            "a look-up searches the list for the number of its entry, in at most {steps} steps; what \
             is not in the list has as many moves as empty squares"
        ),
    ];
    Ok(measured.into())
}

impl Sizes {
    fn add(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.positions, other.positions),
            (&mut self.thesis_bytes, other.thesis_bytes),
            (&mut self.entries, other.entries),
            (&mut self.bytes, other.bytes),
        ] {
            mine.iter_mut().zip(theirs).for_each(|(mine, more)| *mine += more);
        }
    }

    fn row(&self, database: &str) -> Value {
        let [positions, defective] = self.positions;
        json!({
            "database": database,
            "positions": positions,
            "defective": defective,
            "percent": rounded(100.0 * defective as f64 / positions.max(1) as f64),
            "thesis_bytes": self.thesis_bytes[0],
            "thesis_bytes_only": self.thesis_bytes[1],
            "our_entries": self.entries[0],
            "our_entries_only": self.entries[1],
            "our_bytes": self.bytes[0],
            "our_bytes_only": self.bytes[1],
        })
    }
}
