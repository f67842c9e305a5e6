//! Errors of serving.

use objet_object::Device;
use objet_runtime::{Error, ErrorKind};

use crate::channel::ChannelError;
use crate::wire::{Code, WireError};

/// Maximum alignment in bytes of the memory that a client allocates: a page.
pub(super) const MAX_ALIGNMENT: i64 = 4096;

/// A request cannot be answered, or a connection cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The connection failed.
    #[error(transparent)]
    Channel(#[from] ChannelError),
    /// A packet cannot be decoded.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// A handle is not one of the session, or was freed.
    #[error("handle {handle:#x} is not a handle of this session, or was freed")]
    UnknownHandle {
        /// The handle.
        handle: u64,
    },
    /// A handle refers to another kind of object.
    #[error("handle {handle:#x} is {found}, expected {expected}")]
    HandleKind {
        /// The handle.
        handle: u64,
        /// The required kind of object.
        expected: &'static str,
        /// The kind of the object.
        found: &'static str,
    },
    /// The session has too many handles.
    #[error("the session has {limit} handles: free some first")]
    TooManyHandles {
        /// The maximum.
        limit: usize,
    },
    /// The client allocates too much memory.
    #[error("out of memory: {bytes} bytes for a tensor, the session has {left} left")]
    Memory {
        /// The size of the tensor.
        bytes: u64,
        /// The size that the client may still allocate.
        left: u64,
    },
    /// The client asks for memory at a multiple of a large number, which reserves as many bytes.
    #[error("cannot align memory to {found} bytes: the maximum is {}", MAX_ALIGNMENT)]
    Alignment {
        /// The alignment.
        found: i64,
    },
    /// The first request does not begin a session.
    #[error("the first request is {found}, expected InitServer")]
    NotBegun {
        /// The request.
        found: Code,
    },
    /// A session begins twice.
    #[error("InitServer is sent twice")]
    BegunTwice,
    /// The versions of the protocol differ.
    #[error(
        "Server[{name}]: Client protocol version mismatch with the server  server protocol={}, client protocol={found}",
        crate::wire::PROTOCOL_VERSION
    )]
    Version {
        /// The name of the server.
        name: String,
        /// The client's version.
        found: String,
    },
    /// The server does not offer a function.
    #[error(
        "Server[{name}]: the function {function:?} is not allowed: start the server with `--allow \
         {function}`, or from code with `allow`"
    )]
    NotAllowed {
        /// The name of the server.
        name: String,
        /// The name of the function.
        function: String,
    },
    /// No function has the name of a session's constructor.
    #[error("Server[{name}]: Cannot find session constructor {function}")]
    NoConstructor {
        /// The name of the server.
        name: String,
        /// The name of the function.
        function: String,
    },
    /// The result of a session's constructor is no session.
    #[error("Server[{name}]: Session constructor {function} did not return a RPC session, but {found}")]
    NoSession {
        /// The name of the server.
        name: String,
        /// The name of the function.
        function: String,
        /// The result.
        found: String,
    },
    /// A request has an unknown code.
    #[error("RPCServerError:kUnknownRPCCode: {code}")]
    UnknownCode {
        /// The code.
        code: Code,
    },
    /// A result cannot be sent.
    #[error("Cannot pass argument 1, type {found} is not supported by RPC")]
    Unsupported {
        /// The type of the result.
        found: String,
    },
    /// A tensor lies on another device than the request says.
    #[error("the tensor is on {expected}, the request says {found}")]
    WrongDevice {
        /// The device of the tensor.
        expected: Device,
        /// The device of the request.
        found: Device,
    },
    /// A copy exceeds its tensor.
    #[error("cannot copy {bytes} bytes at offset {offset}: the tensor has {size} bytes")]
    CopyRange {
        /// The number of bytes to copy.
        bytes: u64,
        /// The offset of the first byte.
        offset: u64,
        /// The size of the tensor in bytes.
        size: usize,
    },
    /// The client cannot answer a callback, because it waits for nothing.
    #[error("the function of the client cannot be called: the call that passed it has returned")]
    CallbackEnded,
}

impl From<ServeError> for Error {
    fn from(error: ServeError) -> Self {
        let kind = match &error {
            ServeError::Unsupported { .. } => ErrorKind::VALUE_ERROR,
            _ => ErrorKind::TVM_ERROR,
        };
        Self::with_source(kind, error)
    }
}
