//! The interface: every question with its answer as the schema describes it, and every refusal.

mod common;
mod schema;

use common::{Running, events, request};
use lastmove_web::{Config, Server};
use schema::Schema;
use serde_json::{Value, json};
use std::io::Read;
use std::net::IpAddr;
use std::time::{Duration, Instant};

fn server() -> Running {
    Running::start(Config { threads: 1, memory: 1 << 24, ..Config::default() })
}

fn ask(server: &Running, schema: &Schema, path: &str, name: &str, question: Value) -> Value {
    let answer = server.post(path, &question.to_string());
    assert_eq!(answer.status, 200, "{path} {question}: {}", answer.text());
    let json = answer.json();
    schema.check(name, &json);
    json
}

fn description(server: &Running) -> Schema {
    let answer = server.get("/api/schema.json");
    assert_eq!(answer.status, 200);
    Schema::new(answer.json())
}

#[test]
fn answers_are_as_the_schema_says() {
    let server = server();
    let schema = description(&server);
    assert_eq!(schema.paths().len(), 11);
    schema.check("Info", &server.get("/api/info").json());

    let start = json!({"game": "amazons", "position": "10x10"});
    let shown = ask(&server, &schema, "/api/position", "Position", start);
    assert_eq!(shown["moves"].as_array().unwrap().len(), 2176);
    assert_eq!(shown["squares"][0], "a10");
    let played = json!({"game": "amazons", "position": "10x10", "moves": ["d1-d7/g7"]});
    let shown = ask(&server, &schema, "/api/position", "Position", played);
    assert_eq!(
        (&shown["to_move"], &shown["played"][0]["squares"]),
        (&json!("black"), &json!([93, 33, 36]))
    );
    let over = json!({"game": "domineering", "position": "1*/*1 v"});
    let shown = ask(&server, &schema, "/api/position", "Position", over);
    assert_eq!((&shown["over"], &shown["winner"]), (&json!(true), &json!("horizontal")));

    let areas = json!({"game": "amazons", "position": "q1*2Q/2*3/***3/1Q*1q1 w"});
    let found = ask(&server, &schema, "/api/evaluate", "Evaluation", areas);
    assert_eq!(found["areas"].as_array().unwrap().len(), 3);
    assert_eq!(found["areas"][0]["owner"], "black");
    let regions = json!({"game": "domineering", "position": "2*2/2*2/**2*/4* v"});
    let found = ask(&server, &schema, "/api/evaluate", "Evaluation", regions);
    assert_eq!(found["areas"][0]["value"], "±1");
    assert!(found["winners"]["first"].is_string() && found["value"].is_string());

    let value = json!({"game": "domineering", "position": "2x3"});
    let found = ask(&server, &schema, "/api/value", "Value", value);
    assert_eq!((&found["canonical"], &found["mean"]), (&json!("{2|-1/2}"), &json!("3/4")));
    assert!(found["svg"].as_str().unwrap().starts_with("<svg "));

    for format in ["svg", "png"] {
        let question = json!({"game": "domineering", "position": "3/1*1/1*1 v", "format": format, "dominoes": [[4, 7]]});
        let answer = server.post("/api/picture", &question.to_string());
        assert_eq!(answer.status, 200);
        let begins: &[u8] = if format == "svg" { b"<svg " } else { b"\x89PNG" };
        assert!(answer.body.starts_with(begins));
    }
}

#[test]
fn games_go_out_and_come_back() {
    let server = server();
    let schema = description(&server);
    let game = json!({"start": "5x6", "white": "Ada", "nodes": [
        {"parent": 0, "squares": [26, 11, 13], "comment": "157 replies"},
        {"parent": 0, "squares": [28, 13, 11]},
    ]});
    let written = ask(&server, &schema, "/api/sgf/write", "SgfText", game);
    let read = ask(&server, &schema, "/api/sgf/read", "SgfTree", json!({"sgf": written["sgf"]}));
    assert_eq!((&read["white"], &read["nodes"][1]["move"]), (&json!("Ada"), &json!("b1-b4/d4")));
    assert_eq!(
        (&read["nodes"][1]["comment"], &read["nodes"][2]["parent"]),
        (&json!("157 replies"), &json!(0))
    );
}

#[test]
fn a_search_reports_proves_and_certifies() {
    let server = server();
    let schema = description(&server);
    let question = json!({"game": "amazons", "position": "5x4", "certificate": true});
    let events = server.post("/api/solve", &question.to_string()).events();
    let (name, solved) = events.last().unwrap();
    assert_eq!(name, "done");
    schema.check("Solved", solved);
    assert_eq!(
        (&solved["winner"], &solved["certificate"]["verified"]),
        (&json!("white"), &json!(true))
    );
    for (name, progress) in &events[..events.len() - 1] {
        assert_eq!(name, "progress");
        schema.check("SolveProgress", progress);
    }
    let id = solved["certificate"]["id"].as_str().unwrap();
    let certificate = server.get(&format!("/api/certificate/{id}"));
    assert_eq!(certificate.body.len() as u64, solved["certificate"]["bytes"].as_u64().unwrap());
    let expect = "amazons 5x4 white".parse().unwrap();
    let file = std::io::Cursor::new(&certificate.body);
    let go = |_| std::ops::ControlFlow::Continue(());
    lastmove_proof::verify(file, Some(&expect), lastmove_proof::Limits::default(), go).unwrap();

    let question = json!({"game": "domineering", "position": "6x6", "certificate": true});
    let events = server.post("/api/solve", &question.to_string()).events();
    let (_, solved) = events.last().unwrap();
    schema.check("Solved", solved);
    assert_eq!(solved["class"], "1");
    assert_eq!(solved["certificate"]["verified"], true, "{solved}");
}

#[test]
fn the_engine_moves_within_its_time() {
    let server = server();
    let schema = description(&server);
    for (game, position) in [("amazons", "10x10"), ("domineering", "8x8 h")] {
        let position = if position == "8x8 h" { "8/8/8/8/8/8/8/8 h" } else { position };
        let started = Instant::now();
        let question = json!({"game": game, "position": position, "seconds": 1.0, "level": 5});
        let events = server.post("/api/think", &question.to_string()).events();
        assert!(started.elapsed() < Duration::from_secs(5));
        let (name, last) = events.last().unwrap();
        assert_eq!(name, "done");
        schema.check("Report", last);
        let moves = json!({"game": game, "position": position, "moves": [last["best"]]});
        assert_eq!(server.post("/api/position", &moves.to_string()).status, 200);
    }
}

#[test]
fn leaving_cancels_and_searches_take_turns() {
    let config =
        Config { threads: 1, memory: 1 << 24, searches: 1, waiting: 1, ..Config::default() };
    let server = Running::start(config);
    let long = json!({"game": "amazons", "position": "10x10"}).to_string();
    let running = |n: u64| {
        let until = Instant::now() + Duration::from_secs(10);
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
    let config = Config {
        threads: 1,
        memory: 1 << 24,
        time: Duration::from_millis(600),
        ..Config::default()
    };
    let server = Running::start(config);
    let question = json!({"game": "amazons", "position": "8x8", "seconds": 1000}).to_string();
    let events = events(&server.post("/api/solve", &question).text());
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
    let open = Config { host: IpAddr::from([0, 0, 0, 0]), ..Config::default() };
    assert!(Server::bind(open.clone()).is_err(), "no token");
    assert!(Server::bind(Config { token: Some("short".into()), ..open }).is_err(), "a short token");
    let server = Running::start(Config { token: Some("secret-token".into()), ..Config::default() });
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
