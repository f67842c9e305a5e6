//! Listening services: a thread with a runtime that accepts connections until it is stopped.

#[cfg(unix)]
mod file_limit;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};

#[cfg(unix)]
pub use file_limit::raise_file_limit;

/// Time for open connections to send their last bytes when a service stops.
const STOP_LIMIT: Duration = Duration::from_millis(300);

/// A service cannot listen.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// The host has no address.
    #[error("cannot resolve the host {host:?}: {source}")]
    Resolve {
        /// The host.
        host: String,
        /// The reason.
        source: io::Error,
    },
    /// No port is free.
    #[error("cannot listen on {host}, ports {first} to {last}: {source}")]
    Bind {
        /// The host.
        host: String,
        /// The first port.
        first: u16,
        /// The last port.
        last: u16,
        /// The reason for the last port.
        source: io::Error,
    },
    /// Other machines could connect without authentication.
    #[error(
        "{address} is reachable from other machines without authentication: use a token file, listen on \
         127.0.0.1, or allow everyone by --insecure"
    )]
    Open {
        /// The address.
        address: SocketAddr,
    },
    /// The thread of the service cannot start.
    #[error("cannot start the service: {0}")]
    Start(io::Error),
}

/// Listens on the first free port. `is_guarded` means that peers are authenticated, or that the
/// user allows all peers.
pub(crate) fn listen(
    host: &str,
    ports: RangeInclusive<u16>,
    is_guarded: bool,
) -> Result<TcpListener, BindError> {
    let (first, last) = (*ports.start(), *ports.end());
    let mut failure = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for port in ports {
        let addresses = (host, port)
            .to_socket_addrs()
            .map_err(|source| BindError::Resolve { host: host.into(), source })?;
        for address in addresses {
            if !is_guarded && !address.ip().to_canonical().is_loopback() {
                return Err(BindError::Open { address });
            }
            match TcpListener::bind(address) {
                Ok(listener) => return Ok(listener),
                Err(error) => failure = error,
            }
        }
    }
    Err(BindError::Bind { host: host.into(), first, last, source: failure })
}

/// Stops a tracker or a proxy, from any thread.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Stops the service. Does nothing if it is stopped already.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<bool> {
        self.0.subscribe()
    }
}

/// A running service. Dropping it stops the service.
#[derive(Debug)]
pub(crate) struct Service {
    address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Service {
    /// Starts a thread that accepts connections. At most `limit` are open at a time: further ones
    /// are closed at once.
    pub(crate) fn start<F>(
        name: &'static str,
        listener: TcpListener,
        limit: usize,
        serve: impl Fn(TcpStream, SocketAddr, &Stopper) -> F + Send + 'static,
    ) -> Result<Self, BindError>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let start = || -> io::Result<_> {
            listener.set_nonblocking(true)?;
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            Ok((listener.local_addr()?, runtime))
        };
        let (address, runtime) = start().map_err(BindError::Start)?;
        let stopper = Stopper(watch::Sender::new(false));
        let given = stopper.clone();
        let run = move || {
            runtime.block_on(async {
                match tokio::net::TcpListener::from_std(listener) {
                    Ok(listener) => accept(listener, limit, &given, serve).await,
                    Err(error) => tracing::error!("cannot accept connections: {error}"),
                }
                given.stop();
            });
            runtime.shutdown_background();
        };
        let thread = std::thread::Builder::new().name(name.into()).spawn(run).map_err(BindError::Start)?;
        Ok(Self { address, stopper, thread: Some(thread) })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn stopper(&self) -> &Stopper {
        &self.stopper
    }

    /// Calls `ready` once signals are received. Waits for SIGINT, SIGTERM or the end of the
    /// service, and stops the service.
    #[cfg(unix)]
    pub(crate) fn wait_for_signal(&mut self, ready: impl FnOnce()) -> io::Result<()> {
        use tokio::signal::unix::{SignalKind, signal};
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut stop = self.stopper.subscribe();
        runtime.block_on(async {
            let mut interrupt = signal(SignalKind::interrupt())?;
            let mut terminate = signal(SignalKind::terminate())?;
            ready();
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = stop.wait_for(|is_stopped| *is_stopped) => {}
            }
            io::Result::Ok(())
        })?;
        self.stopper.stop();
        self.wait();
        Ok(())
    }

    /// Waits until the service is stopped.
    pub(crate) fn wait(&mut self) {
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread of the service panicked");
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.stopper.stop();
        self.wait();
    }
}

async fn accept<F>(
    listener: tokio::net::TcpListener,
    limit: usize,
    stopper: &Stopper,
    serve: impl Fn(TcpStream, SocketAddr, &Stopper) -> F,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let limit = limit.min(Semaphore::MAX_PERMITS);
    let places = Arc::new(Semaphore::new(limit));
    let mut stop = stopper.subscribe();
    loop {
        let accepted = tokio::select! {
            biased;
            _ = stop.wait_for(|is_stopped| *is_stopped) => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // The process has too many files: some connection must end first.
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else {
            tracing::debug!("{peer}: refused, because {limit} connections are open");
            continue;
        };
        let serving = serve(stream, peer, stopper);
        tokio::spawn(async move {
            serving.await;
            drop(place);
        });
    }
    drop(listener);
    let ended = places.acquire_many(limit.try_into().unwrap_or(u32::MAX));
    let _ = tokio::time::timeout(STOP_LIMIT, ended).await;
}

/// Sets up a connection. A connection without the options works, too.
pub(crate) fn prepare(stream: &TcpStream) {
    if let Err(error) = crate::socket::prepare(stream) {
        tracing::debug!("cannot set up a connection: {error}");
    }
}
