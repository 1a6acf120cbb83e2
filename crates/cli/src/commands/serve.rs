//! `lastmove serve`: the page, for a browser on this machine.

use crate::flags::DatabaseFlags;
use crate::{Failure, Session, output};
use lastmove_web::{BindError, Config, Server};
use lastmove_work::{Stop, human};
use serde_json::json;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  lastmove serve --port 0 --for 1s
  lastmove serve --port 0 --for 1s --searches 1 --memory 64M --json

Most people type `lastmove serve --open` and end it with Ctrl-C. The page works without a
network. Other machines reach it only with --host and a --token, which is part of the printed
address.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The port; 0 for any free one
    #[arg(long, value_name = "N", default_value_t = 8642)]
    port: u16,
    /// The address to listen on; anything but loopback needs --token
    #[arg(long, value_name = "H", default_value = "127.0.0.1", value_parser = host)]
    host: IpAddr,
    /// The password for other machines, 8 characters or more
    #[arg(long, value_name = "T")]
    token: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// End the server after this time
    #[arg(long = "for", value_name = "TIME", value_parser = human::parse_time)]
    lasting: Option<Duration>,
    /// Searches that run at the same time; others wait
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    searches: u16,
    /// Time limit of each search
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = human::parse_time)]
    time: Duration,
    /// Memory that all searches share
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = human::parse_bytes)]
    memory: u64,
    /// Threads of each search [default: all cores but one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Read the page from a folder, for work on it
    #[arg(long, value_name = "DIR", hide = true)]
    page: Option<PathBuf>,
    #[command(flatten)]
    databases: DatabaseFlags,
}

fn host(text: &str) -> Result<IpAddr, String> {
    match text {
        "localhost" => Ok(IpAddr::from([127, 0, 0, 1])),
        text => text.parse().map_err(|_| "expected an address such as 127.0.0.1 or 0.0.0.0".into()),
    }
}

/// Serves until Ctrl-C.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    if let Some(token) = &args.token
        && !token.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.~".contains(&b))
    {
        return Err(Failure::input("--token", "expected letters, digits and - _ . ~ only"));
    }
    let databases = Arc::new(args.databases.open(session)?);
    let mut config = Config {
        host: args.host,
        port: args.port,
        token: args.token.clone(),
        page: args.page.clone(),
        ..Config::default()
    };
    let answers = &mut config.answers;
    answers.databases = Arc::clone(&databases);
    answers.threads = args.threads.map_or(answers.threads, usize::from);
    answers.memory = usize::try_from(args.memory).unwrap_or(usize::MAX);
    answers.time = args.time;
    answers.searches = args.searches.into();
    let server = Server::bind(config).map_err(|error| match error {
        BindError::Start(_) => anyhow::Error::from(error).into(),
        refused => Failure::input_line(refused.to_string()),
    })?;
    let address = server.address().map_err(anyhow::Error::from)?;
    let token = args.token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
    let page = format!("http://{address}/{token}");
    let fields = json!({
        "address": page,
        "host": address.ip().to_string(),
        "port": address.port(),
        "databases": databases.name(),
    });
    let text =
        format!("The page is at {page}\nendgame databases: {}; Ctrl-C ends it\n", databases.name());
    output::answer(session, &fields, text)?;
    if args.open {
        open(&page);
    }
    server.run(&session.cancel, args.lasting).map_err(anyhow::Error::from)?;
    if session.cancel.is_cancelled() {
        return Err(Failure::stopped(Stop::Cancelled, "the page is closed; run it again to go on"));
    }
    Ok(())
}

/// Asks the system to show an address; where it cannot, the printed one is there to be clicked.
fn open(address: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command
        .args(before)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if command.spawn().is_err() {
        eprintln!("lastmove: no browser to open; visit {address}");
    }
}
