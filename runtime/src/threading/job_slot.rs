//! The hand-over of jobs between a launching thread and a worker.
//!
//! Each worker has a slot with a state word and the job, in one cache line, so that both arrive at
//! once. Only the launching thread offers jobs. Either the worker takes a job and reports its
//! completion, or the launching thread takes the job back first.
//!
//! A thread that is about to sleep sets its flag and then loads the word once more. A thread that
//! stores the word loads the other thread's flag afterwards. Both threads have a fence between the
//! two steps, so no wake-up is lost.
//!
//! Invariants:
//! - The single [`Sender`] of a slot writes the job only while the slot is idle. The single
//!   [`Receiver`] reads the job only while it has taken the job.
//! - [`launch`] does not return or unwind before each receiver has completed the job or has lost
//!   the job. So the data that a job borrows lives as long as a receiver has the job, whatever
//!   lifetime the slot's type has.

#![expect(unsafe_code, reason = "the state word controls the access to the job")]

use std::sync::Arc;

use super::spin::spin_until;
use super::sync::{AtomicBool, AtomicU32, Ordering, UnsafeCell, fence};

/// A type of jobs that is generic over the lifetime of borrowed data.
pub(super) trait Jobs: 'static {
    type Job<'a>: Copy + Send;
}

/// There is no job.
const IDLE: u32 = 0;
/// There is a job that the worker has not taken.
const OFFERED: u32 = 1;
/// The worker has taken the job.
const TAKEN: u32 = 2;
/// There will be no more jobs.
const CLOSED: u32 = 3;

/// The state word and the job of a worker.
#[repr(align(128))]
struct Slot<J: Jobs> {
    word: AtomicU32,
    /// The worker sleeps or is about to sleep.
    asleep: AtomicBool,
    /// The launching thread sleeps, or is about to sleep, until the worker is idle.
    awaited: AtomicBool,
    job: UnsafeCell<Option<J::Job<'static>>>,
}

// SAFETY: the file's first invariant orders all accesses, and jobs are `Send`.
unsafe impl<J: Jobs> Sync for Slot<J> {}

/// The launching thread's end of a slot.
pub(super) struct Sender<J: Jobs>(Arc<Slot<J>>);

/// The worker's end of a slot.
pub(super) struct Receiver<J: Jobs>(Arc<Slot<J>>);

/// Creates a slot and returns its two ends.
pub(super) fn job_slot<J: Jobs>() -> (Sender<J>, Receiver<J>) {
    let (asleep, awaited) = (AtomicBool::new(false), AtomicBool::new(false));
    let slot = Slot { word: AtomicU32::new(IDLE), asleep, awaited, job: UnsafeCell::new(None) };
    let slot = Arc::new(slot);
    (Sender(Arc::clone(&slot)), Receiver(slot))
}

/// Offers a job to each slot, calls `work(0)`, and then calls `work(i + 1)` for each slot `i` whose
/// worker has not taken the job. Returns when the other workers have completed the job.
///
/// `wake` wakes the sleeping worker of a slot. Waiting polls `spin_count` times and then calls
/// `park`, which may return spuriously.
#[inline]
pub(super) fn launch<J: Jobs>(
    slots: &mut [Sender<J>],
    job: J::Job<'_>,
    wake: impl Fn(usize),
    work: impl Fn(usize),
    spin_count: u32,
    park: impl Fn(),
) {
    /// Waits for the workers if this thread panics.
    struct Waiting<'a, J: Jobs, P: Fn()>(&'a [Sender<J>], P);

    impl<J: Jobs, P: Fn()> Drop for Waiting<'_, J, P> {
        fn drop(&mut self) {
            for Sender(slot) in self.0 {
                slot.take_back();
                slot.wait(0, &self.1);
            }
        }
    }

    // SAFETY: the types only differ in the lifetime. By the file's last invariant, the borrowed
    // data lives longer than the receiver's use.
    let job = unsafe { std::ptr::from_ref(&job).cast::<J::Job<'static>>().read() };
    let waiting = Waiting(slots, park);
    for (nth, Sender(slot)) in waiting.0.iter().enumerate() {
        if slot.offer(job) {
            wake(nth);
        }
    }
    work(0);
    // Running a job here is faster than waiting for a worker that has not taken it.
    for (nth, Sender(slot)) in waiting.0.iter().enumerate() {
        if slot.take_back() {
            work(nth + 1);
        }
    }
    waiting.0.iter().for_each(|Sender(slot)| slot.wait(spin_count, &waiting.1));
    std::mem::forget(waiting);
}

impl<J: Jobs> Sender<J> {
    /// Tells an idle worker that there will be no more jobs. Returns whether the worker must be
    /// woken.
    pub(super) fn close(&mut self) -> bool {
        self.0.set_state(CLOSED, &self.0.asleep)
    }
}

impl<J: Jobs> Receiver<J> {
    /// Runs all jobs until the slot is closed. Waits for jobs as [`launch`] does. `wake` wakes the
    /// launching thread.
    #[inline]
    pub(super) fn work(
        self,
        work: impl for<'a> Fn(J::Job<'a>),
        wake: impl Fn(),
        spin_count: u32,
        park: impl Fn(),
    ) {
        while let Some(job) = self.0.next(spin_count, &park) {
            work(job);
            if self.0.done() {
                wake();
            }
        }
    }
}

impl<J: Jobs> Slot<J> {
    /// Offers a job to the worker. Returns whether the worker must be woken. The slot must be idle.
    #[inline]
    fn offer(&self, job: J::Job<'static>) -> bool {
        // SAFETY: the file's first invariant. `launch` has exclusive access to the sender and
        // leaves the slot idle.
        self.job.with_mut(|cell| unsafe { cell.write(Some(job)) });
        self.set_state(OFFERED, &self.asleep)
    }

    /// Takes back a job that the worker has not taken. Returns whether there was one.
    #[inline]
    fn take_back(&self) -> bool {
        self.take(IDLE)
    }

    /// Waits until the worker has completed its job. Polls `spin_count` times and then calls
    /// `park`, which may return spuriously.
    #[inline]
    fn wait(&self, spin_count: u32, park: impl Fn()) {
        self.sleep_while(TAKEN, &self.awaited, spin_count, park);
    }

    /// Waits for the worker's next job and takes it. Returns `None` if the slot is closed. The
    /// worker must not have a job.
    #[inline]
    fn next(&self, spin_count: u32, park: impl Fn()) -> Option<J::Job<'static>> {
        loop {
            self.sleep_while(IDLE, &self.asleep, spin_count, &park);
            if self.take(TAKEN) {
                // SAFETY: the file's first invariant; this thread has taken the job.
                return self.job.with_mut(|job| unsafe { *job });
            }
            if self.word.load(Ordering::Acquire) == CLOSED {
                return None;
            }
        }
    }

    /// Marks the job as completed. Returns whether the launching thread must be woken.
    #[inline]
    fn done(&self) -> bool {
        self.set_state(IDLE, &self.awaited)
    }

    /// Takes an offered job, if there is one, and sets the state word.
    #[inline]
    fn take(&self, word: u32) -> bool {
        self.word.compare_exchange(OFFERED, word, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Sets the state word. Returns whether the other thread sleeps.
    #[inline]
    fn set_state(&self, word: u32, sleeps: &AtomicBool) -> bool {
        self.word.store(word, Ordering::Release);
        fence(Ordering::SeqCst);
        sleeps.load(Ordering::Relaxed)
    }

    #[inline]
    fn sleep_while(&self, word: u32, sleeps: &AtomicBool, spin_count: u32, park: impl Fn()) {
        let is_over = || self.word.load(Ordering::Acquire) != word;
        if spin_until(spin_count, is_over) {
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
