//! The server, for callers that block.

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use std::{fmt, io};

use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use super::state::Host;
use super::working_directory::WorkingDirectory;
use super::{HostError, ServerOptions, accept, monitor, proxy_client};
use crate::handshake::MAX_KEY_BYTES;
use crate::tracker::{Registration, RegistrationOptions};

/// The time that a shutdown waits for sessions.
const SHUTDOWN: Duration = Duration::from_millis(900);

/// The number of connections that the system holds until they are accepted. A client beyond it
/// tries again after a second.
const BACKLOG: u32 = 4096;

/// A server, which runs in threads of its own. Dropping it ends its sessions within a second.
pub struct Server {
    address: Option<SocketAddr>,
    stop: watch::Sender<bool>,
    ended: Arc<(Mutex<bool>, Condvar)>,
    runtime: Option<Runtime>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Starts a server.
    ///
    /// # Errors
    /// If the address is not a loopback address and clients are not authenticated, if no port is
    /// free, if the key cannot be sent, or if the directory for sessions cannot be written.
    pub fn bind(options: ServerOptions) -> Result<Self, HostError> {
        check(&options)?;
        // The threads that start processes must live as long as the processes.
        let mut builder = Builder::new_multi_thread();
        // A session waits for its process and for its end in a thread each.
        let blocking = 2 * Host::room(&options) as usize + 16;
        let builder = builder.worker_threads(2).max_blocking_threads(blocking);
        let builder = builder.thread_name("objet-rpc").enable_all();
        let runtime = builder.build().map_err(HostError::Threads)?;
        let listener = match &options.proxy {
            None => {
                let _inside = runtime.enter();
                Some(listen(&options)?)
            }
            Some(_) => None,
        };
        let address = listener.as_ref().and_then(|listener| listener.local_addr().ok());
        let registration = match (&options.tracker, address) {
            (Some(tracker), Some(address)) => {
                let offer = RegistrationOptions {
                    token: options.token.clone(),
                    sessions: options.sessions,
                    ..RegistrationOptions::new(tracker, &options.key, address.port())
                };
                Some(Registration::start(offer).map_err(HostError::Threads)?)
            }
            _ => None,
        };
        let (stop, stopped) = watch::channel(false);
        let host = Arc::new(Host::new(options, stopped, registration));
        let ended = Arc::new((Mutex::new(false), Condvar::new()));
        let signal = ended.clone();
        runtime.spawn(async move {
            tokio::spawn(monitor::run(host.clone()));
            match listener {
                Some(listener) => accept::run(host.clone(), listener).await,
                None => proxy_client::run(&host).await,
            }
            // Sessions that do not end in time are killed with the runtime.
            let _ = tokio::time::timeout(SHUTDOWN, host.all_closed()).await;
            *signal.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
            signal.1.notify_all();
        });
        Ok(Self { address, stop, ended, runtime: Some(runtime) })
    }

    /// Returns the address that the server listens on, unless it is connected to a proxy.
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    /// Ends the sessions and waits until they have ended, at most for a second.
    pub fn shutdown(&self) {
        self.stop.send_replace(true);
        let (ended, changed) = &*self.ended;
        let ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
        // The time is a safeguard: the task of the server has a deadline itself.
        let limit = SHUTDOWN + Duration::from_millis(100);
        drop(changed.wait_timeout_while(ended, limit, |ended| !*ended));
    }

    /// Waits until another thread calls [`Server::shutdown`].
    pub fn wait(&self) {
        let (ended, changed) = &*self.ended;
        let ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
        drop(changed.wait_while(ended, |ended| !*ended));
    }

    /// Waits for an interrupt (Ctrl-C) or the request to terminate, and shuts down. Calls `ready`
    /// once signals are received.
    ///
    /// # Errors
    /// If signals cannot be received.
    pub fn wait_for_signal(&self, ready: impl FnOnce()) -> io::Result<()> {
        use tokio::signal::unix::{SignalKind, signal};

        if let Some(runtime) = &self.runtime {
            runtime.block_on(async {
                let mut terminated = signal(SignalKind::terminate())?;
                let mut interrupted = signal(SignalKind::interrupt())?;
                ready();
                tokio::select! {
                    _ = terminated.recv() => {}
                    _ = interrupted.recv() => {}
                }
                Ok::<_, io::Error>(())
            })?;
        }
        self.shutdown();
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shutdown();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn check(options: &ServerOptions) -> Result<(), HostError> {
    let is_secure = options.insecure || options.token.is_some();
    let invalid = |c: char| c.is_whitespace() || c.is_control();
    if options.key.contains(invalid) || options.key.len() > MAX_KEY_BYTES / 2 {
        return Err(HostError::Key { key: options.key.clone(), max: MAX_KEY_BYTES / 2 });
    }
    match &options.proxy {
        None if !is_secure && !options.host.is_loopback() => {
            return Err(HostError::Open { host: options.host });
        }
        Some(proxy) if !is_secure && !is_loopback(proxy) => {
            return Err(HostError::OpenProxy { proxy: proxy.clone() });
        }
        _ => {}
    }
    let path = options.work_dir.clone().unwrap_or_else(std::env::temp_dir);
    let made = WorkingDirectory::create(Some(&path)).and_then(WorkingDirectory::remove);
    made.map_err(|source| HostError::WorkDir { path, source })?;
    let program = &options.program.program;
    if program.components().count() > 1 {
        let path = program.clone();
        std::fs::metadata(program).map_err(|source| HostError::Program { path, source })?;
    }
    Ok(())
}

fn is_loopback(address: &str) -> bool {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse().is_ok_and(|host: std::net::IpAddr| host.is_loopback())
}

fn listen(options: &ServerOptions) -> Result<TcpListener, HostError> {
    let (host, first) = (options.host, options.port);
    let last = options.port_end.saturating_sub(1).max(first);
    let mut failure = io::Error::from(io::ErrorKind::AddrInUse);
    for port in first..=last {
        match listen_on((host, port).into()) {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = error,
        }
    }
    Err(HostError::Bind { host, first, last, source: failure })
}

fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // The port of a server that has just ended can be used again.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
