//! Measures the memory that some work requests from the allocator.

#![expect(unsafe_code, reason = "an allocator is unsafe to implement")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

/// The allocated memory, in bytes.
pub(crate) struct Use {
    /// The maximum during the work.
    pub(crate) peak: usize,
    /// The rest after the work.
    pub(crate) kept: usize,
}

/// Runs `work`, and measures the memory that it allocates.
pub(crate) fn measure<T>(work: impl FnOnce() -> T) -> (T, Use) {
    NOW.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    let result = work();
    COUNTS.store(false, Relaxed);
    (result, Use { peak: PEAK.load(Relaxed).unsigned_abs(), kept: NOW.load(Relaxed).unsigned_abs() })
}

/// The system's allocator with counters. While times are measured, the only overhead is one load of
/// `COUNTS`.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static NOW: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

fn count(more: usize, less: usize) {
    if COUNTS.load(Relaxed) {
        let change = more.cast_signed() - less.cast_signed();
        let now = NOW.fetch_add(change, Relaxed) + change;
        PEAK.fetch_max(now, Relaxed);
    }
}

// SAFETY: the system's allocator does all the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of this function, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of this function, which is the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the caller keeps the contract of this function, which is the same.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the caller keeps the contract of this function, which is the same.
        unsafe { System.dealloc(memory, layout) }
    }
}
