//! Two coordinators for one campaign.

use crate::common::{Run, has_ended, signal, wait_until};
use crate::server::Server;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};

const FLAGS: &str = "--campaign one --databases none --memory 64M --threads 1";

/// The lines that a process writes to standard error, up to one with these words.
fn lines_until(child: &mut Child, words: &str) -> Vec<String> {
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.contains(words)) {
        let mut line = String::new();
        assert!(errors.read_line(&mut line).unwrap() > 0, "no {words:?} in {lines:?}");
        lines.push(line);
    }
    // Read the rest as well, so that the pipe does not fill.
    std::thread::spawn(move || errors.read_to_end(&mut Vec::new()));
    lines
}

/// A copy of the campaign's folder has the right log, but its lock does not keep two coordinators
/// apart.
#[test]
fn a_second_coordinator_waits_for_the_end_of_the_first() {
    let Some(server) = Server::up("farm-coordinators") else { return };
    let status = || server.run("status --json");
    let mut first =
        server.farm(&format!("start amazons 4x5 {FLAGS} --quiet")).stderr(Stdio::null()).spawn();
    let first = first.as_mut().unwrap();
    wait_until("the campaign has begun", || {
        let status = status();
        status.code == 0 && status.json()["snapshot"] != Value::Null
    });
    let (there, here) = (server.folder.path().join("one.farm"), server.folder.path().join("copy"));
    std::fs::create_dir(&here).unwrap();
    std::fs::copy(there.join("log"), here.join("log")).unwrap();
    let again = format!("start {FLAGS} --folder copy");

    let mut second = server.farm(&again).spawn().unwrap();
    wait_until("the second is refused", || has_ended(&mut second));
    let second = Run::of(second.wait_with_output().unwrap());
    assert_eq!(second.code, 2, "{second:?}");
    assert_eq!(second.stderr.lines().count(), 1, "{second:?}");
    assert!(second.stderr.contains(&format!("process {}", first.id())), "{second:?}");
    assert!(second.stderr.contains("lastmove farm stop"), "{second:?}");
    assert!(!has_ended(first));

    // A killed coordinator cannot release its lease.
    signal(first, "KILL");
    first.wait().unwrap();
    let mut third = server.farm(&again).spawn().unwrap();
    let lines = lines_until(&mut third, "join it on any machine");
    assert!(lines[0].contains("no sign of life; taking over"), "{lines:?}");
    assert_eq!(server.run("stop --json").json()["coordinator"], true);
    assert!(third.wait().unwrap().success());

    // A stopped coordinator has released it, so that the next one need not wait.
    let mut fourth = server.farm(&again).spawn().unwrap();
    let lines = lines_until(&mut fourth, "join it on any machine");
    assert!(!lines.concat().contains("sign of life"), "{lines:?}");
    signal(&fourth, "TERM");
    fourth.wait().unwrap();
}
