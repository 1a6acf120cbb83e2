//! Measures how many units a second go through one server: units without work, 100 workers in four
//! processes.
//!
//! `cargo bench -p lastmove-farm --bench scale -- SERVER [UNITS]`, where SERVER is the program
//! `nats-server`. It runs once with the server's default sync and once with `sync_interval:
//! always`, and prints units a second, the memory of server and coordinator, and the slowest
//! `status`.

use lastmove_board::{Game, Side};
use lastmove_farm::FarmError;
use lastmove_farm::access::{Access, Secret, Who};
use lastmove_farm::coordinator::{Coordinator, CoordinatorHooks, draw_id};
use lastmove_farm::log::Folder;
use lastmove_farm::messages::{CampaignSettings, UnitAnswer, UnitResult};
use lastmove_farm::server::{Home, ServerConfig, start};
use lastmove_farm::status::Watcher;
use lastmove_farm::worker::{self, Worker};
use lastmove_proof::CheckOptions;
use lastmove_report::units::{Head, Left, Looked, PlannedUnit, TellLooks, UnitName, UnitPlan};
use lastmove_work::{Cancel, Limits, Silent};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const PROCESSES: usize = 4;
const WORKERS: usize = 25;
const PORT: u16 = 4333;

/// Units that are numbers, written as rows of burnt and empty squares.
struct Numbers {
    done: Vec<bool>,
}

fn text(number: usize) -> String {
    let bits = (0..20).map(|bit| if number >> bit & 1 == 1 { '#' } else { '.' });
    format!("{} v", bits.collect::<String>())
}

fn number(text: &str) -> usize {
    text.chars().take(20).enumerate().map(|(bit, c)| usize::from(c == '#') << bit).sum()
}

impl UnitPlan for Numbers {
    fn name(&mut self, root: usize, position: &str) -> Result<UnitName, String> {
        Ok(UnitName { root, key: number(position) as u128 })
    }
    fn learn(&mut self, root: usize, position: &str, _: Side) -> Result<UnitName, String> {
        self.done[number(position)] = true;
        self.name(root, position)
    }
    fn split(&mut self, _: usize, _: &str, _: &[Looked]) -> Result<UnitName, String> {
        Err("nothing is split here".to_owned())
    }
    fn remember(&mut self, _: &Looked) -> Result<(), String> {
        Ok(())
    }
    fn left(&mut self, _: TellLooks<'_>) -> Option<Left> {
        let open = self.done.iter().enumerate().filter(|(_, done)| !**done);
        let tasks: Vec<PlannedUnit> = open
            .map(|(i, _)| PlannedUnit {
                name: UnitName { root: 0, key: i as u128 },
                position: text(i),
                moves: Vec::new(),
            })
            .collect();
        Some(Left { winners: vec![tasks.is_empty().then_some(Side::Vertical)], tasks })
    }
}

fn access(home: &Home) -> Access {
    let token = Secret::read("token", &home.token()).expect("the server has written it");
    Access {
        server: format!("nats://127.0.0.1:{PORT}"),
        who: Who::Token(token),
        ..Access::default()
    }
}

/// The peak memory of a process, in MiB.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) >> 10
}

/// One process with workers that do nothing.
fn work(folder: &Path) {
    std::thread::scope(|scope| {
        for i in 0..WORKERS {
            scope.spawn(move || {
                let cancel = Cancel::new();
                let hooks = worker::WorkerHooks {
                    cancel: &cancel,
                    progress: &Silent,
                    say: &|_: String| {},
                };
                let solve = |unit: &lastmove_farm::messages::QueuedUnit,
                             _: &worker::CurrentUnit| {
                    Ok::<_, FarmError>(UnitAnswer {
                        unit: unit.unit.clone(),
                        position: unit.position.clone(),
                        worker: String::new(),
                        nodes: 1,
                        seconds: 0.0,
                        answer: UnitResult::Solved { winner: Side::Vertical, proof: None },
                    })
                };
                let scratch = folder.join(format!("scratch-{}-{i}", std::process::id()));
                let options =
                    worker::WorkerOptions { scratch, limits: Limits::default(), units: None };
                let worker = Worker::join(&access(&Home::at(folder)), None, &hooks);
                worker.and_then(|w| w.work_by(&solve, 1, &options, &hooks)).expect("a worker");
            });
        }
    });
}

fn measure(program: &Path, units: usize, sync_always: bool) {
    let folder = std::env::temp_dir().join(format!("lastmove-scale-{}", std::process::id()));
    let home = Home::at(&folder);
    let config = ServerConfig {
        home: home.clone(),
        host: [127, 0, 0, 1].into(),
        port: PORT,
        program: Some(program.to_owned()),
        sync_always,
    };
    let (mut server, version) = start(&config, Stdio::null()).expect("a server");
    std::thread::sleep(Duration::from_secs(1));
    let head = Head {
        game: Game::Domineering,
        board: "1x20".to_owned(),
        position: text(0),
        winner: Side::Vertical,
        first_move: None,
        plies: 1,
        databases: "none".to_owned(),
    };
    let settings = CampaignSettings {
        campaign: "scale".to_owned(),
        id: draw_id(),
        version: String::new(),
        game: Game::Domineering,
        board: "1x20".to_owned(),
        roots: vec![head],
        databases: "none".to_owned(),
        fingerprint: 0,
        certificates: false,
        host: String::new(),
        folder: String::new(),
    };
    let access = access(&home);
    let (over, cancel) = (AtomicBool::new(false), Cancel::new());
    let hooks =
        CoordinatorHooks { cancel: &cancel, progress: &Silent, say: &|line| eprintln!("{line}") };
    let place = Folder::at(&folder.join("log"));
    let coordinator = Coordinator::open(&access, &place, settings, &hooks).expect("a coordinator");
    let workers: Vec<_> = (0..PROCESSES)
        .map(|_| {
            let mut process = Command::new(std::env::current_exe().expect("this program"));
            process.arg("--work").arg(&folder).spawn().expect("workers")
        })
        .collect();
    let started = Instant::now();
    let slowest = std::thread::scope(|scope| {
        let watching = scope.spawn(|| {
            let mut slowest = Duration::ZERO;
            while !over.load(Ordering::Relaxed) {
                let asked = Instant::now();
                Watcher::open(&access, None).and_then(|w| w.status()).expect("a status");
                slowest = slowest.max(asked.elapsed());
                std::thread::sleep(Duration::from_secs(1));
            }
            slowest
        });
        let ended = coordinator.run(
            &mut Numbers { done: vec![false; units] },
            CheckOptions::default(),
            &hooks,
        );
        over.store(true, Ordering::Relaxed);
        let ended = ended.expect("an end");
        assert_eq!(ended.units.done, units as u64);
        watching.join().expect("a watcher")
    });
    let seconds = started.elapsed().as_secs_f64();
    for mut worker in workers {
        worker.wait().expect("workers");
    }
    println!(
        "nats-server {version}, sync {}: {units} units in {seconds:.1} s, {:.0} a second; server \
         {} MiB, coordinator {} MiB, slowest status {:.2} s",
        if sync_always { "always" } else { "by default" },
        units as f64 / seconds,
        memory(server.id()),
        memory(std::process::id()),
        slowest.as_secs_f64()
    );
    let _ = server.kill();
    let _ = server.wait();
    let _ = std::fs::remove_dir_all(&folder);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match &arguments[..] {
        [flag, folder] if flag == "--work" => work(Path::new(folder)),
        [program, rest @ ..] => {
            let units = rest.first().and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
            assert!(units <= 1 << 20, "at most {} units", 1 << 20);
            let program = Path::new(program);
            measure(program, units, false);
            // fewer units, since waiting for the disk is slow
            measure(program, units / 10, true);
        }
        [] => println!("name the program nats-server, and the number of units"),
    }
}
