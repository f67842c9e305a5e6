//! Busy waiting.

use std::hint::spin_loop;
use std::thread::yield_now;

/// Number of polls before the first yield to other threads: about the duration of an empty task.
const BUSY_POLLS: u32 = 1 << 12;
/// Number of polls between yields after that.
const YIELD_INTERVAL: u32 = 64;

/// A pause between polls of a value that another thread will change.
#[derive(Default)]
pub(super) struct Spin(u32);

impl Spin {
    /// Pauses before the next poll.
    #[inline]
    pub(super) fn wait(&mut self) {
        self.0 = self.0.wrapping_add(1);
        if self.0 > BUSY_POLLS && self.0.is_multiple_of(YIELD_INTERVAL) {
            yield_now();
        } else {
            spin_loop();
        }
    }
}

/// Polls `is_so` up to `spin_count` times, then once more. Returns whether the condition became
/// true.
#[inline]
pub(super) fn spin_until(spin_count: u32, is_so: impl Fn() -> bool) -> bool {
    let mut spin = Spin::default();
    for _ in 0..spin_count {
        if is_so() {
            return true;
        }
        spin.wait();
    }
    is_so()
}
