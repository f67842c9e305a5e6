//! Devices: their streams, and memory that is no tensor.
//!
//! Invariant: what C passes by pointer is used during the call alone. The device itself knows what an address or a queue is.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use objet_object::{DLTensor, DataType, Device, DeviceType, NDArray};
use objet_runtime::backend::{guarded, not_null, put, text};
use objet_runtime::device::{Stream, copy_dl_tensor};
use objet_runtime::{DeviceError, Devices};

use crate::types::TVMStreamHandle;

const MEMORY: &str = "a place for the address of memory";

/// Makes a queue of work. Kinds of devices that have only one give null.
///
/// # Safety
/// `out` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMStreamCreate(
    device_type: c_int,
    device_id: c_int,
    out: *mut TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let api = Devices::api(DeviceType(device_type))?;
        put(out, "a place for the stream", || Ok(api.create_stream(device_id)?.0))
    })
}

/// Ends a queue of work.
///
/// # Safety
/// `stream` is one that `TVMStreamCreate` gave for this device, and is not used after.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMStreamFree(
    device_type: c_int,
    device_id: c_int,
    stream: TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { Devices::api(DeviceType(device_type))?.free_stream(device_id, Stream(stream)) })
}

/// Makes a queue the one to which this thread's work on the device goes from now on. Null is the one that is there from the start.
///
/// # Safety
/// `handle` is null or a stream of this device, and lasts as long as this thread works with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMSetStream(
    device_type: c_int,
    device_id: c_int,
    handle: TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { Devices::api(DeviceType(device_type))?.set_stream(device_id, Stream(handle)) })
}

/// Waits until all work in a queue is done.
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

/// Makes what is queued in `dst` from now on wait for what is in `src` now.
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

/// So many bytes of a device, at a multiple of `alignment`, which the caller must give to `TVMDeviceFreeDataSpace`. The hint tells of
/// what type the elements will be, and means nothing here.
///
/// # Safety
/// `out_data` is null or can be written to.
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

/// Memory of a device for the elements of a tensor, which the caller must give to `TVMDeviceFreeDataSpace`. The scope is null or
/// "global".
///
/// # Safety
/// `ndim` numbers stand where `shape` points to, if that is not null. `mem_scope` is null or text that ends with a NUL, and `out_data`
/// is null or can be written to.
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
            let scope = text(mem_scope, "the scope of memory")?;
            if scope != "global" {
                return Err(DeviceError::Scope { device: dev, scope: scope.into() }.into());
            }
        }
        let api = Devices::api(dev.device_type)?;
        put(out_data, MEMORY, || api.allocate(dev.device_id, bytes, NDArray::alignment_of(dtype)))
    })
}

/// A tensor that has a shape and nothing else.
pub(crate) fn without_elements(device: Device, ndim: c_int, shape: *const i64, dtype: DataType) -> DLTensor {
    // Nobody writes to a shape.
    let shape = shape.cast_mut();
    DLTensor { data: ptr::null_mut(), device, ndim, dtype, shape, strides: ptr::null_mut(), byte_offset: 0 }
}

/// Gives memory back. Null is none.
///
/// # Safety
/// `ptr` is null, or memory that one of the two functions above gave for this device, and is not used after.
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

/// Copies the elements of a tensor into another one of as many bytes, in the order of a queue. To or from the host they are there when
/// this returns, if the queue is null.
///
/// # Safety
/// Both are null or tensors whose elements nobody else uses until the copy is done, and which do not overlap.
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
