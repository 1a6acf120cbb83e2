//! The counts of Song's thesis, appendix B: every row of its three tables.

mod common;

use common::{Random, databases, sets, size};
use lastmove_endgame::plain::{Fill, Grid};
use lastmove_endgame::{Kind, Material, normal_forms, thesis, unreduced};

fn rows(text: &str) -> impl Iterator<Item = Vec<u64>> + '_ {
    text.lines().skip(1).map(|line| line.split(',').map(|n| n.parse().unwrap()).collect())
}

#[test]
fn simple_territories() {
    for row in rows(include_str!("data/simple_territory_databases.csv")) {
        let [w, h, queens, _defective, expected] = row[..] else { panic!() };
        let found = normal_forms(w as usize, h as usize, Material([queens as u8, 0, 0]));
        assert_eq!(found, expected, "{w}x{h} with {queens} queens");
    }
}

#[test]
fn active_areas() {
    for row in rows(include_str!("data/active_area_databases.csv")) {
        let [w, h, black, white, expected] = row[..] else { panic!() };
        let found = normal_forms(w as usize, h as usize, Material([black as u8, 0, white as u8]));
        assert_eq!(found, expected, "{w}x{h} with {black} against {white}");
    }
}

#[test]
fn blocker_territories() {
    for row in rows(include_str!("data/blocker_territory_databases.csv")) {
        let [w, h, queens, blockers, expected, raw] = row[..] else { panic!() };
        let material = Material([queens as u8, blockers as u8, 0]);
        let found = normal_forms(w as usize, h as usize, material);
        assert_eq!(found, expected, "{w}x{h} with {queens} queens and {blockers} blockers");
        assert_eq!(unreduced(w as usize, h as usize, material), raw);
    }
}

/// The last column of table B.1 takes the values of all positions; some of them are held against
/// plain search on the way.
#[test]
fn defective_territories() {
    let mut specs = thesis();
    specs.retain(|spec| spec.kind() == Kind::Simple);
    let databases = databases("defective", &specs);
    let mut found = databases.list().iter().map(lastmove_endgame::Database::header);
    let mut rows: Vec<Vec<u64>> =
        rows(include_str!("data/simple_territory_databases.csv")).collect();
    rows.sort_unstable();
    for row in &rows {
        let [w, h, queens, defective, forms] = row[..] else { panic!() };
        let header = found.next().unwrap();
        let spec = header.spec;
        assert_eq!([w, h, queens], [spec.width, spec.height, spec.material.0[0]].map(u64::from));
        assert_eq!((header.normal_forms, header.defective), (forms, defective), "{spec}");
    }
    assert!(found.next().is_none());
    let mut random = Random(5);
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
