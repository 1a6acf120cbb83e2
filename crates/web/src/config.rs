//! What the server may use, and where it listens.

use lastmove_endgame::Databases;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// where to listen; anything but loopback needs a token
    pub host: IpAddr,
    /// 0 for any free port
    pub port: u16,
    /// what clients must show to use the interface
    pub token: Option<String>,
    /// endgame databases
    pub databases: Arc<Databases>,
    /// threads of one search
    pub threads: usize,
    /// bytes of the table that all searches share; an engine gets a quarter of it
    pub memory: usize,
    /// the longest time of one search
    pub time: Duration,
    /// searches at the same time
    pub searches: usize,
    /// searches that may wait for their turn
    pub waiting: usize,
    /// a folder to read the page from in place of the built-in one, for work on the page
    pub page: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 0,
            token: None,
            databases: Arc::new(Databases::none()),
            // One core stays free for the page itself.
            threads: cores.saturating_sub(1).max(1),
            memory: 1 << 28,
            time: Duration::from_secs(600),
            searches: 2,
            waiting: 16,
            page: None,
        }
    }
}
