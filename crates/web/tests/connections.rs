//! Files on their way, and clients that do nothing.

mod common;

use common::{Answer, Running, config, request};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn server() -> Running {
    Running::start(config(1 << 24))
}

#[test]
fn files_are_packed_and_named_by_what_is_in_them() {
    let server = server();
    let get = |more: &str| {
        server.raw(&format!(
            "GET /js/main.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n"
        ))
    };
    let plain = get("");
    assert!(!plain.head.contains("content-encoding"), "{}", plain.head);
    let packed = get("Accept-Encoding: gzip, br\r\n");
    assert!(packed.head.contains("content-encoding: gzip"), "{}", packed.head);
    assert!(packed.body.len() < plain.body.len() / 2);
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let tag = plain.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().trim();
    let same = get(&format!("If-None-Match: {tag}\r\n"));
    assert_eq!((same.status, same.body.len()), (304, 0));
    assert_eq!(get("If-None-Match: \"other\"\r\n").status, 200);
}

#[test]
fn a_head_that_is_too_long_is_refused() {
    let server = server();
    let long = "x".repeat(100 << 10);
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: {long}\r\n\r\n");
    // The server may close before it has read all of it.
    let _ = stream.write_all(head.as_bytes());
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    assert_eq!(server.get("/api/info").status, 200);
}

/// One client has a hundred connections. The next ones are refused at once, and others are answered.
#[test]
#[cfg(target_os = "linux")]
fn a_client_with_many_connections_keeps_nobody_out() {
    let server = server();
    let begun = "GET / HT";
    let held: Vec<TcpStream> = (0..100).map(|_| server.open_from(2, begun).unwrap()).collect();
    for n in 0..200 {
        let refused = match Answer::read(&mut server.open_from(2, begun).unwrap()) {
            Ok(refused) => refused,
            // Fifty at a time are told why; those beyond are only closed.
            Err(_) if n >= 50 => continue,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(refused.status, 429, "{refused:?}");
        assert!(refused.head.contains("content-security-policy:"), "{}", refused.head);
        assert!(refused.json()["error"].as_str().unwrap().contains("connections"), "{refused:?}");
    }
    assert_eq!(server.get("/api/info").status, 200);
    // Each connection that it closes is one that it may open.
    drop(held);
    let get = "GET /api/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    while Answer::read(&mut server.open_from(2, get).unwrap()).unwrap().status != 200 {}
}

/// Two records at a time: a third is read only when one of them has got its answer.
#[test]
fn records_take_turns_until_they_are_sent() {
    let server = server();
    let record = json!({"sgf": "(;GM[18]SZ[4]AW[aa]AB[dd]PL[W];W[aaabac])"}).to_string();
    let whole = request("/api/sgf/read", &record, "Expect: 100-continue\r\n");
    let (head, _) = whole.split_at(whole.len() - record.len());
    let go_on = b"HTTP/1.1 100 Continue\r\n\r\n";
    let slow = [(); 2].map(|()| {
        let mut stream = server.open(head).unwrap();
        let mut told = [0; 25];
        stream.read_exact(&mut told).unwrap();
        assert_eq!(&told, go_on);
        stream
    });
    let mut waiting = server.open(head).unwrap();
    // Other questions do not wait for them.
    let position = json!({"game": "amazons", "position": "4x4"}).to_string();
    assert_eq!(server.post("/api/position", &position).status, 200);
    waiting.set_nonblocking(true).unwrap();
    let unanswered = waiting.read(&mut [0]).unwrap_err();
    assert_eq!(unanswered.kind(), std::io::ErrorKind::WouldBlock);
    waiting.set_nonblocking(false).unwrap();
    drop(slow);
    let mut told = [0; 25];
    waiting.read_exact(&mut told).unwrap();
    assert_eq!(&told, go_on);
    waiting.write_all(record.as_bytes()).unwrap();
    assert_eq!(Answer::read(&mut waiting).unwrap().status, 200);
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "heavy"]
fn idle_connections_keep_nobody_out_and_are_closed() {
    let server = server();
    // Some say nothing at all, some begin a request, some have asked once and stay.
    let begun = Instant::now();
    let mut idle: Vec<TcpStream> = (0..500)
        .map(|i| {
            let said = match i % 3 {
                0 => "",
                1 => "GET / HT",
                _ => "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n",
            };
            server.open_from(2 + (i / 100) as u8, said).unwrap()
        })
        .collect();
    let asked = Instant::now();
    assert_eq!(server.get("/api/info").status, 200);
    println!("a new client beside 500 idle ones is answered in {:.0?}", asked.elapsed());
    assert!(asked.elapsed() < Duration::from_secs(2));
    for stream in &mut idle {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut rest = Vec::new();
        // The end, or a connection that the server has reset; not a time that is up.
        let ended = stream.read_to_end(&mut rest);
        assert!(!ended.is_err_and(|e| e.kind() == std::io::ErrorKind::WouldBlock));
    }
    println!("all are closed after {:.0?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}
