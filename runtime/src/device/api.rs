//! What a kind of device must be able to do.
//!
//! Invariant: what the trait promises, its implementors keep; what its unsafe functions ask for, their callers do.

#![expect(unsafe_code, reason = "memory of devices is known by address alone")]

use std::ffi::c_void;
use std::ptr;

use objet_object::{Device, RetValue};

use crate::error::Result;

/// A kind of device: all of one [`DeviceType`](objet_object::DeviceType).
///
/// A kind of one's own is given to [`Devices::register`](crate::Devices::register). Memory of a device is an address that
/// means something to this kind alone: on some of them it is no address, but a handle.
///
/// # Safety
/// What [`DeviceApi::allocate`] gives is memory as it says, which nobody else uses until it is freed, from whatever thread. A
/// copy reads and writes the bytes that it is asked for, and no others, and has ended with them when the device is synchronized.
/// If the device's type is one of memory of the host ([`DeviceType::is_host`](objet_object::DeviceType::is_host)), the memory
/// is such.
pub unsafe trait DeviceApi: Send + Sync + 'static {
    /// What is known of a device. Null if that attribute means nothing to it. Whether a device is there,
    /// [`DeviceAttribute::EXIST`], is always an integer, and never an error.
    ///
    /// # Errors
    /// If there is no such device, or if the driver fails.
    fn attribute(&self, device_id: i32, attribute: DeviceAttribute) -> Result<RetValue>;

    /// Whether there is a device of that number.
    fn exists(&self, device_id: i32) -> bool {
        self.attribute(device_id, DeviceAttribute::EXIST)
            .is_ok_and(|found| matches!(found, RetValue::Int(number) if number != 0))
    }

    /// That many bytes of a device, beginning at a multiple of `alignment` (a power of two). They belong to the caller. No bytes are
    /// memory too, which must be freed as any other.
    ///
    /// # Errors
    /// If there is not as much, or no such device.
    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void>;

    /// Gives memory back.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// `data` is what [`DeviceApi::allocate`] gave for this device, and is not used after.
    unsafe fn free(&self, device_id: i32, data: *mut c_void) -> Result<()>;

    /// Copies bytes, at least one of whose ends is a device of this kind; the other one is such a device too, or the host. To or
    /// from the host it returns when the bytes are there, unless the stream is not the default one.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// Both regions have that many bytes behind their offset, do not overlap, and are left alone by others until the
    /// copy is done.
    unsafe fn copy(&self, from: Region, to: Region, bytes: usize, stream: Stream) -> Result<()>;

    /// A new queue of work. A kind of device that has none gives the default one.
    ///
    /// # Errors
    /// If there is no such device, or if the driver fails.
    fn create_stream(&self, _device_id: i32) -> Result<Stream> {
        Ok(Stream::DEFAULT)
    }

    /// Ends a queue of work.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// The stream is one that [`DeviceApi::create_stream`] gave for this device, and is not used after.
    unsafe fn free_stream(&self, _device_id: i32, _stream: Stream) -> Result<()> {
        Ok(())
    }

    /// Makes a queue the one to which this thread's work on the device goes from now on.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// The stream is one of this device, and lasts as long as this thread works with it.
    unsafe fn set_stream(&self, _device_id: i32, _stream: Stream) -> Result<()> {
        Ok(())
    }

    /// Waits until all work in a queue is done.
    ///
    /// # Errors
    /// If the driver fails, be it at work that was queued before.
    ///
    /// # Safety
    /// The stream is one of this device.
    unsafe fn synchronize(&self, device_id: i32, stream: Stream) -> Result<()>;

    /// Waits until all work in the default stream is done.
    ///
    /// # Errors
    /// Those of [`DeviceApi::synchronize`].
    fn synchronize_default(&self, device_id: i32) -> Result<()> {
        // SAFETY: every device has the default stream.
        unsafe { self.synchronize(device_id, Stream::DEFAULT) }
    }

    /// Makes what is queued in `after` from now on wait for what is in `before` now.
    ///
    /// # Errors
    /// If the driver fails.
    ///
    /// # Safety
    /// Both streams are of this device.
    unsafe fn synchronize_streams(&self, device_id: i32, before: Stream, _after: Stream) -> Result<()> {
        // SAFETY: as the caller promised.
        unsafe { self.synchronize(device_id, before) }
    }

    /// Makes the device current for this thread, where the driver has such a notion.
    ///
    /// # Errors
    /// If there is no such device.
    fn set_device(&self, _device_id: i32) -> Result<()> {
        Ok(())
    }
}

/// Where bytes are.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// On which device.
    pub device: Device,
    /// The memory, as the device knows it.
    pub data: *mut c_void,
    /// Where in it the bytes begin.
    pub byte_offset: usize,
}

/// A queue of work on a device, as its driver knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Stream(pub *mut c_void);

impl Stream {
    /// The queue that each device has from the start.
    pub const DEFAULT: Self = Self(ptr::null_mut());
}

/// What may be known of a device, by TVM's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct DeviceAttribute(pub i32);

impl DeviceAttribute {
    /// Whether the device is there: 1 or 0.
    pub const EXIST: Self = Self(0);
    /// How many threads a block may have.
    pub const MAX_THREADS_PER_BLOCK: Self = Self(1);
    /// How many threads go in step.
    pub const WARP_SIZE: Self = Self(2);
    /// How many bytes the threads of a block may share.
    pub const MAX_SHARED_MEMORY_PER_BLOCK: Self = Self(3);
    /// The version of what the device can do, as text.
    pub const COMPUTE_VERSION: Self = Self(4);
    /// The name of the device.
    pub const DEVICE_NAME: Self = Self(5);
    /// The highest clock rate in kHz.
    pub const MAX_CLOCK_RATE: Self = Self(6);
    /// How many multiprocessors there are.
    pub const MULTI_PROCESSOR_COUNT: Self = Self(7);
    /// The largest block in each dimension, as the text of a JSON array.
    pub const MAX_THREAD_DIMENSIONS: Self = Self(8);
    /// How many registers a block may have.
    pub const MAX_REGISTERS_PER_BLOCK: Self = Self(9);
    /// The architecture, of AMD's devices.
    pub const GCN_ARCH: Self = Self(10);
    /// The version of the programming interface.
    pub const API_VERSION: Self = Self(11);
    /// The version of the driver.
    pub const DRIVER_VERSION: Self = Self(12);
}
