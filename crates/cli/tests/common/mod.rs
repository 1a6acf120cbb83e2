//! Running the program in tests.

#![allow(dead_code)] // each test file uses its part

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program under test.
pub(crate) const LASTMOVE: &str = env!("CARGO_BIN_EXE_lastmove");

/// What a run left behind.
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

/// Databases that tests need are kept here, not in the user's cache.
pub(crate) const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// The program with a cache folder of the tests.
pub(crate) fn command() -> Command {
    let mut command = Command::new(LASTMOVE);
    command.env("LASTMOVE_CACHE", CACHE);
    command
}

/// Runs with these arguments.
pub(crate) fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Run {
    Run::of(command().args(arguments).output().unwrap())
}

/// Runs with arguments cut at spaces.
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

/// Runs with arguments cut at spaces and a text on standard input.
pub(crate) fn piped(arguments: &str, input: &str) -> Run {
    piped_to(command().args(arguments.split_whitespace()), input)
}

/// A folder of the test's own, removed at its end.
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
