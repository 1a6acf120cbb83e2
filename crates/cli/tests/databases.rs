//! Endgame databases from the command line.

mod common;

use common::{Folder, LASTMOVE, Run, command, line, run};
#[cfg(unix)]
use common::{signal, wait_until_at_work};
use std::process::{Command, Stdio};

#[test]
fn built_listed_checked_and_noticed_when_altered() {
    let folder = Folder::new("databases");
    let dir = folder.path().join("quick");
    let dir = dir.to_str().unwrap();
    let built = run(["db", "build", "quick", "--dir", dir, "--json", "--quiet"]);
    assert_eq!((built.code, built.stderr.as_str()), (0, ""));
    let built = built.json();
    assert_eq!((built["preset"].as_str(), built["kept"].as_u64()), (Some("quick"), Some(0)));
    let again = run(["db", "build", "quick", "--dir", dir, "--json"]).json();
    assert_eq!((&again["made"], &again["kept"]), (&0.into(), &built["made"]));

    let list = run(["db", "list", "--databases", dir, "--json"]).json();
    let databases = list["databases"].as_array().unwrap();
    assert_eq!(databases.len() as u64, built["made"].as_u64().unwrap());
    let find = |kind: &str, fields: &[(&str, u64)]| {
        let fits = |d: &&serde_json::Value| {
            d["kind"] == kind && fields.iter().all(|&(name, n)| d[name] == n)
        };
        databases.iter().find(fits).unwrap_or_else(|| panic!("{kind} {fields:?}"))
    };
    let simple = find("simple", &[("width", 3), ("height", 4), ("queens", 1)]);
    assert_eq!(simple["defective"].as_u64(), Some(40));
    assert!(simple["bytes"].as_u64().unwrap() > 3000);
    find("active", &[("width", 3), ("height", 4), ("black", 2), ("white", 2)]);
    let blocker = find("blocker", &[("width", 1), ("height", 3), ("blockers", 1)]);
    assert_eq!((&blocker["normal_forms"], &blocker["unreduced"]), (&2.into(), &12.into()));
    assert_eq!(blocker["normal_queens"], 0);
    find("constrained", &[("width", 3), ("height", 3), ("blockers", 1), ("opponents", 1)]);

    let check = run(["db", "check", "--databases", dir, "--samples", "200", "--json"]);
    assert_eq!(check.code, 0, "{check:?}");
    assert_eq!(check.json()["recomputed"], 200);
    let file = folder.path().join("quick/active-3x4-2-2.endgame");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    std::fs::write(&file, bytes).unwrap();
    let check = run(["db", "check", "--databases", dir, "--json"]);
    assert_eq!(check.code, 1);
    let error = check.json()["error"].as_str().unwrap().to_owned();
    assert!(error.contains("active-3x4-2-2") && error.contains("altered"), "{error}");
}

#[test]
fn areas_are_looked_up() {
    let hot = run(["db", "query", "q1Q/2*", "--json"]).json();
    assert_eq!(hot["databases"], "quick");
    let area = &hot["areas"][0];
    assert_eq!((&area["kind"], &area["database"]), (&"active".into(), &"active-2x3-1-1".into()));
    assert_eq!((&area["mean"], &area["temperature"]), (&"3/4".into(), &"5/4".into()));
    assert!(!area["best_moves"]["black"].as_array().unwrap().is_empty());

    // two territories
    let two = run(["db", "query", "q2*Q3", "--json"]).json();
    let values: Vec<_> = two["areas"].as_array().unwrap().iter().map(|a| &a["canonical"]).collect();
    assert_eq!(values, ["2", "-3"]);
    let best = &two["areas"][0]["best_moves"];
    assert_eq!(best["black"], serde_json::json!(["a1-b1/a1", "a1-b1/c1", "a1-c1/a1"]));
    assert_eq!(best["white"], serde_json::json!([]));

    let bound = run(["db", "query", "b2/2Q/*1*", "--json"]).json();
    assert_eq!(bound["areas"][0]["bound_for"], "black");
    let bound = run(["db", "query", "B2/2q/*1*", "--json"]).json();
    assert_eq!(bound["areas"][0]["bound_for"], "white");
}

#[test]
fn failures_say_what_was_expected() {
    let code = |arguments: &[&str], word: &str| {
        let run = run(arguments);
        assert!(run.stderr.contains(word), "{run:?}");
        run.code
    };
    assert_eq!(code(&["db", "build", "all"], "quick"), 2);
    assert_eq!(code(&["db", "query", "q1Z"], "board"), 2);
    assert_eq!(code(&["db", "query", "q1B/b1Q"], "both sides"), 1);
    assert_eq!(code(&["db", "query", "q1Q", "--databases", "none"], "active-1x3-1-1"), 1);
    assert_eq!(code(&["db", "query", "q1Q", "--databases", "/nowhere"], "no endgame databases"), 1);
    assert_eq!(code(&["db", "query", "q1Q", "--databases", "standard"], "db build standard"), 1);
    assert_eq!(code(&["reproduce", "song-b9"], "song-b1, song-b2, song-b3"), 2);
}

#[test]
fn an_unwritable_cache_is_one_warning() {
    let output = command()
        .args(["db", "query", "q1Q", "--json", "--quiet"])
        .env("LASTMOVE_CACHE", "/dev/null/cache")
        .output()
        .unwrap();
    let run = Run::of(output);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    assert!(run.stderr.starts_with("lastmove: warning: /dev/null/cache"), "{run:?}");
    assert_eq!(run.json()["databases"], "quick");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_build_that_goes_on() {
    let folder = Folder::new("interrupted");
    let mut child = Command::new(LASTMOVE)
        .args(["db", "build", "standard", "--dir", folder.path().to_str().unwrap(), "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_at_work(&mut child);
    signal(&child, "INT");
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, 130, "{run:?}");
    assert!(run.stderr.contains("run the same command again"), "{run:?}");
    assert!(run.json()["error"].is_string());
}

#[test]
fn published_tables_agree() {
    let list = line("reproduce --json").json();
    assert_eq!(list["tables"][0]["table"], "song-b1");
    for (table, rows) in [("song-b1", 48), ("song-b2", 87), ("song-b3", 106)] {
        let run = run(["reproduce", table]);
        assert_eq!(run.code, 0);
        assert!(run.stdout.ends_with(&format!("all {rows} rows agree\n")), "{}", run.stdout);
        let json = line(&format!("reproduce {table} --json")).json();
        assert_eq!((&json["agree"], &json["differences"]), (&rows.into(), &0.into()));
        assert_eq!(json["rows"].as_array().unwrap().len(), rows);
    }
}
