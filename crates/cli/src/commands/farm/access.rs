//! Flags for the server's address and the client's identity.

use crate::Failure;
use lastmove_farm::access::{Access, DEFAULT_SERVER, PASSWORD, SERVER, Secret, TOKEN, Who};
use lastmove_farm::names::CampaignName;
use lastmove_farm::server::{Home, is_loopback};
use lastmove_work::cache_root;
use std::path::PathBuf;

/// The server, and the client's identity.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Server")]
pub(super) struct AccessFlags {
    /// Address of the server; several of a cluster with commas between them [default:
    /// $LASTMOVE_SERVER, else nats://127.0.0.1:4222]
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// File with the token, as `farm up` writes it [default: $LASTMOVE_TOKEN; for a server on this
    /// machine the file of `farm up`]
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// User name; the password comes from --password-file or $LASTMOVE_PASSWORD
    #[arg(long, value_name = "NAME", conflicts_with = "token_file")]
    user: Option<String>,
    /// File with the password of --user
    #[arg(long, value_name = "FILE", requires = "user")]
    password_file: Option<PathBuf>,
    /// Credentials file of NATS (.creds)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["token_file", "user"])]
    credentials: Option<PathBuf>,
    /// Certificates of authorities to trust, for TLS
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,
    /// Certificate of this client, for TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Key of --tls-cert
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

/// The folder of `farm up`.
pub(super) fn home() -> Option<Home> {
    cache_root().map(|root| Home::at(&root.join("farm")))
}

impl AccessFlags {
    /// The access to the server; with `worker` by the token of workers.
    pub(super) fn access(&self, worker: bool) -> Result<Access, Failure> {
        let variable = || std::env::var(SERVER).ok().filter(|text| !text.is_empty());
        let server = self.server.clone().or_else(variable).unwrap_or(DEFAULT_SERVER.to_owned());
        let who = if let Some(file) = &self.credentials {
            Who::Credentials(file.clone())
        } else if let Some(user) = &self.user {
            let password = match &self.password_file {
                Some(file) => Some(Secret::read("--password-file", file)?),
                None => Secret::from_variable(PASSWORD),
            };
            let missing = || {
                let problem = format!("give its password with --password-file or {PASSWORD}");
                Failure::input(format!("--user {user}"), problem)
            };
            Who::User(user.clone(), password.ok_or_else(missing)?)
        } else if let Some(file) = &self.token_file {
            Who::Token(Secret::read("--token-file", file)?)
        } else if let Some(token) = Secret::from_variable(TOKEN) {
            Who::Token(token)
        } else {
            let of_up = |home: Home| if worker { home.worker_token() } else { home.token() };
            let file = home().filter(|_| is_loopback(&server)).map(of_up);
            match file.filter(|file| file.exists()) {
                Some(file) => Who::Token(Secret::read("token", &file)?),
                None => Who::Anybody,
            }
        };
        let certificate = self.tls_cert.clone().zip(self.tls_key.clone());
        Ok(Access { server, who, ca: self.tls_ca.clone(), certificate })
    }
}

/// Reads the name of a campaign.
pub(super) fn campaign(text: &str) -> Result<CampaignName, String> {
    text.parse()
}
