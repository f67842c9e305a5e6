//! Copies between tensors as C sees them.
//!
//! Invariant: a device is asked for a copy only of bytes that the caller vouches for, and that shape and type account for.

#![expect(unsafe_code, reason = "tensors of C are known by address")]

use std::ptr;

use objet_object::{DLTensor, DataType, Device, DeviceType, NDArrayError};

use crate::device::{DeviceApi, DeviceError, Devices, Region, Stream};
use crate::error::Result;

/// Copies the elements of a tensor into another one of as many bytes, whatever their shapes and types. Copies to or from the
/// host are done when this returns, if the stream is the default one.
///
/// # Errors
/// If the sizes differ, if the elements of one do not lie one after the other, if a pointer is null, if neither device
/// knows the memory of the other, or if the device fails.
///
/// # Safety
/// Both are valid: shapes and strides have as many numbers as there are dimensions, and the elements are where the tensors
/// say. Nobody writes to the ones, or uses the others, until the copy is done, and they do not overlap.
pub unsafe fn copy_dl_tensor(from: &DLTensor, to: &DLTensor, stream: Stream) -> Result<()> {
    // SAFETY: shapes and strides are there, says the caller.
    let (found, expected) = unsafe {
        from.expect_contiguous()?;
        to.expect_contiguous()?;
        (from.byte_size()?, to.byte_size()?)
    };
    if found != expected {
        return Err(DeviceError::CopySize { expected, found }.into());
    }
    let api = api_between(from.device, to.device)?;
    if found == 0 {
        return Ok(());
    }
    let (from, to) = (region(from)?, region(to)?);
    // SAFETY: both have as many bytes, says the caller.
    unsafe { api.copy(from, to, found, stream) }
}

/// Copies bytes of the host into the elements of a tensor.
///
/// # Errors
/// As [`copy_dl_tensor`].
///
/// # Safety
/// `to` is valid, and nobody else uses its elements until this returns.
pub unsafe fn copy_from_bytes(to: &DLTensor, bytes: &[u8]) -> Result<()> {
    let mut shape = [bytes.len() as i64];
    // Nothing writes to where a copy comes from.
    let from = host(bytes.as_ptr().cast_mut(), &mut shape);
    // SAFETY: as the caller promised.
    unsafe { copy_dl_tensor(&from, to, Stream::DEFAULT) }
}

/// Copies the elements of a tensor into bytes of the host.
///
/// # Errors
/// As [`copy_dl_tensor`].
///
/// # Safety
/// `from` is valid, and nobody writes to its elements until this returns.
pub unsafe fn copy_to_bytes(from: &DLTensor, bytes: &mut [u8]) -> Result<()> {
    let mut shape = [bytes.len() as i64];
    let to = host(bytes.as_mut_ptr(), &mut shape);
    // SAFETY: as the caller promised.
    unsafe { copy_dl_tensor(from, &to, Stream::DEFAULT) }
}

/// Bytes of the host as a tensor.
fn host(data: *mut u8, shape: &mut [i64; 1]) -> DLTensor {
    DLTensor {
        data: data.cast(),
        device: Device::cpu(0),
        ndim: 1,
        dtype: DataType::uint(8),
        shape: shape.as_mut_ptr(),
        strides: ptr::null_mut(),
        byte_offset: 0,
    }
}

/// Who can copy from one device to another: the one that is not the host.
fn api_between(from: Device, to: Device) -> Result<&'static dyn DeviceApi, DeviceError> {
    match (from.device_type, to.device_type) {
        (from, to) if from.is_host() && to.is_host() => Devices::api(DeviceType::CPU),
        (from, to) if from.is_host() => Devices::api(to),
        (from, to) if to.is_host() || from == to => Devices::api(from),
        _ => Err(DeviceError::CopyBetween { from, to }),
    }
}

fn region(tensor: &DLTensor) -> Result<Region> {
    let bad = |expected, found| NDArrayError::BadTensor { expected, found };
    if tensor.data.is_null() {
        return Err(bad("elements", "null".into()).into());
    }
    let byte_offset = usize::try_from(tensor.byte_offset)
        .map_err(|_| bad("an offset that can be addressed", tensor.byte_offset.to_string()))?;
    Ok(Region { device: tensor.device, data: tensor.data, byte_offset })
}
