//! Tensors of the server.

use objet_object::{DataType, Device};

/// A tensor of the server, as both sides describe it. Strides cannot be sent: the elements are
/// contiguous in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteTensor {
    /// The server's handle of the memory.
    pub data: u64,
    /// The device, in the server's numbers.
    pub device: Device,
    /// The type of the elements.
    pub dtype: DataType,
    /// The extents of the dimensions.
    pub shape: Vec<i64>,
    /// The offset of the first element from the start of the memory, in bytes.
    pub byte_offset: u64,
}

impl RemoteTensor {
    /// Returns the number of bytes of the encoded form.
    pub(crate) fn encoded_len(&self) -> usize {
        32 + 8 * self.shape.len()
    }
}
