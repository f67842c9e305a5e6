//! The place of what has a name: read without a lock, and freed when it has lost its place, if nobody was promised that it stays.
//!
//! There are two ways to read. Who borrows marks the content as kept for good, once, and counts nothing. Who takes a copy of their own (of a
//! reference, that is one more) is counted as a reader from before they look until they have it. What loses its place waits until there is
//! no reader, and then ends: with whoever comes last, the writer or a reader.
//!
//! Invariants:
//! - `now` is null or the pointer of a leaked box. It has its lowest bit set once the content is kept for good; the box is never freed then.
//! - `past` has each box that lost its place: marked, or waiting to be freed. What waits was put there before `WAITING` was set after it.
//! - All changes of `readers` are read-modify-writes. So a reader either is counted when a writer looks, or counts itself afterwards, and then
//!   sees what that writer has put into `now`.

#![expect(unsafe_code, reason = "what has lost its place is freed by pointer")]

use super::sync::{AtomicPtr, AtomicUsize, Mutex, MutexGuard, Ordering, PoisonError};

/// Something lost its place and waits for readers.
const WAITING: usize = 1;
/// One reader.
const READER: usize = 2;

/// A place for a `T`.
pub(super) struct Place<T> {
    now: AtomicPtr<T>,
    readers: AtomicUsize,
    past: Mutex<Vec<*mut T>>,
}

// SAFETY: a `T` is reached from, and ends on, any thread; the pointers are those of boxes that belong to the place.
unsafe impl<T: Send + Sync> Send for Place<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Place<T> {}

impl<T: Clone + Send + Sync + 'static> Place<T> {
    /// With nothing in it.
    pub(super) fn empty() -> Self {
        Self {
            now: AtomicPtr::new(std::ptr::null_mut()),
            readers: AtomicUsize::new(0),
            past: Mutex::new(Vec::new()),
        }
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.now.load(Ordering::Relaxed).is_null()
    }

    /// The content, which is kept for good from now on.
    #[inline]
    pub(super) fn for_good(&self) -> Option<&'static T> {
        let now = self.now.load(Ordering::Acquire);
        // SAFETY: what is marked is never freed, by the file's first invariant.
        if is_kept(now) { Some(unsafe { &*unmarked(now) }) } else { self.keep(now) }
    }

    #[cold]
    fn keep(&self, mut now: *mut T) -> Option<&'static T> {
        while !now.is_null() {
            let kept = marked(now);
            if is_kept(now) || self.swap_if(now, kept, &mut now) {
                // SAFETY: as above.
                return Some(unsafe { &*unmarked(kept) });
            }
        }
        None
    }

    /// Puts `new` in the place of `old`, or else notes what is there in place of that.
    fn swap_if(&self, old: *mut T, new: *mut T, now: &mut *mut T) -> bool {
        match self.now.compare_exchange(old, new, Ordering::Acquire, Ordering::Acquire) {
            Ok(_) => true,
            Err(other) => {
                *now = other;
                false
            }
        }
    }

    /// A copy of the content.
    pub(super) fn copied(&self) -> Option<T> {
        let now = self.now.load(Ordering::Acquire);
        if now.is_null() || is_kept(now) {
            // SAFETY: what is marked is never freed.
            return unsafe { unmarked(now).as_ref() }.cloned();
        }
        self.readers.fetch_add(READER, Ordering::Acquire);
        let now = self.now.load(Ordering::Acquire);
        // SAFETY: what is there now is freed after it has lost its place, by somebody who sees no reader then; this one is counted.
        let copy = unsafe { unmarked(now).as_ref() }.cloned();
        if self.readers.fetch_sub(READER, Ordering::AcqRel) == READER | WAITING {
            drop(self.ended(&mut self.past()));
        }
        copy
    }

    /// Puts something else in the place; to be `kept` for good, or not. Gives what can end now, which the caller drops where anything may run.
    #[must_use]
    pub(super) fn put(&self, new: Option<T>, kept: bool) -> Vec<Box<T>> {
        let new = new.map_or(std::ptr::null_mut(), |new| Box::into_raw(Box::new(new)));
        let new = if kept && !new.is_null() { marked(new) } else { new };
        let mut past = self.past();
        let old = self.now.swap(new, Ordering::AcqRel);
        if old.is_null() {
            return Vec::new();
        }
        past.push(old);
        if !is_kept(old) {
            self.readers.fetch_or(WAITING, Ordering::AcqRel);
        }
        self.ended(&mut past)
    }

    /// What waits, if there is no reader.
    fn ended(&self, past: &mut Vec<*mut T>) -> Vec<Box<T>> {
        if self.readers.compare_exchange(WAITING, 0, Ordering::AcqRel, Ordering::Relaxed).is_err() {
            return Vec::new();
        }
        let waiting = past.extract_if(.., |past| !is_kept(*past));
        // SAFETY: nobody reads what waits: who was a reader is none any more, and who becomes one sees what came after.
        waiting.map(|waiting| unsafe { Box::from_raw(waiting) }).collect()
    }

    fn past(&self) -> MutexGuard<'_, Vec<*mut T>> {
        self.past.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[inline(always)]
fn is_kept<T>(pointer: *mut T) -> bool {
    pointer.addr() & 1 != 0
}

#[inline(always)]
fn marked<T>(pointer: *mut T) -> *mut T {
    const { assert!(align_of::<T>() > 1, "the lowest bit is free") };
    pointer.map_addr(|address| address | 1)
}

#[inline(always)]
fn unmarked<T>(pointer: *mut T) -> *mut T {
    pointer.map_addr(|address| address & !1)
}
