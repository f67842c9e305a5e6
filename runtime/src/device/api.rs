//! The trait of device kinds.
//!
//! Invariants: implementors keep the contract of the trait, and callers keep those of its unsafe
//! methods.

#![expect(unsafe_code, reason = "identifies device memory by address")]

use std::ffi::c_void;
use std::ptr;

use objet_object::{DLTensor, DataType, Device, NDArray, NDArrayError, RetValue};

use crate::error::Result;

/// A kind of device: all devices of one [`DeviceType`](objet_object::DeviceType).
///
/// [`Devices::register`](crate::Devices::register) adds kinds. The address of device memory has a
/// meaning for its kind only; for some kinds it is a handle.
///
/// # Safety
/// - [`DeviceApi::allocate`] returns memory of the requested size and alignment, which any thread
///   may use. No other code uses the memory until it is freed.
/// - A copy accesses the requested bytes only, and is complete when the device has been
///   synchronized.
/// - If the device type is one of host memory
///   ([`DeviceType::is_host`](objet_object::DeviceType::is_host)), the memory is accessible to the
///   host.
pub unsafe trait DeviceApi: Send + Sync + 'static {
    /// Returns an attribute of a device, or null if the attribute does not apply. For
    /// [`DeviceAttribute::EXIST`], the result is always an integer and never an error.
    ///
    /// # Errors
    /// If the device does not exist, or if the driver fails.
    fn attribute(&self, device_id: i32, attribute: DeviceAttribute) -> Result<RetValue>;

    /// Returns whether the device exists.
    fn exists(&self, device_id: i32) -> bool {
        self.attribute(device_id, DeviceAttribute::EXIST)
            .is_ok_and(|found| matches!(found, RetValue::Int(number) if number != 0))
    }

    /// Allocates device memory, aligned to `alignment` (a power of two). The caller owns the
    /// memory. An allocation of 0 bytes must be freed, too.
    ///
    /// # Errors
    /// If the device does not exist or has too little memory.
    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void>;

    /// Allocates device memory for the elements of a tensor, aligned to `alignment`. The default
    /// calls [`DeviceApi::allocate`].
    ///
    /// # Errors
    /// As for [`DeviceApi::allocate`], and if the shape or the data type is invalid.
    fn allocate_tensor(
        &self,
        device_id: i32,
        shape: &[i64],
        dtype: DataType,
        alignment: usize,
    ) -> Result<*mut c_void> {
        self.allocate(device_id, NDArray::byte_size_of(shape, dtype)?, alignment)
    }

    /// Frees memory.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// [`DeviceApi::allocate`] or [`DeviceApi::allocate_tensor`] must have returned
    /// `data` for this device. `data` must not be used afterwards.
    unsafe fn free(&self, device_id: i32, data: *mut c_void) -> Result<()>;

    /// Copies bytes. At least one region is on a device of this kind; the other is on such a device
    /// or on the host. On the default stream, a copy comes after the work in this thread's stream,
    /// and a copy to or from the host returns when it is complete.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// Both regions must have `bytes` bytes after their offset and must not overlap. No other code
    /// may access them until the copy is complete.
    unsafe fn copy(&self, from: Region, to: Region, bytes: usize, stream: Stream) -> Result<()>;

    /// Copies the elements of a tensor to another tensor, both contiguous and with this size in
    /// bytes. The default calls [`DeviceApi::copy`].
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// As for [`DeviceApi::copy`]. The shapes and strides must be valid.
    unsafe fn copy_tensor(&self, from: &DLTensor, to: &DLTensor, bytes: usize, stream: Stream) -> Result<()> {
        let (from, to) = (Region::of(from)?, Region::of(to)?);
        // SAFETY: as the caller promised.
        unsafe { self.copy(from, to, bytes, stream) }
    }

    /// Creates a stream. A kind of device without streams returns the default one.
    ///
    /// # Errors
    /// If the device does not exist, or if the driver fails.
    fn create_stream(&self, _device_id: i32) -> Result<Stream> {
        Ok(Stream::DEFAULT)
    }

    /// Destroys a stream.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// [`DeviceApi::create_stream`] must have returned the stream for this device. The stream must
    /// not be used afterwards.
    unsafe fn free_stream(&self, _device_id: i32, _stream: Stream) -> Result<()> {
        Ok(())
    }

    /// Sets the stream for this thread's work on the device.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// The stream must belong to this device and live as long as this thread uses it.
    unsafe fn set_stream(&self, _device_id: i32, _stream: Stream) -> Result<()> {
        Ok(())
    }

    /// Returns the stream for this thread's work on the device.
    fn stream(&self, _device_id: i32) -> Stream {
        Stream::DEFAULT
    }

    /// Sets the stream for this thread's work on the device, and returns the previous one. Work
    /// that this thread queues afterwards comes after its earlier work, and after the present work
    /// in `stream`. The default keeps the thread's stream, and waits until the work in `stream` is
    /// complete.
    ///
    /// # Errors
    /// If the driver fails. The stream is then unchanged.
    ///
    /// # Safety
    /// As for [`DeviceApi::set_stream`].
    unsafe fn switch_stream(&self, device_id: i32, stream: Stream) -> Result<Stream> {
        // SAFETY: as the caller promised.
        unsafe { self.synchronize(device_id, stream) }?;
        Ok(self.stream(device_id))
    }

    /// Waits until all work in a stream is complete. On the default stream, this includes the work
    /// in this thread's stream.
    ///
    /// # Errors
    /// If the driver fails, or if earlier work in the stream failed.
    ///
    /// # Safety
    /// The stream must belong to this device.
    unsafe fn synchronize(&self, device_id: i32, stream: Stream) -> Result<()>;

    /// Waits until all work in the default stream and in this thread's stream is complete.
    ///
    /// # Errors
    /// As for [`DeviceApi::synchronize`].
    fn synchronize_default(&self, device_id: i32) -> Result<()> {
        // SAFETY: every device has the default stream.
        unsafe { self.synchronize(device_id, Stream::DEFAULT) }
    }

    /// Makes future work in `after` wait for the current work in `before`.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// Both streams must belong to this device.
    unsafe fn synchronize_streams(&self, device_id: i32, before: Stream, _after: Stream) -> Result<()> {
        // SAFETY: as the caller promised.
        unsafe { self.synchronize(device_id, before) }
    }

    /// Makes the device current for this thread, if the driver has a current device.
    ///
    /// # Errors
    /// If the device does not exist.
    fn set_device(&self, _device_id: i32) -> Result<()> {
        Ok(())
    }
}

/// A region of memory on a device.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// The device.
    pub device: Device,
    /// The address or handle of the memory.
    pub data: *mut c_void,
    /// The offset of the region in the memory, in bytes.
    pub byte_offset: usize,
}

impl Region {
    /// Returns the region of the elements of a tensor.
    fn of(tensor: &DLTensor) -> Result<Self> {
        let byte_offset = usize::try_from(tensor.byte_offset).map_err(|_| NDArrayError::BadTensor {
            expected: "an offset that can be addressed",
            found: tensor.byte_offset.to_string(),
        })?;
        Ok(Self { device: tensor.device, data: tensor.data, byte_offset })
    }
}

/// A stream of a device: a queue of work, identified by the driver's handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Stream(pub *mut c_void);

impl Stream {
    /// The default stream of each device.
    pub const DEFAULT: Self = Self(ptr::null_mut());
}

/// An attribute of a device, with TVM's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct DeviceAttribute(pub i32);

impl DeviceAttribute {
    /// Whether the device exists: 1 or 0.
    pub const EXIST: Self = Self(0);
    /// Maximum number of threads in a block.
    pub const MAX_THREADS_PER_BLOCK: Self = Self(1);
    /// Number of threads in a warp.
    pub const WARP_SIZE: Self = Self(2);
    /// Maximum shared memory of a block, in bytes.
    pub const MAX_SHARED_MEMORY_PER_BLOCK: Self = Self(3);
    /// The compute capability, as a string.
    pub const COMPUTE_VERSION: Self = Self(4);
    /// The name of the device.
    pub const DEVICE_NAME: Self = Self(5);
    /// The highest clock rate in kHz.
    pub const MAX_CLOCK_RATE: Self = Self(6);
    /// Number of multiprocessors.
    pub const MULTI_PROCESSOR_COUNT: Self = Self(7);
    /// The largest block in each dimension, as a JSON array.
    pub const MAX_THREAD_DIMENSIONS: Self = Self(8);
    /// Maximum number of registers in a block.
    pub const MAX_REGISTERS_PER_BLOCK: Self = Self(9);
    /// The GCN architecture of AMD devices.
    pub const GCN_ARCH: Self = Self(10);
    /// The version of the API.
    pub const API_VERSION: Self = Self(11);
    /// The version of the driver.
    pub const DRIVER_VERSION: Self = Self(12);
}
