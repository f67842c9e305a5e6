//! Telling a process from the one that it was forked of.

#![expect(unsafe_code, reason = "the system calls a function after each fork")]

use std::sync::atomic::{AtomicUsize, Ordering};

static GENERATION: AtomicUsize = AtomicUsize::new(0);

/// A number that is another one in a process that was forked than it was in that process's parent when this was first called there.
#[inline]
pub(super) fn generation() -> usize {
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
