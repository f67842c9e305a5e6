//! The proxy: connects clients to servers that cannot be reached.
//!
//! Servers and clients both connect to the proxy. It pairs a server with a client of the same match
//! key, sends each side the key of the other side, and relays bytes from then on. The messages are
//! those of TVM 0.8, so each side may be TVM's.
//!
//! With a token, both sides must show a ticket to the proxy. The ticket of a server is for the
//! proxy only. All else of a key is passed on, so challenge and response work from end to end.

mod waiting;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;

use self::waiting::{Arrival, Peer, Waiting};
use crate::auth::Token;
use crate::handshake::{DUPLICATE, Key, MAGIC, MAX_KEY_BYTES, MISMATCH, Role};
use crate::service::{self, BindError, Service, Stopper};

/// Settings of a [`Proxy`].
#[derive(Clone, Debug)]
pub struct ProxyOptions {
    /// The host to listen on.
    pub host: String,
    /// The first port to try. 0 is any free port.
    pub port: u16,
    /// The port behind the last one to try. Not above `port` means that only `port` is tried.
    pub port_end: u16,
    /// The token for the tickets of both sides. Listening beyond this machine requires one.
    pub token: Option<Token>,
    /// Allows to listen beyond this machine without a token.
    pub insecure: bool,
    /// Maximum time that a side waits for the other side.
    pub wait: Duration,
    /// Time for the handshake.
    pub deadline: Duration,
    /// Maximum number of connections. Further ones are closed.
    pub connections: usize,
    /// Maximum number of connections that wait for the other side. Further ones are closed.
    pub waiting: usize,
}

impl Default for ProxyOptions {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".into(),
            port: 9090,
            port_end: 9099,
            token: None,
            insecure: false,
            wait: Duration::from_secs(600),
            deadline: Duration::from_secs(10),
            connections: 10_000,
            waiting: 5_000,
        }
    }
}

/// A running proxy. Dropping it stops the proxy.
#[derive(Debug)]
pub struct Proxy {
    service: Service,
}

impl Proxy {
    /// Starts a proxy in a thread of its own.
    ///
    /// # Errors
    /// If no port is free, or if other machines could connect without authentication.
    pub fn bind(options: ProxyOptions) -> Result<Self, BindError> {
        let is_guarded = options.token.is_some() || options.insecure;
        let last = options.port_end.saturating_sub(1).max(options.port);
        let ports = options.port..=if options.port == 0 { 0 } else { last };
        let listener = service::listen(&options.host, ports, is_guarded)?;
        let limit = options.connections;
        let shared = Arc::new(Shared { waiting: Waiting::new(options.waiting), options });
        let serve =
            move |stream, peer, stopper: &Stopper| serve(stream, peer, stopper.clone(), shared.clone());
        Ok(Self { service: Service::start("objet proxy", listener, limit, serve)? })
    }

    /// Returns the address that the proxy listens on.
    pub fn address(&self) -> SocketAddr {
        self.service.address()
    }

    /// Returns a handle that stops the proxy from another thread.
    pub fn stopper(&self) -> Stopper {
        self.service.stopper().clone()
    }

    /// Waits until the proxy is stopped by a [`Stopper`].
    pub fn wait(mut self) {
        self.service.wait();
    }

    /// Waits for SIGINT or SIGTERM, and stops the proxy. Calls `ready` once the signals are
    /// received.
    ///
    /// # Errors
    /// If the signals cannot be received.
    #[cfg(unix)]
    pub fn wait_for_signal(mut self, ready: impl FnOnce()) -> std::io::Result<()> {
        self.service.wait_for_signal(ready)
    }

    /// Stops the proxy, and waits for its thread.
    pub fn shutdown(self) {}
}

struct Shared {
    options: ProxyOptions,
    waiting: Waiting,
}

async fn serve(stream: TcpStream, peer: SocketAddr, stopper: Stopper, shared: Arc<Shared>) {
    service::prepare(&stream);
    let mut stop = stopper.subscribe();
    tokio::select! {
        _ = stop.wait_for(|is_stopped| *is_stopped) => {}
        result = shared.connect(stream, peer) => match result {
            Ok(()) => tracing::debug!("{peer}: disconnected"),
            Err(error) => tracing::warn!("{peer}: closed: {error}"),
        }
    }
}

impl Shared {
    async fn connect(&self, mut stream: TcpStream, address: SocketAddr) -> io::Result<()> {
        let key = timeout(self.options.deadline, read_key(&mut stream)).await??;
        if let Some(token) = &self.options.token
            && let Err(error) = token.check_ticket(&key, SystemTime::now())
        {
            self.answer(&mut stream, MISMATCH, None).await?;
            return Err(io::Error::other(error));
        }
        tracing::info!("{address}: {:?} {:?}", key.role(), key.name());
        let (end, ended) = oneshot::channel();
        match self.waiting.arrive(Peer { stream, key, end }) {
            Arrival::HandedOver => {
                // This task counts as a connection until the relay ends.
                let _ = ended.await;
                Ok(())
            }
            Arrival::Duplicate(mut peer) => {
                self.answer(&mut peer.stream, DUPLICATE, None).await?;
                Err(io::Error::other(format!("the key {:?} is in use", peer.key.name())))
            }
            Arrival::Full => Err(io::Error::other("too many connections wait")),
            Arrival::Waits(mut peer, mut place) => {
                let other = place.wait(&peer.stream, self.options.wait).await?;
                drop(place);
                if let Some(other) = other {
                    return self.relay(peer, other).await;
                }
                self.answer(&mut peer.stream, MISMATCH, None).await?;
                Err(io::Error::other(format!("no other side for the key {:?}", peer.key.name())))
            }
        }
    }

    async fn relay(&self, mut one: Peer, mut other: Peer) -> io::Result<()> {
        tracing::info!("paired {:?}", one.key.name());
        self.answer(&mut one.stream, MAGIC, Some(&for_other_side(&other.key))).await?;
        self.answer(&mut other.stream, MAGIC, Some(&for_other_side(&one.key))).await?;
        copy_bidirectional(&mut one.stream, &mut other.stream).await?;
        Ok(())
    }

    async fn answer(&self, stream: &mut TcpStream, code: i32, key: Option<&Key>) -> io::Result<()> {
        let mut bytes = code.to_le_bytes().to_vec();
        if let Some(key) = key {
            let key = key.to_string();
            bytes.extend((key.len() as i32).to_le_bytes());
            bytes.extend(key.as_bytes());
        }
        timeout(self.options.deadline, stream.write_all(&bytes)).await?
    }
}

/// Returns the part of a key that the other side may see. With the ticket of a server, a client
/// could pose as the server.
fn for_other_side(key: &Key) -> Key {
    if key.role() == Role::Server { key.without_option("ticket") } else { key.clone() }
}

async fn read_key(stream: &mut TcpStream) -> io::Result<Key> {
    let magic = stream.read_i32_le().await?;
    if magic != MAGIC {
        return Err(io::Error::other(format!("wrong magic number {magic:#x}")));
    }
    let length = stream.read_i32_le().await?;
    let Some(length) = usize::try_from(length).ok().filter(|length| *length <= MAX_KEY_BYTES) else {
        return Err(io::Error::other(format!("key of {length} bytes: the limit is {MAX_KEY_BYTES}")));
    };
    let mut key = vec![0; length];
    stream.read_exact(&mut key).await?;
    let key = String::from_utf8(key).map_err(io::Error::other)?;
    key.parse().map_err(io::Error::other)
}
