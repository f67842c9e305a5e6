//! The synchronization primitives of worker slots. Loom models compile the slots against a
//! replacement of this module.

pub(super) use std::sync::atomic::{AtomicBool, AtomicU32, Ordering, fence};

/// A cell with access to the address of its content.
pub(super) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

impl<T> UnsafeCell<T> {
    pub(super) fn new(content: T) -> Self {
        Self(std::cell::UnsafeCell::new(content))
    }

    #[inline(always)]
    pub(super) fn with_mut<R>(&self, work: impl FnOnce(*mut T) -> R) -> R {
        work(self.0.get())
    }
}
