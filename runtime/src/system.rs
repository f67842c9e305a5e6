//! Services of the operating system: dynamic libraries, on systems that have them, and fork
//! detection.

use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(any(unix, windows))]
mod native;
#[cfg(not(any(unix, windows)))]
#[path = "system/none.rs"]
mod native;

pub(crate) use native::{Library, OpenError, is_part_of_process, path_at};

static GENERATION: AtomicUsize = AtomicUsize::new(0);

/// Returns a number that tells a forked process from its parent: the child sees another number than
/// the parent saw at its first call.
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
    // A child that was forked in the meantime has its number already.
    let _ = GENERATION.compare_exchange(0, 1, Ordering::Relaxed, Ordering::Relaxed);
    GENERATION.load(Ordering::Relaxed)
}
