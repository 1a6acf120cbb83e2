//! The interface over HTTP: files, streams, turns, and every refusal. What the answers say is tested
//! where they are made.

mod common;

use common::{Running, config, request};
use lastmove_web::{Server, WebConfig};
use serde_json::json;
use std::io::Read;
use std::net::IpAddr;
use std::time::{Duration, Instant};

fn server() -> Running {
    Running::start(config(1 << 28))
}

#[test]
fn answers_are_json_or_files() {
    let server = server();
    let schema = server.get("/api/schema.json").json();
    assert_eq!(schema["paths"].as_object().unwrap().len(), 15);
    assert_eq!(server.get("/api/info").json()["name"], "lastmove");
    let start = json!({"game": "amazons", "position": "10x10"}).to_string();
    let answer = server.post("/api/position", &start);
    assert!(answer.head.contains("content-type: application/json"), "{}", answer.head);
    assert_eq!(answer.json()["moves"].as_array().unwrap().len(), 2176);
    for (format, kind) in [("svg", "image/svg+xml"), ("png", "image/png")] {
        let question = json!({"game": "amazons", "position": "4x4", "format": format});
        let answer = server.post("/api/picture", &question.to_string());
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains(&format!("content-type: {kind}")), "{}", answer.head);
    }
}

#[test]
fn a_certificate_may_be_larger_than_other_questions() {
    let server = server();
    let question = json!({"certificate": "TE1Q".repeat(40_000)}).to_string();
    let answer = server.post("/api/proof", &question);
    assert_eq!(answer.status, 422);
    assert!(answer.json()["error"].as_str().unwrap().starts_with("not valid: "));
    assert_eq!(server.post("/api/value", &question).status, 413);
}

#[test]
fn a_search_is_a_stream_and_its_certificate_a_file() {
    let server = server();
    let question = json!({"game": "amazons", "position": "5x4", "certificate": true});
    let events = server.post("/api/solve", &question.to_string()).events();
    let (name, solved) = events.last().unwrap();
    assert_eq!(name, "done");
    assert_eq!(solved["certificate"]["verified"], true, "{solved}");
    let before = &events[..events.len() - 1];
    assert!(before.iter().all(|(name, _)| name == "progress" || name == "answer"));
    assert_eq!(before.iter().filter(|(name, _)| name == "answer").count(), 1);
    let id = solved["certificate"]["id"].as_str().unwrap();
    let certificate = server.get(&format!("/api/certificate/{id}"));
    assert_eq!(certificate.body.len() as u64, solved["certificate"]["bytes"].as_u64().unwrap());
    let expect = "amazons 5x4 white".parse().unwrap();
    let file = std::io::Cursor::new(&certificate.body);
    let go = |_| std::ops::ControlFlow::Continue(());
    lastmove_proof::verify(file, Some(&expect), lastmove_proof::CheckOptions::default(), go)
        .unwrap();

    let question = json!({"game": "domineering", "position": "8x8", "seconds": 1.0});
    let events = server.post("/api/think", &question.to_string()).events();
    assert_eq!(events.last().unwrap().0, "done");
}

#[test]
fn leaving_cancels_and_searches_take_turns() {
    let mut config = WebConfig { waiting: 1, ..config(1 << 24) };
    config.answers.searches = 1;
    let server = Running::start(config);
    let long = json!({"game": "amazons", "position": "10x10"}).to_string();
    let running = |n: u64| {
        let until = Instant::now() + Duration::from_secs(60);
        while server.get("/api/info").json()["running"] != n {
            assert!(Instant::now() < until, "never {n} searches");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let first = server.open(&request("/api/solve", &long, "")).unwrap();
    running(1);
    // The second waits, the third finds the queue full.
    let mut second = server.open(&request("/api/solve", &long, "")).unwrap();
    let mut seen = String::new();
    while !seen.contains("event: queued") {
        let mut bytes = [0; 1024];
        let n = second.read(&mut bytes).unwrap();
        assert!(n > 0, "{seen}");
        seen += &String::from_utf8_lossy(&bytes[..n]);
    }
    let third = server.post("/api/solve", &long);
    assert_eq!(third.status, 429, "{}", third.text());
    assert!(third.json()["error"].is_string());
    // A small question is answered meanwhile.
    assert_eq!(server.post("/api/position", &long).status, 200);
    drop(first); // the second takes over
    while !seen.contains("event: progress") {
        let mut bytes = [0; 4096];
        let n = second.read(&mut bytes).unwrap();
        assert!(n > 0, "{seen}");
        seen += &String::from_utf8_lossy(&bytes[..n]);
    }
    drop(second);
    running(0);
}

#[test]
fn time_is_limited() {
    let mut config = config(1 << 24);
    config.answers.time = Duration::from_millis(600);
    let server = Running::start(config);
    let question = json!({"game": "amazons", "position": "8x8", "seconds": 1000}).to_string();
    let events = server.post("/api/solve", &question).events();
    let (name, stopped) = events.last().unwrap();
    assert_eq!(name, "stopped");
    assert!(stopped["reason"].as_str().unwrap().contains("time"), "{stopped}");
}

#[test]
fn broken_questions_are_refused_in_json() {
    let server = server();
    let cases = [
        ("/api/position", "", 400),
        ("/api/position", "{", 400),
        ("/api/position", "{}", 422),
        ("/api/position", "[1,2,3]", 422),
        ("/api/position", r#"{"game": "chess", "position": "8x8"}"#, 422),
        ("/api/position", r#"{"game": "amazons", "position": "99x99"}"#, 422),
        ("/api/position", r#"{"game": "amazons", "position": "4x4", "moves": ["a1-a1/a1"]}"#, 422),
        ("/api/position", r#"{"game": "amazons", "position": "4x4\u0000\n"}"#, 422),
        ("/api/evaluate", r#"{"game": "amazons", "position": "q1Q v"}"#, 422),
        ("/api/evaluate", r#"{"game": "domineering", "position": "q1Q"}"#, 422),
        ("/api/value", r#"{"game": "amazons", "position": "10x10", "seconds": 0.2}"#, 422),
        ("/api/think", r#"{"game": "amazons", "position": "4x4", "level": 11}"#, 422),
        ("/api/think", r#"{"game": "amazons", "position": "4x4", "level": -1}"#, 422),
        ("/api/sgf/read", r#"{"sgf": "((((((((((("}"#, 422),
        (
            "/api/sgf/write",
            r#"{"start": "4x4", "nodes": [{"parent": 7, "squares": [0,1,2]}]}"#,
            422,
        ),
        (
            "/api/sgf/write",
            r#"{"start": "4x4", "nodes": [{"parent": 0, "squares": [250,1,2]}]}"#,
            422,
        ),
        ("/api/picture", r#"{"game": "amazons", "position": "4x4", "format": "gif"}"#, 422),
        (
            "/api/picture",
            r#"{"game": "amazons", "position": "4x4", "format": "png", "marked": [99]}"#,
            422,
        ),
        (
            "/api/picture",
            r#"{"game": "domineering", "position": "4x4", "format": "png", "dominoes": [[3,4]]}"#,
            422,
        ),
        ("/api/nothing", "{}", 404),
    ];
    for (path, body, status) in cases {
        let answer = server.post(path, body);
        assert_eq!(answer.status, status, "{path} {body}: {}", answer.text());
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert!(!error.is_empty() && !error.contains('\n'), "{error}");
    }
    assert_eq!(server.get("/api/position").status, 405);
    assert_eq!(server.get("/api/certificate/0123").status, 404);
    assert_eq!(server.get("/nothing.js").status, 404);
    let long = "9".repeat(3 << 20);
    let answer = server.raw(&request("/api/position", &format!("\"{long}\""), ""));
    assert_eq!(answer.status, 413);
    answer.json();
    let plain = request("/api/position", "{}", "").replace("application/json", "text/plain");
    assert_eq!(server.raw(&plain).status, 415);
}

#[test]
fn only_the_page_itself_is_answered() {
    let server = server();
    let ask = |headers: &str| {
        server.raw(&format!("GET /api/info HTTP/1.1\r\nConnection: close\r\n{headers}\r\n")).status
    };
    assert_eq!(ask("Host: 127.0.0.1:1\r\n"), 200);
    assert_eq!(ask("Host: evil.example\r\n"), 403);
    assert_eq!(ask("Host: localhost\r\nOrigin: http://evil.example\r\n"), 403);
    assert_eq!(ask("Host: localhost:9\r\nOrigin: http://localhost:9\r\n"), 200);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-security-policy: default-src 'none'"), "{}", page.head);
    assert!(page.text().contains("<title>Lastmove"));
    assert!(!page.text().contains("http://") && !page.text().contains("https://"));
}

#[test]
fn others_need_the_token() {
    let open = WebConfig { host: IpAddr::from([0, 0, 0, 0]), ..WebConfig::default() };
    assert!(Server::bind(open.clone()).is_err(), "no token");
    assert!(
        Server::bind(WebConfig { token: Some("short".into()), ..open }).is_err(),
        "a short token"
    );
    let server =
        Running::start(WebConfig { token: Some("secret-token".into()), ..WebConfig::default() });
    let ask = |headers: &str| {
        server.raw(&format!(
            "GET /api/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n"
        ))
    };
    assert_eq!(ask("").status, 401);
    assert_eq!(ask("Authorization: Bearer secret-tokem\r\n").status, 401);
    assert_eq!(ask("Authorization: Bearer secret-token\r\n").status, 200);
    assert_eq!(server.get("/").status, 200, "the page itself asks for it");
}
