//! Memory for a while, from pools of the thread.
//!
//! Invariant: the pools of a thread have what they list, allocated from the device, and nobody else frees it.

#![expect(unsafe_code, reason = "memory is given back to its device")]

use std::cell::RefCell;
use std::ffi::c_void;

use objet_object::Device;

use crate::device::{DeviceError, Devices};
use crate::error::Result;

/// Memory that code takes for the time of a call: each thread has a pool of it for each device, so that it costs next to
/// nothing. What a call gives back is used again, the last first; what a thread has is freed when it ends.
///
/// ```
/// use objet_object::Device;
/// use objet_runtime::device::Workspace;
///
/// let memory = Workspace::allocate(Device::cpu(0), 1000)?;
/// assert_eq!(memory.addr() % Workspace::ALIGNMENT, 0);
/// // SAFETY: it is what `allocate` gave, and is not used after.
/// unsafe { Workspace::free(Device::cpu(0), memory)? };
/// assert_eq!(Workspace::allocate(Device::cpu(0), 4096)?, memory);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub enum Workspace {}

/// A piece of memory.
#[derive(Clone, Copy)]
struct Block {
    data: *mut c_void,
    bytes: usize,
}

/// What a thread has of a device.
struct Pool {
    device: Device,
    /// In use, the last one at the end.
    used: Vec<Block>,
    /// Given back, the largest at the end.
    free: Vec<Block>,
}

/// The pools of a thread.
struct Pools(RefCell<Vec<Pool>>);

thread_local! {
    static POOLS: Pools = const { Pools(RefCell::new(Vec::new())) };
}

impl Workspace {
    /// Workspaces begin at multiples of this many bytes.
    pub const ALIGNMENT: usize = 128;
    /// Workspaces have a multiple of this many bytes, and no fewer.
    pub const PAGE: usize = 4096;

    /// At least that many bytes of a device, for this thread, until it gives them back or ends.
    ///
    /// # Errors
    /// If there is no such device, or not as much memory.
    pub fn allocate(device: Device, bytes: usize) -> Result<*mut c_void> {
        let none = || DeviceError::OutOfMemory { device, bytes, alignment: Self::ALIGNMENT };
        let bytes = bytes.max(1).checked_next_multiple_of(Self::PAGE).ok_or_else(none)?;
        if let Some(data) = Self::pool(device, |pool| pool.reuse(bytes))? {
            return Ok(data);
        }
        let api = Devices::api(device.device_type)?;
        // Rather a larger block in place of one that was too small than more and more of them. No pool is borrowed while the
        // device works, which may need a workspace for it.
        if let Some(Block { data, .. }) = Self::pool(device, |pool| pool.free.pop())? {
            // SAFETY: it came from here, and nobody uses it.
            unsafe { api.free(device.device_id, data)? };
        }
        let data = api.allocate(device.device_id, bytes, Self::ALIGNMENT)?;
        let kept = Self::pool(device, |pool| pool.used.push(Block { data, bytes }));
        if kept.is_err() {
            // SAFETY: it came from here, and nobody has it.
            unsafe { api.free(device.device_id, data)? };
        }
        kept.map(|()| data)
    }

    /// Gives a workspace back, in whatever order.
    ///
    /// # Errors
    /// If this thread has no such workspace of that device.
    ///
    /// # Safety
    /// What [`Workspace::allocate`] gave at this address, to this thread, is not used after.
    pub unsafe fn free(device: Device, data: *mut c_void) -> Result<()> {
        let given_back = Self::pool(device, |pool| pool.give_back(data))?;
        given_back
            .then_some(())
            .ok_or_else(|| DeviceError::NoWorkspace { device, address: data.addr() }.into())
    }

    fn pool<R>(device: Device, work: impl FnOnce(&mut Pool) -> R) -> Result<R> {
        let done = POOLS.try_with(|Pools(pools)| {
            let mut pools = pools.borrow_mut();
            let known = pools.iter().position(|pool| pool.device == device);
            let known = known.unwrap_or_else(|| {
                pools.push(Pool { device, used: Vec::new(), free: Vec::new() });
                pools.len() - 1
            });
            work(&mut pools[known])
        });
        done.map_err(|_| DeviceError::ThreadEnds { device }.into())
    }
}

impl Pool {
    /// The smallest block that has as many bytes.
    fn reuse(&mut self, bytes: usize) -> Option<*mut c_void> {
        let fitting = self.free.partition_point(|block| block.bytes < bytes);
        let block = (fitting < self.free.len()).then(|| self.free.remove(fitting))?;
        self.used.push(block);
        Some(block.data)
    }

    /// Takes a block back, if it is from here.
    fn give_back(&mut self, data: *mut c_void) -> bool {
        // From the end, since most are given back last in, first out.
        let Some(used) = self.used.iter().rposition(|block| block.data == data) else { return false };
        let block = self.used.remove(used);
        let place = self.free.partition_point(|other| other.bytes < block.bytes);
        self.free.insert(place, block);
        true
    }
}

impl Drop for Pools {
    fn drop(&mut self) {
        for Pool { device, used, free } in self.0.take() {
            let Ok(api) = Devices::api(device.device_type) else { continue };
            for Block { data, .. } in used.into_iter().chain(free) {
                // What the device says now, nobody is there to hear.
                // SAFETY: it came from here, and the thread that had it ends.
                let _ = unsafe { api.free(device.device_id, data) };
            }
        }
    }
}
