//! Chaos: workers, coordinator and server are killed at random, and the server's data deleted once.
//!
//! `cargo test --release -p lastmove-cli --features farm --test farm -- --ignored --nocapture chaos`, five
//! minutes on two idle cores.
//! LASTMOVE_CHAOS_BOARD, LASTMOVE_CHAOS_KILLS and LASTMOVE_CHAOS_NODES choose another board, number of
//! kills and number of nodes after which a unit is split.

use crate::common::{Folder, Run, run};
use crate::server::{farm, free_port, program};
use lastmove_work::Random;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const FLAGS: &str = "--databases none --memory 256M --threads 1";

/// A position of 6x5 after one reply to a2-c4/b3: nine core minutes with certificates, about 530
/// units.
const BOARD: &str = "amazons 1q2q1/q1Q3/1*4/1*3Q/1Qq1Q1 --split 2 --assume white";

struct Farm<'f> {
    program: &'f Path,
    folder: &'f Folder,
    port: u16,
    board: String,
}

impl Farm<'_> {
    fn server(&self) -> Child {
        let mut server = Command::new(self.program);
        server.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-js", "-sd"]);
        server.arg(self.folder.path().join("data"));
        server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn lastmove(&self, arguments: &str) -> Command {
        let mut farm = farm(self.folder, &format!("nats://127.0.0.1:{}", self.port), arguments);
        farm.stderr(Stdio::null());
        farm
    }

    /// Starts a coordinator; right after a kill the server may not be running yet.
    fn coordinator(&self) -> Child {
        let start = format!("start {} --campaign chaos --json --quiet {FLAGS}", self.board);
        self.lastmove(&start).spawn().unwrap()
    }

    fn worker(&self) -> Child {
        let nodes = variable("LASTMOVE_CHAOS_NODES", "200k");
        let work = format!("work --campaign chaos --json --quiet --nodes-per-unit {nodes} {FLAGS}");
        self.lastmove(&work).spawn().unwrap()
    }
}

fn variable(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_owned())
}

#[test]
#[ignore = "heavy"]
fn chaos_does_not_change_the_answer() {
    let Some(program) = program() else { return };
    let folder = Folder::new("farm-chaos");
    let board = variable("LASTMOVE_CHAOS_BOARD", BOARD);
    let kills: usize = variable("LASTMOVE_CHAOS_KILLS", "40").parse().unwrap();
    let farm = Farm { program, folder: &folder, port: free_port(), board: board.clone() };
    let mut random = Random::new(20261117);
    let mut server = farm.server();
    std::thread::sleep(Duration::from_secs(1));
    let mut coordinator = farm.coordinator();
    std::thread::sleep(Duration::from_secs(2));
    let mut workers: Vec<Child> = (0..4).map(|_| farm.worker()).collect();
    let started = Instant::now();
    let (mut next, mut done, mut deleted) = (Duration::from_secs(5), 0, false);
    let mut killed: HashMap<&str, usize> = HashMap::new();
    // the nodes of each worker, from the last `status`
    let mut spent: HashMap<String, u64> = HashMap::new();
    let answer = loop {
        std::thread::sleep(Duration::from_millis(500));
        assert!(started.elapsed() < Duration::from_secs(3600), "it does not end");
        let status = Run::of(farm.lastmove("status --campaign chaos --json").output().unwrap());
        if status.code == 0 {
            let workers = status.json()["snapshot"]["workers"].clone();
            for worker in workers.as_array().into_iter().flatten() {
                let name = worker["worker"].as_str().unwrap().to_owned();
                let nodes = worker["nodes"].as_u64().unwrap();
                let most = spent.entry(name).or_default();
                *most = nodes.max(*most);
            }
        }
        if let Some(status) = coordinator.try_wait().unwrap() {
            if status.success() {
                break Run::of(coordinator.wait_with_output().unwrap()).json();
            }
            coordinator = farm.coordinator();
        }
        for worker in &mut workers {
            if worker.try_wait().unwrap().is_some() {
                *worker = farm.worker();
            }
        }
        if started.elapsed() < next || done >= kills {
            continue;
        }
        done += 1;
        next = started.elapsed() + Duration::from_secs(3 + random.below(4) as u64);
        match random.below(6) {
            0 | 1 => {
                coordinator.kill().unwrap();
                *killed.entry("coordinator").or_default() += 1;
            }
            2 => {
                server.kill().unwrap();
                server.wait().unwrap();
                *killed.entry("server").or_default() += 1;
                if done > kills / 2 && !std::mem::replace(&mut deleted, true) {
                    std::fs::remove_dir_all(folder.path().join("data")).unwrap();
                }
                server = farm.server();
            }
            _ => {
                workers[random.below(4)].kill().unwrap();
                *killed.entry("worker").or_default() += 1;
            }
        }
    };
    for mut worker in workers {
        let _ = worker.kill();
        let _ = worker.wait();
    }
    let seconds = started.elapsed().as_secs();
    server.kill().unwrap();
    server.wait().unwrap();
    let useful = answer["snapshot"]["nodes"].as_u64().unwrap();
    let all: u64 = spent.values().sum();
    let repeated = 100.0 * (all.saturating_sub(useful)) as f64 / useful as f64;
    eprintln!("{board}: {seconds} s, kills {killed:?}, data deleted: {deleted}");
    eprintln!("nodes of results {useful}, of all workers {all}: {repeated:.1} % repeated");
    eprintln!("{}", answer["snapshot"]["units"]);
    let collect = format!("collect --campaign chaos --proof proof --json --quiet {FLAGS}");
    let collected = Run::of(farm.lastmove(&collect).output().unwrap());
    assert_eq!(collected.code, 0, "{collected:?}");
    let proof = folder.path().join("proof");
    let verified = run(["verify", proof.to_str().unwrap(), "--json"]);
    assert_eq!(verified.code, 0, "{verified:?}");
    assert_eq!(verified.json()["valid"], Value::Bool(true));
    assert_eq!(verified.json()["claim"]["winner"], answer["winners"][0]);
    assert_eq!(done, kills, "it ended too soon: take a larger board");
    assert!(deleted, "the data was never deleted");
    assert!(repeated < 25.0, "{repeated:.1} % repeated");
}
