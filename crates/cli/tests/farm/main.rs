//! Campaigns with a real server: a coordinator and three workers, each in its own process.

#![cfg(feature = "farm")]

mod chaos;
#[path = "../common/mod.rs"]
mod common;
mod coordinators;
mod forgers;
mod networks;
mod server;

use common::{Run, run};
use serde_json::{Value, json};
use server::Server;
use std::process::Child;

/// Runs a campaign with three workers to its end; returns the output of `collect`.
fn campaign(server: &Server, start: &str, work: &str, common: &str) -> Value {
    let coordinator =
        server.farm(&format!("start {start} --campaign test --json {common}")).spawn().unwrap();
    let worker = |_| server.farm(&format!("work --json {work} {common}")).spawn().unwrap();
    let workers: Vec<Child> = (0..3).map(worker).collect();
    let ended = Run::of(coordinator.wait_with_output().unwrap());
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(ended.json()["finished"], true, "{ended:?}");
    for worker in workers {
        let worked = Run::of(worker.wait_with_output().unwrap());
        assert_eq!(worked.code, 0, "{worked:?}");
        eprintln!("{}", worked.stdout);
    }
    let status = server.run("status --json").json();
    assert_eq!(status["snapshot"]["state"], "finished", "{status}");
    assert_eq!(status["snapshot"]["units"]["open"], 0, "{status}");
    assert!(status["age"].as_f64().unwrap() < 60.0, "{status}");
    let collected = server.run(&format!("collect --campaign test --proof proof --json {common}"));
    assert_eq!(collected.code, 0, "{collected:?}");
    let collected = collected.json();
    assert_eq!(collected["unverified"], 0, "{collected}");
    collected
}

fn verified(server: &Server) -> Value {
    let proof = server.folder.path().join("proof");
    let verified = run(["verify", proof.to_str().unwrap(), "--json"]);
    assert_eq!(verified.code, 0, "{verified:?}");
    verified.json()["claim"].clone()
}

/// Units that are split: see the tests of the plan in the crate `report`.
#[test]
fn three_workers_prove_amazons_4x5() {
    let Some(server) = Server::up("farm-amazons") else { return };
    let common = "--databases none --memory 64M --threads 1";
    let found =
        campaign(&server, "amazons 4x5 --split 1 --assume black", "--nodes-per-unit 50k", common);
    assert_eq!(found["claims"][0]["winner"], "black", "{found}");
    assert_eq!(verified(&server)["winner"], "black");
    // a finished campaign stays finished
    let again = server.run(&format!("start --campaign test --json {common}")).json();
    assert_eq!(again["winners"], json!(["black"]), "{again}");
    let stopped = server.run("stop --remove --json").json();
    assert_eq!(stopped["removed"], true);
    assert_eq!(server.run("status").code, 2);
}

#[test]
fn three_workers_prove_both_claims_of_domineering() {
    let Some(server) = Server::up("farm-domineering") else { return };
    let common = "--memory 64M --threads 1";
    let found = campaign(
        &server,
        "domineering 5x9 --split 1 --assume horizontal",
        "--nodes-per-unit 50k",
        common,
    );
    let claims = verified(&server);
    let whole = run(["solve", "domineering", "5x9", "--json"]).json();
    for (i, first) in ["vertical", "horizontal"].into_iter().enumerate() {
        let winner = &whole["first"][first]["winner"];
        assert_eq!(&found["claims"][i]["winner"], winner, "{found}");
        assert_eq!(&claims[i]["winner"], winner, "{claims}");
    }
}

/// Each mistake is one line that says what to do, with the exit code of bad input.
#[test]
fn mistakes_are_named() {
    let refused = |result: Run, says: &str| {
        assert_eq!(result.code, 2, "{result:?}");
        assert_eq!(result.stderr.lines().count(), 1, "{result:?}");
        assert!(result.stderr.contains(says), "{says}: {result:?}");
    };
    let nobody = format!("nats://127.0.0.1:{}", server::free_port());
    refused(run(["farm", "status", "--server", &nobody]), "farm up");
    refused(run(["farm", "work", "--server", "nats://me:secret@host"]), "--token-file");
    refused(run(["farm", "start", "amazons", "4x5", "--campaign", "a b"]), "letters");
    refused(run(["farm", "collect", "--campaign", "nowhere"]), "--folder");
    refused(run(["farm", "start", "--campaign", "nowhere"]), "name a game and a board");
    refused(run(["farm", "up", "--program", "/nowhere/nats-server"]), "pip install");

    let Some(server) = Server::up("farm-mistakes") else { return };
    refused(server.run("status"), "farm start");
    refused(server.run("status --campaign other"), "farm start");
    refused(server.run("start amazons 4x --campaign bad --databases none"), "board \"4x\"");
    let wrong = server.folder.path().join("wrong");
    std::fs::write(&wrong, "coordinator:guessed\n").unwrap();
    refused(server.run("status --token-file wrong"), "does not let us in");
    std::fs::write(&wrong, "").unwrap();
    refused(server.run("status --token-file wrong"), "empty");

    // A coordinator without workers, stopped by `farm stop`.
    let start = "start amazons 4x5 --campaign one --databases none --memory 64M --quiet";
    let first = server.farm(start).spawn().unwrap();
    let status = || server.run("status --json");
    while status().code != 0 || status().json()["snapshot"] == Value::Null {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    refused(server.run(start), "farm stop");
    refused(server.run(&format!("{start} --folder elsewhere")), "has one of this name");
    refused(server.run("work --databases quick --memory 64M --quiet"), "--databases");
    let stopped = server.run("stop --json").json();
    assert_eq!(stopped["coordinator"], true, "{stopped}");
    let first = Run::of(first.wait_with_output().unwrap());
    assert_eq!(first.code, 0, "{first:?}");
    refused(
        server.run("start amazons 4x6 --campaign one --databases none --memory 64M"),
        "leave the board out",
    );
    // The campaign was begun by another version of the program.
    let log = server.folder.path().join("one.farm/log");
    let text = std::fs::read_to_string(&log).unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version), "{text}");
    std::fs::write(&log, text.replacen(&version, "\"version\":\"0.0.1\"", 1)).unwrap();
    refused(server.run("start --campaign one --databases none --memory 64M"), "0.0.1");
}
