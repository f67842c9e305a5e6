//! The host as a device.
//!
//! Invariant: the [`Block`] of an allocation is stored right before its data.

#![expect(unsafe_code, reason = "allocates memory with a header")]

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::c_void;
use std::ptr::NonNull;

use objet_object::{Device, RetValue};

use crate::device::{DeviceApi, DeviceAttribute, DeviceError, Region, Stream};
use crate::error::Result;

/// Host memory. There is one stream, and its work completes immediately.
pub(super) struct CpuDevice;

/// The header of an allocation, needed to free the memory.
struct Block {
    layout: Layout,
    /// Offset of the data in the allocation, in bytes.
    offset: usize,
}

impl CpuDevice {
    fn block(bytes: usize, alignment: usize) -> Option<Block> {
        let bytes = Layout::from_size_align(bytes, alignment).ok()?;
        let (layout, offset) = Layout::new::<Block>().extend(bytes).ok()?;
        Some(Block { layout, offset })
    }
}

// SAFETY: memory comes from the global allocator, and a copy is complete when `copy` returns.
unsafe impl DeviceApi for CpuDevice {
    fn attribute(&self, _device_id: i32, attribute: DeviceAttribute) -> Result<RetValue> {
        Ok(if attribute == DeviceAttribute::EXIST { RetValue::Int(1) } else { RetValue::Null })
    }

    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void> {
        if !alignment.is_power_of_two() {
            return Err(DeviceError::Alignment { found: alignment }.into());
        }
        let none = || DeviceError::OutOfMemory { device: Device::cpu(device_id), bytes, alignment };
        let block = Self::block(bytes, alignment.max(align_of::<Block>())).ok_or_else(none)?;
        // SAFETY: the layout has at least the size of a block.
        let start = NonNull::new(unsafe { alloc(block.layout) }).ok_or_else(none)?;
        // SAFETY: the offset is inside the allocation, a multiple of the block's alignment, and at
        // least the size of the block.
        unsafe {
            let data = start.add(block.offset);
            data.cast::<Block>().sub(1).write(block);
            Ok(data.as_ptr().cast())
        }
    }

    unsafe fn free(&self, _device_id: i32, data: *mut c_void) -> Result<()> {
        if data.is_null() {
            return Ok(());
        }
        // SAFETY: the caller passes data from `allocate`, which has its block in front.
        unsafe {
            let Block { layout, offset } = data.cast::<Block>().sub(1).read();
            dealloc(data.cast::<u8>().sub(offset), layout);
        }
        Ok(())
    }

    unsafe fn copy(&self, from: Region, to: Region, bytes: usize, _stream: Stream) -> Result<()> {
        let is_host = |region: &Region| region.device.device_type.is_host();
        if !is_host(&from) || !is_host(&to) {
            return Err(DeviceError::CopyBetween { from: from.device, to: to.device }.into());
        }
        let start = |region: Region| region.data.cast::<u8>().wrapping_add(region.byte_offset);
        // SAFETY: both regions have that many bytes, as the caller promised.
        unsafe { start(to).copy_from(start(from), bytes) };
        Ok(())
    }

    unsafe fn synchronize(&self, _device_id: i32, _stream: Stream) -> Result<()> {
        Ok(())
    }
}
