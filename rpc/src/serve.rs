//! The server's side of a connection, behind the handshake.

mod activity;
mod allow_list;
mod callback;
mod connection;
mod device_memory;
mod error;
mod event_driven;
mod handles;
pub(crate) mod local;
mod shared_tensors;
mod target;

pub use activity::{Activity, State};
pub use allow_list::AllowList;
#[cfg(feature = "host")]
pub(crate) use connection::refuse;
pub(crate) use connection::serve_with;
pub use connection::{ServeOptions, serve};
pub use error::ServeError;
pub use event_driven::{EventDrivenServer, Progress};
pub(crate) use shared_tensors::SharedTensors;
