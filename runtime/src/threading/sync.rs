//! The primitives by which workers are told of jobs, so that a model checker can stand in for them.

#![expect(unsafe_code, reason = "a cell says nothing of who uses it when")]

pub(super) use std::sync::atomic::{AtomicBool, AtomicU32, Ordering, fence};

/// What one thread at a time uses, as its owner says.
pub(super) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

// SAFETY: every use promises that it is the only one.
unsafe impl<T: Send> Sync for UnsafeCell<T> {}

impl<T> UnsafeCell<T> {
    pub(super) fn new(content: T) -> Self {
        Self(std::cell::UnsafeCell::new(content))
    }

    #[inline(always)]
    pub(super) fn with_mut<R>(&self, work: impl FnOnce(*mut T) -> R) -> R {
        work(self.0.get())
    }
}
