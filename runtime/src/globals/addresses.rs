//! Functions that are given addresses.
//!
//! Invariant: whoever calls one of these by its name answers for the addresses, as a caller of the C API does.

#![expect(unsafe_code, reason = "what a front end of C passes by address is read there")]

use objet_object::{DataType, Device, DeviceType, NDArray, OpaqueHandle, TypeCode, ValueError};
use objet_object_derive::register_global;

use crate::backend::guarded;
use crate::device::{Devices, NDArrayExt, Stream};
use crate::error::Result;

/// A tensor of the shape that stands at an address, `ndim` numbers of 64 bits.
#[register_global("runtime.TVMArrayAllocWithScope", crate = objet_runtime)]
pub(super) fn alloc_with_scope(
    shape: OpaqueHandle,
    ndim: i32,
    dtype: DataType,
    device: Device,
    #[default(None)] mem_scope: Option<&str>,
) -> Result<NDArray> {
    let dimensions = usize::try_from(ndim)
        .map_err(|_| ValueError::Range { expected: "number of dimensions", found: ndim.to_string() })?;
    let first: *const i64 = shape.0.cast();
    if first.is_null() && dimensions > 0 {
        return Err(ValueError::NullPointer { expected: TypeCode::OPAQUE_HANDLE }.into());
    }
    // SAFETY: the file's invariant; so many numbers stand there, wherever they begin.
    let shape: Vec<_> = (0..dimensions).map(|at| unsafe { first.add(at).read_unaligned() }).collect();
    NDArray::empty_aligned(&shape, dtype, device, 1, mem_scope)
}

/// Makes a queue the one for this thread's work on the device. Gives 0, or -1 where it failed; what went wrong is the last
/// error then.
#[register_global("runtime.TVMSetStream", crate = objet_runtime)]
pub(super) fn set_stream(device_type: i32, device_id: i32, stream: OpaqueHandle) -> i32 {
    guarded(|| {
        let api = Devices::api(DeviceType(device_type))?;
        // SAFETY: the file's invariant; the queue is one of the device.
        unsafe { api.set_stream(device_id, Stream(stream.0)) }
    })
}
