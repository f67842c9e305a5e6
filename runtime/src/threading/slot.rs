//! How a job gets to a worker and back: one word for each worker.
//!
//! The word is null while the worker looks for a job, the job's address while it works, and one of three marks otherwise.
//! The launching thread alone puts jobs in; the worker alone takes them out again, as the last it does with them. Either may
//! fall asleep, and says so in the word before, so that the other one wakes it up.

use std::ptr::{null_mut, without_provenance_mut};

use super::spin::spin_until;
use super::sync::{AtomicPtr, Ordering};

/// The word of one worker, in cache lines of its own.
#[repr(align(128))]
pub(super) struct Slot<T> {
    word: AtomicPtr<T>,
}

/// What a worker finds when it puts a job back.
#[derive(Debug, PartialEq)]
pub(super) enum PutBack {
    /// Nobody sleeps.
    Done,
    /// The launching thread sleeps until now.
    Wake,
}

/// The worker sleeps.
fn asleep<T>() -> *mut T {
    without_provenance_mut(1)
}

/// There will be no more jobs.
fn closed<T>() -> *mut T {
    without_provenance_mut(2)
}

/// A job whose end the launching thread sleeps for.
fn awaited<T>(job: *mut T) -> *mut T {
    job.map_addr(|address| address | 1)
}

impl<T> Slot<T> {
    pub(super) fn new() -> Self {
        const { assert!(align_of::<T>() >= 4, "marks are no addresses of jobs") };
        Self { word: AtomicPtr::new(null_mut()) }
    }

    /// Gives the worker a job, which has none. Whether the worker must be woken up.
    #[inline]
    pub(super) fn give(&self, job: *mut T) -> bool {
        self.word.swap(job, Ordering::AcqRel) == asleep()
    }

    /// Tells the worker, which has no job, that there will be no more. Whether it must be woken up.
    pub(super) fn close(&self) -> bool {
        self.give(closed())
    }

    /// Waits until the worker has put the job back: looks so many times, then sleeps by `park`, which may also return for
    /// other reasons than to be woken up.
    #[inline]
    pub(super) fn wait(&self, job: *mut T, looks: u32, park: impl Fn()) {
        if spin_until(looks, || self.word.load(Ordering::Acquire) != job) {
            return;
        }
        let awaited = awaited(job);
        if self.word.compare_exchange(job, awaited, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            while self.word.load(Ordering::Acquire) == awaited {
                park();
            }
        }
    }

    /// The worker's next job; `None` if there are no more. Waits for it as [`Slot::wait`] does.
    #[inline]
    pub(super) fn next(&self, looks: u32, park: impl Fn()) -> Option<*mut T> {
        let given = spin_until(looks, || !self.word.load(Ordering::Acquire).is_null());
        if !given
            && self.word.compare_exchange(null_mut(), asleep(), Ordering::AcqRel, Ordering::Acquire).is_ok()
        {
            while self.word.load(Ordering::Acquire) == asleep() {
                park();
            }
        }
        let job = self.word.load(Ordering::Acquire);
        // The launching thread may already sleep.
        (job != closed()).then(|| job.map_addr(|address| address & !1))
    }

    /// Puts the worker's job back, which the worker does not look at again.
    #[inline]
    pub(super) fn put_back(&self, job: *mut T) -> PutBack {
        let was = self.word.swap(null_mut(), Ordering::AcqRel);
        if was == job { PutBack::Done } else { PutBack::Wake }
    }
}
