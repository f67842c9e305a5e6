//! Device memory: allocation, and copies between tensors.
//!
//! Invariants:
//! - A [`DeviceMemory`] holds memory that its device allocated, and only it frees the memory.
//! - A device copies only bytes that the caller declares valid and that the shape and type cover.

#![expect(unsafe_code, reason = "identifies device memory and C tensors by address")]

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ptr;

use objet_object::{DLTensor, DataType, Device, DeviceType, NDArray, NDArrayError};

use crate::device::{DeviceApi, DeviceError, Devices, Stream};
use crate::error::Result;

/// Memory of a device, freed on drop.
pub(super) struct DeviceMemory {
    api: &'static dyn DeviceApi,
    device: Device,
    data: *mut c_void,
    bytes: usize,
}

// SAFETY: memory of a device may be freed on any thread.
unsafe impl Send for DeviceMemory {}
// SAFETY: a shared reference only exposes the address and the size.
unsafe impl Sync for DeviceMemory {}

impl DeviceMemory {
    /// Allocates memory, as [`DeviceApi::allocate`] does.
    ///
    /// # Errors
    /// If the device does not exist or has too little memory.
    pub(super) fn allocate(device: Device, bytes: usize, alignment: usize) -> Result<Self> {
        let api = Devices::api(device.device_type)?;
        let data = api.allocate(device.device_id, bytes, alignment)?;
        Ok(Self { api, device, data, bytes })
    }

    /// Returns the address or handle of the memory.
    pub(super) fn data(&self) -> *mut c_void {
        self.data
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Frees the memory.
    ///
    /// # Errors
    /// If the driver fails.
    pub(super) fn free(self) -> Result<()> {
        let this = ManuallyDrop::new(self);
        // SAFETY: the file's first invariant. `ManuallyDrop` prevents a second call.
        unsafe { this.api.free(this.device.device_id, this.data) }
    }
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        // A failure cannot be reported from `drop`.
        // SAFETY: the file's first invariant.
        let _ = unsafe { self.api.free(self.device.device_id, self.data) };
    }
}

/// Allocates a tensor whose memory is aligned to `alignment`, a power of two. In host memory, the
/// elements are set to zero.
///
/// # Errors
/// If a dimension is negative, or if the device does not exist or has too little memory.
pub(super) fn allocate_tensor(
    shape: &[i64],
    dtype: DataType,
    device: Device,
    alignment: usize,
) -> Result<NDArray> {
    let too_large = |_| NDArrayError::TooLarge { shape: shape.into(), dtype };
    let ndim = i32::try_from(shape.len()).map_err(too_large)?;
    let bytes = NDArray::byte_size_of(shape, dtype)?;
    let api = Devices::api(device.device_type)?;
    let alignment = NDArray::alignment_of(dtype).max(alignment);
    let data = api.allocate_tensor(device.device_id, shape, dtype, alignment)?;
    let memory = DeviceMemory { api, device, data, bytes };
    if device.device_type.is_host() {
        // SAFETY: the memory has that many bytes, and the host may write to it.
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
    // SAFETY: the shape lives during this call. The memory has room for the elements, lives until
    // the owner frees it, and is not used otherwise. Host memory was initialized above.
    Ok(unsafe { NDArray::from_sole_owner(&tensor, memory) }?)
}

/// Copies the elements of a tensor to another tensor with the same number of bytes, as
/// [`copy_dl_tensor`] does with the default stream.
///
/// # Errors
/// As for [`copy_dl_tensor`], and if the reference to `to` is not unique.
pub(super) fn copy_elements(from: &NDArray, to: &mut NDArray) -> Result<()> {
    if !to.is_writable() {
        return Err(NDArrayError::Shared.into());
    }
    // SAFETY: both are tensors. No other code uses the elements of `to` while it is borrowed, so
    // `from` has different elements, which it keeps alive.
    unsafe { copy_dl_tensor(from.dl_tensor(), to.dl_tensor(), Stream::DEFAULT) }
}

/// Copies the elements of a tensor to another tensor with the same number of bytes. Shapes and
/// types may differ. On the default stream, a copy to or from the host is complete on return.
///
/// # Errors
/// If the sizes differ, if a tensor is not contiguous, if a pointer is null, if the devices cannot
/// copy to each other, or if a device fails.
///
/// # Safety
/// Both tensors must be valid: shapes and strides have one number per dimension, and the memory
/// holds the elements. Until the copy is complete, no other code may write to the source or access
/// the destination. The two must not overlap.
pub unsafe fn copy_dl_tensor(from: &DLTensor, to: &DLTensor, stream: Stream) -> Result<()> {
    // SAFETY: shapes and strides are valid, as the caller promised.
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
    if from.data.is_null() || to.data.is_null() {
        return Err(NDArrayError::BadTensor { expected: "elements", found: "null".into() }.into());
    }
    // SAFETY: both tensors have that many bytes, as the caller promised.
    unsafe { api.copy_tensor(from, to, found, stream) }
}

/// Copies host bytes to the elements of a tensor.
///
/// # Errors
/// As for [`copy_dl_tensor`].
///
/// # Safety
/// `to` must be valid. No other code may access its elements until this function returns.
pub unsafe fn copy_from_bytes(to: &DLTensor, bytes: &[u8]) -> Result<()> {
    let mut shape = [bytes.len() as i64];
    // The cast to a mutable pointer is harmless: a copy does not write to its source.
    let from = host(bytes.as_ptr().cast_mut(), &mut shape);
    // SAFETY: as the caller promised.
    unsafe { copy_dl_tensor(&from, to, Stream::DEFAULT) }
}

/// Copies the elements of a tensor to host bytes.
///
/// # Errors
/// As for [`copy_dl_tensor`].
///
/// # Safety
/// `from` must be valid. No other code may write to its elements until this function returns.
pub unsafe fn copy_to_bytes(from: &DLTensor, bytes: &mut [u8]) -> Result<()> {
    let mut shape = [bytes.len() as i64];
    let to = host(bytes.as_mut_ptr(), &mut shape);
    // SAFETY: as the caller promised.
    unsafe { copy_dl_tensor(from, &to, Stream::DEFAULT) }
}

/// Describes host bytes as a tensor.
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

/// Returns the API that copies between two devices: that of the device that is not the host.
fn api_between(from: Device, to: Device) -> Result<&'static dyn DeviceApi, DeviceError> {
    match (from.device_type, to.device_type) {
        (from, to) if from.is_host() && to.is_host() => Devices::api(DeviceType::CPU),
        (from, to) if from.is_host() => Devices::api(to),
        (from, to) if to.is_host() || from == to => Devices::api(from),
        _ => Err(DeviceError::CopyBetween { from, to }),
    }
}
