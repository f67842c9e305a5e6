//! OpenCL devices as a kind of device.
//!
//! Invariant: streams are queues of the OpenCL context, as callers promise.

#![expect(unsafe_code, reason = "identifies streams and host memory by address")]

use std::ffi::c_void;

use objet_object::{Device, DeviceType, OpaqueHandle, RetValue};

use crate::device::opencl::OpenclError;
use crate::device::opencl::opencl_driver::{BufferOffset, Queue};
use crate::device::opencl::platform::{ClDevice, OpenCl};
use crate::device::opencl::stream::{current_queue, set_current_device, set_current_queue};
use crate::device::{DeviceApi, DeviceAttribute, DeviceError, Region, Stream};
use crate::error::Result;

/// OpenCL devices. Memory is a buffer, identified by a handle that is not an address.
pub(crate) struct OpenclApi;

const DEVICE_MAX_COMPUTE_UNITS: u32 = 0x1002;
const DEVICE_MAX_WORK_GROUP_SIZE: u32 = 0x1004;
const DEVICE_MAX_WORK_ITEM_SIZES: u32 = 0x1005;
const DEVICE_MAX_CLOCK_FREQUENCY: u32 = 0x100c;
const DEVICE_MEM_BASE_ADDR_ALIGN: u32 = 0x1019;
const DEVICE_LOCAL_MEM_SIZE: u32 = 0x1023;
const DEVICE_NAME: u32 = 0x102b;
const DRIVER_VERSION: u32 = 0x102d;
const DEVICE_VERSION: u32 = 0x102f;

/// The OpenCL version of the called functions, in the format of the OpenCL headers.
const API_VERSION: i64 = 120;

/// Size of `size_t` in the driver's answers.
const WORD: usize = size_of::<usize>();

// SAFETY: the driver allocates each buffer separately, with the requested size.
unsafe impl DeviceApi for OpenclApi {
    fn attribute(&self, device_id: i32, attribute: DeviceAttribute) -> Result<RetValue> {
        if attribute == DeviceAttribute::EXIST {
            let exists = OpenCl::get().is_ok_and(|opencl| opencl.device(device_id).is_ok());
            return Ok(i64::from(exists).into());
        }
        let opencl = OpenCl::get()?;
        let device = opencl.device(device_id)?;
        let text = |what| opencl.info_text(&device, what);
        let word = |what| Ok::<_, OpenclError>(first(&opencl.info_numbers::<WORD>(&device, what)?));
        let number = |what| Ok::<_, OpenclError>(first(&opencl.info_numbers::<4>(&device, what)?));
        Ok(match attribute {
            DeviceAttribute::MAX_THREADS_PER_BLOCK => word(DEVICE_MAX_WORK_GROUP_SIZE)?.into(),
            // OpenCL reports a preferred multiple per kernel only, so there is no warp size of the
            // device.
            DeviceAttribute::WARP_SIZE => 1.into(),
            DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK => {
                first(&opencl.info_numbers::<8>(&device, DEVICE_LOCAL_MEM_SIZE)?).into()
            }
            DeviceAttribute::COMPUTE_VERSION => {
                // The format is `OpenCL 1.2 <vendor text>`.
                let version = text(DEVICE_VERSION)?;
                version.split(' ').nth(1).unwrap_or(&version).into()
            }
            DeviceAttribute::DEVICE_NAME => text(DEVICE_NAME)?.into(),
            // The driver reports MHz.
            DeviceAttribute::MAX_CLOCK_RATE => (number(DEVICE_MAX_CLOCK_FREQUENCY)? * 1000).into(),
            DeviceAttribute::MULTI_PROCESSOR_COUNT => number(DEVICE_MAX_COMPUTE_UNITS)?.into(),
            DeviceAttribute::MAX_THREAD_DIMENSIONS => {
                let sizes = opencl.info_numbers::<WORD>(&device, DEVICE_MAX_WORK_ITEM_SIZES)?;
                let texts: Vec<_> = sizes.iter().take(3).map(ToString::to_string).collect();
                format!("[{}]", texts.join(", ")).into()
            }
            DeviceAttribute::API_VERSION => API_VERSION.into(),
            DeviceAttribute::DRIVER_VERSION => text(DRIVER_VERSION)?.into(),
            _ => RetValue::Null,
        })
    }

    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void> {
        let opencl = OpenCl::get()?;
        let device = opencl.device(device_id)?;
        let least_bits = first(&opencl.info_numbers::<4>(&device, DEVICE_MEM_BASE_ADDR_ALIGN)?);
        if alignment as i64 > least_bits / 8 {
            let device = Device::new(DeviceType::OPENCL, device_id);
            let most = (least_bits / 8) as usize;
            return Err(OpenclError::Alignment { device, most, alignment }.into());
        }
        Ok(opencl.driver.new_buffer(bytes.max(1))?.0)
    }

    unsafe fn free(&self, _device_id: i32, data: *mut c_void) -> Result<()> {
        match OpenCl::get()?.driver.release_buffer(OpaqueHandle(data))? {
            true => Ok(()),
            false => Err(no_buffer(data)),
        }
    }

    unsafe fn copy(&self, from: Region, to: Region, bytes: usize, stream: Stream) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let opencl = OpenCl::get()?;
        let (driver, buffers) = (opencl.driver, opencl.driver.buffers());
        // Returns the offset in an OpenCL buffer, or `None` for host memory.
        let in_buffer = |region: &Region| -> Result<Option<BufferOffset<'_>>> {
            match region.device.device_type {
                DeviceType::OPENCL => {
                    let buffer = buffers.get(OpaqueHandle(region.data));
                    let buffer = buffer.ok_or_else(|| no_buffer(region.data))?;
                    Ok(Some(BufferOffset { buffer, offset: region.byte_offset }))
                }
                host if host.is_host() => Ok(None),
                _ => Err(DeviceError::CopyBetween { from: from.device, to: to.device }.into()),
            }
        };
        let queue_of = |region: &Region| -> Result<Queue> {
            let device_id = region.device.device_id;
            let device = opencl.device(device_id)?;
            // SAFETY: a queue of the context, as the caller promised.
            Ok(unsafe { queue(device_id, &device, stream) })
        };
        let blocking = stream == Stream::DEFAULT;
        let host =
            |region: &Region| region.data.cast::<u8>().wrapping_add(region.byte_offset).cast::<c_void>();
        match (in_buffer(&from)?, in_buffer(&to)?) {
            (Some(source), Some(target)) if from.device != to.device => {
                let (first, second) = (queue_of(&from)?, queue_of(&to)?);
                // Queues of different devices are not ordered, so the host waits for both.
                driver.finish(first)?;
                driver.copy(second, source, target, bytes)?;
                driver.finish(second)?;
            }
            (Some(source), Some(target)) => driver.copy(queue_of(&to)?, source, target, bytes)?,
            (Some(source), None) => {
                let queue = queue_of(&from)?;
                // SAFETY: that many bytes may be written until the copy is complete, as the caller
                // promised.
                unsafe { driver.read(queue, source, host(&to), bytes, blocking) }?;
            }
            (None, Some(target)) => {
                let queue = queue_of(&to)?;
                // SAFETY: that many bytes may be read until the copy is complete, as the caller
                // promised.
                unsafe { driver.write(queue, host(&from), target, bytes, blocking) }?;
            }
            (None, None) => {
                return Err(DeviceError::CopyBetween { from: from.device, to: to.device }.into());
            }
        }
        Ok(())
    }

    fn create_stream(&self, device_id: i32) -> Result<Stream> {
        let opencl = OpenCl::get()?;
        Ok(opencl.driver.new_queue(opencl.device(device_id)?.id)?)
    }

    unsafe fn free_stream(&self, _device_id: i32, stream: Stream) -> Result<()> {
        if stream == Stream::DEFAULT {
            return Ok(());
        }
        // SAFETY: the caller passes the ownership of the queue.
        Ok(unsafe { OpenCl::get()?.driver.release_queue(stream) }?)
    }

    unsafe fn set_stream(&self, device_id: i32, stream: Stream) -> Result<()> {
        OpenCl::get()?.device(device_id)?;
        // SAFETY: a queue of the context that stays alive, as the caller promised.
        set_current_queue(device_id, (stream != Stream::DEFAULT).then(|| unsafe { Queue::new(stream) }));
        Ok(())
    }

    unsafe fn synchronize(&self, device_id: i32, stream: Stream) -> Result<()> {
        let opencl = OpenCl::get()?;
        // SAFETY: a queue of the context, as the caller promised.
        let queue = unsafe { queue(device_id, &opencl.device(device_id)?, stream) };
        Ok(opencl.driver.finish(queue)?)
    }

    unsafe fn synchronize_streams(&self, device_id: i32, before: Stream, after: Stream) -> Result<()> {
        let opencl = OpenCl::get()?;
        let device = opencl.device(device_id)?;
        // SAFETY: queues of the context, as the caller promised.
        let (before, after) =
            unsafe { (queue(device_id, &device, before), queue(device_id, &device, after)) };
        if before == after { Ok(()) } else { Ok(opencl.driver.order(before, after)?) }
    }

    fn set_device(&self, device_id: i32) -> Result<()> {
        OpenCl::get()?.device(device_id)?;
        set_current_device(device_id);
        Ok(())
    }
}

/// Returns the queue of a stream. For the default stream, this is the current queue of this thread.
///
/// # Safety
/// The stream must be the default one or a queue of the context. A queue must live as long as
/// copies of the result are used.
unsafe fn queue(device_id: i32, device: &ClDevice, stream: Stream) -> Queue {
    match stream {
        Stream::DEFAULT => current_queue(device_id, device),
        // SAFETY: as the caller promised.
        stream => unsafe { Queue::new(stream) },
    }
}

fn first(numbers: &[u64]) -> i64 {
    numbers.first().and_then(|number| i64::try_from(*number).ok()).unwrap_or(i64::MAX)
}

#[cold]
fn no_buffer(data: *mut c_void) -> crate::Error {
    OpenclError::NotMemory { found: data.addr() }.into()
}
