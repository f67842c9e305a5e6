//! Aligned memory of the host.
//!
//! Invariant: `start` is an allocation of `layout` whose bytes have all been written, or dangling if that has no size.

#![expect(unsafe_code, reason = "aligned memory is allocated by hand")]

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// Tensors begin at multiples of this many bytes: code that TVM 0.8 compiled counts on it.
pub(super) const ALIGNMENT: usize = 128;

/// Bytes of the host.
pub(super) struct HostMemory {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory has one owner, like a `Box<[u8]>`.
unsafe impl Send for HostMemory {}
// SAFETY: as above; shared access only reads.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// That many zeros, from a multiple of `alignment`, a power of two, on; or `None` if there are not as many.
    pub(super) fn zeroed(bytes: usize, alignment: usize) -> Option<Self> {
        let layout = Layout::from_size_align(bytes, alignment).ok()?;
        let start = match bytes {
            0 => layout.dangling_ptr(),
            // SAFETY: the layout has a size.
            _ => NonNull::new(unsafe { alloc_zeroed(layout) })?,
        };
        Some(Self { start, layout })
    }

    /// A copy of these bytes, or `None` if there are not as many.
    pub(super) fn copied(bytes: &[u8], alignment: usize) -> Option<Self> {
        if bytes.is_empty() {
            return Self::zeroed(0, alignment);
        }
        let layout = Layout::from_size_align(bytes.len(), alignment).ok()?;
        // SAFETY: the layout has a size.
        let start = NonNull::new(unsafe { alloc(layout) })?;
        // SAFETY: both are so large, and the allocation is new.
        unsafe { start.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len()) };
        Some(Self { start, layout })
    }

    pub(super) fn start(&self) -> NonNull<u8> {
        self.start
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
