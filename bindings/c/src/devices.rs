//! Devices: streams and raw memory.
//!
//! Invariant: a pointer from C is used only during the call. Only the device interprets addresses
//! and streams.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use objet_object::{DLTensor, DataType, Device, DeviceType, NDArray};
use objet_runtime::backend::{guarded, not_null, put, str_from_c};
use objet_runtime::device::{Stream, copy_dl_tensor};
use objet_runtime::{DeviceError, Devices};

use crate::types::TVMStreamHandle;

const MEMORY: &str = "an output pointer for the memory address";

/// Creates a stream. The result is null for device kinds that have only the default stream.
///
/// # Safety
/// `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMStreamCreate(
    device_type: c_int,
    device_id: c_int,
    out: *mut TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let api = Devices::api(DeviceType(device_type))?;
        put(out, "an output pointer for the stream", || Ok(api.create_stream(device_id)?.0))
    })
}

/// Destroys a stream.
///
/// # Safety
/// `stream` was returned by `TVMStreamCreate` for this device, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMStreamFree(
    device_type: c_int,
    device_id: c_int,
    stream: TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { Devices::api(DeviceType(device_type))?.free_stream(device_id, Stream(stream)) })
}

/// Sets the stream of this thread for a device. Null is the default stream.
///
/// # Safety
/// `handle` is null, or a stream of this device that outlives its use by this thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMSetStream(
    device_type: c_int,
    device_id: c_int,
    handle: TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { Devices::api(DeviceType(device_type))?.set_stream(device_id, Stream(handle)) })
}

/// Waits until all work in a stream is done.
///
/// # Safety
/// `stream` is null or a stream of this device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMSynchronize(
    device_type: c_int,
    device_id: c_int,
    stream: TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { Devices::api(DeviceType(device_type))?.synchronize(device_id, Stream(stream)) })
}

/// Makes later work in `dst` wait for the work that is already in `src`.
///
/// # Safety
/// Both are null or streams of this device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMStreamStreamSynchronize(
    device_type: c_int,
    device_id: c_int,
    src: TVMStreamHandle,
    dst: TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        Devices::api(DeviceType(device_type))?.synchronize_streams(device_id, Stream(src), Stream(dst))
    })
}

/// Allocates device memory with the given alignment. The caller frees the memory with
/// `TVMDeviceFreeDataSpace`. The type hint is ignored.
///
/// # Safety
/// `out_data` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDeviceAllocDataSpace(
    dev: Device,
    nbytes: usize,
    alignment: usize,
    _type_hint: DataType,
    out_data: *mut *mut c_void,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let api = Devices::api(dev.device_type)?;
        put(out_data, MEMORY, || api.allocate(dev.device_id, nbytes, alignment))
    })
}

/// Allocates device memory for the elements of a tensor. The caller frees the memory with
/// `TVMDeviceFreeDataSpace`. The scope is null or "global".
///
/// # Safety
/// `shape` is null or points to `ndim` values. `mem_scope` is null or a NUL-terminated string.
/// `out_data` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDeviceAllocDataSpaceWithScope(
    dev: Device,
    ndim: c_int,
    shape: *const i64,
    dtype: DataType,
    mem_scope: *const c_char,
    out_data: *mut *mut c_void,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let bytes = without_elements(dev, ndim, shape, dtype).byte_size()?;
        if !mem_scope.is_null() {
            let scope = str_from_c(mem_scope, "the scope of memory")?;
            if scope != "global" {
                return Err(DeviceError::Scope { device: dev, scope: scope.into() }.into());
            }
        }
        let api = Devices::api(dev.device_type)?;
        put(out_data, MEMORY, || api.allocate(dev.device_id, bytes, NDArray::alignment_of(dtype)))
    })
}

/// Returns a tensor that describes a shape and a data type and has no memory.
pub(crate) fn without_elements(device: Device, ndim: c_int, shape: *const i64, dtype: DataType) -> DLTensor {
    // The shape is never written through this pointer.
    let shape = shape.cast_mut();
    DLTensor { data: ptr::null_mut(), device, ndim, dtype, shape, strides: ptr::null_mut(), byte_offset: 0 }
}

/// Frees device memory. Null is allowed.
///
/// # Safety
/// `ptr` is null, or was returned by `TVMDeviceAllocDataSpace` or
/// `TVMDeviceAllocDataSpaceWithScope` for this device. `ptr` is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDeviceFreeDataSpace(dev: Device, ptr: *mut c_void) -> c_int {
    guarded(|| {
        let api = Devices::api(dev.device_type)?;
        match ptr.is_null() {
            true => Ok(()),
            // SAFETY: as the caller promised.
            false => unsafe { api.free(dev.device_id, ptr) },
        }
    })
}

/// Copies the elements of a tensor into another tensor of the same byte size, in the order of a
/// stream. With a null stream, a copy to or from the host is complete when this function returns.
///
/// # Safety
/// Both are null, or tensors that do not overlap and whose elements no other code accesses until
/// the copy is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDeviceCopyDataFromTo(
    from: *mut DLTensor,
    to: *mut DLTensor,
    stream: TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let (from, to) = (not_null(from, "a tensor to copy from")?, not_null(to, "a tensor to copy to")?);
        copy_dl_tensor(from.as_ref(), to.as_ref(), Stream(stream))
    })
}
