//! Many clients at once, some of them broken: no crash, no leak, every answer well-formed, searches and
//! memory within what is configured.
//!
//! The short version runs with the other tests, the long one by
//! `cargo test --release -p lastmove-web --test load -- --ignored --nocapture`. Each client asks so many
//! questions, however long that takes.

mod common;

use common::{Answer, Running, config, request};
use lastmove_web::WebConfig;
use lastmove_work::{HugePages, Random};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// As the program has it.
#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

/// What the server may take, in MiB, and what the clients and the test itself may.
const MEMORY: usize = 64;
const BESIDE: usize = 128;
/// Clients of one address.
const OF_ONE: u64 = 50;

#[derive(Default)]
struct Seen {
    /// answers by status; 0 for those that we did not wait for
    statuses: BTreeMap<u16, u64>,
    /// requests that were to be answered and were not
    lost: u64,
    most_running: u64,
    /// milliseconds of positions and of files
    small: Vec<f64>,
    events: u64,
}

const BOARDS: [(&str, &str); 8] = [
    ("amazons", "10x10"),
    ("amazons", "5x6"),
    ("amazons", "q1*2Q/2*3/***3/1Q*1q1 w"),
    ("amazons", "1q2/4/4/2Q1 b"),
    ("domineering", "8x8"),
    ("domineering", "2*2/2*2/**2*/4* v"),
    ("domineering", "3x3"),
    ("domineering", "10/10/10/10/10/10 h"),
];

/// Some are values of a moment, others take all the memory that they may.
const VALUED: [(&str, &str); 4] = [
    ("amazons", "q2Q1"),
    ("domineering", "3x3"),
    ("amazons", "q1Q1/4/4/4"),
    ("domineering", "6x6"),
];

/// What a good client may ask.
fn good(random: &mut Random) -> (&'static str, Value) {
    let (game, position) = random.pick(&BOARDS);
    match random.below(7) {
        0 | 1 => ("/api/position", json!({"game": game, "position": position})),
        2 => ("/api/evaluate", json!({"game": game, "position": position})),
        3 => {
            let (game, position) = random.pick(&VALUED);
            ("/api/value", json!({"game": game, "position": position, "seconds": 0.5}))
        }
        4 => ("/api/picture", json!({"game": game, "position": position, "format": "svg"})),
        5 => (
            "/api/sgf/write",
            json!({"start": "5x6", "nodes": [{"parent": 0, "squares": [26, 11, 13]}]}),
        ),
        _ => ("/api/sgf/read", json!({"sgf": "(;GM[18]SZ[4]AW[aa]AB[dd]PL[W];W[aaabac])"})),
    }
}

/// Bodies that make no sense.
fn bad(random: &mut Random) -> (&'static str, String) {
    let path = random.pick(&[
        "/api/position",
        "/api/evaluate",
        "/api/value",
        "/api/solve",
        "/api/think",
        "/api/sgf/read",
        "/api/sgf/write",
        "/api/picture",
        "/api/x",
    ]);
    let body = match random.below(7) {
        0 => String::new(),
        1 => "[".repeat(5_000),
        2 => r#"{"game": "amazons", "position": "999x999"}"#.into(),
        3 => r#"{"game": "amazons", "position": "((((((((", "sgf": "(;(;(;"}"#.into(),
        4 => format!(r#"{{"game": "domineering", "position": "{}"}}"#, "1/".repeat(100_000)),
        5 => {
            r#"{"game": "domineering", "position": "qQ", "format": "png", "seconds": 1e308}"#.into()
        }
        _ => "\u{0}\u{1}\u{2}".into(),
    };
    (path, body)
}

/// A server as one client sees it.
struct Client<'s> {
    server: &'s Running,
    /// its address, 127.0.0.N
    address: u8,
}

impl Client<'_> {
    fn open(&self, request: &str) -> std::io::Result<std::net::TcpStream> {
        self.server.open_from(self.address, request)
    }
}

fn client(server: &Client<'_>, seed: u64, questions: u64, searches: u64, seen: &Mutex<Seen>) {
    let mut random = Random::new(seed);
    for _ in 0..questions {
        let started = Instant::now();
        let mut small = false;
        let kind = random.below(12);
        let answer = match kind {
            0..=4 => {
                let (path, question) = good(&mut random);
                small = path == "/api/position";
                send(server, &request(path, &question.to_string(), ""))
            }
            5 | 6 => {
                let (path, body) = bad(&mut random);
                send(server, &request(path, &body, ""))
            }
            7 => {
                small = true;
                let file =
                    "GET /js/board.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
                send(server, file)
            }
            8 => {
                let answer = send(
                    server,
                    "GET /api/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                );
                if let Some(answer) = &answer {
                    let running = answer.json()["running"].as_u64().unwrap();
                    assert!(running <= searches, "{running} searches run");
                    let mut seen = seen.lock().unwrap();
                    seen.most_running = seen.most_running.max(running);
                }
                answer
            }
            9 => {
                let (path, seconds) = random.pick(&[("/api/solve", 0.2), ("/api/think", 0.1)]);
                let (game, position) = random.pick(&BOARDS);
                let question = json!({"game": game, "position": position, "seconds": seconds});
                let answer = send(server, &request(path, &question.to_string(), ""));
                if let Some(answer) = answer.as_ref().filter(|answer| answer.status == 200) {
                    let events = answer.events();
                    let (last, _) = events.last().expect("a stream has a last word");
                    assert!(["done", "stopped"].contains(&last.as_str()), "{last}");
                    seen.lock().unwrap().events += events.len() as u64;
                }
                answer
            }
            10 => leave(server, &mut random),
            _ => garbage(server, &mut random),
        };
        let mut seen = seen.lock().unwrap();
        seen.lost += u64::from(kind < 10 && answer.is_none());
        *seen.statuses.entry(answer.as_ref().map_or(0, |answer| answer.status)).or_default() += 1;
        if small && answer.is_some() {
            seen.small.push(started.elapsed().as_secs_f64() * 1e3);
        }
        drop(seen);
        if let Some(answer) = answer {
            well_formed(&answer);
        }
    }
}

fn send(server: &Client<'_>, request: &str) -> Option<Answer> {
    // A full backlog may refuse a connection; the client then tries again, as browsers do.
    for _ in 0..3 {
        if let Ok(mut stream) = server.open(request)
            && let Ok(answer) = Answer::read(&mut stream)
        {
            return Some(answer);
        }
    }
    None
}

/// Begins a search and goes away when the answer begins.
fn leave(server: &Client<'_>, random: &mut Random) -> Option<Answer> {
    let question = json!({"game": "amazons", "position": "10x10"}).to_string();
    let path = random.pick(&["/api/solve", "/api/think"]);
    let mut stream = server.open(&request(path, &question, "")).ok()?;
    let _ = stream.read(&mut [0; 256]);
    None
}

/// Not HTTP, or only half of it.
fn garbage(server: &Client<'_>, random: &mut Random) -> Option<Answer> {
    let text = random.pick(&[
        "\r\n\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"game\"",
        "GET /api/../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET /%00%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}",
    ]);
    let mut stream = server.open(text).ok()?;
    let _ = stream.flush();
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.read_to_end(&mut Vec::new());
    None
}

fn well_formed(answer: &Answer) {
    let allowed = [200, 400, 404, 405, 408, 413, 415, 422, 429, 503];
    assert!(allowed.contains(&answer.status), "{answer:?}");
    assert!(answer.head.contains("content-security-policy:"), "{}", answer.head);
    if answer.head.contains("content-type: application/json") {
        let json = answer.json();
        assert!(answer.status == 200 || json["error"].is_string(), "{json}");
    } else {
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
}

/// Anonymous memory of this process in MiB, where the system tells.
fn anonymous() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<usize>().ok()? / 1024)
}

/// Gives the milliseconds within which 99 of 100 positions and files came, and how many requests were
/// lost.
fn load(clients: u64, questions: u64) -> (f64, u64) {
    let searches = 2;
    let mut config = WebConfig { waiting: 8, ..config(MEMORY << 20) };
    config.answers.searches = searches;
    let server = Running::start(config);
    let (seen, over) = (Mutex::new(Seen::default()), AtomicBool::new(false));
    let begun = Instant::now();
    let most = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut most = None;
            while !over.load(Ordering::Relaxed) {
                most = most.max(anonymous());
                std::thread::yield_now();
            }
            most
        });
        std::thread::scope(|scope| {
            for i in 0..clients {
                let (server, seen) = (&server, &seen);
                scope.spawn(move || {
                    // Only Linux has all these addresses without being told.
                    let address = if cfg!(target_os = "linux") { i / OF_ONE + 1 } else { 1 } as u8;
                    let client_of = Client { server, address };
                    client(&client_of, i, questions, searches as u64, seen);
                });
            }
        });
        // All searches end when their clients are gone.
        while server.get("/api/info").json()["running"] != 0 {}
        over.store(true, Ordering::Relaxed);
        watch.join().unwrap()
    });
    let mut seen = seen.into_inner().unwrap();
    seen.small.sort_by(f64::total_cmp);
    let at = |share: f64| seen.small.get((seen.small.len() as f64 * share) as usize).copied();
    let all: u64 = seen.statuses.values().sum();
    println!(
        "{clients} clients, {:.0} s: {all} requests, by status {:?}",
        begun.elapsed().as_secs_f64(),
        seen.statuses
    );
    println!(
        "lost {}, most searches at once {}, events {}",
        seen.lost, seen.most_running, seen.events
    );
    println!("positions and files: median {:?} ms, 99 % {:?} ms", at(0.5), at(0.99));
    println!("most anonymous memory, MiB: {most:?}");
    assert_eq!(all, clients * questions);
    assert!(seen.statuses.get(&200).is_some_and(|&good| good > all / 5), "{:?}", seen.statuses);
    assert!(!seen.statuses.contains_key(&500));
    if let Some(most) = most {
        assert!(most <= MEMORY + BESIDE, "{most} MiB of {MEMORY}");
    }
    (at(0.99).expect("small questions were asked"), seen.lost)
}

#[test]
fn two_hundred_clients() {
    load(200, 20);
}

/// On an idle machine.
#[test]
#[ignore = "heavy"]
fn a_hundred_clients_for_long() {
    let (slow, lost) = load(100, 500);
    assert_eq!(lost, 0, "requests without an answer");
    assert!(slow < 200.0, "99 % of positions and files within {slow} ms");
}

#[test]
#[ignore = "heavy"]
fn two_hundred_clients_for_long() {
    load(200, 300);
}
