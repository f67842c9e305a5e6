//! How a job gets to a worker and back: a word for each worker, and the job beside it, in the same cache line, so that
//! both are there at once.
//!
//! The launching thread alone offers jobs. Either the worker takes one, and says when it is done with it, or the launching thread
//! takes it back first. Whoever falls asleep says so before it looks once more, and whoever stores looks afterwards whether the
//! other one has said so, with a fence between the two on both sides.
//!
//! Invariant: the job is written by the launching thread while the slot is idle, and read by the worker while it has taken it.

#![expect(unsafe_code, reason = "the word says who may use the job")]

use super::spin::spin_until;
use super::sync::{AtomicBool, AtomicU32, Ordering, UnsafeCell, fence};

/// There is no job.
const IDLE: u32 = 0;
/// There is a job, which nobody has begun.
const OFFERED: u32 = 1;
/// The worker has the job.
const TAKEN: u32 = 2;
/// There will be no more jobs.
const CLOSED: u32 = 3;

/// The word and the job of one worker.
#[repr(align(128))]
pub(super) struct Slot<T> {
    word: AtomicU32,
    /// The worker sleeps, or is about to.
    asleep: AtomicBool,
    /// The launching thread sleeps until the worker is idle, or is about to.
    awaited: AtomicBool,
    job: UnsafeCell<Option<T>>,
}

impl<T: Copy> Slot<T> {
    pub(super) fn new() -> Self {
        let (asleep, awaited) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { word: AtomicU32::new(IDLE), asleep, awaited, job: UnsafeCell::new(None) }
    }

    /// Offers the worker a job. Whether the worker must be woken up.
    ///
    /// # Safety
    /// There is none, and nobody else offers one.
    #[inline]
    pub(super) unsafe fn offer(&self, job: T) -> bool {
        // SAFETY: the file's invariant.
        self.job.with_mut(|place| unsafe { place.write(Some(job)) });
        self.tell(OFFERED, &self.asleep)
    }

    /// Takes a job back that the worker has not begun. Whether there is one.
    #[inline]
    pub(super) fn take_back(&self) -> bool {
        self.take(IDLE)
    }

    /// Tells the worker, which has no job, that there will be no more. Whether it must be woken up.
    pub(super) fn close(&self) -> bool {
        self.tell(CLOSED, &self.asleep)
    }

    /// Waits until the worker is done with the job that it has: looks so many times, then sleeps by `park`, which may also
    /// return for other reasons than to be woken up.
    #[inline]
    pub(super) fn wait(&self, looks: u32, park: impl Fn()) {
        self.sleep_while(TAKEN, &self.awaited, looks, park);
    }

    /// The worker's next job; `None` if there are no more. Waits for it as [`Slot::wait`] does.
    #[inline]
    pub(super) fn next(&self, looks: u32, park: impl Fn()) -> Option<T> {
        loop {
            self.sleep_while(IDLE, &self.asleep, looks, &park);
            if self.take(TAKEN) {
                // SAFETY: the file's invariant.
                return self.job.with_mut(|job| unsafe { *job });
            }
            if self.word.load(Ordering::Acquire) == CLOSED {
                return None;
            }
        }
    }

    /// The worker is done with its job. Whether the launching thread must be woken up.
    #[inline]
    pub(super) fn done(&self) -> bool {
        self.tell(IDLE, &self.awaited)
    }

    /// Takes the job that is offered, if there is one, which makes this the word.
    #[inline]
    fn take(&self, word: u32) -> bool {
        self.word.compare_exchange(OFFERED, word, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Changes the word. Whether who waits for that sleeps.
    #[inline]
    fn tell(&self, word: u32, sleeps: &AtomicBool) -> bool {
        self.word.store(word, Ordering::Release);
        fence(Ordering::SeqCst);
        sleeps.load(Ordering::Relaxed)
    }

    #[inline]
    fn sleep_while(&self, word: u32, sleeps: &AtomicBool, looks: u32, park: impl Fn()) {
        let is_over = || self.word.load(Ordering::Acquire) != word;
        if spin_until(looks, is_over) {
            return;
        }
        sleeps.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        while !is_over() {
            park();
        }
        sleeps.store(false, Ordering::Relaxed);
    }
}
