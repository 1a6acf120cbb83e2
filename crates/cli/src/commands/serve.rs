//! `lastmove serve`: the page, for a browser on this machine.

use crate::flags::{DatabaseFlags, check_memory};
use crate::{Failure, Session, output};
use lastmove_web::{BindError, Server, WebConfig};
use lastmove_work::{Stop, human};
use qrcodegen::{QrCode, QrCodeEcc};
use schemars::JsonSchema;
use serde::Serialize;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  lastmove serve --port 0 --for 1s
  lastmove serve --port 0 --for 1s --searches 1 --memory 64M --json

Most people type `lastmove serve --open` and end it with Ctrl-C. The page works without a
network. Other machines reach it only with --host and a token, which is part of the printed
address; the code beside it is for phones. A --token-file keeps the token out of the list of
processes.";

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
    /// Read the password from the first line of a file
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    token_file: Option<PathBuf>,
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
    /// Memory of the whole command without database files
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = human::parse_bytes)]
    memory: u64,
    /// Threads of each search [default: all cores but one, or fewer in little memory]
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

/// Where the page is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Served {
    /// with the token, if there is one
    address: String,
    host: String,
    port: u16,
    databases: String,
}

/// Serves until Ctrl-C.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let token = token(args)?;
    let mut config = WebConfig {
        host: args.host,
        port: args.port,
        token: token.clone(),
        page: args.page.clone(),
        ..WebConfig::default()
    };
    share_out(args, &mut config)?;
    let databases = Arc::new(args.databases.open(session)?);
    config.answers.databases = Arc::clone(&databases);
    config.answers.time = args.time;
    let server = Server::bind(config).map_err(|error| match error {
        BindError::Start(_) => anyhow::Error::from(error).into(),
        refused => Failure::input_line(refused.to_string()),
    })?;
    let address = server.address().map_err(anyhow::Error::from)?;
    let query = token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
    let reached = SocketAddr::new(reachable(address.ip()), address.port());
    let page = format!("http://{reached}/{query}");
    let fields = Served {
        address: page.clone(),
        host: address.ip().to_string(),
        port: address.port(),
        databases: databases.name().to_owned(),
    };
    let code = if address.ip().is_loopback() { String::new() } else { qr_code(&page) };
    let text = format!(
        "The page is at {page}\n{code}endgame databases: {}; Ctrl-C ends it\n",
        databases.name()
    );
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

/// Divides the memory among searches, each with the threads of the arguments, or as many as fit.
fn share_out(args: &Args, config: &mut WebConfig) -> Result<(), Failure> {
    check_memory(args.memory)?;
    let answers = &mut config.answers;
    answers.memory = usize::try_from(args.memory).unwrap_or(usize::MAX);
    answers.searches = args.searches.into();
    match args.threads {
        Some(threads) => answers.threads = threads.into(),
        None => {
            while answers.threads > 1 && answers.least_memory() > args.memory {
                answers.threads -= 1;
            }
        }
    }
    let least = answers.least_memory();
    if least <= args.memory {
        return Ok(());
    }
    let place = format!("--memory {}", human::bytes(args.memory));
    let (searches, threads) = (answers.searches, answers.threads);
    let problem =
        format!("--searches {searches} with --threads {threads} needs at least {}M", least >> 20);
    Err(Failure::input(place, problem))
}

/// The password of the arguments or of a file.
fn token(args: &Args) -> Result<Option<String>, Failure> {
    let (place, token) = match (&args.token, &args.token_file) {
        (Some(token), _) => ("--token".to_owned(), token.clone()),
        (None, None) => return Ok(None),
        (None, Some(path)) => {
            let place = format!("--token-file {}", path.display());
            let text = std::fs::read_to_string(path).map_err(|e| Failure::input(&place, e))?;
            (place, text.lines().next().unwrap_or_default().trim().to_owned())
        }
    };
    let good = |b: u8| b.is_ascii_alphanumeric() || b"-_.~".contains(&b);
    if token.is_empty() || !token.bytes().all(good) {
        return Err(Failure::input(place, "expected letters, digits and - _ . ~ only"));
    }
    Ok(Some(token))
}

/// The address of this machine for other machines: the one from which it would reach the internet.
/// Nothing is sent to find it.
fn reachable(host: IpAddr) -> IpAddr {
    if !host.is_unspecified() {
        return host;
    }
    let (any, world) = match host {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let found = UdpSocket::bind(any).and_then(|socket| {
        socket.connect(world)?;
        Ok(socket.local_addr()?.ip())
    });
    found.unwrap_or(host)
}

/// An address as a code for the camera of a phone; each line of text shows two rows of it.
fn qr_code(address: &str) -> String {
    let Ok(code) = QrCode::encode_text(address, QrCodeEcc::Low) else { return String::new() };
    let quiet = 2;
    let (from, to) = (-quiet, code.size() + quiet);
    let mut text = String::new();
    for y in (from..to).step_by(2) {
        text += "  ";
        for x in from..to {
            // Most terminals are dark, so the light modules are the ones drawn.
            text.push(match (code.get_module(x, y), code.get_module(x, y + 1)) {
                (false, false) => '█',
                (false, true) => '▀',
                (true, false) => '▄',
                (true, true) => ' ',
            });
        }
        text.push('\n');
    }
    text
}

/// Asks the system to open an address in the browser; if that fails, prints a message.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_that_of_a_machine() {
        let loopback = IpAddr::from([127, 0, 0, 1]);
        assert_eq!(reachable(loopback), loopback);
        let any = IpAddr::from([0, 0, 0, 0]);
        // Without a network only the unspecified address is left.
        assert!(reachable(any) == any || !reachable(any).is_unspecified());
    }

    #[test]
    fn a_code_is_a_square_of_text() {
        let code = qr_code("http://192.0.2.1:8642/?token=abcdefgh");
        let widths: Vec<usize> = code.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]));
        assert_eq!((widths[0] - 2).div_ceil(2), widths.len());
    }
}
