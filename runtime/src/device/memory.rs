//! Memory of devices: allocation, and copies between tensors.
//!
//! Invariants:
//! - A [`DeviceMemory`] is what its device allocated, and it alone frees it.
//! - A device copies only bytes that the caller vouches for, and that shape and type account for.

#![expect(unsafe_code, reason = "memory of devices and tensors of C are known by address")]

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ptr;

use objet_object::{DLTensor, DataType, Device, DeviceType, NDArray, NDArrayError};

use crate::device::{DeviceApi, DeviceError, Devices, Region, Stream};
use crate::error::Result;

/// Memory of a device, which is freed when this is dropped.
pub(super) struct DeviceMemory {
    api: &'static dyn DeviceApi,
    device: Device,
    data: *mut c_void,
    bytes: usize,
}

// SAFETY: memory of a device may be freed on any thread.
unsafe impl Send for DeviceMemory {}
// SAFETY: nothing can be done with a shared one.
unsafe impl Sync for DeviceMemory {}

impl DeviceMemory {
    /// Allocates memory, as [`DeviceApi::allocate`] does.
    ///
    /// # Errors
    /// If there is no such device, or not as much memory.
    pub(super) fn allocate(device: Device, bytes: usize, alignment: usize) -> Result<Self> {
        let api = Devices::api(device.device_type)?;
        let data = api.allocate(device.device_id, bytes, alignment)?;
        Ok(Self { api, device, data, bytes })
    }

    /// The memory, as the device knows it.
    pub(super) fn data(&self) -> *mut c_void {
        self.data
    }

    /// The number of bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Frees the memory.
    ///
    /// # Errors
    /// If the driver fails.
    pub(super) fn free(self) -> Result<()> {
        let this = ManuallyDrop::new(self);
        // SAFETY: the file's first invariant; it is not dropped after.
        unsafe { this.api.free(this.device.device_id, this.data) }
    }
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        // There is no caller to return an error to.
        // SAFETY: the file's first invariant.
        let _ = unsafe { self.api.free(self.device.device_id, self.data) };
    }
}

/// Allocates a tensor at a multiple of `alignment`, a power of two. On the host its elements are
/// zero.
///
/// # Errors
/// If a dimension is negative, if there is no such device, or not as much memory.
pub(super) fn allocate_tensor(
    shape: &[i64],
    dtype: DataType,
    device: Device,
    alignment: usize,
) -> Result<NDArray> {
    let too_large = |_| NDArrayError::TooLarge { shape: shape.into(), dtype };
    let ndim = i32::try_from(shape.len()).map_err(too_large)?;
    let bytes = NDArray::byte_size_of(shape, dtype)?;
    let memory = DeviceMemory::allocate(device, bytes, NDArray::alignment_of(dtype).max(alignment))?;
    if device.device_type.is_host() {
        // SAFETY: there are as many bytes, which the host writes as its own.
        unsafe { memory.data.cast::<u8>().write_bytes(0, bytes) };
    }
    let mut extents = shape.to_vec();
    let tensor = DLTensor {
        data: memory.data,
        device,
        ndim,
        dtype,
        shape: extents.as_mut_ptr(),
        strides: ptr::null_mut(),
        byte_offset: 0,
    };
    // SAFETY: the shape is there for this call. The memory has room for the elements, and stays
    // until the owner frees it. Nothing else uses it. On the host it was written.
    Ok(unsafe { NDArray::from_sole_owner(&tensor, memory) }?)
}

/// Copies the elements of a tensor into another one of as many bytes, as [`copy_dl_tensor`] does
/// with the default stream.
///
/// # Errors
/// Those of [`copy_dl_tensor`], and if others share the tensor that is written to.
pub(super) fn copy_elements(from: &NDArray, to: &mut NDArray) -> Result<()> {
    if !to.is_writable() {
        return Err(NDArrayError::Shared.into());
    }
    // SAFETY: both are tensors. Nothing else uses the elements of `to` while it is borrowed, so
    // that `from` has other ones, which it keeps.
    unsafe { copy_dl_tensor(from.dl_tensor(), to.dl_tensor(), Stream::DEFAULT) }
}

/// Copies the elements of a tensor into another one of as many bytes, whatever their shapes and
/// types. Copies to or from the host are done when this returns, if the stream is the default one.
///
/// # Errors
/// If the sizes differ, if the elements of one do not lie one after the other, if a pointer is
/// null, if neither device knows the memory of the other, or if the device fails.
///
/// # Safety
/// Both are valid: shapes and strides have as many numbers as there are dimensions, and the
/// elements are where the tensors say. Nothing writes to the ones, or uses the others, until the
/// copy is done, and they do not overlap.
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
/// `to` is valid, and nothing else uses its elements until this returns.
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
/// `from` is valid, and nothing writes to its elements until this returns.
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

/// The kind that copies from one device to another: the one that is not the host.
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
