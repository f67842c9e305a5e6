//! How a job gets to a worker and back: a word for each worker, and the job beside it, in the same cache line, so that
//! both are there at once.
//!
//! The launching thread alone gives jobs, and the worker alone puts them back. Either may fall asleep, and says so in the word
//! before, so that the other one wakes it up.
//!
//! Invariant: the job is written by the launching thread while the worker has none, and read by the worker while it has one.

#![expect(unsafe_code, reason = "the word says who may use the job")]

use super::spin::spin_until;
use super::sync::{AtomicU32, Ordering, UnsafeCell};

/// The worker has no job, and looks for one.
const LOOKING: u32 = 0;
/// The worker has no job, and sleeps.
const ASLEEP: u32 = 1;
/// The worker has a job.
const BUSY: u32 = 2;
/// The worker has a job, for whose end the launching thread sleeps.
const AWAITED: u32 = 3;
/// There will be no more jobs.
const CLOSED: u32 = 4;

/// The word and the job of one worker.
#[repr(align(128))]
pub(super) struct Slot<T> {
    word: AtomicU32,
    job: UnsafeCell<Option<T>>,
}

impl<T: Copy> Slot<T> {
    pub(super) fn new() -> Self {
        Self { word: AtomicU32::new(LOOKING), job: UnsafeCell::new(None) }
    }

    /// Gives the worker a job. Whether the worker must be woken up.
    ///
    /// # Safety
    /// The worker has none, and nobody else gives it one.
    #[inline]
    pub(super) unsafe fn give(&self, job: T) -> bool {
        // SAFETY: the file's invariant.
        self.job.with_mut(|place| unsafe { place.write(Some(job)) });
        self.word.swap(BUSY, Ordering::AcqRel) == ASLEEP
    }

    /// Tells the worker, which has no job, that there will be no more. Whether it must be woken up.
    pub(super) fn close(&self) -> bool {
        self.word.swap(CLOSED, Ordering::AcqRel) == ASLEEP
    }

    /// Waits until the worker has put its job back: looks so many times, then sleeps by `park`, which may also return for
    /// other reasons than to be woken up.
    #[inline]
    pub(super) fn wait(&self, looks: u32, park: impl Fn()) {
        let busy = |word| matches!(word, BUSY | AWAITED);
        if spin_until(looks, || !busy(self.word.load(Ordering::Acquire))) {
            return;
        }
        if self.word.compare_exchange(BUSY, AWAITED, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            while busy(self.word.load(Ordering::Acquire)) {
                park();
            }
        }
    }

    /// The worker's next job; `None` if there are no more. Waits for it as [`Slot::wait`] does.
    #[inline]
    pub(super) fn next(&self, looks: u32, park: impl Fn()) -> Option<T> {
        let given = spin_until(looks, || self.word.load(Ordering::Acquire) != LOOKING);
        if !given && self.word.compare_exchange(LOOKING, ASLEEP, Ordering::AcqRel, Ordering::Acquire).is_ok()
        {
            while self.word.load(Ordering::Acquire) == ASLEEP {
                park();
            }
        }
        if self.word.load(Ordering::Acquire) == CLOSED {
            return None;
        }
        // SAFETY: the file's invariant.
        self.job.with_mut(|job| unsafe { *job })
    }

    /// Puts the worker's job back. Whether the launching thread must be woken up.
    #[inline]
    pub(super) fn put_back(&self) -> bool {
        self.word.swap(LOOKING, Ordering::AcqRel) == AWAITED
    }
}
