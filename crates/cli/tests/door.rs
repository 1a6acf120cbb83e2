//! Files that cannot be written or read are refused before the search starts, and no result is
//! lost.

mod common;

use common::{Folder, command, line, run};
use serde_json::Value;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A search that would take hours.
const LONG: &str = "solve amazons 6x6 --databases none --memory 64M --quiet";

fn path(folder: &Folder, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_place_that_cannot_be_written_is_noticed_before_the_search() {
    let folder = Folder::new("places");
    let missing = path(&folder, "missing/file");
    for flag in ["--proof", "--checkpoint"] {
        let begun = Instant::now();
        let run = line(&format!("{LONG} {flag} {missing}"));
        assert!(begun.elapsed() < Duration::from_secs(60), "{flag}");
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.stderr.contains(flag) && run.stderr.contains("missing"), "{run:?}");
    }
    let begun = Instant::now();
    let drawn = line(&format!("thermograph domineering 6x6 --quiet -o {missing}.svg"));
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert_eq!(drawn.code, 1, "{drawn:?}");
    let units = line(&format!("solve amazons 4x5 --databases none --split 1 --units {missing}"));
    assert_eq!(units.code, 1, "{units:?}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_the_certificate_and_not_the_answer() {
    let folder = Folder::new("full");
    let proof = path(&folder, "proof");
    // a limit of 1 kB for files; the certificate takes about 4 kB
    let limited = |json: &str| {
        let line = format!(
            "trap '' XFSZ; ulimit -f 2; exec {} solve amazons 4x5 --databases none --threads 1 \
             --quiet {json} --proof {proof}",
            common::LASTMOVE
        );
        common::Run::of(std::process::Command::new("sh").args(["-c", &line]).output().unwrap())
    };
    let text = limited("");
    assert_eq!(text.code, 1, "{text:?}");
    assert!(text.stdout.contains("Black wins"), "{text:?}");
    assert!(text.stderr.contains("--proof"), "{text:?}");
    let json = limited("--json");
    assert_eq!((json.code, &json.json()["winner"]), (1, &Value::from("black")), "{json:?}");
    assert!(json.json()["error"].as_str().unwrap().contains("--proof"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn two_runs_cannot_spoil_one_certificate() {
    let folder = Folder::new("two");
    let proof = path(&folder, "proof");
    let arguments = format!("{LONG} --proof {proof}");
    let mut first = command()
        .args(arguments.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let partial = format!("{proof}.partial");
    while !fs::exists(&partial).unwrap() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(50));
    let second = line(&format!("solve amazons 4x4 --databases none --quiet --proof {proof}"));
    assert_eq!(second.code, 1, "{second:?}");
    assert!(second.stderr.contains("another run is writing it"), "{second:?}");
    first.kill().unwrap();
    first.wait().unwrap();
    // the files of the killed run do no harm, and are removed
    let third = line(&format!("solve amazons 4x4 --databases none --quiet --proof {proof}"));
    assert_eq!(third.code, 0, "{third:?}");
    assert_eq!(run(["verify", &proof, "--json"]).json()["valid"], true);
    assert!(!fs::exists(&partial).unwrap());
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_files() {
    let folder = Folder::new("pipes");
    let pipe = path(&folder, "pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let databases = folder.path().join("databases");
    fs::create_dir(&databases).unwrap();
    for arguments in [
        format!("verify {pipe}"),
        "verify /dev/zero".to_owned(),
        format!("solve amazons --resume {pipe}"),
        format!("solve amazons 4x4 --databases none --proof {pipe}"),
        format!("solve amazons 4x4 --databases none --checkpoint {pipe}"),
        format!("solve --units {pipe}"),
        "solve --units /dev/zero".to_owned(),
        format!("solve --units {pipe} --merge"),
        format!("solve domineering 4x4 --record {pipe}"),
        "solve domineering 4x4 --record /dev/zero".to_owned(),
        "solve amazons --batch /dev/zero".to_owned(),
        format!("analyse amazons {pipe}"),
        "match amazons 4x4 --openings /dev/zero".to_owned(),
    ] {
        let mut child = command()
            .args(arguments.split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        for _ in 0..6_000 {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let waits = child.try_wait().unwrap().is_none();
        let _ = child.kill();
        let run = common::Run::of(child.wait_with_output().unwrap());
        assert!(!waits, "{arguments} waits for ever");
        assert!([1, 2].contains(&run.code), "{arguments}: {run:?}");
    }
}

#[test]
fn merging_checks_the_certificates_or_says_that_there_are_none() {
    let folder = Folder::new("merge");
    let (units, parts) = (path(&folder, "units"), path(&folder, "parts"));
    let flags = "--databases none --threads 1 --quiet";
    line(&format!("solve amazons 4x5 {flags} --assume black --split 1 --units {units}"));
    line(&format!("solve --units {units} {flags}"));
    let merged = line(&format!("solve --units {units} --merge {flags} --json")).json();
    assert!(merged["unverified"].as_u64().unwrap() > 0, "{merged}");
    let text = line(&format!("solve --units {units} --merge {flags}"));
    assert!(text.stdout.contains("unverified"), "{text:?}");
    fs::remove_file(format!("{units}.done")).unwrap();
    line(&format!("solve --units {units} --proof {parts} {flags}"));
    let merged = line(&format!("solve --units {units} --merge {flags} --json")).json();
    assert_eq!((&merged["unverified"], &merged["winner"]), (&0.into(), &"black".into()));
    // a truncated certificate, and that of another unit
    let names: Vec<String> = fs::read_dir(&parts)
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    let whole = fs::read(&names[0]).unwrap();
    for bad in [whole[..whole.len() - 1].to_vec(), fs::read(&names[1]).unwrap()] {
        fs::write(&names[0], bad).unwrap();
        let refused = line(&format!("solve --units {units} --merge {flags}"));
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!(refused.stderr.contains(&names[0]), "{refused:?}");
    }
}

#[test]
fn flags_that_a_game_does_not_know_are_refused() {
    for flag in ["--algorithm alphabeta", "--stats", "--first-move 1,1"] {
        let run = line(&format!("solve domineering 4x4 {flag}"));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains("does not know it"), "{run:?}");
    }
}
