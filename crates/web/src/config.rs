//! The address and the limits of the server.

use std::net::IpAddr;
use std::path::PathBuf;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct WebConfig {
    /// the address to listen on; any address but loopback needs a token
    pub host: IpAddr,
    /// the port; 0 for any free port
    pub port: u16,
    /// the token that clients must send to use the interface
    pub token: Option<String>,
    /// databases, threads and memory, and the number and the time of searches
    pub answers: lastmove_answers::AnswersConfig,
    /// the number of searches that may wait in the queue
    pub waiting: usize,
    /// a folder with the page to use instead of the built-in one, for development
    pub page: Option<PathBuf>,
}

impl Default for WebConfig {
    fn default() -> Self {
        Self {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 0,
            token: None,
            answers: lastmove_answers::AnswersConfig::default(),
            waiting: 16,
            page: None,
        }
    }
}
