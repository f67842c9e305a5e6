//! Tensors, and their exchange with other libraries.
//!
//! Invariant: what C passes by pointer is used during the call alone, but for a tensor that [`TVMArrayFromDLPack`] takes over.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_int, c_uint, c_void};
use std::slice;

use objet_object::{
    DLManagedTensor, DLTensor, DataType, DataTypeCode, Device, DeviceType, NDArray, TypeCode,
};
use objet_runtime::backend::{BackendError, give_to_c, guarded, not_null, put, reference, release};
use objet_runtime::device::{Stream, copy_dl_tensor, copy_from_bytes, copy_to_bytes};
use objet_runtime::{NDArrayExt, Result};

use crate::devices::without_elements;
use crate::errors::ApiError;
use crate::types::{TVMArrayHandle, TVMStreamHandle, tvm_index_t};

const ARRAY: &str = "a place for the array";
const TENSOR: &str = "a tensor";

/// An array, of which the caller owns the one reference. Its elements mean nothing yet. Those of memory of the host begin at a
/// multiple of 128 bytes.
///
/// # Safety
/// `ndim` numbers stand where `shape` points to, if that is not null, and `out` is null or can be written to.
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
            Ok(give_to_c(NDArray::empty(described.shape()?, dtype, device)?).cast())
        })
    })
}

/// A number of C, if it fits into as few bits.
fn in_range<T: TryFrom<c_int>>(what: &'static str, found: c_int) -> Result<T, ApiError> {
    let most = (1_i64 << (8 * size_of::<T>())) - 1;
    T::try_from(found).map_err(|_| ApiError::Range { what, most, found: found.into() })
}

/// Gives a reference to an array back. Null is allowed.
///
/// # Safety
/// `handle` is null, or the handle of an array of which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayFree(handle: TVMArrayHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { release(handle.cast(), TypeCode::NDARRAY_HANDLE) })
}

/// The index of an array's type: that of `runtime.NDArray`, or of a type derived from it.
///
/// # Safety
/// `handle` is null or the handle of an array, and `out_tindex` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayGetTypeIndex(handle: TVMArrayHandle, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        put(out_tindex, "a place for a type index", || {
            Ok(reference::<NDArray>(handle.cast())?.type_index().value())
        })
    })
}

/// Copies bytes of the host into a tensor, which has as many. It may be any `DLTensor` whose elements lie one after the other.
///
/// # Safety
/// `handle` is null or a tensor whose elements nobody else uses now. `nbytes` bytes stand where `data` points to, if that is not null.
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

/// Copies the elements of a tensor into bytes of the host, which are as many. It may be any `DLTensor` whose elements lie one after the
/// other.
///
/// # Safety
/// `handle` is null or a tensor whose elements nobody writes to now. `nbytes` bytes stand where `data` points to, if that is not null,
/// and can be written to.
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

/// Whether there is anything to copy.
///
/// # Errors
/// If the tensor has not as many bytes, if its elements do not lie one after the other, or if `data` is null.
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
        return Err(BackendError::NullPointer { expected: "bytes of the host" }.into());
    }
    Ok(found > 0)
}

/// Copies the elements of a tensor into another one of as many bytes, whatever their shapes, in the order of a queue. Both may be any
/// `DLTensor` whose elements lie one after the other, on devices of one kind or one of them on the host.
///
/// # Safety
/// Both are null or tensors whose elements nobody else uses until the copy is done, and which do not overlap.
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

/// Takes over a tensor of another library, whose elements stay where they are: its deleter is called when the array ends. If this
/// fails, the caller keeps the tensor.
///
/// # Safety
/// `from` is null or valid, and stays so until its deleter is called, which may be on any thread. `out` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayFromDLPack(from: *mut DLManagedTensor, out: *mut TVMArrayHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let from = not_null(from, "a tensor of DLPack")?;
        // Past this nothing fails: the tensor would be lost to the caller then.
        from.as_ref().dl_tensor.expect_valid()?;
        put(out, ARRAY, || Ok(give_to_c(NDArray::from_dl_managed(from)?).cast()))
    })
}

/// A tensor for another library, which sees the elements where they are, and must call its deleter once. The caller keeps the array.
/// It is not made of an array that is read-only, since it cannot say so.
///
/// # Safety
/// `from` is null or the handle of an array, and `out` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMArrayToDLPack(from: TVMArrayHandle, out: *mut *mut DLManagedTensor) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let array = reference::<NDArray>(from.cast())?;
        put(out, "a place for the tensor", || Ok(array.into_dl_managed()?.as_ptr()))
    })
}

/// Calls the deleter of a tensor of DLPack, if it has one. Null is allowed.
///
/// # Safety
/// `dltensor` is null or valid, and is not used after.
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
