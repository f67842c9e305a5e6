//! The tracker: a service that hands out servers by key.
//!
//! Servers offer themselves to a tracker, and clients request one by key. Clients with a higher
//! priority come first. The messages are those of TVM 0.8, so each side may be TVM's.
//!
//! - [`TrackerClient`] blocks, and works without the feature `host`.
//! - `Registration` (feature `secure`) keeps a server offered: the server's side of the protocol.
//! - `Tracker` (feature `host`) is the service.
//! - [`State`] is the state of the service without I/O.

mod client;
mod message;
#[cfg(feature = "secure")]
mod registration;
#[cfg(feature = "host")]
mod service;
mod state;

pub use client::{Offer, Queue, ServerInfo, Summary, TrackerClient, TrackerError};
pub use message::MAX_REQUEST_BYTES;
#[cfg(feature = "secure")]
pub use registration::{Registration, RegistrationOptions};
#[cfg(feature = "host")]
pub use service::{Tracker, TrackerOptions};
pub use state::{ConnectionId, Event, Limits, Progress, State};
