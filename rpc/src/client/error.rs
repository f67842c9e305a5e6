//! Errors of the client.

use std::io;
use std::time::Duration;

use objet_object::Device;
use objet_runtime::{Error, ErrorKind};

use crate::channel::ChannelError;
use crate::tracker::TrackerError;
use crate::wire::WireError;

/// A session cannot be made, or a request of it failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RpcError {
    /// There is no connection to the address.
    #[error("Connect to {address} failed: {source}")]
    Connect {
        /// The address.
        address: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The server has another match key.
    #[error(
        "URL {address} cannot find server that matches key={key}: the server has another key, or needs a token"
    )]
    KeyMismatch {
        /// The address.
        address: String,
        /// The client's key.
        key: String,
    },
    /// Another client waits with the same key.
    #[error("URL {address} server already have key={key}")]
    DuplicateKey {
        /// The address.
        address: String,
        /// The client's key.
        key: String,
    },
    /// The address has no RPC server.
    #[error("URL {address} is not TVM RPC server: {reason}")]
    NoServer {
        /// The address.
        address: String,
        /// The deviation from the handshake.
        reason: String,
    },
    /// The address does not answer in time.
    #[error(
        "no answer of {address} within {within:?}: the server may have no free session, or is not an RPC server"
    )]
    NoAnswer {
        /// The address.
        address: String,
        /// The time that connecting may take.
        within: Duration,
    },
    /// The user interrupted the program.
    #[error("interrupted while connecting to {address}")]
    Interrupted {
        /// The address.
        address: String,
        /// The interrupt.
        source: Error,
    },
    /// The server needs a token, or the token is wrong.
    #[error("{address} refuses the client: {reason}")]
    Refused {
        /// The address.
        address: String,
        /// The reason.
        reason: String,
    },
    /// The tracker hands out no server.
    #[error(transparent)]
    Tracker(#[from] TrackerError),
    /// A request has no answer.
    #[error("{doing} at {address}: {source}")]
    Exchange {
        /// The address.
        address: String,
        /// The request, or the function that was called.
        doing: String,
        /// The failure.
        source: ChannelError,
    },
    /// An answer cannot be understood.
    #[error("{doing} at {address}: {source}")]
    Answer {
        /// The address.
        address: String,
        /// The request, or the function that was called.
        doing: String,
        /// The failure.
        source: WireError,
    },
    /// The server reported an error.
    #[error("Error caught from RPC call:\n{text}")]
    Remote {
        /// The text of the server, with its traceback.
        text: String,
    },
    /// The server cannot begin the session.
    #[error("{address} refuses the session: {text}")]
    NotBegun {
        /// The address.
        address: String,
        /// The text of the server.
        text: String,
    },
    /// The server has no function of that name.
    #[error("{address} has no function {name:?}")]
    NoFunction {
        /// The address.
        address: String,
        /// The name.
        name: String,
    },
    /// The process has too many sessions.
    #[error("maximum number of RPC session reached: drop one of the {limit} sessions first")]
    TooManySessions {
        /// The maximum.
        limit: usize,
    },
    /// The session of a device has ended.
    #[error("the RPC session of {device} has ended")]
    Ended {
        /// The device.
        device: Device,
    },
    /// An argument is on a local device.
    #[error(
        "argument {position}: Can not pass in local device {device}: copy it to the session's device first"
    )]
    LocalDevice {
        /// The position of the argument, from 0.
        position: usize,
        /// The device.
        device: Device,
    },
    /// An argument belongs to another session.
    #[error("argument {position}: Can not pass in device with a different remote session: {device}")]
    OtherSession {
        /// The position of the argument, from 0.
        position: usize,
        /// The device.
        device: Device,
    },
    /// A module of this process cannot be passed.
    #[error("argument {position}: Cannot pass a non-RPC module to remote")]
    LocalModule {
        /// The position of the argument, from 0.
        position: usize,
    },
    /// A function of this process cannot be passed to a server of TVM.
    #[error("argument {position}: Cannot pass type FunctionHandle as an argument to the remote")]
    Function {
        /// The position of the argument, from 0.
        position: usize,
    },
    /// An object cannot be passed.
    #[error("Cannot pass argument {position}, type {found} is not supported by RPC")]
    Unsupported {
        /// The position of the argument, from 0.
        position: usize,
        /// The type key.
        found: String,
    },
    /// A tensor is not contiguous.
    #[error("argument {position}: the tensor is not contiguous: copy it first")]
    Strides {
        /// The position of the argument, from 0.
        position: usize,
    },
    /// The memory of a tensor is not memory of the session.
    #[error("the tensor on {device} has no memory in its session")]
    UnknownMemory {
        /// The device.
        device: Device,
    },
    /// A copy is neither to nor from host memory, and not within one device type.
    #[error("cannot copy from {from} to {to}: copy to host memory first")]
    CopyBetween {
        /// The device of the source.
        from: Device,
        /// The device of the destination.
        to: Device,
    },
    /// The server accepts too short packets.
    #[error("the server's maximum packet of {limit} bytes has no room for a tensor")]
    PacketLimit {
        /// The maximum.
        limit: i64,
    },
    /// The module is not a module of a session.
    #[error("{found} is not a module of an RPC session")]
    NoRpcModule {
        /// The kind of the module.
        found: String,
    },
    /// A module of a session has no source text in this process.
    #[error("module[rpc] does not support GetSource: the source is at {address}")]
    NoSource {
        /// The address.
        address: String,
    },
}

impl From<RpcError> for Error {
    fn from(error: RpcError) -> Self {
        let kind = match error {
            // A pending exception of a front end keeps its kind.
            RpcError::Exchange { source: ChannelError::Interrupted(error), .. }
            | RpcError::Interrupted { source: error, .. } => return error,
            RpcError::LocalModule { .. } | RpcError::Function { .. } | RpcError::Unsupported { .. } => {
                ErrorKind::VALUE_ERROR
            }
            _ => ErrorKind::new("RPCError"),
        };
        Self::with_source(kind, error)
    }
}
