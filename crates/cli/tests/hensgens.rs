//! The tables of Hensgens' thesis.

mod common;

use common::{Folder, run};

#[test]
fn two_ply_lines_of_4x4() {
    let table = run(["reproduce", "hensgens-4x4", "--json"]).json();
    assert_eq!(table["differences"], 0);
    assert_eq!(table["rows"][0]["found"], serde_json::json!({"lines": 4336, "black_wins": 1566}));
    assert_eq!(table["rows"][1]["found"]["black_wins"], 45);
    assert_eq!(table["rows"][2]["found"]["black_wins"], 1);
}

#[test]
fn complexity_with_a_chart() {
    let folder = Folder::new("complexity");
    let path = folder.path().to_str().unwrap();
    let table = ["reproduce", "hensgens-complexity", "--games", "1", "--time-per-move", "0.002"];
    let table = run([&table[..], &["--output", path, "--json"]].concat()).json();
    let rows = table["rows"].as_array().unwrap();
    assert_eq!((&rows[0]["published"], &rows[0]["found"]), (&40.0.into(), &40.81.into()));
    assert!(rows[3]["found"].as_f64().unwrap() > 20.0, "{rows:?}");
    // the two moves of the opening
    assert_eq!(rows[5]["found"].as_f64(), Some(2176.0));
    assert!(folder.path().join("hensgens-branching.svg").exists());
}

#[test]
fn a_short_match_and_bad_times() {
    let arguments =
        ["reproduce", "hensgens-6", "--games", "1", "--time-per-move", "0.005", "--json"];
    let table = run(arguments).json();
    let rows = table["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for (row, games) in rows.iter().zip([1, 1, 2]) {
        let wins = |name: &str| row["found"][name].as_u64().unwrap();
        assert_eq!(wins("white_wins") + wins("black_wins"), games);
        assert!(row["found"]["plies"].as_f64().unwrap() > 20.0, "{row}");
    }
    let refused = run(["reproduce", "hensgens-6", "--time-per-move", "0"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("0.001 to 3600"), "{refused:?}");
}

#[test]
fn the_database_of_4x4_as_a_file() {
    let folder = Folder::new("database-4x4");
    let path = folder.path().to_str().unwrap();
    let table = run(["reproduce", "hensgens-4x4", "--output", path, "--json"]).json();
    let row = &table["rows"][0];
    assert_eq!((&row["published"]["lines"], &row["found"]["lines"]), (&4332.into(), &4336.into()));
    assert_eq!(row["verdict"], "slip");
    assert!(row["note"].as_str().unwrap().contains("appendix C"), "{row}");
    let text = std::fs::read_to_string(folder.path().join("hensgens-4x4.tsv")).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(lines.len(), 4336);
    assert_eq!(lines.iter().filter(|line| line.contains("\tblack\t")).count(), 1566);
}

#[test]
fn few_games_are_too_few() {
    let arguments = ["reproduce", "hensgens-6", "--games", "1", "--time-per-move", "0.005"];
    let said = run(arguments);
    assert!(said.stdout.contains("too few games to tell: share of wins"), "{said:?}");
}

#[test]
fn best_lines_and_widening() {
    let arguments = "reproduce hensgens-lines --time 200ms --count cpu --databases none --json";
    let lines = run(arguments.split(' ')).json();
    let rows = lines["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 8 + 17);
    assert!(rows.iter().all(|row| row["mistake"] != "yes"));
    assert!(rows[..8].iter().all(|row| row["winner"] == "black"));
    assert!(rows[1..8].iter().all(|row| row["mistake"] == "no"));
    // a move is not judged if its ply was not solved
    let judged = |row: &serde_json::Value| row["mistake"].is_string();
    assert!(rows.iter().all(|row| !row["winner"].is_null() || !judged(row)));
    assert!(rows.iter().filter(|row| judged(row)).count() > 8);
    let widths = run(["reproduce", "hensgens-widening", "--time", "10ms", "--json"]).json();
    assert_eq!(widths["rows"][5]["pub_result"], "won");
}

/// Each table is judged by what it is about, and its answer says so.
#[test]
fn tables_say_what_they_judge() {
    let table = |name: &str| {
        let arguments = ["reproduce", name, "--games", "1", "--time-per-move", "0.002", "--json"];
        run(arguments).json()
    };
    let one = table("hensgens-1");
    assert!(one["quantity"].as_str().unwrap().contains("legal moves"), "{one}");
    assert!(one["differs"].as_str().unwrap().contains("two random plies"), "{one}");
    let rows = one["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    let note = rows[6]["note"].as_str().unwrap();
    assert!(note.contains("White's moves") && !note.contains("share"), "{note}");
    assert_eq!(rows[6]["published"]["branching_black"], -36.9);
    let eight = table("hensgens-8");
    let rows = eight["rows"].as_array().unwrap();
    assert_eq!(rows[0]["published"]["nodes_white"], 13_024_507);
    assert_eq!(rows[2]["published"]["white_wins"], 123);
    assert!(rows[2]["note"].as_str().unwrap().contains("share of nodes"), "{eight}");
    let start = table("hensgens-start");
    // five series, each published, with random plies and without
    assert_eq!(start["rows"].as_array().unwrap().len(), 15);
    assert_eq!(start["rows"][2]["random_plies"], 0);
}

/// Tables 1 and 2 count the same games: the second plays none. New games are added to the stored
/// ones.
#[test]
fn tables_share_their_games() {
    let folder = Folder::new("shared-games");
    let path = folder.path().to_str().unwrap();
    let series = |table: &str, games: &str| {
        let arguments = ["reproduce", "--all", "--only", table, "--output", path, "--games", games];
        let done =
            run([&arguments[..], &["--time-per-move", "0.002", "--threads", "2", "-q"]].concat());
        assert_eq!(done.code, 0, "{done:?}");
        std::fs::read_to_string(folder.path().join("tables/hensgens.series")).unwrap()
    };
    let first = series("hensgens-1", "1");
    // both short, both long, and one short; the rows of the other machine have the same players
    assert_eq!(first.lines().count(), 3);
    assert_eq!(series("hensgens-2", "1"), first);
    std::fs::remove_file(folder.path().join("tables/hensgens-2.json")).unwrap();
    let wins = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        (0..2).map(|side| line["measured"]["wins"][side].as_u64().unwrap()).collect::<Vec<_>>()
    };
    for (one, two) in first.lines().zip(series("hensgens-2", "2").lines()) {
        let (one, two) = (wins(one), wins(two));
        assert_eq!(two.iter().sum::<u64>(), 2);
        assert!(one.iter().zip(&two).all(|(one, two)| one <= two), "{one:?}, {two:?}");
    }
}
