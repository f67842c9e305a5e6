//! The state that the tasks of a server share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::ServerOptions;
use super::accept::OpenHandshakes;
use super::monitor::Monitor;
use crate::handshake::{Key, Role};
use crate::tracker::Registration;

/// The maximum number of clients that wait for a session.
const MAX_WAITING: usize = 256;

/// The state of a server.
pub(super) struct Host {
    pub(super) options: ServerOptions,
    pub(super) stop: watch::Receiver<bool>,
    pub(super) handshakes: OpenHandshakes,
    pub(super) monitor: Monitor,
    pub(super) registration: Option<Registration>,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    sessions: AtomicU64,
}

impl Host {
    pub(super) fn new(
        options: ServerOptions,
        stop: watch::Receiver<bool>,
        registration: Option<Registration>,
    ) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(Self::room(&options) as usize)),
            options,
            stop,
            handshakes: OpenHandshakes::default(),
            monitor: Monitor::default(),
            registration,
            waiting: AtomicUsize::new(0),
            sessions: AtomicU64::new(1),
        }
    }

    /// Returns the number of sessions at once.
    pub(super) fn room(options: &ServerOptions) -> u32 {
        options.sessions.clamp(1, 4096) as u32
    }

    /// Waits for a free session. Returns `None` if too many clients wait.
    pub(super) async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        let _waiting = Waiting::new(&self.waiting)?;
        self.permits.clone().acquire_owned().await.ok()
    }

    /// Waits until no session is open.
    pub(super) async fn all_closed(&self) {
        let _all = self.permits.acquire_many(Self::room(&self.options)).await;
    }

    /// Returns whether clients may give this match key now.
    pub(super) fn accepts(&self, name: &str) -> bool {
        self.registration.as_ref().map_or(name == self.options.key, |offered| offered.accepts(name))
    }

    /// Returns the number of the next session.
    pub(super) fn next_session(&self) -> u64 {
        self.sessions.fetch_add(1, Ordering::Relaxed)
    }

    /// Waits until the server shuts down.
    pub(super) async fn stopped(&self) {
        let mut stop = self.stop.clone();
        // An error says that the server is gone.
        let _ = stop.wait_for(|stop| *stop).await;
    }

    /// Returns the key that the server sends to a client.
    pub(super) fn server_key(&self, client: Option<&Key>) -> Key {
        let key = Key::new(Role::Server, self.options.key.clone());
        let extensions = client.is_none_or(Key::has_extensions);
        if extensions { key.with_extensions() } else { key }
    }
}

/// A client that waits.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Option<Self> {
        let waiting = Self(count);
        (count.fetch_add(1, Ordering::Relaxed) < MAX_WAITING).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
