//! `reproduce`: the tables of Song's thesis that are measured on sample games, and his section 6.3.

mod common;

use common::{Folder, line, run};

#[test]
fn games_of_the_strong_player_are_kept_and_taken_again() {
    let folder = Folder::new("strong-games");
    let path = folder.path().to_str().unwrap();
    let table = |games, seconds| {
        let arguments = ["reproduce", "song-table-5.2", "--player", "strong", "--games", games];
        let rest = ["--time-per-move", seconds, "--databases", "none", "--output", path, "--json"];
        run(arguments.into_iter().chain(rest))
    };
    let one = table("1", "0.001").json();
    let file = folder.path().join("games/5x6-strong.sgf");
    let first = std::fs::read_to_string(&file).unwrap();
    assert!(first.contains("GC[0.001 s of processor time a move, seed 1]"), "{first}");
    assert!(one["notes"][0].as_str().unwrap().contains("the strong player"), "{one}");
    // the same game gives the same table
    assert_eq!(table("1", "0.001").json()["rows"], one["rows"]);
    // another game is appended
    table("2", "0.001").json();
    let both = std::fs::read_to_string(&file).unwrap();
    assert!(both.starts_with(&first) && both.contains("GN[game 2]"), "{both}");
    // games with other terms are refused
    let refused = table("1", "0.002");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("5x5-strong.sgf"), "{refused:?}");
}

#[test]
fn as_many_positions_of_a_game_as_one_likes() {
    let rows = |more: &str| {
        let run = line(&format!("reproduce song-13 --time 1ms --databases none --json{more}"));
        run.json()["rows"].as_array().unwrap().len()
    };
    // three games, two searches, eight subsets
    assert_eq!(rows(""), 4 * 3 * 2 * 8);
    assert_eq!(rows(" --positions 3"), 3 * 3 * 2 * 8);
}

#[test]
fn boards_that_take_too_long_are_open() {
    let rows = line("reproduce song-table-1 --time 200ms --databases none --json").json();
    let found = |board: &str| {
        let rows = rows["rows"].as_array().unwrap();
        rows.iter().find(|row| row["board"] == board).unwrap()["found"].clone()
    };
    assert_eq!(found("5x6"), "open");
    assert_eq!(found("6x5"), "open");
    let four = line("reproduce song-table-1 --games 1 --databases none --json").json();
    assert_eq!(four["rows"].as_array().unwrap().len(), 1);
    assert_eq!(four["rows"][0]["found"], 2);
}

/// Table B.1 has 13,921 defective positions of 5,730,586.
#[test]
fn defective_positions_alone_take_little() {
    let table = line("reproduce song-6.3 --json").json();
    let rows = table["rows"].as_array().unwrap();
    let all = rows.last().unwrap();
    assert_eq!(rows.len(), 49);
    assert_eq!((&all["database"], &all["positions"]), (&"all".into(), &5_730_586.into()));
    assert_eq!(all["defective"], 13_921);
    let number = |name: &str| all[name].as_u64().unwrap();
    assert!(number("thesis_bytes") > 400 * number("thesis_bytes_only"), "{all}");
    assert!(number("our_bytes") > 50 * number("our_bytes_only"), "{all}");
}
