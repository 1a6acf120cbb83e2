//! The counts of Song's thesis, appendix B: every row of its three tables.

use lastmove_endgame::{Material, normal_forms, unreduced};

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
