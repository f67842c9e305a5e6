//! Waiting without sleeping.

use std::hint::spin_loop;
use std::thread::yield_now;

/// So many looks go by before others may run between two of them: about as long as an empty task takes to come and go.
const ALONE: u32 = 1 << 12;
/// Every so many looks after that, others may run.
const POLITE: u32 = 64;

/// Waits between the looks at something that another thread will change.
#[derive(Default)]
pub(super) struct Spin(u32);

impl Spin {
    /// Waits a little before the next look.
    #[inline]
    pub(super) fn wait(&mut self) {
        self.0 = self.0.wrapping_add(1);
        if self.0 > ALONE && self.0.is_multiple_of(POLITE) {
            yield_now();
        } else {
            spin_loop();
        }
    }
}

/// Looks at most so many times whether it `is_so`.
#[inline]
pub(super) fn spin_until(looks: u32, is_so: impl Fn() -> bool) -> bool {
    let mut spin = Spin::default();
    for _ in 0..looks {
        if is_so() {
            return true;
        }
        spin.wait();
    }
    is_so()
}
