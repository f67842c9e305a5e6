//! Copies between the host and devices.

#![expect(unsafe_code, reason = "memory of devices is known by address alone")]

use std::ptr;

use objet_object::DeviceType;

use crate::device::cuda::context::Context;
use crate::device::cuda::driver::{DeviceAddress, Handle};
use crate::device::{DeviceError, Region, Stream};
use crate::error::Result;

/// Copies bytes between regions on CUDA devices and the host; the stream is one of the device that the bytes come from, or else go
/// to. With the default stream it returns when the bytes are there, unless both regions are on one device.
///
/// # Safety
/// That of [`DeviceApi::copy`](crate::DeviceApi::copy). `host_copies_on` is the device of the stream if both regions are in
/// memory of the host.
pub(super) unsafe fn copy(
    from: Region,
    to: Region,
    bytes: usize,
    stream: Stream,
    host_copies_on: i32,
) -> Result<()> {
    let apart = || DeviceError::CopyBetween { from: from.device, to: to.device };
    let (from_device, to_device) = (on_device(from).ok_or_else(apart)?, on_device(to).ok_or_else(apart)?);
    if bytes == 0 {
        return Ok(());
    }
    let at_once = stream == Stream::DEFAULT;
    let stream = Handle(stream.0);
    // SAFETY: in all of these the regions have as many bytes, as the caller promised; they are memory of the contexts that are
    // named or current, or of the host, and the stream is one of the current context.
    let copied = unsafe {
        match (from_device, to_device) {
            (Some(from_id), Some(to_id)) if from_id == to_id => {
                let context = Context::of(from_id)?.enter()?;
                context.copy_device_to_device(address(to), address(from), bytes, stream)
            }
            (Some(from_id), Some(to_id)) => {
                let (from_context, to_context) = (Context::of(from_id)?, Context::of(to_id)?);
                let context = from_context.enter()?;
                let (from_handle, to_handle) = (from_context.handle, to_context.handle);
                if at_once {
                    // In turn with all that is queued on either device.
                    context.copy_to_peer(address(to), to_handle, address(from), from_handle, bytes)?;
                    context.synchronize(stream)
                } else {
                    let (to, from) = (address(to), address(from));
                    context.copy_to_peer_in_stream(to, to_handle, from, from_handle, bytes, stream)
                }
            }
            (Some(from_id), None) => {
                let context = Context::of(from_id)?.enter()?;
                context.copy_device_to_host(pointer(to).cast(), address(from), bytes, stream)?;
                if at_once { context.synchronize(stream) } else { Ok(()) }
            }
            (None, Some(to_id)) => {
                let context = Context::of(to_id)?.enter()?;
                context.copy_host_to_device(address(to), pointer(from).cast(), bytes, stream)?;
                if at_once { context.synchronize(stream) } else { Ok(()) }
            }
            (None, None) => {
                // The stream may be about to write what is copied from.
                Context::of(host_copies_on)?.enter()?.synchronize(stream)?;
                ptr::copy_nonoverlapping(pointer(from), pointer(to), bytes);
                Ok(())
            }
        }
    };
    Ok(copied?)
}

/// The CUDA device that a region is on, or `None` in it if the host has the region.
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
