//! Errors of decoding.

use objet_runtime::{Error, ErrorKind};

/// A packet cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// The packet is shorter than its content.
    #[error("the packet is cut: {needed} more bytes for {what} at byte {position}, the packet has {len}")]
    Cut {
        /// The item that is cut.
        what: &'static str,
        /// The position of the item in the packet.
        position: usize,
        /// The number of bytes that the item needs.
        needed: u64,
        /// The length of the packet.
        len: usize,
    },
    /// The packet is longer than its content.
    #[error("{found} bytes are left at the end of the packet")]
    Left {
        /// The number of bytes.
        found: usize,
    },
    /// A count is negative, or higher than the packet has room for.
    #[error("the number of {what} is {found}, which does not fit into a packet")]
    Count {
        /// The counted items.
        what: &'static str,
        /// The count.
        found: i64,
    },
    /// A device type is not one of a server.
    #[error("{found} is not the type of a device of the server")]
    DeviceType {
        /// The number.
        found: i32,
    },
    /// A value has a type code that cannot be sent.
    #[error("value {position} has type code {code}, which cannot be sent")]
    TypeCode {
        /// The position of the value in the sequence.
        position: usize,
        /// The type code.
        code: i32,
    },
    /// A string is not UTF-8.
    #[error("value {position} is a string that is not UTF-8")]
    NotUtf8 {
        /// The position of the value in the sequence.
        position: usize,
    },
    /// The values of a packet are not those of its code.
    #[error("{code} needs {expected}, found {found}")]
    Values {
        /// The packet.
        code: super::Code,
        /// The values that it needs.
        expected: &'static str,
        /// The values that it has.
        found: String,
    },
}

impl From<WireError> for Error {
    fn from(error: WireError) -> Self {
        Self::with_source(ErrorKind::VALUE_ERROR, error)
    }
}
