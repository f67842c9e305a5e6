//! Device memory and streams of a session.
//!
//! Invariants:
//! - A tensor in the table of handles has the memory that its shape and type need.
//! - A stream in the table was created for its device, and is freed once, when it leaves the table.
//! - A session answers one request at a time. Only its requests access memory on devices. Host
//!   memory that other code of the process refers to is written only by the rule
//!   `SharedTensors::Write`, whose users answer for that code.

#![expect(unsafe_code, reason = "device memory and streams are raw pointers")]

use objet_object::{DataType, Device, NDArray, OpaqueHandle};
use objet_runtime::device::{Stream, copy_dl_tensor, copy_from_bytes};
use objet_runtime::{Devices, NDArrayExt, Result};

/// Waits for a stream.
pub(super) fn synchronize(device: Device, stream: OpaqueHandle) -> Result<()> {
    // SAFETY: by the file's second invariant, the stream belongs to the device.
    unsafe { Devices::api(device.device_type)?.synchronize(device.device_id, Stream(stream.0)) }
}

/// Sets the stream of a device for this thread.
pub(super) fn set_stream(device: Device, stream: OpaqueHandle) -> Result<()> {
    // SAFETY: as in `synchronize`.
    unsafe { Devices::api(device.device_type)?.set_stream(device.device_id, Stream(stream.0)) }
}

/// Frees a stream that has left the table.
pub(super) fn free_stream(device: Device, stream: OpaqueHandle) -> Result<()> {
    let api = Devices::api(device.device_type)?;
    // SAFETY: the default stream belongs to every device, and replaces the freed one. The stream
    // has left the table, so no code uses it.
    unsafe {
        api.set_stream(device.device_id, Stream::DEFAULT)?;
        api.free_stream(device.device_id, Stream(stream.0))
    }
}

/// Copies the elements of a tensor to a tensor of the same size, which is on a device.
pub(super) fn copy_among(from: &NDArray, to: &NDArray, stream: OpaqueHandle) -> Result<()> {
    if std::ptr::eq(from.dl_tensor().data, to.dl_tensor().data) {
        // A device cannot copy between overlapping regions.
        let staged = from.to_host()?;
        // SAFETY: both are tensors, and `staged` has memory of its own. The third invariant.
        return unsafe { copy_dl_tensor(staged.dl_tensor(), to.dl_tensor(), Stream::DEFAULT) };
    }
    // SAFETY: both are tensors with different memory. The third invariant, and the stream belongs
    // to the device of `from`.
    unsafe { copy_dl_tensor(from.dl_tensor(), to.dl_tensor(), Stream(stream.0)) }
}

/// Copies bytes to a part of the memory of a tensor.
pub(super) fn copy_to_device(memory: &NDArray, offset: usize, bytes: &[u8]) -> Result<()> {
    let part = memory.view_at(&[bytes.len() as i64], DataType::uint(8), offset)?;
    // SAFETY: the part is a tensor. The third invariant.
    unsafe { copy_from_bytes(part.dl_tensor(), bytes) }
}

/// Returns a part of the memory of a tensor on a device, as a tensor in host memory.
pub(super) fn copy_from_device(memory: &NDArray, offset: usize, len: usize) -> Result<NDArray> {
    memory.view_at(&[len as i64], DataType::uint(8), offset)?.to_host()
}
