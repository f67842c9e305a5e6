//! The primitives by which workers are told of jobs, so that a model checker can stand in for them.

pub(super) use std::sync::atomic::{AtomicBool, AtomicU32, Ordering, fence};

/// A cell that gives the address of its content.
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
