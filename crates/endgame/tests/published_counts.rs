//! The counts of Song's thesis, appendix B: every row of its three tables.

mod common;

use common::{RandomArea, databases, sets, size};
use lastmove_endgame::plain::{Fill, Grid};
use lastmove_endgame::{
    DatabaseKind, Row, Spec, defective_counts, normal_forms, published, thesis, unreduced,
};
use lastmove_work::{Budget, Random, Silent};

#[test]
fn normal_forms_and_unreduced_positions() {
    let mut specs = Vec::new();
    for (kind, rows) in
        [(DatabaseKind::Simple, 48), (DatabaseKind::Active, 87), (DatabaseKind::Blocker, 106)]
    {
        let table = published(kind);
        assert_eq!(table.len(), rows);
        for Row { spec, normal_forms: expected, unreduced: raw, .. } in table {
            let (w, h) = spec.size();
            assert_eq!(spec.kind(), kind);
            assert_eq!(normal_forms(w, h, spec.material), expected, "{spec}");
            assert_eq!(raw.is_some(), kind == DatabaseKind::Blocker);
            assert!(raw.is_none_or(|raw| raw == unreduced(w, h, spec.material)), "{spec}");
            specs.push(spec);
        }
    }
    let mut ours = thesis();
    ours.sort_unstable();
    specs.sort_unstable();
    assert_eq!(ours, specs);
}

/// The last column of table B.1 needs the values of all positions; some of them are compared with
/// plain search on the way.
#[test]
fn defective_territories() {
    let table = published(DatabaseKind::Simple);
    let specs: Vec<Spec> = table.iter().map(|row| row.spec).collect();
    let counts = defective_counts(&specs, &Silent, &Budget::default()).unwrap();
    let databases = databases("defective", &specs);
    for (row, count) in table.iter().zip(counts) {
        let found = databases.list().iter().map(|database| database.header());
        let header = found.clone().find(|header| header.spec == row.spec).unwrap();
        assert_eq!(header.normal_forms, row.normal_forms, "{}", row.spec);
        assert_eq!(Some(header.defective), row.defective, "{}", row.spec);
        assert_eq!(count, header.defective);
    }
    let mut random = Random::new(5);
    let mut checked = 0;
    for spec in specs.iter().filter(|spec| spec.width * spec.height > 9) {
        let grid = Grid { width: spec.width.into(), height: spec.height.into() };
        for _ in 0..40 {
            let Some(area) = random.area(grid, spec.material, 0) else { continue };
            if area.empty.count_ones() <= 8 {
                let [squares, normal, blockers, _] = sets::<u64>(&area);
                let found = databases.territory(size(grid), squares, normal, blockers);
                assert_eq!(found, Some(Fill::default().moves(grid, &area)), "{spec} {area:?}");
                checked += 1;
            }
        }
    }
    println!("{checked} values");
    assert!(checked > 100);
}
