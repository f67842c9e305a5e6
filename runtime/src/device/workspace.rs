//! Memory for a while, from pools of the thread.

use std::cell::RefCell;
use std::ffi::c_void;
use std::mem::ManuallyDrop;

use objet_object::Device;

use crate::device::DeviceError;
use crate::device::memory::DeviceMemory;
use crate::error::Result;

/// Memory that code takes for the time of a call: each thread has a pool of it for each device, so
/// that it costs next to nothing. What is dropped is used again, the last first; what a thread has
/// is freed when it ends.
///
/// ```
/// use objet_object::Device;
/// use objet_runtime::device::Workspace;
///
/// let workspace = Workspace::allocate(Device::cpu(0), 1000)?;
/// let data = workspace.data();
/// assert_eq!(data.addr() % Workspace::ALIGNMENT, 0);
/// drop(workspace);
/// assert_eq!(Workspace::allocate(Device::cpu(0), 4096)?.data(), data);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Debug)]
pub struct Workspace {
    device: Device,
    data: *mut c_void,
}

/// The memory that a thread has of a device.
struct Pool {
    device: Device,
    /// In use, the last one at the end.
    used: Vec<DeviceMemory>,
    /// Given back, the largest at the end.
    free: Vec<DeviceMemory>,
}

thread_local! {
    static POOLS: RefCell<Vec<Pool>> = const { RefCell::new(Vec::new()) };
}

impl Workspace {
    /// Workspaces begin at multiples of this many bytes.
    pub const ALIGNMENT: usize = 128;
    /// Workspaces have a multiple of this many bytes, and no fewer.
    pub const PAGE: usize = 4096;

    /// Returns at least that many bytes of a device, for this thread.
    ///
    /// # Errors
    /// If there is no such device, or not as much memory.
    pub fn allocate(device: Device, bytes: usize) -> Result<Self> {
        let none = || DeviceError::OutOfMemory { device, bytes, alignment: Self::ALIGNMENT };
        let bytes = bytes.max(1).checked_next_multiple_of(Self::PAGE).ok_or_else(none)?;
        if let Some(data) = with_pool(device, |pool| pool.reuse(bytes))? {
            return Ok(Self { device, data });
        }
        // Rather a larger block in place of one that was too small than more and more of them. No
        // pool is borrowed while the device works, which may need a workspace for it.
        if let Some(small) = with_pool(device, |pool| pool.free.pop())? {
            small.free()?;
        }
        let memory = DeviceMemory::allocate(device, bytes, Self::ALIGNMENT)?;
        let data = memory.data();
        with_pool(device, |pool| pool.used.push(memory))?;
        Ok(Self { device, data })
    }

    /// Returns the memory, as the device knows it. It lasts as long as the workspace and its
    /// thread.
    pub fn data(&self) -> *mut c_void {
        self.data
    }

    /// Gives the workspace to a caller in C, which gives it back by [`Workspace::give_back`].
    pub(crate) fn into_raw(self) -> *mut c_void {
        ManuallyDrop::new(self).data
    }

    /// Gives a workspace of this thread back, in whatever order. The caller does not use its memory
    /// after.
    ///
    /// # Errors
    /// If this thread has no such workspace of that device.
    pub(crate) fn give_back(device: Device, data: *mut c_void) -> Result<()> {
        match with_pool(device, |pool| pool.give_back(data))? {
            true => Ok(()),
            false => Err(DeviceError::NoWorkspace { device, address: data.addr() }.into()),
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // A thread that ends has freed its workspaces.
        let _ = Self::give_back(self.device, self.data);
    }
}

fn with_pool<R>(device: Device, work: impl FnOnce(&mut Pool) -> R) -> Result<R> {
    let done = POOLS.try_with(|pools| {
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

impl Pool {
    /// The smallest block that has as many bytes.
    fn reuse(&mut self, bytes: usize) -> Option<*mut c_void> {
        let fitting = self.free.partition_point(|block| block.bytes() < bytes);
        let block = (fitting < self.free.len()).then(|| self.free.remove(fitting))?;
        let data = block.data();
        self.used.push(block);
        Some(data)
    }

    /// Takes a block back, if it is from here.
    fn give_back(&mut self, data: *mut c_void) -> bool {
        // From the end, since most are given back last in, first out.
        let Some(used) = self.used.iter().rposition(|block| block.data() == data) else { return false };
        let block = self.used.remove(used);
        let place = self.free.partition_point(|other| other.bytes() < block.bytes());
        self.free.insert(place, block);
        true
    }
}
