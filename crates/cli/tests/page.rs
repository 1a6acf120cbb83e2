//! The page's server keeps the limits of its searches on core time and memory. Linux reports both
//! for a running process.
#![cfg(target_os = "linux")]

mod common;

use common::{command, line};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// A server that ends with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    /// A server with these arguments.
    fn start(more: &[&str]) -> Self {
        let arguments = ["serve", "--port", "0", "--databases", "none", "--json", "--quiet"];
        let mut command = command();
        let mut process =
            command.args(arguments).args(more).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let address = said["address"].as_str().unwrap().trim_start_matches("http://");
        let address = address.trim_end_matches('/').to_owned();
        Self { process, address }
    }

    /// The whole stream of an answer.
    fn ask(&self, path: &str, question: &Value) -> String {
        let (body, host) = (question.to_string(), &self.address);
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn told(&self, file: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{file}", self.process.id())).unwrap()
    }

    /// Processor time of all cores in seconds. Linux counts it in hundredths on every machine.
    fn core_seconds(&self) -> f64 {
        let told = self.told("stat");
        let (_, fields) = told.rsplit_once(')').unwrap();
        let fields: Vec<&str> = fields.split_whitespace().collect();
        [11, 12].iter().map(|&i: &usize| fields[i].parse::<f64>().unwrap()).sum::<f64>() / 100.0
    }

    /// The peak memory, in MiB.
    fn most_memory(&self) -> f64 {
        self.memory("VmHWM:")
    }

    /// The value of a line of the process status, in MiB.
    fn memory(&self, name: &str) -> f64 {
        let told = self.told("status");
        let line = told.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn domineering_8x8_takes_3_seconds_of_core_time_and_its_memory() {
    for memory in [&[][..], &["--memory", "256M"]] {
        let server = Server::start(memory);
        let before = server.core_seconds();
        let answer = server.ask("/api/solve", &json!({"game": "domineering", "position": "8x8"}));
        assert!(answer.contains(r#""class":"1""#), "{answer}");
        let (seconds, memory) = (server.core_seconds() - before, server.most_memory());
        println!("8x8: {seconds:.2} s of core time, at most {memory:.0} MiB");
        assert!(seconds < 3.0, "{seconds} s of core time");
        assert!(memory < 256.0, "{memory} MiB");
    }
}

/// Idle connections, searches, values and areas, five at a time.
#[test]
fn memory_is_the_memory_of_the_server() {
    let server = Server::start(&["--memory", "64M", "--threads", "1"]);
    let idle: Vec<TcpStream> =
        (0..90).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    let boards = [
        ("amazons", "q1Q1/4/4/4"),
        ("domineering", "6x6"),
        ("amazons", "10x10"),
        ("domineering", "9x9"),
        ("amazons", "6x6"),
    ];
    let over = AtomicBool::new(false);
    let most = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut most = 0_f64;
            while !over.load(Ordering::Relaxed) {
                most = most.max(server.memory("RssAnon:"));
                std::thread::yield_now();
            }
            most
        });
        std::thread::scope(|scope| {
            for path in ["value", "evaluate", "value", "think", "solve"] {
                let server = &server;
                scope.spawn(move || {
                    for (game, position) in boards.into_iter().chain(boards) {
                        let question = json!({"game": game, "position": position, "seconds": 0.5});
                        let answer = server.ask(&format!("/api/{path}"), &question);
                        assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
                    }
                });
            }
        });
        over.store(true, Ordering::Relaxed);
        watch.join().unwrap()
    });
    drop(idle);
    println!("at most {most:.0} MiB of 64");
    assert!(most <= 64.0, "{most} MiB");
}

#[test]
fn too_little_memory_is_refused_with_what_is_needed() {
    for (arguments, least) in [
        ("--memory 32M --threads 1", "64M"),
        ("--memory 64M --threads 1 --searches 3", "87M"),
        ("--memory 128M --threads 16", "at least"),
    ] {
        let refused = line(&format!("serve --port 0 --for 0s --databases none {arguments}"));
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.stderr.contains(least), "{refused:?}");
        assert_eq!(refused.stderr.lines().count(), 1, "{refused:?}");
    }
}
