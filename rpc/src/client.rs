//! The client's side of a connection.

mod arguments;
mod by_tracker;
mod connect;
mod device;
mod error;
mod memory;
mod module;
mod peer;
mod remote;
mod session;
mod table;
mod timer;

pub use connect::ConnectOptions;
pub(crate) use device::array_of_handle;
pub use error::RpcError;
pub(crate) use module::{RpcModule, peer_of};
pub(crate) use peer::Peer;
pub use peer::run_waits_of_drops_by;
pub use remote::is_remote;
pub use session::Session;
pub use timer::{RemoteTimer, TimerOptions};
