//! The connections that wait for the other side.
//!
//! Invariants:
//! - A waiting connection has an entry in the table. The task of the connection keeps its stream.
//! - The task of an arriving connection hands its stream to the waiting task, under the lock.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::oneshot;

use crate::handshake::{Key, Role};

/// One side of a relay.
pub(super) struct Peer {
    pub(super) stream: TcpStream,
    pub(super) key: Key,
    /// Is dropped with the peer, at the end of the relay.
    #[expect(dead_code, reason = "the drop is the message")]
    pub(super) end: oneshot::Sender<()>,
}

/// The result of an arrival.
pub(super) enum Arrival<'w> {
    /// The task of the other side has the connection.
    HandedOver,
    /// A connection of the same role and match key waits already.
    Duplicate(Peer),
    /// Too many connections wait.
    Full,
    /// The connection waits.
    Waits(Peer, Place<'w>),
}

type Id = (bool, String);

/// The table of waiting connections.
pub(super) struct Waiting {
    limit: usize,
    table: Mutex<HashMap<Id, oneshot::Sender<Peer>>>,
}

/// The place of a waiting connection in the table, which dropping gives up.
pub(super) struct Place<'w> {
    waiting: &'w Waiting,
    id: Id,
    other: oneshot::Receiver<Peer>,
}

impl Waiting {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, table: Mutex::default() }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<Id, oneshot::Sender<Peer>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn arrive(&self, mut peer: Peer) -> Arrival<'_> {
        let is_server = peer.key.role() == Role::Server;
        let name = peer.key.name().to_owned();
        let mut table = self.table();
        if let Some(other) = table.remove(&(!is_server, name.clone())) {
            match other.send(peer) {
                Ok(()) => return Arrival::HandedOver,
                Err(back) => peer = back,
            }
        }
        let id = (is_server, name);
        if table.get(&id).is_some_and(|waiting| !waiting.is_closed()) {
            return Arrival::Duplicate(peer);
        }
        if table.len() >= self.limit {
            return Arrival::Full;
        }
        let (sender, other) = oneshot::channel();
        table.insert(id.clone(), sender);
        Arrival::Waits(peer, Place { waiting: self, id, other })
    }
}

impl Place<'_> {
    /// Waits for the other side. Returns `None` after `limit`.
    ///
    /// # Errors
    /// If the peer closes its connection.
    pub(super) async fn wait(&mut self, stream: &TcpStream, limit: Duration) -> io::Result<Option<Peer>> {
        tokio::select! {
            biased;
            other = &mut self.other => return Ok(other.ok()),
            error = closed(stream) => return Err(error),
            () = tokio::time::sleep(limit) => {}
        }
        // The other side may have come at the last moment.
        self.other.close();
        Ok(self.other.try_recv().ok())
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut table = self.waiting.table();
        self.other.close();
        // The entry may be that of a later connection with the same key.
        if table.get(&self.id).is_some_and(oneshot::Sender::is_closed) {
            table.remove(&self.id);
        }
    }
}

/// Waits until a peer closes its connection.
async fn closed(stream: &TcpStream) -> io::Error {
    match stream.peek(&mut [0]).await {
        Ok(0) => io::Error::new(io::ErrorKind::UnexpectedEof, "gave up its place"),
        Err(error) => error,
        // Bytes for the other side.
        Ok(_) => std::future::pending().await,
    }
}
