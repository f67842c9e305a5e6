//! The tracker on sockets.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout, timeout_at};

use super::state::{ConnectionId, Event, Limits, Progress, State};
use crate::auth::Token;
use crate::deadline;
use crate::service::{self, BindError, Service, Stopper};

/// Settings of a [`Tracker`].
#[derive(Clone, Debug)]
pub struct TrackerOptions {
    /// The host to listen on.
    pub host: String,
    /// The first port to try. 0 is any free port.
    pub port: u16,
    /// The port behind the last one to try. Not above `port` means that only `port` is tried.
    pub port_end: u16,
    /// The token that peers must have. Listening beyond this machine requires one.
    pub token: Option<Token>,
    /// Allows to listen beyond this machine without a token.
    pub insecure: bool,
    /// The key that stops the tracker by a message. `None` is a random key.
    pub stop_key: Option<String>,
    /// Maximum number of connections. Further ones are closed.
    pub connections: usize,
    /// Limits for each connection.
    pub limits: Limits,
    /// Time for the magic number, for the rest of a message, and for a peer to take a reply.
    pub deadline: Duration,
}

impl Default for TrackerOptions {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".into(),
            port: 9190,
            port_end: 9199,
            token: None,
            insecure: false,
            stop_key: None,
            connections: 20_000,
            limits: Limits::default(),
            deadline: Duration::from_secs(10),
        }
    }
}

/// A running tracker. Dropping it stops the tracker.
///
/// ```
/// use std::time::Duration;
/// use objet_rpc::tracker::{Tracker, TrackerClient, TrackerOptions};
///
/// let tracker = Tracker::bind(TrackerOptions { port: 0, ..TrackerOptions::default() })?;
/// let address = tracker.address().to_string();
/// let mut server = TrackerClient::connect(&address, Duration::from_secs(5))?;
/// server.put("board", 9091, "board:0.5", None)?;
/// let mut client = TrackerClient::connect(&address, Duration::from_secs(5))?;
/// let offer = client.request("board", 1, Some(Duration::from_secs(5)))?;
/// assert_eq!((offer.port, offer.match_key.as_str()), (9091, "board:0.5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tracker {
    service: Service,
    stop_key: String,
}

impl Tracker {
    /// Starts a tracker in a thread of its own.
    ///
    /// # Errors
    /// If no port is free, or if other machines could connect without authentication.
    pub fn bind(options: TrackerOptions) -> Result<Self, BindError> {
        let is_guarded = options.token.is_some() || options.insecure;
        let last = options.port_end.saturating_sub(1).max(options.port);
        let ports = options.port..=if options.port == 0 { 0 } else { last };
        let listener = service::listen(&options.host, ports, is_guarded)?;
        let stop_key = options.stop_key.unwrap_or_else(crate::auth::random_nonce);
        let state = State::new(&stop_key, options.limits).with_token(options.token);
        let shared = Mutex::new(Shared { state, outboxes: HashMap::new(), count: 0 });
        let (shared, deadline) = (Arc::new(shared), options.deadline.min(deadline::LONGEST));
        let serve = move |stream, peer, stopper: &Stopper| {
            serve(stream, peer, stopper.clone(), shared.clone(), deadline)
        };
        let service = Service::start("objet tracker", listener, options.connections, serve)?;
        Ok(Self { service, stop_key })
    }

    /// Returns the address that the tracker listens on.
    pub fn address(&self) -> SocketAddr {
        self.service.address()
    }

    /// Returns the key that stops the tracker by a message.
    pub fn stop_key(&self) -> &str {
        &self.stop_key
    }

    /// Returns a handle that stops the tracker from another thread.
    pub fn stopper(&self) -> Stopper {
        self.service.stopper().clone()
    }

    /// Waits until the tracker is stopped by a [`Stopper`] or by a message.
    pub fn wait(mut self) {
        self.service.wait();
    }

    /// Waits for SIGINT or SIGTERM, and stops the tracker. Calls `ready` once the signals are
    /// received.
    ///
    /// # Errors
    /// If the signals cannot be received.
    #[cfg(unix)]
    pub fn wait_for_signal(mut self, ready: impl FnOnce()) -> std::io::Result<()> {
        self.service.wait_for_signal(ready)
    }

    /// Stops the tracker, and waits for its thread.
    pub fn shutdown(self) {}
}

struct Shared {
    state: State,
    outboxes: HashMap<ConnectionId, Arc<Outbox>>,
    count: u64,
}

/// The bytes that a connection must send, which any connection can add.
#[derive(Default)]
struct Outbox {
    content: Mutex<Content>,
    changed: Notify,
}

#[derive(Default)]
struct Content {
    bytes: Vec<u8>,
    is_last: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn connected(&mut self, peer: SocketAddr) -> (ConnectionId, Arc<Outbox>) {
        self.count += 1;
        let id = ConnectionId(self.count);
        let outbox = Arc::new(Outbox::default());
        self.state.connected(id, peer.ip());
        self.outboxes.insert(id, outbox.clone());
        (id, outbox)
    }

    fn closed(&mut self, id: ConnectionId) {
        self.state.closed(id);
        self.outboxes.remove(&id);
    }

    fn step(&mut self, id: ConnectionId, peer: SocketAddr, stopper: &Stopper) -> Option<Progress> {
        let mut events = Vec::new();
        let progress = self.state.step(id, &mut events);
        for event in events {
            match event {
                Event::Send(id, bytes) => self.send(id, &bytes, false),
                Event::Close(id, reason) => {
                    tracing::warn!("{peer}: closed: {reason}");
                    self.send(id, &[], true);
                }
                Event::Stop => {
                    tracing::info!("{peer}: stops the tracker");
                    stopper.stop();
                }
            }
        }
        progress
    }

    fn send(&self, id: ConnectionId, bytes: &[u8], is_last: bool) {
        let Some(outbox) = self.outboxes.get(&id) else { return };
        let mut content = lock(&outbox.content);
        content.bytes.extend_from_slice(bytes);
        content.is_last |= is_last;
        outbox.changed.notify_one();
    }
}

async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    stopper: Stopper,
    shared: Arc<Mutex<Shared>>,
    limit: Duration,
) {
    service::prepare(&stream);
    let (id, outbox) = lock(&shared).connected(peer);
    tracing::debug!("{peer}: connected");
    let connection = Connection { stream, peer, id, outbox, shared: &shared, limit };
    match connection.run(&stopper).await {
        Ok(()) => tracing::debug!("{peer}: disconnected"),
        Err(error) => tracing::info!("{peer}: disconnected: {error}"),
    }
    lock(&shared).closed(id);
}

struct Connection<'s> {
    stream: TcpStream,
    peer: SocketAddr,
    id: ConnectionId,
    outbox: Arc<Outbox>,
    shared: &'s Mutex<Shared>,
    limit: Duration,
}

impl Connection<'_> {
    async fn run(mut self, stopper: &Stopper) -> io::Result<()> {
        let mut stop = stopper.subscribe();
        let mut deadline = Instant::now() + self.limit;
        let mut last = Progress::Greeting;
        loop {
            let Content { bytes, is_last } = std::mem::take(&mut *lock(&self.outbox.content));
            if !bytes.is_empty() {
                let late = |_| error("the peer does not take its reply");
                timeout(self.limit, self.stream.write_all(&bytes)).await.map_err(late)??;
            }
            if is_last {
                return Ok(());
            }
            let Some(progress) = lock(self.shared).step(self.id, self.peer, stopper) else {
                (deadline, last) = (Instant::now() + self.limit, Progress::Idle);
                continue;
            };
            if progress == Progress::Message && last == Progress::Idle {
                deadline = Instant::now() + self.limit;
            }
            last = progress;
            let news = async {
                tokio::select! {
                    biased;
                    _ = stop.wait_for(|is_stopped| *is_stopped) => Ok(false),
                    () = self.outbox.changed.notified() => Ok(true),
                    ready = self.stream.readable() => ready.and_then(|()| self.read()),
                }
            };
            let goes_on = match progress {
                Progress::Idle => news.await,
                Progress::Greeting => {
                    timeout_at(deadline, news).await.map_err(|_| error("no magic number in time"))?
                }
                Progress::Message => timeout_at(deadline, news).await.map_err(|_| error("half a message"))?,
            };
            if !goes_on? {
                return Ok(());
            }
        }
    }

    /// Reads the bytes that have arrived. Returns whether the connection is still open.
    fn read(&self) -> io::Result<bool> {
        let mut bytes = [0; 4096];
        match self.stream.try_read(&mut bytes) {
            Ok(0) => Ok(false),
            Ok(count) => {
                lock(self.shared).state.received(self.id, &bytes[..count]);
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(true),
            Err(error) => Err(error),
        }
    }
}

fn error(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, text)
}
