//! A map from type keys to records that only grows and is read without a lock.
//!
//! Invariant: a bucket is a list of records linked through [`Keyed::next`]; a record is linked in once, fully
//! made before, and stays.

#![expect(unsafe_code, reason = "published records are reached by pointer")]

use crate::sync::{AtomicPtr, Ordering};

/// A record that can stand in a [`KeyMap`].
pub(crate) trait Keyed: Sized + 'static {
    /// The key it is found by.
    fn key(&self) -> &str;
    /// The next record of its bucket. Only the map writes to it.
    fn next(&self) -> &AtomicPtr<Self>;
}

/// A hash table of a fixed number of buckets: a process knows hundreds of types, or a few thousand.
pub(crate) struct KeyMap<T: Keyed> {
    buckets: Box<[AtomicPtr<T>]>,
}

impl<T: Keyed> KeyMap<T> {
    /// An empty map of `buckets` buckets, a power of two.
    pub(crate) fn new(buckets: usize) -> Self {
        debug_assert!(buckets.is_power_of_two());
        Self { buckets: (0..buckets).map(|_| AtomicPtr::new(std::ptr::null_mut())).collect() }
    }

    /// The record of that key.
    pub(crate) fn get(&self, key: &str) -> Option<&'static T> {
        let mut record = reference(self.bucket(key))?;
        while record.key() != key {
            record = reference(record.next())?;
        }
        Some(record)
    }

    /// Adds `record`. Callers take turns, and add no key twice.
    pub(crate) fn publish(&self, record: &'static T) {
        let bucket = self.bucket(record.key());
        record.next().store(bucket.load(Ordering::Acquire), Ordering::Relaxed);
        bucket.store(std::ptr::from_ref(record).cast_mut(), Ordering::Release);
    }

    fn bucket(&self, key: &str) -> &AtomicPtr<T> {
        &self.buckets[fnv1a(key) as usize & (self.buckets.len() - 1)]
    }
}

fn reference<T: 'static>(place: &AtomicPtr<T>) -> Option<&'static T> {
    // SAFETY: `publish` stores only references of the lifetime `'static`.
    unsafe { place.load(Ordering::Acquire).as_ref() }
}

/// The FNV-1a hash (<http://www.isthe.com/chongo/tech/comp/fnv/>): short keys, known at link time.
fn fnv1a(key: &str) -> u64 {
    key.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
