//! A map from small integers to records that only grows and is read without a lock.
//!
//! Invariants:
//! - A published segment stays where it is until the whole map goes.
//! - A slot is written once, with the record fully made before.

#![expect(unsafe_code, reason = "published records are reached by pointer")]

use crate::sync::{AtomicPtr, Ordering};

/// `SEGMENTS` segments of `SLOTS` slots each, made as they are needed.
pub(crate) struct Segments<T: 'static, const SEGMENTS: usize, const SLOTS: usize> {
    segments: [AtomicPtr<Segment<T, SLOTS>>; SEGMENTS],
}

type Segment<T, const SLOTS: usize> = [AtomicPtr<T>; SLOTS];

impl<T, const SEGMENTS: usize, const SLOTS: usize> Segments<T, SEGMENTS, SLOTS> {
    /// Indices below this one fit in.
    pub(crate) const CAPACITY: usize = SEGMENTS * SLOTS;

    pub(crate) fn new() -> Self {
        Self { segments: std::array::from_fn(|_| AtomicPtr::new(std::ptr::null_mut())) }
    }

    /// The record at `index`, if one was published there.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&'static T> {
        let segment = self.segments.get(index / SLOTS)?.load(Ordering::Acquire);
        // SAFETY: a non-null segment is a leaked box that only `drop` takes back, and `self` is borrowed.
        let slot = unsafe { segment.as_ref() }?[index % SLOTS].load(Ordering::Acquire);
        // SAFETY: `publish` stores only references of the lifetime `'static`.
        unsafe { slot.as_ref() }
    }

    /// Puts `record` at `index`. Callers take turns, and give each index out once.
    ///
    /// # Panics
    /// If `index` is not below [`Segments::CAPACITY`].
    pub(crate) fn publish(&self, index: usize, record: &'static T) {
        let place = &self.segments[index / SLOTS];
        let mut segment = place.load(Ordering::Acquire);
        if segment.is_null() {
            let empty: Segment<T, SLOTS> = std::array::from_fn(|_| AtomicPtr::new(std::ptr::null_mut()));
            segment = Box::into_raw(Box::new(empty));
            place.store(segment, Ordering::Release);
        }
        // SAFETY: the segment is a leaked box that only `drop` takes back, and `self` is borrowed.
        let slots = unsafe { &*segment };
        slots[index % SLOTS].store(std::ptr::from_ref(record).cast_mut(), Ordering::Release);
    }
}

impl<T, const SEGMENTS: usize, const SLOTS: usize> Drop for Segments<T, SEGMENTS, SLOTS> {
    fn drop(&mut self) {
        for place in &self.segments {
            let segment = place.load(Ordering::Acquire);
            if !segment.is_null() {
                // SAFETY: `publish` leaked this box, and nobody borrows the map any more.
                drop(unsafe { Box::from_raw(segment) });
            }
        }
    }
}
