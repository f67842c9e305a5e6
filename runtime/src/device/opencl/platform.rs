//! The devices of OpenCL in this process, and the context that they share.
//!
//! Invariants:
//! - The handles of an [`OpenCl`] are valid, and never released: it is part of the state of the process.
//! - What is in `memory` are buffers of the context that nobody has released yet.
//! - OpenCL may be called from any thread, but for the arguments of a kernel, which one thread at a time may set.

#![expect(unsafe_code, reason = "the driver is called by pointer")]

use std::collections::HashSet;
use std::ffi::c_void;
use std::ptr;
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

use objet_object::{OpaqueHandle, process};

use crate::device::opencl::OpenclError;
use crate::device::opencl::driver::{Driver, Handle, bytes_of, check, text_of};

/// The devices of one platform: those of the first one with a GPU or, if there is none, with anything.
pub(super) struct OpenCl {
    pub(super) driver: Driver,
    pub(super) context: Handle,
    devices: Vec<ClDevice>,
    memory: RwLock<HashSet<OpaqueHandle>>,
}

/// A device.
pub(super) struct ClDevice {
    pub(super) id: Handle,
    /// The queue that it has from the start.
    pub(super) queue: Handle,
}

// SAFETY: the file's last invariant; kernels are not among these.
unsafe impl Send for OpenCl {}
// SAFETY: as above.
unsafe impl Sync for OpenCl {}

const DEVICE_TYPE_GPU: u64 = 1 << 2;
const DEVICE_TYPE_ACCELERATOR: u64 = 1 << 3;
const DEVICE_TYPE_ALL: u64 = 0xffff_ffff;
const CONTEXT_PLATFORM: isize = 0x1084;
const MEM_READ_WRITE: u64 = 1;

impl OpenCl {
    /// The devices of this process. The driver is loaded when this is asked for the first time.
    pub(super) fn get() -> Result<&'static Self, OpenclError> {
        static THIS: OnceLock<&'static Result<OpenCl, OpenclError>> = OnceLock::new();
        THIS.get_or_init(shared).as_ref().map_err(Clone::clone)
    }

    fn open() -> Result<Self, OpenclError> {
        let driver = Driver::load()?;
        let (platform, ids) = devices_of(&driver)?;
        let properties = [CONTEXT_PLATFORM, platform.addr() as isize, 0];
        let mut status = 0;
        // SAFETY: the platform's own devices; properties end with a zero.
        let context = unsafe {
            let (count, first) = (ids.len() as u32, ids.as_ptr());
            (driver.create_context)(properties.as_ptr(), count, first, None, ptr::null_mut(), &mut status)
        };
        check("clCreateContext", status)?;
        let mut devices = Vec::new();
        for id in ids {
            // SAFETY: a device of the context.
            let queue = unsafe { (driver.create_command_queue)(context, id, 0, &mut status) };
            check("clCreateCommandQueue", status)?;
            devices.push(ClDevice { id, queue });
        }
        Ok(Self { driver, context, devices, memory: RwLock::default() })
    }

    /// The device of that number.
    pub(super) fn device(&self, device_id: i32) -> Result<&ClDevice, OpenclError> {
        let device = usize::try_from(device_id).ok().and_then(|number| self.devices.get(number));
        device.ok_or(OpenclError::NoDevice { device_id, count: self.devices.len() })
    }

    /// What is known of a device, as the driver's bytes.
    pub(super) fn info(&self, device: &ClDevice, what: u32) -> Result<Vec<u8>, OpenclError> {
        // SAFETY: a valid device; the pointers are as large as the size says.
        bytes_of("clGetDeviceInfo", |size, bytes, needed| unsafe {
            (self.driver.get_device_info)(device.id, what, size, bytes, needed)
        })
    }

    /// A text that is known of a device.
    pub(super) fn info_text(&self, device: &ClDevice, what: u32) -> Result<String, OpenclError> {
        Ok(text_of(&self.info(device, what)?))
    }

    /// Numbers that are known of a device, each of so many bytes.
    pub(super) fn info_numbers<const N: usize>(
        &self,
        device: &ClDevice,
        what: u32,
    ) -> Result<Vec<u64>, OpenclError> {
        let bytes = self.info(device, what)?;
        let widened = bytes.as_chunks::<N>().0.iter().map(|number| {
            let mut wide = [0; 8];
            wide[..N].copy_from_slice(number);
            u64::from_le_bytes(wide)
        });
        Ok(widened.collect())
    }

    /// A new queue of a device.
    pub(super) fn new_queue(&self, device: &ClDevice) -> Result<Handle, OpenclError> {
        let mut status = 0;
        // SAFETY: a device of the context.
        let queue = unsafe { (self.driver.create_command_queue)(self.context, device.id, 0, &mut status) };
        check("clCreateCommandQueue", status)?;
        Ok(queue)
    }

    /// A new buffer.
    pub(super) fn new_buffer(&self, bytes: usize) -> Result<Handle, OpenclError> {
        let mut status = 0;
        // SAFETY: a valid context; no memory of the host is given.
        let buffer = unsafe {
            (self.driver.create_buffer)(self.context, MEM_READ_WRITE, bytes, ptr::null_mut(), &mut status)
        };
        check("clCreateBuffer", status)?;
        self.memory.write().unwrap_or_else(PoisonError::into_inner).insert(OpaqueHandle(buffer));
        Ok(buffer)
    }

    /// Releases a buffer. What is queued may still use it. False if it is none.
    pub(super) fn release_buffer(&self, buffer: *mut c_void) -> Result<bool, OpenclError> {
        if !self.memory.write().unwrap_or_else(PoisonError::into_inner).remove(&OpaqueHandle(buffer)) {
            return Ok(false);
        }
        // SAFETY: it was a buffer of ours, and is none any more.
        check("clReleaseMemObject", unsafe { (self.driver.release_mem_object)(buffer) })?;
        Ok(true)
    }

    /// The buffers there are. None is released as long as this is held.
    pub(super) fn buffers(&self) -> RwLockReadGuard<'_, HashSet<OpaqueHandle>> {
        self.memory.read().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cold]
fn shared() -> &'static Result<OpenCl, OpenclError> {
    const PART: &str = concat!("objet-runtime opencl ", env!("CARGO_PKG_VERSION"));
    // SAFETY: libraries share state only if they have the same version of each crate of Objet, built by the same compiler, so
    // that the name, which has the version in it, stands for this type.
    unsafe { process::current().part(PART, OpenCl::open) }
}

/// The first platform that has a GPU, another accelerator or, if there is none of both, anything; with these devices.
fn devices_of(driver: &Driver) -> Result<(Handle, Vec<Handle>), OpenclError> {
    let platforms = handles(|count, first, found| {
        // SAFETY: as many handles may be written as the count says.
        unsafe { (driver.get_platform_ids)(count, first, found) }
    });
    for device_type in [DEVICE_TYPE_GPU, DEVICE_TYPE_ACCELERATOR, DEVICE_TYPE_ALL] {
        for platform in &platforms {
            let devices = handles(|count, first, found| {
                // SAFETY: as above, of a valid platform.
                unsafe { (driver.get_device_ids)(*platform, device_type, count, first, found) }
            });
            if !devices.is_empty() {
                return Ok((*platform, devices));
            }
        }
    }
    let found = format!("a loader that knows {} platforms, none of which has a device", platforms.len());
    Err(OpenclError::NoDriver { found })
}

/// The handles that a call gives, once it has told how many there are. None if it fails, as it does if there are none.
fn handles(mut ask: impl FnMut(u32, *mut Handle, *mut u32) -> i32) -> Vec<Handle> {
    let mut count = 0;
    if ask(0, ptr::null_mut(), &mut count) != 0 {
        return Vec::new();
    }
    let mut handles = vec![ptr::null_mut(); count as usize];
    let mut found = 0;
    if count == 0 || ask(count, handles.as_mut_ptr(), &mut found) != 0 {
        return Vec::new();
    }
    handles.truncate(found as usize);
    handles
}
