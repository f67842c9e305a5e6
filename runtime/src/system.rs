//! Services of the operating system: libraries, where it has them, and notice of forks.

use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(any(unix, windows))]
mod native;
#[cfg(not(any(unix, windows)))]
#[path = "system/none.rs"]
mod native;

pub(crate) use native::{Library, OpenError, is_part_of_process, path_at};

static GENERATION: AtomicUsize = AtomicUsize::new(0);

/// Tells a process from the one that it was forked of: returns a number that is another one there
/// than it was in the parent when this was first called.
#[inline]
pub(crate) fn generation() -> usize {
    match GENERATION.load(Ordering::Relaxed) {
        0 => first(),
        generation => generation,
    }
}

#[cold]
fn first() -> usize {
    extern "C" fn in_child() {
        GENERATION.fetch_add(1, Ordering::Relaxed);
    }
    static ASKED: Once = Once::new();
    ASKED.call_once(|| native::at_fork(in_child));
    // A process that was forked meanwhile has its number already.
    let _ = GENERATION.compare_exchange(0, 1, Ordering::Relaxed, Ordering::Relaxed);
    GENERATION.load(Ordering::Relaxed)
}
