//! The commands on regions and zugzwang.

mod common;

use common::{Folder, run};

#[test]
fn regions_as_json() {
    let plain = run(["regions", "--size", "6", "--json"]).json();
    assert_eq!(plain["regions"], 524);
    assert_eq!(plain["line_segment_graphs"], 199);
    assert_eq!(plain["amazons"], 0);
    assert_eq!(plain["defective"], serde_json::json!([]));
    let two = run(["regions", "--size", "6", "--amazons", "2", "--json"]).json();
    assert_eq!(two["defective"][0]["regions"], 145);
    assert_eq!(two["defective"][1]["defects"], 2);
    assert_eq!(two["defective"][1]["regions"], 23);
}

#[test]
fn zugzwangs_as_json_and_drawn() {
    let folder = Folder::new("zugzwangs");
    let path = folder.path().join("new/folder");
    let found = run(["zugzwang", "--size", "6", "--json", "--svg", path.to_str().unwrap()]).json();
    assert_eq!((&found["positions"], &found["line_segment_graphs"]), (&5.into(), &4.into()));
    assert_eq!(found["zugzwangs"].as_array().unwrap().len(), 5);
    assert_eq!(found["disagreements"], serde_json::json!([]));
    assert_eq!(std::fs::read_dir(&path).unwrap().count(), 5);
}

#[test]
fn counts_end_in_time_and_do_not_depend_on_threads() {
    for command in ["regions", "zugzwang"] {
        let size = if command == "regions" { "12" } else { "10" };
        let late = run([command, "--size", size, "--time", "50ms", "--threads", "2", "--json"]);
        assert_eq!(late.code, 3, "{late:?}");
        assert!(late.json()["error"].as_str().unwrap().contains("time"), "{late:?}");
        let line = |threads| {
            let mut found = run([command, "--size", "6", "--threads", threads, "--json"]).json();
            found["seconds"] = 0.into();
            found
        };
        assert_eq!(line("1"), line("2"));
    }
}

#[test]
fn more_amazons_than_squares_are_refused() {
    let refused = run(["regions", "--size", "3", "--amazons", "4"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--amazons 4: expected at most 3"), "{refused:?}");
}

#[test]
fn tables_agree() {
    let table = run(["reproduce", "muller-tegos-19", "--json"]).json();
    assert_eq!(table["differences"], 0);
}
