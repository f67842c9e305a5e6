//! The connection of a command to a server.

use std::path::PathBuf;
use std::time::Duration;

use objet::rpc::auth::Token;
use objet::rpc::tls::ClientTls;
use objet::rpc::tracker::{TrackerClient, TrackerError};
use objet::rpc::{ConnectOptions, Session};

use super::RpcFailure;

/// The port of servers, if the address has none.
const PORT: u16 = 9090;

/// The port of trackers, if the address has none.
const TRACKER_PORT: u16 = 9190;

/// The longest time that a tracker may take to answer.
const TRACKER_LIMIT: Duration = Duration::from_secs(10);

/// The server of a command.
#[derive(clap::Args)]
pub(super) struct ConnectArgs {
    /// The server, or the tracker with --by-tracker. The default port of servers is 9090, and that
    /// of trackers 9190.
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
            let mut tracker = tracker(&self.host, token.as_ref())?;
            return Ok(options.request(&mut tracker, &self.key, 1, None)?);
        }
        Ok(options.connect(&address_of(&self.host, PORT))?)
    }
}

/// Connects to a tracker.
pub(super) fn tracker(host: &str, token: Option<&Token>) -> Result<TrackerClient, TrackerError> {
    let address = tracker_address(host);
    match token {
        Some(token) => TrackerClient::connect_with_token(&address, TRACKER_LIMIT, token),
        None => TrackerClient::connect(&address, TRACKER_LIMIT),
    }
}

/// Returns the address of a tracker with a port.
pub(super) fn tracker_address(host: &str) -> String {
    address_of(host, TRACKER_PORT)
}

/// Returns an address with a port. A bare IPv6 address gets brackets.
fn address_of(host: &str, default: u16) -> String {
    match host.rsplit_once(':') {
        Some((name, _)) if name.contains(':') && !name.starts_with('[') => format!("[{host}]:{default}"),
        Some((_, port)) if port.parse::<u16>().is_ok() => host.into(),
        _ => format!("{host}:{default}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{address_of, tracker_address};

    #[test]
    fn an_address_without_a_port_gets_the_default_port() {
        for (host, address) in [
            ("board", "board:9090"),
            ("board:1", "board:1"),
            ("10.0.0.7", "10.0.0.7:9090"),
            ("::1", "[::1]:9090"),
            ("fe80::2:9", "[fe80::2:9]:9090"),
            ("[::1]", "[::1]:9090"),
            ("[::1]:1", "[::1]:1"),
        ] {
            assert_eq!(address_of(host, 9090), address);
        }
        assert_eq!(tracker_address("board"), "board:9190");
        assert_eq!(tracker_address("board:1"), "board:1");
    }
}
