//! `reproduce --list` and `reproduce --all`.

mod common;

use common::{Folder, line, run};

#[test]
fn every_item_of_the_sources_is_listed() {
    let list = line("reproduce --list --json").json();
    let items = list["items"].as_array().unwrap();
    assert!(items.len() > 70, "{}", items.len());
    assert!(items.iter().all(|item| !item["target"].is_null() || !item["why"].is_null()));
    assert!(line("reproduce --list").stdout.contains("muller-tegos-figures"));
}

#[test]
fn all_tables_go_on_where_they_were_stopped() {
    let folder = Folder::new("campaign");
    let path = folder.path().to_str().unwrap();
    let run = |hours| {
        let arguments = ["reproduce", "--all", "--output", path, "--hours", hours, "--json", "-q"];
        run(arguments).json()
    };
    let none = run("0");
    assert_eq!(none["tables"].as_array().unwrap().len(), 0);
    let all = none["remaining"].as_array().unwrap().len();
    let first = run("0.000000001");
    let kept = first["tables"].as_array().unwrap().len();
    assert!(kept >= 1 && kept < all, "{first}");
    assert_eq!(first["tables"][0]["agree"], 48);
    let page = |name| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let line = "| [`song-b1`](tables/song-b1.md) | Song, thesis, table B.1 | 48 | 48 |";
    assert!(page("README.md").contains(line));
    // links only to existing pages
    assert!(!page("README.md").contains("measurements.md"));
    assert!(page("tables/song-b1.md").contains("| simple-1x2-1 | 1 | 1 | 0 | 0 | agrees |"));
    let second = run("0.000000001");
    assert!(second["tables"].as_array().unwrap().len() > kept);
    // stored tables are not computed again
    assert_eq!(run("0")["tables"], second["tables"]);
    // the error names a damaged file
    std::fs::write(folder.path().join("tables/song-b1.json"), "{").unwrap();
    let refused = common::run(["reproduce", "--all", "--output", path, "--hours", "0"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("song-b1.json"), "{refused:?}");
    assert_eq!(common::line("reproduce --all").code, 2);
}

#[test]
fn a_campaign_can_be_told_its_tables() {
    let folder = Folder::new("campaign-only");
    let path = folder.path().to_str().unwrap();
    let only = |names| run(["reproduce", "--all", "--output", path, "--only", names, "--json"]);
    let kept = only("song-b2,muller-tegos-19").json();
    let names: Vec<_> = kept["tables"].as_array().unwrap().iter().map(|t| &t["table"]).collect();
    assert_eq!(names, ["song-b2", "muller-tegos-19"]);
    assert_eq!(only("song-b9").code, 2);
    // two runs cannot use the folder at the same time
    let tables = std::fs::File::open(folder.path().join("tables")).unwrap();
    tables.lock().unwrap();
    let refused = only("song-b1");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("another run is writing here"), "{refused:?}");
    drop(tables);
    assert_eq!(only("song-b1").code, 0);
}
