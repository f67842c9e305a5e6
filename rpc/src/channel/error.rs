//! Errors of channels.

use std::io;
use std::time::Duration;

use objet_runtime::Error;

use crate::wire::{Code, WireError};

/// Packets cannot be exchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChannelError {
    /// The other side closed the connection.
    #[error("Channel closes before we get needed bytes")]
    Ended,
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There was no answer in time.
    #[error("no answer within {deadline:?}")]
    Deadline {
        /// The longest time that an answer may take.
        deadline: Duration,
    },
    /// The user interrupted the program.
    #[error("interrupted while waiting for the answer")]
    Interrupted(#[source] Error),
    /// An earlier exchange failed, so the position in the stream is lost.
    #[error("the connection is closed: {reason}")]
    Broken {
        /// The first failure.
        reason: String,
    },
    /// A handler of signals, or a finalizer, uses the session that it interrupts.
    #[error("the session is in the middle of a packet: use it after the interrupted request")]
    WithinPacket,
    /// The other side sent a packet of the wrong kind.
    #[error("the other side sent {code}, which is no answer to the request")]
    Unexpected {
        /// The packet.
        code: Code,
    },
    /// The other side sent another number of bytes than requested.
    #[error("the other side sent {found} bytes of a tensor instead of {expected}")]
    CopyLength {
        /// The requested number of bytes.
        expected: u64,
        /// The number of bytes in the packet.
        found: u64,
    },
    /// The packet is too short for a code.
    #[error("a packet of {found} bytes has no code")]
    Short {
        /// The length of the packet.
        found: u64,
    },
    /// The packet exceeds the limit.
    #[error("{code} has {found} bytes, the limit is {limit}")]
    TooLong {
        /// The packet.
        code: Code,
        /// The number of bytes.
        found: u64,
        /// The maximum.
        limit: u64,
    },
    /// The packet cannot be decoded.
    #[error(transparent)]
    Wire(#[from] WireError),
}
