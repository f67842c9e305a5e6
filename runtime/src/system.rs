//! Services of the operating system: libraries, where it has them, and notice of forks.

#![cfg_attr(unix, expect(unsafe_code, reason = "forks are reported by a function of C"))]

use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(any(unix, windows))]
mod library;
#[cfg(not(any(unix, windows)))]
#[path = "system/no_library.rs"]
mod library;

pub(crate) use library::{Library, OpenError, is_part_of_process, path_at};

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
    #[cfg(unix)]
    {
        extern "C" fn in_child() {
            GENERATION.fetch_add(1, Ordering::Relaxed);
        }
        static ASKED: std::sync::Once = std::sync::Once::new();
        // SAFETY: the function does what may be done after a fork: it adds to a number.
        ASKED.call_once(|| unsafe {
            libc::pthread_atfork(None, None, Some(in_child));
        });
    }
    // A process that was forked meanwhile has its number already.
    let _ = GENERATION.compare_exchange(0, 1, Ordering::Relaxed, Ordering::Relaxed);
    GENERATION.load(Ordering::Relaxed)
}
