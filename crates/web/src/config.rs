//! Where the server listens, and what it may use.

use std::net::IpAddr;
use std::path::PathBuf;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// where to listen; anything but loopback needs a token
    pub host: IpAddr,
    /// 0 for any free port
    pub port: u16,
    /// what clients must show to use the interface
    pub token: Option<String>,
    /// databases, threads, memory, and how many searches for how long
    pub answers: lastmove_answers::Config,
    /// searches that may wait for their turn
    pub waiting: usize,
    /// a folder to read the page from in place of the built-in one, for work on the page
    pub page: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 0,
            token: None,
            answers: lastmove_answers::Config::default(),
            waiting: 16,
            page: None,
        }
    }
}
