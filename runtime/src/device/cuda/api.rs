//! CUDA devices, and memory of the host that is pinned for them, as kinds of devices.

#![expect(unsafe_code, reason = "memory of devices is known by address alone")]

use std::ffi::{c_uint, c_void};
use std::ptr;

use objet_object::{Device, DeviceType, RetValue};

use crate::device::cuda::attributes::attribute;
use crate::device::cuda::context::Context;
use crate::device::cuda::copy::copy;
use crate::device::cuda::driver::Handle;
use crate::device::cuda::this_thread;
use crate::device::{DeviceApi, DeviceAttribute, DeviceError, Region, Stream};
use crate::error::{Error, Result};

/// CUDA devices. Memory is an address of the device.
pub(in crate::device) struct Cuda;

/// Memory of the host that all CUDA devices can reach. Its devices are those of [`Cuda`], and so are their streams.
pub(in crate::device) struct CudaHost;

/// The driver gives memory that begins at a multiple of this.
const ALIGNMENT: usize = 256;

/// `CU_MEMHOSTALLOC_PORTABLE`: pinned for all contexts.
const PORTABLE: c_uint = 1;

/// `CU_STREAM_DEFAULT`: in turn with the default stream.
const WITH_DEFAULT: c_uint = 0;

/// `CU_EVENT_DISABLE_TIMING`.
const WITHOUT_TIME: c_uint = 2;

// SAFETY: memory is what the driver gave for this, copies are its own, and are done when the stream that they are in was
// synchronized.
unsafe impl DeviceApi for Cuda {
    fn attribute(&self, device_id: i32, kind: DeviceAttribute) -> Result<RetValue> {
        Ok(attribute(device_id, kind)?)
    }

    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void> {
        let context = Context::of(device_id)?.enter()?;
        if !ALIGNMENT.is_multiple_of(alignment) {
            return Err(misaligned(Device::new(DeviceType::CUDA, device_id), bytes, alignment));
        }
        let mut address = 0;
        // SAFETY: there is a place for the answer. The driver gives no memory of no bytes.
        unsafe { context.allocate(&mut address, bytes.max(1)) }?;
        Ok(ptr::without_provenance_mut(address as usize))
    }

    unsafe fn free(&self, device_id: i32, data: *mut c_void) -> Result<()> {
        // SAFETY: memory of this device that is not used after, says the caller.
        unsafe { Context::of(device_id)?.enter()?.free(data.addr() as u64) }?;
        Ok(())
    }

    unsafe fn copy(&self, from: Region, to: Region, bytes: usize, stream: Stream) -> Result<()> {
        // SAFETY: as the caller promised. One end is on a CUDA device, so the last argument stands for nothing.
        unsafe { copy(from, to, bytes, stream, to.device.device_id) }
    }

    fn create_stream(&self, device_id: i32) -> Result<Stream> {
        let mut stream = Handle::NULL;
        // SAFETY: there is a place for the answer.
        unsafe { Context::of(device_id)?.enter()?.create_stream(&mut stream, WITH_DEFAULT) }?;
        Ok(Stream(stream.0))
    }

    unsafe fn free_stream(&self, device_id: i32, stream: Stream) -> Result<()> {
        // SAFETY: a stream of this device that is not used after, says the caller.
        unsafe { Context::of(device_id)?.enter()?.free_stream(Handle(stream.0)) }?;
        Ok(())
    }

    unsafe fn set_stream(&self, device_id: i32, stream: Stream) -> Result<()> {
        this_thread::set_stream(Context::of(device_id)?.device_id, stream);
        Ok(())
    }

    unsafe fn synchronize(&self, device_id: i32, stream: Stream) -> Result<()> {
        // SAFETY: a stream of this device, says the caller.
        unsafe { Context::of(device_id)?.enter()?.synchronize(Handle(stream.0)) }?;
        Ok(())
    }

    unsafe fn synchronize_streams(&self, device_id: i32, before: Stream, after: Stream) -> Result<()> {
        let context = Context::of(device_id)?.enter()?;
        let mut event = Handle::NULL;
        // SAFETY: both streams are of this device, says the caller, and so is the event. The driver keeps an event that is
        // waited for until it is no more.
        unsafe {
            context.create_event(&mut event, WITHOUT_TIME)?;
            let recorded = context.record_event(event, Handle(before.0));
            let waits = recorded.and_then(|()| context.wait_for_event(Handle(after.0), event, 0));
            let freed = context.free_event(event);
            Ok(waits.and(freed)?)
        }
    }

    fn set_device(&self, device_id: i32) -> Result<()> {
        Context::of(device_id)?.stay()?;
        this_thread::set_device(device_id);
        Ok(())
    }
}

// SAFETY: as above; and pinned memory is the host's.
unsafe impl DeviceApi for CudaHost {
    fn attribute(&self, device_id: i32, attribute: DeviceAttribute) -> Result<RetValue> {
        Cuda.attribute(device_id, attribute)
    }

    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void> {
        let context = Context::of(device_id)?.enter()?;
        let mut data = ptr::null_mut();
        // SAFETY: there is a place for the answer. The driver gives no memory of no bytes.
        unsafe { context.allocate_host(&mut data, bytes.max(1), PORTABLE) }?;
        if !alignment.is_power_of_two() || !data.addr().is_multiple_of(alignment) {
            // SAFETY: nobody else has it.
            unsafe { context.free_host(data) }?;
            return Err(misaligned(Device::new(DeviceType::CUDA_HOST, device_id), bytes, alignment));
        }
        Ok(data)
    }

    unsafe fn free(&self, device_id: i32, data: *mut c_void) -> Result<()> {
        // SAFETY: such memory that is not used after, says the caller.
        unsafe { Context::of(device_id)?.enter()?.free_host(data) }?;
        Ok(())
    }

    unsafe fn copy(&self, from: Region, to: Region, bytes: usize, stream: Stream) -> Result<()> {
        let pinned = if from.device.device_type == DeviceType::CUDA_HOST { from } else { to };
        // SAFETY: as the caller promised.
        unsafe { copy(from, to, bytes, stream, pinned.device.device_id) }
    }

    fn create_stream(&self, device_id: i32) -> Result<Stream> {
        Cuda.create_stream(device_id)
    }

    unsafe fn free_stream(&self, device_id: i32, stream: Stream) -> Result<()> {
        // SAFETY: as the caller promised.
        unsafe { Cuda.free_stream(device_id, stream) }
    }

    unsafe fn set_stream(&self, device_id: i32, stream: Stream) -> Result<()> {
        // SAFETY: as the caller promised.
        unsafe { Cuda.set_stream(device_id, stream) }
    }

    unsafe fn synchronize(&self, device_id: i32, stream: Stream) -> Result<()> {
        // SAFETY: as the caller promised.
        unsafe { Cuda.synchronize(device_id, stream) }
    }

    unsafe fn synchronize_streams(&self, device_id: i32, before: Stream, after: Stream) -> Result<()> {
        // SAFETY: as the caller promised.
        unsafe { Cuda.synchronize_streams(device_id, before, after) }
    }

    fn set_device(&self, device_id: i32) -> Result<()> {
        Cuda.set_device(device_id)
    }
}

#[cold]
fn misaligned(device: Device, bytes: usize, alignment: usize) -> Error {
    match alignment.is_power_of_two() {
        true => DeviceError::OutOfMemory { device, bytes, alignment }.into(),
        false => DeviceError::Alignment { found: alignment }.into(),
    }
}
