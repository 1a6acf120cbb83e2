//! Running the program in tests.

#![allow(dead_code)] // each test file uses its part

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program under test.
pub(crate) const LASTMOVE: &str = env!("CARGO_BIN_EXE_lastmove");

/// The output of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Standard output as exactly one JSON object.
    pub(crate) fn json(&self) -> Value {
        let value: Value =
            serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {self:?}"));
        assert!(value.is_object(), "{self:?}");
        value
    }
}

/// The cache folder for databases that tests need, in place of the user's.
pub(crate) const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// The program with the tests' cache folder.
pub(crate) fn command() -> Command {
    let mut command = Command::new(LASTMOVE);
    command.env("LASTMOVE_CACHE", CACHE);
    command
}

/// Runs with these arguments.
pub(crate) fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Run {
    Run::of(command().args(arguments).output().unwrap())
}

/// Runs with arguments that are separated by spaces.
pub(crate) fn line(arguments: &str) -> Run {
    run(arguments.split_whitespace())
}

/// Runs a command with a text on standard input.
pub(crate) fn piped_to(command: &mut Command, input: &str) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Run::of(child.wait_with_output().unwrap())
}

/// Runs with arguments that are separated by spaces, and a text on standard input.
pub(crate) fn piped(arguments: &str, input: &str) -> Run {
    piped_to(command().args(arguments.split_whitespace()), input)
}

/// Waits until `happened` returns `true`, however busy the machine is.
pub(crate) fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !happened() {
        assert!(begun.elapsed() < Duration::from_secs(120), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process has ended.
pub(crate) fn has_ended(child: &mut Child) -> bool {
    child.try_wait().unwrap().is_some()
}

/// Waits until a process is at work: it has used a tenth of a second of processor time, and has
/// begun to listen for signals long before that.
#[cfg(unix)]
pub(crate) fn wait_until_at_work(child: &mut Child) {
    let stat = format!("/proc/{}/stat", child.id());
    let used = || {
        let text = std::fs::read_to_string(&stat).ok()?;
        let (_, fields) = text.rsplit_once(')')?;
        let ticks = |n: usize| fields.split_whitespace().nth(n)?.parse::<u64>().ok();
        Some(ticks(11)? + ticks(12)?)
    };
    wait_until("it is at work", || used().is_none_or(|ticks| ticks >= 10) || has_ended(child));
}

/// Sends a signal.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// A temporary folder for one test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lastmove-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
