//! Workers that send certificates without a valid proof.

use crate::common::{Run, has_ended, signal, wait_until};
use crate::server::Server;
use lastmove_board::Game;
use lastmove_board::Side;
use lastmove_farm::FarmError;
use lastmove_farm::access::{Access, Secret, Who};
use lastmove_farm::messages::{QueuedUnit, StoredProof, UnitAnswer, UnitResult};
use lastmove_farm::server::Home;
use lastmove_farm::worker::{Worker, WorkerHooks, WorkerOptions};
use lastmove_proof::{Claim, VERSION, claims};
use lastmove_work::{Cancel, Limits, Silent};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::io::Cursor;
use std::process::{Child, Stdio};

const FLAGS: &str = "--campaign test --json --quiet --databases none --memory 64M --threads 1";

/// A file with the right claim and the right checksums, and no strategy.
fn forged(claim: &Claim) -> Vec<u8> {
    let text = format!("{claim}\n");
    let mut file = b"LMPROOF\n".to_vec();
    file.extend(VERSION.to_le_bytes());
    file.extend((text.len() as u16).to_le_bytes());
    file.extend(text.as_bytes());
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file.push(0);
    file.extend(Sha256::digest(&file));
    assert_eq!(claims(Cursor::new(&file)).unwrap(), std::slice::from_ref(claim));
    file
}

/// A worker, with the token of workers, that reports every unit as won by White.
fn forger(server: &Server) -> Result<(), FarmError> {
    let token = Home::at(&server.folder.path().join("farm")).worker_token();
    let who = Who::Token(Secret::read("token", &token)?);
    let access = Access { server: server.url.clone(), who, ..Access::default() };
    let scratch = server.folder.path().join("forger");
    let solve = |unit: &QueuedUnit, _: &_| {
        let diagram = lastmove_report::read(Game::Amazons, &unit.position)?;
        let file = forged(&Claim::new(Game::Amazons.into(), diagram, Side::White).unwrap());
        std::fs::write(scratch.join("unit.proof"), &file).unwrap();
        let hash = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
        let proof = Some(StoredProof { hash, bytes: file.len() as u64, object: None });
        Ok(UnitAnswer {
            unit: unit.unit.clone(),
            position: unit.position.clone(),
            worker: String::new(),
            nodes: 0,
            seconds: 0.0,
            answer: UnitResult::Solved { winner: lastmove_board::Side::White, proof },
        })
    };
    let beside = WorkerHooks { cancel: &Cancel::new(), progress: &Silent, say: &|_| {} };
    let options =
        WorkerOptions { scratch: scratch.clone(), limits: Limits::default(), units: None };
    Worker::join(&access, None, &beside)?.work_by(&solve, 1, &options, &beside).map(drop)
}

fn start(server: &Server, board: &str) -> Child {
    let start = format!("start {board} {FLAGS}");
    server.farm(&start).stderr(Stdio::null()).spawn().unwrap()
}

/// Lets one worker solve the campaign; returns the coordinator's answer. If one process fails, its
/// output is printed at once, because the other one would wait for it.
fn finish(server: &Server, mut coordinator: Child) -> Value {
    wait_until("the campaign has begun", || snapshot(server) != Value::Null);
    let mut worker = server.farm(&format!("work {FLAGS} --nodes-per-unit 50k")).spawn().unwrap();
    wait_until("one of them ends", || has_ended(&mut coordinator) || has_ended(&mut worker));
    let coordinator_ended = has_ended(&mut coordinator);
    let mut processes = [coordinator, worker];
    if !coordinator_ended {
        processes.reverse();
    }
    let runs = processes.map(|process| {
        let run = Run::of(process.wait_with_output().unwrap());
        assert_eq!(run.code, 0, "{run:?}");
        run
    });
    runs[usize::from(!coordinator_ended)].json()
}

/// The snapshot, once there is one.
fn snapshot(server: &Server) -> Value {
    let status = server.run("status --json");
    if status.code == 0 { status.json()["snapshot"].clone() } else { Value::Null }
}

/// Black wins 4x5. A holder of the workers' token cannot change the campaign's answer.
#[test]
fn a_certificate_that_proves_nothing_does_not_count() {
    let Some(server) = Server::up("farm-forgers") else { return };
    let mut first = start(&server, "amazons 4x5 --split 1 --assume white");
    wait_until("the campaign has begun", || snapshot(&server) != Value::Null);
    let told = forger(&server).unwrap_err().to_string();
    assert!(told.contains("is shut out") && told.contains("proves nothing"), "{told}");
    let status = snapshot(&server);
    assert_eq!((&status["state"], &status["units"]["done"]), (&json!("running"), &json!(0)));
    assert_eq!(status["winners"], json!([null]), "{status}");
    let shut_out = status["shut_out"].clone();
    assert_eq!(shut_out.as_array().unwrap().len(), 1, "{status}");
    assert!(told.contains(shut_out[0]["worker"].as_str().unwrap()), "{told}: {status}");
    let text = server.run("status").stdout;
    let line = format!("shut out: {}: ", shut_out[0]["worker"].as_str().unwrap());
    assert!(text.contains(&line) && text.contains("White to move: not known yet"), "{text}");
    assert!(text.contains("effort: 0 nodes, 0 s of core time"), "{text}");
    let proofs = server.folder.path().join("test.farm/proofs");
    assert_eq!(std::fs::read_dir(proofs).unwrap().count(), 0);

    // The next coordinator knows this, however the first one ended.
    signal(&first, "KILL");
    first.wait().unwrap();
    let ended = finish(&server, start(&server, ""));
    assert_eq!((&ended["winners"], &ended["unverified"]), (&json!(["black"]), &json!(0)));
    assert_eq!(ended["snapshot"]["shut_out"], shut_out, "{ended}");
    let text = server.run("status").stdout;
    assert!(text.contains("Amazons 4x5, White to move: Black wins\n"), "{text}");
    assert!(!text.contains("unverified"), "{text}");
    let unverified = |command: &str| server.run(command).json()["unverified"].clone();
    let collect = "collect --campaign test --json --databases none --memory 64M";
    assert_eq!(unverified(collect), 0);

    // In the log of a coordinator that did not verify, a result counts, but is not reported as
    // proved.
    let log = server.folder.path().join("test.farm/log");
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, text.replace(",\"checked\":true", "")).unwrap();
    assert_eq!(unverified(&format!("start {FLAGS}")), ended["snapshot"]["units"]["done"]);
    assert!(unverified(collect).as_u64() > Some(0));
    assert_eq!(unverified(&format!("{collect} --proof proof")), 0);
}

/// Without certificates nothing is checked, and every answer says that.
#[test]
fn results_without_certificates_are_unverified() {
    let Some(server) = Server::up("farm-unverified") else { return };
    let board = "amazons 4x5 --split 1 --assume black --no-certificates";
    let ended = finish(&server, start(&server, board));
    let done = ended["snapshot"]["units"]["done"].clone();
    assert!(done.as_u64() > Some(0), "{ended}");
    assert_eq!((&ended["unverified"], &ended["snapshot"]["unverified"]), (&done, &done));
    let text = server.run("status").stdout;
    assert!(text.contains("White to move: Black wins\nunverified: "), "{text}");
    let quick = "--databases none --memory 64M";
    let collected = server.run(&format!("collect --campaign test {quick}")).stdout;
    assert!(collected.contains("White to move: Black wins\n"), "{collected}");
    assert!(collected.contains("\nunverified: "), "{collected}");
}
