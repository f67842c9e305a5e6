//! Tensors, and their exchange with other libraries.
//!
//! Invariant: a pointer from C is used only during the call, except for a tensor that
//! [`TVMArrayFromDLPack`] takes over.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_int, c_uint, c_void};
use std::slice;

use objet_object::{
    DLManagedTensor, DLTensor, DataType, DataTypeCode, Device, DeviceType, NDArray, TypeCode,
};
use objet_runtime::backend::{BackendError, guarded, into_c_handle, not_null, put, reference, release};
use objet_runtime::device::{Stream, copy_dl_tensor, copy_from_bytes, copy_to_bytes};
use objet_runtime::{NDArrayExt, Result};

use crate::devices::without_elements;
use crate::errors::ApiError;
use crate::types::{TVMArrayHandle, TVMStreamHandle, tvm_index_t};

const ARRAY: &str = "an output pointer for the array";
const TENSOR: &str = "a tensor";

/// Allocates an array and returns a handle that the caller owns.
///
/// The element values are unspecified. On the host, the elements are aligned to 128 bytes.
///
/// # Safety
/// `shape` is null or points to `ndim` values. `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayAlloc(
    shape: *const tvm_index_t,
    ndim: c_int,
    dtype_code: c_int,
    dtype_bits: c_int,
    dtype_lanes: c_int,
    device_type: c_int,
    device_id: c_int,
    out: *mut TVMArrayHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let dtype = DataType::new(
            DataTypeCode(in_range("the code of a data type", dtype_code)?),
            in_range("the bits of a data type", dtype_bits)?,
            in_range("the lanes of a data type", dtype_lanes)?,
        );
        let device = Device::new(DeviceType(device_type), device_id);
        put(out, ARRAY, || {
            let described = without_elements(device, ndim, shape, dtype);
            Ok(into_c_handle(NDArray::empty(described.shape()?, dtype, device)?).cast())
        })
    })
}

/// Converts a C integer to an unsigned type of fewer bits.
fn in_range<T: TryFrom<c_int>>(what: &'static str, found: c_int) -> Result<T, ApiError> {
    let most = (1_i64 << (8 * size_of::<T>())) - 1;
    T::try_from(found).map_err(|_| ApiError::Range { what, most, found: found.into() })
}

/// Releases a reference to an array. Null is allowed.
///
/// # Safety
/// `handle` is null, or an array handle whose reference the caller owns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayFree(handle: TVMArrayHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { release(handle.cast(), TypeCode::NDARRAY_HANDLE) })
}

/// Returns the type index of an array: that of `runtime.NDArray` or of a derived type.
///
/// # Safety
/// `handle` is null or an array handle. `out_tindex` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayGetTypeIndex(handle: TVMArrayHandle, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        put(out_tindex, "an output pointer for the type index", || {
            Ok(reference::<NDArray>(handle.cast())?.type_index().value())
        })
    })
}

/// Copies host bytes into a tensor. `nbytes` must be the size of the tensor. The handle may be any
/// contiguous `DLTensor`.
///
/// # Safety
/// `handle` is null, or a tensor whose elements no other code accesses during the call. `data` is
/// null or points to `nbytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayCopyFromBytes(
    handle: TVMArrayHandle,
    data: *mut c_void,
    nbytes: usize,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let tensor = not_null(handle, TENSOR)?.as_ref();
        if has_bytes(tensor, "ArrayCopyFromBytes", data, nbytes)? {
            copy_from_bytes(tensor, slice::from_raw_parts(data.cast(), nbytes))?;
        }
        Ok(())
    })
}

/// Copies the elements of a tensor into host memory. `nbytes` must be the size of the tensor. The
/// handle may be any contiguous `DLTensor`.
///
/// # Safety
/// `handle` is null, or a tensor whose elements no other code writes during the call. `data` is
/// null or points to `nbytes` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayCopyToBytes(
    handle: TVMArrayHandle,
    data: *mut c_void,
    nbytes: usize,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let tensor = not_null(handle, TENSOR)?.as_ref();
        if has_bytes(tensor, "ArrayCopyToBytes", data, nbytes)? {
            copy_to_bytes(tensor, slice::from_raw_parts_mut(data.cast(), nbytes))?;
        }
        Ok(())
    })
}

/// Checks the arguments of a copy and returns whether there are bytes to copy.
///
/// # Errors
/// If `found` is not the size of the tensor, if the tensor is not contiguous, or if `data` is null
/// and the size is not 0.
///
/// # Safety
/// `tensor` is valid.
unsafe fn has_bytes(
    tensor: &DLTensor,
    function: &'static str,
    data: *const c_void,
    found: usize,
) -> Result<bool> {
    // SAFETY: as the caller promised.
    let expected = unsafe {
        tensor.expect_contiguous()?;
        tensor.byte_size()?
    };
    if found != expected {
        return Err(ApiError::Bytes { function, expected, found }.into());
    }
    if found > 0 && data.is_null() {
        return Err(BackendError::NullPointer { expected: "host memory" }.into());
    }
    Ok(found > 0)
}

/// Copies the elements of a tensor into another tensor of the same byte size, in the order of a
/// stream. The shapes may differ.
///
/// Both handles may be any contiguous `DLTensor`. The devices are of the same kind, or one of them
/// is the host.
///
/// # Safety
/// Both are null, or tensors that do not overlap and whose elements no other code accesses until
/// the copy is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayCopyFromTo(
    from: TVMArrayHandle,
    to: TVMArrayHandle,
    stream: TVMStreamHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let (from, to) = (not_null(from, TENSOR)?.as_ref(), not_null(to, TENSOR)?.as_ref());
        let (found, expected) = (from.byte_size()?, to.byte_size()?);
        if found != expected {
            return Err(ApiError::CopySize { expected, found }.into());
        }
        copy_dl_tensor(from, to, Stream(stream))
    })
}

/// Takes ownership of a tensor of another library without copying its elements. The deleter is
/// called when the array is dropped. On failure, the caller keeps the tensor.
///
/// # Safety
/// `from` is null, or valid until its deleter is called, which may happen on any thread. `out` is
/// null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayFromDLPack(from: *mut DLManagedTensor, out: *mut TVMArrayHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let from = not_null(from, "a DLPack tensor")?;
        // This check comes first: on failure, `from_dl_managed` drops the tensor, which the caller
        // must keep.
        from.as_ref().dl_tensor.expect_valid()?;
        put(out, ARRAY, || Ok(into_c_handle(NDArray::from_dl_managed(from)?).cast()))
    })
}

/// Exports an array as a DLPack tensor that shares its elements. The receiver must call the deleter
/// once. The caller keeps the array.
///
/// A read-only array is an error, because the DLPack struct cannot mark a tensor as read-only.
///
/// # Safety
/// `from` is null or an array handle. `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayToDLPack(from: TVMArrayHandle, out: *mut *mut DLManagedTensor) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let array = reference::<NDArray>(from.cast())?;
        put(out, "an output pointer for the tensor", || Ok(array.into_dl_managed()?.as_ptr()))
    })
}

/// Calls the deleter of a DLPack tensor, if the tensor has one. Null is allowed.
///
/// # Safety
/// `dltensor` is null or valid, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMDLManagedTensorCallDeleter(dltensor: *mut DLManagedTensor) {
    // SAFETY: as the caller promised.
    unsafe {
        if let Some(tensor) = dltensor.as_ref()
            && let Some(deleter) = tensor.deleter
        {
            deleter(dltensor);
        }
    }
}
