//! The connection of a command to a server.

use std::path::PathBuf;
use std::time::Duration;

use objet::rpc::auth::Token;
use objet::rpc::tls::ClientTls;
use objet::rpc::tracker::TrackerClient;
use objet::rpc::{ConnectOptions, Session};

use super::RpcFailure;

/// The port of servers, if the address has none.
const PORT: u16 = 9090;

/// The longest time that a tracker may take to answer.
const TRACKER_LIMIT: Duration = Duration::from_secs(10);

/// The server of a command.
#[derive(clap::Args)]
pub(super) struct ConnectArgs {
    /// The server, or the tracker with --by-tracker. The default port of servers is 9090.
    #[arg(value_name = "HOST[:PORT]")]
    host: String,
    /// The key of the server.
    #[arg(long, default_value = "")]
    key: String,
    /// Request a server with the key from the tracker at this address.
    #[arg(long)]
    by_tracker: bool,
    /// The file with the secret of the server.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Encrypt, and trust servers with a certificate that one in this PEM file has signed.
    #[arg(long, value_name = "FILE", conflicts_with = "tls_fingerprint")]
    tls_ca: Option<PathBuf>,
    /// Encrypt, and trust the server whose certificate has this SHA-256 fingerprint.
    #[arg(long, value_name = "HEX")]
    tls_fingerprint: Option<String>,
}

impl ConnectArgs {
    /// Begins a session.
    pub(super) fn session(&self) -> Result<Session, RpcFailure> {
        let mut options = ConnectOptions::new().key(&self.key);
        let token = self.token_file.as_ref().map(Token::from_file).transpose()?;
        if let Some(token) = &token {
            options = options.token(token.clone());
        }
        if let Some(file) = &self.tls_ca {
            options = options.tls(ClientTls::with_roots(file)?);
        }
        if let Some(fingerprint) = &self.tls_fingerprint {
            options = options.tls(ClientTls::with_fingerprint(fingerprint)?);
        }
        if self.by_tracker {
            let mut tracker = match &token {
                Some(token) => TrackerClient::connect_with_token(&self.host, TRACKER_LIMIT, token)?,
                None => TrackerClient::connect(&self.host, TRACKER_LIMIT)?,
            };
            return Ok(options.request(&mut tracker, &self.key, 1, None)?);
        }
        let has_port = self.host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let address = if has_port { self.host.clone() } else { format!("{}:{PORT}", self.host) };
        Ok(options.connect(&address)?)
    }
}
