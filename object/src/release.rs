//! Ending objects without recursing along the graph.
//!
//! An object's fields end with it, and theirs with them. Past [`MAX_LEVELS`] of that, objects wait in a list that the
//! outermost end works off, so that a chain of any length ends on a stack of any size.
//!
//! Invariant: each entry of the list stands for one promise that a caller of [`or_later`] made, on this thread.

#![expect(unsafe_code, reason = "objects end by pointer")]

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use crate::header::Object;

/// Deep enough that ordinary trees never wait, shallow enough for small stacks.
const MAX_LEVELS: u32 = 32;

type End = unsafe fn(NonNull<Object>);
type Waiting = Vec<(NonNull<Object>, End)>;

thread_local! {
    static ENDING: Ending = const {
        Ending { levels: Cell::new(0), waits: Cell::new(false), waiting: Cell::new(ManuallyDrop::new(Vec::new())) }
    };
}

struct Ending {
    /// How many objects are ending on this thread, one inside the other.
    levels: Cell<u32>,
    /// Whether `waiting` has entries.
    waits: Cell<bool>,
    /// Empty, and without memory, whenever no object is ending: so the thread need not drop it, and objects can
    /// still end while the thread does.
    waiting: Cell<ManuallyDrop<Waiting>>,
}

/// Calls `end(object)` now, or before the outermost call of this function on this thread returns.
///
/// # Safety
/// It is sound to call `end(object)` once, now or later, on this thread.
#[inline]
pub(crate) unsafe fn or_later(object: NonNull<Object>, end: End) {
    ENDING.with(|ending| {
        if ending.levels.get() == MAX_LEVELS {
            ending.push(object, end);
        } else {
            let _level = Level::enter(ending);
            // SAFETY: as the caller promised.
            unsafe { end(object) };
        }
    });
}

/// An object that is ending. The outermost one ends those that wait, also when a panic passes by.
struct Level<'a>(&'a Ending);

impl<'a> Level<'a> {
    #[inline]
    fn enter(ending: &'a Ending) -> Self {
        ending.levels.set(ending.levels.get() + 1);
        Self(ending)
    }
}

impl Drop for Level<'_> {
    #[inline]
    fn drop(&mut self) {
        struct Leave<'a>(&'a Ending);
        impl Drop for Leave<'_> {
            #[inline]
            fn drop(&mut self) {
                self.0.levels.set(self.0.levels.get() - 1);
            }
        }
        let Leave(ending) = &Leave(self.0);
        if ending.waits.get() && ending.levels.get() == 1 {
            ending.work_off();
        }
    }
}

impl Ending {
    #[cold]
    fn push(&self, object: NonNull<Object>, end: End) {
        let mut waiting = self.waiting.replace(ManuallyDrop::new(Vec::new()));
        waiting.push((object, end));
        self.waiting.set(waiting);
        self.waits.set(true);
    }

    fn pop(&self) -> Option<(NonNull<Object>, End)> {
        let mut waiting = self.waiting.replace(ManuallyDrop::new(Vec::new()));
        let next = waiting.pop();
        if next.is_none() {
            drop(ManuallyDrop::into_inner(waiting));
            self.waits.set(false);
        } else {
            self.waiting.set(waiting);
        }
        next
    }

    #[cold]
    fn work_off(&self) {
        /// What is left when the `drop` of some field panics ends all the same.
        struct Rest<'a>(&'a Ending);
        impl Drop for Rest<'_> {
            fn drop(&mut self) {
                self.0.work_off();
            }
        }
        let rest = Rest(self);
        while let Some((object, end)) = self.pop() {
            // SAFETY: the entry stands for a promise of a caller of `or_later`, and is taken out once.
            unsafe { end(object) };
        }
        std::mem::forget(rest);
    }
}
