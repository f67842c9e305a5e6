//! The servers and the waiting clients of one key.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::ConnectionId;

/// A server that waits for a client.
#[derive(Clone, Debug)]
pub(super) struct OfferedServer {
    pub(super) connection: ConnectionId,
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) match_key: String,
}

/// The place of a client: by priority, then by arrival.
pub(super) type Place = (Reverse<i64>, u64);

/// Offers and requests of one key. At most one of both is not empty.
#[derive(Default)]
pub(super) struct Queue {
    /// By the order of offering.
    pub(super) offers: BTreeMap<u64, OfferedServer>,
    pub(super) requests: BTreeMap<Place, ConnectionId>,
}

impl Queue {
    /// Takes the first server and the first client, if there is one of each.
    pub(super) fn pair(&mut self) -> Option<((u64, OfferedServer), (Place, ConnectionId))> {
        if self.offers.is_empty() || self.requests.is_empty() {
            return None;
        }
        self.offers.pop_first().zip(self.requests.pop_first())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.offers.is_empty() && self.requests.is_empty()
    }
}
