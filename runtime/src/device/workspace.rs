//! Temporary device memory from pools of the thread.

use std::cell::RefCell;
use std::ffi::c_void;
use std::mem::ManuallyDrop;

use objet_object::Device;

use crate::device::DeviceError;
use crate::device::memory::DeviceMemory;
use crate::error::Result;

/// Temporary device memory. Each thread has a pool for each device, so an allocation is usually
/// cheap. A dropped workspace returns to the pool; an allocation takes the smallest block that
/// fits. The pools are freed when the thread ends.
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

/// The memory of a thread on a device.
struct Pool {
    device: Device,
    /// Blocks in use, in the order of their allocation.
    used: Vec<DeviceMemory>,
    /// Free blocks, sorted by size.
    free: Vec<DeviceMemory>,
}

thread_local! {
    static POOLS: RefCell<Vec<Pool>> = const { RefCell::new(Vec::new()) };
}

impl Workspace {
    /// Alignment of workspaces in bytes.
    pub const ALIGNMENT: usize = 128;
    /// Workspace sizes are rounded up to a multiple of this number of bytes.
    pub const PAGE: usize = 4096;

    /// Allocates at least `bytes` bytes on a device, for this thread.
    ///
    /// # Errors
    /// If the device does not exist or has too little memory.
    pub fn allocate(device: Device, bytes: usize) -> Result<Self> {
        let none = || DeviceError::OutOfMemory { device, bytes, alignment: Self::ALIGNMENT };
        let bytes = bytes.max(1).checked_next_multiple_of(Self::PAGE).ok_or_else(none)?;
        if let Some(data) = with_pool(device, |pool| pool.reuse(bytes))? {
            return Ok(Self { device, data });
        }
        // A block that is too small is freed, so that the pool does not collect small blocks. The
        // pool is not borrowed during the device calls, because the device may need a workspace.
        if let Some(small) = with_pool(device, |pool| pool.free.pop())? {
            small.free()?;
        }
        let memory = DeviceMemory::allocate(device, bytes, Self::ALIGNMENT)?;
        let data = memory.data();
        with_pool(device, |pool| pool.used.push(memory))?;
        Ok(Self { device, data })
    }

    /// Returns the address or handle of the memory, which is valid while both the workspace and its
    /// thread exist.
    pub fn data(&self) -> *mut c_void {
        self.data
    }

    /// Passes the workspace to a caller in C, which returns it with [`Workspace::release`].
    pub(crate) fn into_raw(self) -> *mut c_void {
        ManuallyDrop::new(self).data
    }

    /// Returns a workspace to the pool of this thread, in any order. The caller must not use the
    /// memory afterwards.
    ///
    /// # Errors
    /// If the address is not a workspace of this thread on that device.
    pub(crate) fn release(device: Device, data: *mut c_void) -> Result<()> {
        match with_pool(device, |pool| pool.release(data))? {
            true => Ok(()),
            false => Err(DeviceError::NoWorkspace { device, address: data.addr() }.into()),
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // A thread that is shutting down has already freed its workspaces.
        let _ = Self::release(self.device, self.data);
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
    done.map_err(|_| DeviceError::ThreadShutdown { device }.into())
}

impl Pool {
    /// Returns the smallest free block of at least `bytes` bytes.
    fn reuse(&mut self, bytes: usize) -> Option<*mut c_void> {
        let fitting = self.free.partition_point(|block| block.bytes() < bytes);
        let block = (fitting < self.free.len()).then(|| self.free.remove(fitting))?;
        let data = block.data();
        self.used.push(block);
        Some(data)
    }

    /// Returns a block to the pool. Returns false if the block is not from this pool.
    fn release(&mut self, data: *mut c_void) -> bool {
        // The search goes from the end, because blocks are mostly returned in reverse order.
        let Some(used) = self.used.iter().rposition(|block| block.data() == data) else { return false };
        let block = self.used.remove(used);
        let index = self.free.partition_point(|other| other.bytes() < block.bytes());
        self.free.insert(index, block);
        true
    }
}
