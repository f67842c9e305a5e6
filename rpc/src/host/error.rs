//! Errors of servers.

use std::io;
use std::net::IpAddr;
use std::path::PathBuf;

/// A server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// Other machines could run code without authentication.
    #[error(
        "refusing to listen on {host} without authentication: anyone who reaches it could run code; \
         listen on 127.0.0.1, give a token (the command: `--token-file`), or allow everyone \
         (`insecure`, the command: `--insecure`)"
    )]
    Open {
        /// The address.
        host: IpAddr,
    },
    /// Anyone who reaches the proxy could run code.
    #[error(
        "refusing to serve proxy {proxy} without authentication: anyone who reaches it could run \
         code; give a token (the command: `--token-file`), or allow everyone (`insecure`, the \
         command: `--insecure`)"
    )]
    OpenProxy {
        /// The address of the proxy.
        proxy: String,
    },
    /// No port is free.
    #[error("cannot listen on {host}, ports {first} to {last}: {source}")]
    Bind {
        /// The address.
        host: IpAddr,
        /// The first port.
        first: u16,
        /// The last port.
        last: u16,
        /// The error of the system for the last port.
        source: io::Error,
    },
    /// The directory for the sessions' directories cannot be written.
    #[error("cannot make directories of sessions in {}: {source}", path.display())]
    WorkDir {
        /// The directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The key cannot be sent in a handshake.
    #[error("the key {key:?} has a blank, a control character, or more than {max} bytes")]
    Key {
        /// The key.
        key: String,
        /// The maximum length.
        max: usize,
    },
    /// The program of sessions does not exist.
    #[error("cannot find the program of sessions, {}: {source}", path.display())]
    Program {
        /// The path of the program.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Threads cannot be started.
    #[error("cannot start the threads of the server: {0}")]
    Threads(#[source] io::Error),
}
