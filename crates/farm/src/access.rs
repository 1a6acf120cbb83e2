//! The connection to a server: its address and the client's identity.
//!
//! Secrets come from files or the environment, never from arguments, and are never printed.

use crate::FarmError;
use async_nats::{Client, ConnectErrorKind, ConnectOptions};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The variable with the address of the server.
pub const SERVER: &str = "LASTMOVE_SERVER";
/// The variable with a token.
pub const TOKEN: &str = "LASTMOVE_TOKEN";
/// The variable with the password of `--user`.
pub const PASSWORD: &str = "LASTMOVE_PASSWORD";
/// The default server.
pub const DEFAULT_SERVER: &str = "nats://127.0.0.1:4222";

/// A secret that is not printed in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl Secret {
    /// Keeps a text secret.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// Reads the first line of a file.
    ///
    /// # Errors
    /// If it cannot be read or is empty.
    pub fn read(flag: &str, path: &Path) -> Result<Self, FarmError> {
        let place = format!("{flag} {}", path.display());
        let text =
            std::fs::read_to_string(path).map_err(|e| FarmError::Input(format!("{place}: {e}")))?;
        match text.lines().next().map(str::trim) {
            None | Some("") => Err(FarmError::Input(format!("{place}: the file is empty"))),
            Some(line) => Ok(Self(line.to_owned())),
        }
    }

    /// The value of an environment variable, if it is set.
    pub fn from_variable(name: &str) -> Option<Self> {
        std::env::var(name).ok().filter(|text| !text.is_empty()).map(|text| Self::new(&text))
    }
}

/// The identity of the client.
#[derive(Clone, Debug, Default)]
pub enum Who {
    /// no identity
    #[default]
    Anybody,
    /// a token; `USER:PASSWORD` is a user with a password
    Token(Secret),
    /// a user with a password
    User(String, Secret),
    /// a credentials file
    Credentials(PathBuf),
}

/// The address of a server, and how to log in.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// addresses with commas between them, such as `nats://host:4222` or `tls://host:4222`
    pub server: String,
    /// the client's identity
    pub who: Who,
    /// a file of certificates of authorities to trust
    pub ca: Option<PathBuf>,
    /// the client's own certificate and its key
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl Access {
    /// Connects. If the connection breaks later, the client reconnects.
    ///
    /// # Errors
    /// If there is no such server, it refuses the login, or it is too old.
    pub async fn connect(&self, name: &str) -> Result<Client, FarmError> {
        let place = format!("--server {}", self.server);
        if self.server.contains('@') {
            let problem = "other users can see arguments; put the secret into a file and name it \
                           with --token-file";
            return Err(FarmError::Input(format!("--server: {problem}")));
        }
        let mut options = match &self.who {
            Who::Anybody => ConnectOptions::new(),
            Who::Token(Secret(token)) => match token.split_once(':') {
                Some((user, password)) => {
                    ConnectOptions::with_user_and_password(user.into(), password.into())
                }
                None => ConnectOptions::with_token(token.clone()),
            },
            Who::User(user, Secret(password)) => {
                ConnectOptions::with_user_and_password(user.clone(), password.clone())
            }
            Who::Credentials(file) => ConnectOptions::with_credentials_file(file)
                .await
                .map_err(|e| FarmError::Input(format!("--credentials {}: {e}", file.display())))?,
        };
        options =
            options.name(name).connection_timeout(Duration::from_secs(5)).reconnect_delay_callback(
                |attempts| Duration::from_millis(100 * attempts.min(20) as u64),
            );
        if let Some(ca) = &self.ca {
            options = options.add_root_certificates(ca.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let servers: Vec<&str> = self.server.split(',').map(str::trim).collect();
        let client = options.connect(&servers[..]).await.map_err(|e| match e.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                FarmError::Input(format!(
                    "{place}: it does not let us in; name the right --token-file, --user or \
                     --credentials"
                ))
            }
            ConnectErrorKind::ServerParse => {
                FarmError::Input(format!("{place}: expected an address such as {DEFAULT_SERVER}"))
            }
            _ => FarmError::Input(format!(
                "{place}: no server answers there ({e}); start one with `lastmove farm up`, or \
                 name another"
            )),
        })?;
        if !client.is_server_compatible(2, 10, 0) {
            let version = client.server_info().version;
            return Err(FarmError::Input(format!(
                "{place}: its version is {version}; the farm needs 2.10 or later"
            )));
        }
        Ok(client)
    }
}
