//! The options of a server.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::auth::Token;
use crate::serve::AllowList;

/// The options of a [`Server`](super::Server).
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen on.
    pub host: IpAddr,
    /// The first port to try. 0 is any free port.
    pub port: u16,
    /// The port behind the last one to try. Not above `port` means that only `port` is tried.
    pub port_end: u16,
    /// The match key, which clients must give.
    pub key: String,
    /// The secret of clients: they prove that they have it, or give a ticket that was made by it.
    /// Without it, all clients are served.
    pub token: Option<Token>,
    /// Serve without authentication on an address that other machines can reach.
    pub insecure: bool,
    /// The certificate and key of TLS. Without it, connections are not encrypted.
    pub tls: Option<Arc<rustls::ServerConfig>>,
    /// The address of a tracker, at which the server is offered. Clients then need a match key of
    /// the tracker.
    pub tracker: Option<String>,
    /// The address of a proxy, to which the server connects instead of listening. The connection
    /// is not encrypted, and clients are authenticated by tickets only.
    pub proxy: Option<String>,
    /// The global functions that clients may call.
    pub allow: AllowList,
    /// Libraries that each session loads for their global functions.
    pub libraries: Vec<PathBuf>,
    /// The directory in which the sessions' directories are made. The default is the system's
    /// directory for temporary files.
    pub work_dir: Option<PathBuf>,
    /// The program of a session.
    pub program: SessionProgram,
    /// The maximum number of sessions at once. Further clients wait.
    pub sessions: usize,
    /// The limits of a session.
    pub limits: Limits,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            port_end: 0,
            key: String::new(),
            token: None,
            insecure: false,
            tls: None,
            tracker: None,
            proxy: None,
            allow: AllowList::default(),
            libraries: Vec::new(),
            work_dir: None,
            program: SessionProgram::default(),
            sessions: std::thread::available_parallelism().map_or(1, usize::from),
            limits: Limits::default(),
        }
    }
}

/// The command line of a session's process. The program calls
/// [`run_session`](super::run_session) first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionProgram {
    /// The program. The default is the running one.
    pub program: PathBuf,
    /// The arguments. The default is `rpc session`.
    pub arguments: Vec<OsString>,
}

impl Default for SessionProgram {
    fn default() -> Self {
        let program = std::env::current_exe().unwrap_or_else(|_| "objet".into());
        Self { program, arguments: vec!["rpc".into(), "session".into()] }
    }
}

/// The limits of a session. `None` is no limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The memory: the address space of one process, and the occupied memory of all of them.
    /// Drivers of GPUs reserve much more address space than memory, so they need `None`.
    pub memory_bytes: Option<u64>,
    /// The CPU time of one process.
    pub cpu: Option<Duration>,
    /// The number of open files of one process.
    pub open_files: Option<u64>,
    /// The number of processes.
    pub processes: Option<u64>,
    /// The size of the working directory, and of any one file.
    pub disk_bytes: Option<u64>,
    /// The time without a request.
    pub idle: Option<Duration>,
    /// The time of one call.
    pub call: Option<Duration>,
    /// The length of a packet. Copies of tensors do not count.
    pub packet_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_bytes: Some(4 << 30),
            cpu: Some(Duration::from_secs(3600)),
            open_files: Some(256),
            processes: Some(64),
            disk_bytes: Some(1 << 30),
            idle: Some(Duration::from_secs(600)),
            call: Some(Duration::from_secs(600)),
            packet_bytes: 1 << 30,
        }
    }
}
