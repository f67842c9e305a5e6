//! CUDA devices and pinned host memory as kinds of devices.
//!
//! Invariant, which callers promise: a stream is the default one or belongs to the device, and
//! memory belongs to the device.

#![expect(unsafe_code, reason = "identifies device memory by address")]

use std::ffi::c_void;

use objet_object::{Device, DeviceType, RetValue};

use crate::device::cuda::attributes::attribute;
use crate::device::cuda::context::Context;
use crate::device::cuda::cuda_driver::{DeviceAddress, End, Queue};
use crate::device::cuda::this_thread;
use crate::device::{DeviceApi, DeviceAttribute, DeviceError, Region, Stream};
use crate::error::{Error, Result};

/// CUDA devices. Memory is identified by its device address.
pub(in crate::device) struct Cuda;

/// Host memory that all CUDA devices can access. Device numbers and streams are those of [`Cuda`].
pub(in crate::device) struct CudaHost;

/// Alignment of memory from the driver.
const ALIGNMENT: usize = 256;

// SAFETY: the driver allocates the memory and makes the copies. A copy is complete when its stream
// has been synchronized.
unsafe impl DeviceApi for Cuda {
    fn attribute(&self, device_id: i32, kind: DeviceAttribute) -> Result<RetValue> {
        Ok(attribute(device_id, kind)?)
    }

    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void> {
        let context = Context::of(device_id)?.enter()?;
        if !ALIGNMENT.is_multiple_of(alignment) {
            return Err(misaligned(Device::new(DeviceType::CUDA, device_id), bytes, alignment));
        }
        Ok(context.allocate(bytes)?)
    }

    unsafe fn free(&self, device_id: i32, data: *mut c_void) -> Result<()> {
        // SAFETY: memory of this device that is not used afterwards, as the caller promised.
        unsafe { Context::of(device_id)?.enter()?.free(data) }?;
        Ok(())
    }

    unsafe fn copy(&self, from: Region, to: Region, bytes: usize, stream: Stream) -> Result<()> {
        // SAFETY: as the caller promised. One region is on a CUDA device, so the last argument is
        // not used.
        unsafe { copy(from, to, bytes, stream, to.device.device_id) }
    }

    fn create_stream(&self, device_id: i32) -> Result<Stream> {
        Ok(Context::of(device_id)?.enter()?.create_stream()?)
    }

    unsafe fn free_stream(&self, device_id: i32, stream: Stream) -> Result<()> {
        // SAFETY: a stream of this device that is not used afterwards, as the caller promised.
        unsafe { Context::of(device_id)?.enter()?.free_stream(stream) }?;
        Ok(())
    }

    unsafe fn set_stream(&self, device_id: i32, stream: Stream) -> Result<()> {
        // SAFETY: a stream of this device that stays alive, as the caller promised.
        this_thread::set_stream(Context::of(device_id)?.device_id, unsafe { Queue::new(stream) });
        Ok(())
    }

    fn stream(&self, device_id: i32) -> Stream {
        this_thread::stream(device_id).stream()
    }

    unsafe fn switch_stream(&self, device_id: i32, stream: Stream) -> Result<Stream> {
        let context = Context::of(device_id)?;
        // SAFETY: a stream of this device that stays alive, as the caller promised.
        let queue = unsafe { Queue::new(stream) };
        if let Some(last) = this_thread::unordered_work(device_id, queue) {
            context.enter()?.order(last, queue)?;
            this_thread::set_ordered(device_id, queue);
        }
        let previous = self.stream(device_id);
        this_thread::set_stream(device_id, queue);
        Ok(previous)
    }

    unsafe fn synchronize(&self, device_id: i32, stream: Stream) -> Result<()> {
        let entered = Context::of(device_id)?.enter()?;
        let own = this_thread::stream(device_id);
        if stream == Stream::DEFAULT && own != Queue::DEFAULT {
            entered.synchronize(own)?;
        }
        // SAFETY: a stream of this device, as the caller promised.
        Ok(entered.synchronize(unsafe { Queue::new(stream) })?)
    }

    unsafe fn synchronize_streams(&self, device_id: i32, before: Stream, after: Stream) -> Result<()> {
        // SAFETY: both are streams of this device, as the caller promised.
        let (before, after) = unsafe { (Queue::new(before), Queue::new(after)) };
        Context::of(device_id)?.enter()?.order(before, after)?;
        if after == this_thread::stream(device_id) {
            // The thread's stream now has work that a later stream must wait for.
            this_thread::stream_for_work(device_id);
        }
        Ok(())
    }

    fn set_device(&self, device_id: i32) -> Result<()> {
        Context::of(device_id)?.stay()?;
        this_thread::set_device(device_id);
        Ok(())
    }
}

// SAFETY: as above. Pinned memory is accessible to the host.
unsafe impl DeviceApi for CudaHost {
    fn attribute(&self, device_id: i32, attribute: DeviceAttribute) -> Result<RetValue> {
        Cuda.attribute(device_id, attribute)
    }

    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void> {
        let context = Context::of(device_id)?.enter()?;
        let data = context.allocate_host(bytes)?;
        if !alignment.is_power_of_two() || !data.addr().is_multiple_of(alignment) {
            // SAFETY: the memory was not passed on.
            unsafe { context.free_host(data) }?;
            return Err(misaligned(Device::new(DeviceType::CUDA_HOST, device_id), bytes, alignment));
        }
        Ok(data)
    }

    unsafe fn free(&self, device_id: i32, data: *mut c_void) -> Result<()> {
        // SAFETY: pinned memory that is not used afterwards, as the caller promised.
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

    fn stream(&self, device_id: i32) -> Stream {
        Cuda.stream(device_id)
    }

    unsafe fn switch_stream(&self, device_id: i32, stream: Stream) -> Result<Stream> {
        // SAFETY: as the caller promised.
        unsafe { Cuda.switch_stream(device_id, stream) }
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

/// Copies bytes between regions on CUDA devices and the host. The stream belongs to the source's
/// device, or to the destination's if the source is on the host. On the default stream, the copy
/// comes after the work in this thread's streams, and is complete on return unless both regions are
/// on the same device.
///
/// # Safety
/// The contract of [`DeviceApi::copy`]. If both regions are in host memory, `host_copies_on` is the
/// device of the stream.
unsafe fn copy(from: Region, to: Region, bytes: usize, stream: Stream, host_copies_on: i32) -> Result<()> {
    let apart = || DeviceError::CopyBetween { from: from.device, to: to.device };
    let (from_device, to_device) = (on_device(from).ok_or_else(apart)?, on_device(to).ok_or_else(apart)?);
    if bytes == 0 {
        return Ok(());
    }
    let end = |region, device: Option<i32>| match device {
        Some(_) => End::Device(address(region)),
        None => End::Host(pointer(region)),
    };
    let context = Context::of(from_device.or(to_device).unwrap_or(host_copies_on))?;
    // SAFETY: a stream of the device, as the caller promised.
    let queue = unsafe { Queue::new(stream) };
    let own = this_thread::stream(context.device_id);
    if queue == Queue::DEFAULT {
        wait_for_own(context)?;
    }
    let entered;
    match to_device {
        Some(to_id) if from_device.is_some() && from_device != to_device => {
            let to_context = Context::of(to_id)?;
            if queue == Queue::DEFAULT {
                wait_for_own(to_context)?;
            }
            entered = context.enter()?;
            let (from, to) = ((context.handle, address(from)), (to_context.handle, address(to)));
            // SAFETY: the regions have that many bytes, as the caller promised, and are memory of
            // these contexts.
            unsafe { entered.copy_to_peer(from, to, bytes, queue) }?;
        }
        _ => {
            entered = context.enter()?;
            // SAFETY: as above. The regions are memory of the current context or of the host.
            unsafe { entered.copy(end(from, from_device), end(to, to_device), bytes, queue) }?;
        }
    }
    if queue == Queue::DEFAULT && from_device != to_device {
        entered.synchronize(queue)?;
    } else if queue == Queue::DEFAULT && own != queue {
        entered.order(queue, own)?;
    }
    Ok(())
}

/// Makes the default stream of a device wait for the work in this thread's stream.
fn wait_for_own(context: &Context) -> Result<()> {
    let own = this_thread::stream(context.device_id);
    if own != Queue::DEFAULT {
        context.enter()?.order(own, Queue::DEFAULT)?;
    }
    Ok(())
}

/// Returns the CUDA device of a region, `Some(None)` for host memory, or `None` for another kind of
/// device.
fn on_device(Region { device, .. }: Region) -> Option<Option<i32>> {
    match device.device_type {
        DeviceType::CUDA => Some(Some(device.device_id)),
        host if host.is_host() => Some(None),
        _ => None,
    }
}

fn pointer(region: Region) -> *mut u8 {
    region.data.cast::<u8>().wrapping_add(region.byte_offset)
}

fn address(region: Region) -> DeviceAddress {
    pointer(region).addr() as DeviceAddress
}
