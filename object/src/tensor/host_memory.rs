//! Aligned memory of the host.
//!
//! Invariant: `start` is an allocation of `layout`, or dangling if that has no size.

#![expect(unsafe_code, reason = "aligned memory is allocated by hand")]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// Tensors begin at multiples of this many bytes: a cache line, and what vector instructions may ask for.
pub(crate) const ALIGNMENT: usize = 64;

/// Bytes of the host, zero at first.
pub(crate) struct HostMemory {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory has one owner, like a `Box<[u8]>`.
unsafe impl Send for HostMemory {}
// SAFETY: as above; shared access only reads.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// That many bytes, or `None` if there are not as many.
    pub(crate) fn zeroed(bytes: usize) -> Option<Self> {
        let layout = Layout::from_size_align(bytes, ALIGNMENT).ok()?;
        let start = match bytes {
            0 => layout.dangling_ptr(),
            // SAFETY: the layout has a size.
            _ => NonNull::new(unsafe { alloc_zeroed(layout) })?,
        };
        Some(Self { start, layout })
    }

    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: the allocation has this size, was zeroed, and is borrowed as a whole.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.layout.size()) }
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: allocated with this layout, and owned.
            unsafe { dealloc(self.start.as_ptr(), self.layout) };
        }
    }
}
