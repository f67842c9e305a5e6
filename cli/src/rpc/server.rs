//! `objet rpc server`.

mod hint;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use objet::rpc::auth::Token;
use objet::rpc::host::{Limits, Server, ServerOptions};
use objet::rpc::serve::AllowList;
use objet::rpc::tls;

use super::{RpcFailure, connect};

/// Serve functions and modules of this machine.
///
/// Each client gets a process of its own, with a directory that is removed after the session. A
/// client can upload a library and call it, so it runs any code within the limits of its process.
/// The server listens on this machine only, unless clients are authenticated.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet rpc server
  objet rpc server --port 9090 --key board --sessions 1
  objet rpc server --allow 'my.*' --load libmy.so

Sizes end with K, M, G or T; times with s, m or h; `none` is no limit.
Drivers of GPUs need `--memory none`.")]
pub(crate) struct ServerArgs {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// The first port to try; 0 is any free port.
    #[arg(long, default_value_t = 9090)]
    port: u16,
    /// The port behind the last one to try.
    #[arg(long, default_value_t = 9199)]
    port_end: u16,
    /// The key that clients must give.
    #[arg(long, default_value = "")]
    key: String,
    /// Offer the server at a tracker. The default port is 9190.
    #[arg(long, value_name = "HOST[:PORT]", conflicts_with = "proxy")]
    tracker: Option<String>,
    /// Connect to a proxy instead of listening.
    #[arg(long, value_name = "HOST:PORT")]
    proxy: Option<String>,
    /// The file with the secret of clients, which only its owner can read.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Serve without authentication, even for other machines.
    #[arg(long)]
    insecure: bool,
    /// The directory for the directories of sessions.
    #[arg(long, value_name = "DIR")]
    workdir: Option<PathBuf>,
    /// Allow the global functions that match; `*` is any text. May be repeated.
    #[arg(long, value_name = "PATTERN")]
    allow: Vec<String>,
    /// The certificate of TLS, as PEM.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The private key of TLS, as PEM.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Load a library in each session, for its global functions. May be repeated.
    #[arg(long, value_name = "LIB")]
    load: Vec<PathBuf>,
    /// The number of sessions at once; the default is the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    sessions: Option<u16>,
    /// The memory of a session.
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    memory: Limit<u64>,
    /// The CPU time of a process.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = time)]
    cpu: Limit<Duration>,
    /// The number of open files of a process.
    #[arg(long, value_name = "N", default_value_t = 256)]
    files: u64,
    /// The number of processes of a session.
    #[arg(long, value_name = "N", default_value_t = 64)]
    processes: u64,
    /// The size of the files of a session.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    disk: Limit<u64>,
    /// The longest time without a request.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = time)]
    idle: Limit<Duration>,
    /// The longest time of a call.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = time)]
    call: Limit<Duration>,
}

/// A limit, or none. A field of type `Option` would be an optional argument.
#[derive(Clone, Copy)]
struct Limit<T>(Option<T>);

fn parse<T>(text: &str, units: &[(char, u64)], of: impl Fn(u64) -> T) -> Result<Limit<T>, String> {
    if text == "none" {
        return Ok(Limit(None));
    }
    let number = super::in_units(text, units);
    let names: Vec<String> = units.iter().map(|(unit, _)| unit.to_string()).collect();
    let invalid = || format!("expected `none` or a number that ends with {}", names.join(", "));
    Ok(Limit(Some(of(number.filter(|number| *number > 0).ok_or_else(invalid)?))))
}

fn size(text: &str) -> Result<Limit<u64>, String> {
    parse(text, &[('K', 1 << 10), ('M', 1 << 20), ('G', 1 << 30), ('T', 1 << 40)], |bytes| bytes)
}

fn time(text: &str) -> Result<Limit<Duration>, String> {
    parse(text, &[('s', 1), ('m', 60), ('h', 3600)], Duration::from_secs)
}

impl ServerArgs {
    fn options(&self) -> Result<ServerOptions, RpcFailure> {
        let default = ServerOptions::default();
        let mut allow = AllowList::default();
        for pattern in &self.allow {
            allow.add(pattern);
        }
        let tls = match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => Some(tls::server_config(certificate, key)?),
            _ => None,
        };
        Ok(ServerOptions {
            host: self.host,
            port: self.port,
            port_end: if self.port == 0 { 0 } else { self.port_end },
            key: self.key.clone(),
            token: self.token_file.as_ref().map(Token::from_file).transpose()?,
            insecure: self.insecure,
            tls,
            tracker: self.tracker.as_deref().map(connect::tracker_address),
            proxy: self.proxy.clone(),
            allow,
            libraries: self.load.clone(),
            work_dir: self.workdir.clone(),
            sessions: self.sessions.map_or(default.sessions, usize::from),
            limits: Limits {
                memory_bytes: self.memory.0,
                cpu: self.cpu.0,
                open_files: Some(self.files),
                processes: Some(self.processes),
                disk_bytes: self.disk.0,
                idle: self.idle.0,
                call: self.call.0,
                ..Limits::default()
            },
            ..default
        })
    }
}

/// Serves until a signal.
pub(super) fn run(args: &ServerArgs) -> Result<(), RpcFailure> {
    super::log();
    let server = Server::bind(args.options()?)?;
    let fingerprint = args.tls_cert.as_deref().map(tls::fingerprint).transpose()?;
    server.wait_for_signal(|| {
        match (server.address(), &args.proxy) {
            (Some(address), _) => tracing::info!("listening on {address}"),
            (None, Some(proxy)) => tracing::info!("serving the key {:?} at the proxy {proxy}", args.key),
            (None, None) => {}
        }
        tracing::info!("{}", args.hint(server.address(), fingerprint.as_deref()));
    })?;
    tracing::info!("stopped");
    Ok(())
}
