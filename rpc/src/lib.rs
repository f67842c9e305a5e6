//! Remote sessions: functions, modules and tensors of another process or machine, over TVM 0.8's
//! RPC protocol.
//!
//! A [`Session`] calls the functions of a server, copies tensors to its devices and loads modules
//! there. Remote functions are ordinary [`PackedFunc`](objet_runtime::PackedFunc)s, and remote
//! tensors are ordinary [`NDArray`](objet_object::NDArray)s on a device of the session.
//!
//! - [`serve`] answers the requests of one connection. [`files`] are those of the session.
//! - [`handshake`] and [`wire`] define the bytes.

#[cfg(feature = "secure")]
pub mod auth;
mod channel;
mod client;
mod deadline;
pub mod files;
mod globals;
pub mod handshake;
#[cfg(all(unix, feature = "host"))]
pub mod host;
#[cfg(unix)]
mod pipe;
#[cfg(feature = "host")]
pub mod proxy;
pub mod serve;
#[cfg(feature = "host")]
mod service;
mod socket;
mod stream;
#[cfg(feature = "secure")]
pub mod tls;
pub mod tracker;
pub mod wire;

pub use channel::ChannelError;
pub use client::{
    ConnectOptions, RemoteTimer, RpcError, Session, TimerOptions, is_remote, run_waits_of_drops_by,
};
pub use globals::register_front_end;
#[cfg(all(feature = "host", unix))]
pub use service::raise_file_limit;
#[cfg(feature = "host")]
pub use service::{BindError, Stopper};
pub use stream::{Halves, Stream};
