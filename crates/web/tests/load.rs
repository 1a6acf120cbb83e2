//! Many clients at once, some of them broken: no crash, no leak, every answer well-formed, searches
//! capped as configured.
//!
//! The short version runs with the other tests, the long one by
//! `cargo test --release -p lastmove-web --test load -- --ignored --nocapture`.

mod common;

use common::{Answer, Running, config, request};
use lastmove_web::Config;
use lastmove_work::Random;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::sync::Mutex;
use std::time::{Duration, Instant};

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

/// What a good client may ask.
fn good(random: &mut Random) -> (&'static str, Value) {
    let (game, position) = random.pick(&BOARDS);
    match random.below(7) {
        0 | 1 => ("/api/position", json!({"game": game, "position": position})),
        2 => ("/api/evaluate", json!({"game": game, "position": position})),
        3 => ("/api/value", json!({"game": "amazons", "position": "q2Q1"})),
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

fn client(server: &Running, seed: u64, until: Instant, searches: u64, seen: &Mutex<Seen>) {
    let mut random = Random::new(seed);
    while Instant::now() < until {
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

fn send(server: &Running, request: &str) -> Option<Answer> {
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

/// Begins a search and goes away.
fn leave(server: &Running, random: &mut Random) -> Option<Answer> {
    let question = json!({"game": "amazons", "position": "10x10"}).to_string();
    let path = random.pick(&["/api/solve", "/api/think"]);
    let mut stream = server.open(&request(path, &question, "")).ok()?;
    let _ = stream.set_read_timeout(Some(Duration::from_millis(50)));
    let _ = stream.read(&mut [0; 256]);
    None
}

/// Not HTTP, or only half of it.
fn garbage(server: &Running, random: &mut Random) -> Option<Answer> {
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
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let _ = stream.read(&mut [0; 4096]);
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

/// Resident memory in MiB, where the system tells.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").trim().parse::<f64>().ok()? / 1024.0)
}

/// Gives the milliseconds within which 99 of 100 positions and files came, and how many requests were
/// lost.
fn load(clients: u64, time: Duration) -> (f64, u64) {
    let searches = 2;
    let mut config = Config { waiting: 8, ..config(1 << 26) };
    config.answers.searches = searches;
    let server = Running::start(config);
    // What is made once is made before we look: tables, threads, the page.
    let warm = json!({"game": "amazons", "position": "8x8", "seconds": 1.0}).to_string();
    server.post("/api/solve", &warm);
    let seen = Mutex::new(Seen::default());
    let mut half = None;
    let until = Instant::now() + time;
    std::thread::scope(|scope| {
        for i in 0..clients {
            let (server, seen) = (&server, &seen);
            scope.spawn(move || client(server, i, until, searches as u64, seen));
        }
        // By half-time every kind of question has been asked; what is kept is kept by then.
        std::thread::sleep(time / 2);
        half = resident();
    });
    // All searches end when their clients are gone, and the server still answers at once.
    let patience = Instant::now() + Duration::from_secs(20);
    while server.get("/api/info").json()["running"] != 0 {
        assert!(Instant::now() < patience, "searches go on without clients");
        std::thread::sleep(Duration::from_millis(50));
    }
    let after = resident();
    let mut seen = seen.into_inner().unwrap();
    seen.small.sort_by(f64::total_cmp);
    let at = |share: f64| seen.small.get((seen.small.len() as f64 * share) as usize).copied();
    let all: u64 = seen.statuses.values().sum();
    println!(
        "{clients} clients, {} s: {all} requests, by status {:?}",
        time.as_secs(),
        seen.statuses
    );
    println!(
        "lost {}, most searches at once {}, events {}",
        seen.lost, seen.most_running, seen.events
    );
    println!("positions and files: median {:?} ms, 99 % {:?} ms", at(0.5), at(0.99));
    println!("resident MiB at half-time {half:?}, after {after:?}");
    assert!(all > clients, "{all} requests");
    assert!(seen.statuses.get(&200).is_some_and(|&good| good > all / 5), "{:?}", seen.statuses);
    assert!(!seen.statuses.contains_key(&500));
    if let (Some(half), Some(after)) = (half, after) {
        // Over a minute memory levels off (1,320 MiB at half-time, 1,402 at the end); in the first
        // seconds it still rises to that level, by 240 to 360 MiB, and what takes it is not known.
        let most = if time >= Duration::from_secs(30) { 250.0 } else { 500.0 };
        assert!(after - half < most, "from {half} to {after} MiB in half the time");
    }
    (at(0.99).expect("small questions were asked"), seen.lost)
}

#[test]
fn two_hundred_clients_for_a_moment() {
    load(200, Duration::from_secs(5));
}

/// On an idle machine.
#[test]
#[ignore = "takes more than a minute"]
fn a_hundred_clients_for_a_minute() {
    let (slow, lost) = load(100, Duration::from_secs(60));
    assert_eq!(lost, 0, "requests without an answer");
    assert!(slow < 200.0, "99 % of positions and files within {slow} ms");
}

#[test]
#[ignore = "takes more than a minute"]
fn two_hundred_clients_for_a_minute() {
    load(200, Duration::from_secs(60));
}
