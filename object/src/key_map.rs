//! A map from names to records that only grows and is read without a lock.
//!
//! Invariants:
//! - A slot is written once, with the record fully made before. From the first slot that its hash gives, a record stands
//!   behind no empty one.
//! - A table that was outgrown stays until the whole map goes, since readers may still be in it.

#![expect(unsafe_code, reason = "published records are reached by pointer")]

use std::hash::{BuildHasher, Hasher};

use crate::sync::{AtomicPtr, AtomicUsize, Ordering};

/// A record that can stand in a [`KeyMap`].
pub trait Keyed: Sized + Sync + 'static {
    /// The key it is found by.
    fn key(&self) -> &str;
}

/// A hash table of records that are never taken out.
pub struct KeyMap<T: Keyed> {
    table: AtomicPtr<Table<T>>,
    len: AtomicUsize,
}

struct Table<T> {
    /// As many as a power of two, at most half of them taken.
    slots: Box<[AtomicPtr<T>]>,
    outgrown: *mut Table<T>,
}

impl<T> Table<T> {
    fn new(slots: usize, outgrown: *mut Self) -> Self {
        Self { slots: (0..slots).map(|_| AtomicPtr::new(std::ptr::null_mut())).collect(), outgrown }
    }

    fn slot(&self, hash: usize) -> &AtomicPtr<T> {
        &self.slots[hash & (self.slots.len() - 1)]
    }

    /// Puts a record where it is found. There is room for it.
    fn put(&self, hash: usize, record: *mut T) {
        let mut place = hash;
        while !self.slot(place).load(Ordering::Relaxed).is_null() {
            place += 1;
        }
        self.slot(place).store(record, Ordering::Release);
    }
}

impl<T: Keyed> KeyMap<T> {
    /// An empty map, with room for so many records before it grows, a power of two.
    pub fn new(room: usize) -> Self {
        debug_assert!(room.is_power_of_two());
        let table = Box::into_raw(Box::new(Table::new(2 * room, std::ptr::null_mut())));
        Self { table: AtomicPtr::new(table), len: AtomicUsize::new(0) }
    }

    /// The record of that key.
    #[inline]
    pub fn get(&self, key: &str) -> Option<&'static T> {
        let table = self.table();
        let mut place = hash(key);
        loop {
            let record = reference(table.slot(place))?;
            if record.key() == key {
                return Some(record);
            }
            place += 1;
        }
    }

    /// Adds `record`. Callers take turns, and add no key twice.
    pub fn publish(&self, record: &'static T) {
        let len = self.len.load(Ordering::Relaxed) + 1;
        self.len.store(len, Ordering::Relaxed);
        let pointer = std::ptr::from_ref(record).cast_mut();
        let table = self.table();
        if 2 * len <= table.slots.len() {
            table.put(hash(record.key()), pointer);
            return;
        }
        let grown = Table::new(2 * table.slots.len(), self.table.load(Ordering::Relaxed));
        for known in table.slots.iter().filter_map(reference) {
            grown.put(hash(known.key()), std::ptr::from_ref(known).cast_mut());
        }
        grown.put(hash(record.key()), pointer);
        self.table.store(Box::into_raw(Box::new(grown)), Ordering::Release);
    }

    #[inline]
    fn table(&self) -> &Table<T> {
        // SAFETY: the pointer is that of a leaked box, which only `drop` takes back, and `self` is borrowed.
        unsafe { &*self.table.load(Ordering::Acquire) }
    }
}

impl<T: Keyed> Drop for KeyMap<T> {
    fn drop(&mut self) {
        let mut table = self.table.load(Ordering::Acquire);
        while !table.is_null() {
            // SAFETY: nobody else has the map any more, and each table is in this chain once.
            table = unsafe { Box::from_raw(table) }.outgrown;
        }
    }
}

// SAFETY: the tables hold references to records, which are `Sync`, and are shared by way of atomics.
unsafe impl<T: Keyed> Send for KeyMap<T> {}
// SAFETY: as above; those who add take turns.
unsafe impl<T: Keyed> Sync for KeyMap<T> {}

fn reference<T: 'static>(place: &AtomicPtr<T>) -> Option<&'static T> {
    // SAFETY: `publish` stores only references of the lifetime `'static`.
    unsafe { place.load(Ordering::Acquire).as_ref() }
}

#[inline]
fn hash(key: &str) -> usize {
    let mut hasher = foldhash::fast::FixedState::default().build_hasher();
    hasher.write(key.as_bytes());
    hasher.finish() as usize
}
