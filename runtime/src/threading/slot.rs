//! How a job gets to a worker and back: a word for each worker, and the job beside it, in the same
//! cache line, so that both are there at once.
//!
//! The launching thread alone offers jobs. Either the worker takes one, and says when it is done
//! with it, or the launching thread takes it back first. A thread that falls asleep says so before
//! it looks once more, and one that stores looks afterwards whether the other one has said so, with
//! a fence between the two on both sides.
//!
//! Invariants:
//! - The one [`Giver`] of a slot writes the job while the slot is idle. The one [`Taker`] reads it
//!   while it has taken it.
//! - [`launch`] does not end, be it by a panic, before each taker is done with the job or has lost
//!   it. So what the job borrows lives as long as a taker has it, whatever lifetime the slot gives
//!   it.

#![expect(unsafe_code, reason = "the word says who may use the job, and for how long")]

use std::sync::Arc;

use super::spin::spin_until;
use super::sync::{AtomicBool, AtomicU32, Ordering, UnsafeCell, fence};

/// A type of jobs, for each lifetime of what they borrow.
pub(super) trait Jobs: 'static {
    type Job<'a>: Copy + Send;
}

/// There is no job.
const IDLE: u32 = 0;
/// There is a job, which the worker has not begun.
const OFFERED: u32 = 1;
/// The worker has the job.
const TAKEN: u32 = 2;
/// There will be no more jobs.
const CLOSED: u32 = 3;

/// The word and the job of one worker.
#[repr(align(128))]
struct Slot<J: Jobs> {
    word: AtomicU32,
    /// The worker sleeps, or is about to.
    asleep: AtomicBool,
    /// The launching thread sleeps until the worker is idle, or is about to.
    awaited: AtomicBool,
    job: UnsafeCell<Option<J::Job<'static>>>,
}

// SAFETY: the file's first invariant; jobs may be sent.
unsafe impl<J: Jobs> Sync for Slot<J> {}

/// The launching thread's end of a slot.
pub(super) struct Giver<J: Jobs>(Arc<Slot<J>>);

/// The worker's end of a slot.
pub(super) struct Taker<J: Jobs>(Arc<Slot<J>>);

/// The two ends of a new slot.
pub(super) fn slot<J: Jobs>() -> (Giver<J>, Taker<J>) {
    let (asleep, awaited) = (AtomicBool::new(false), AtomicBool::new(false));
    let slot = Slot { word: AtomicU32::new(IDLE), asleep, awaited, job: UnsafeCell::new(None) };
    let slot = Arc::new(slot);
    (Giver(Arc::clone(&slot)), Taker(slot))
}

/// Offers a job to each slot, calls `work` with 0 and then with the number from 1 of each slot
/// whose worker has not begun the job by then, and waits until the others are done with it. A
/// worker that sleeps is woken up by `wake`, with the position of its slot. Waits by that many
/// looks, then by `park`, which may also return for other reasons than to be woken up.
#[inline]
pub(super) fn launch<J: Jobs>(
    slots: &mut [Giver<J>],
    job: J::Job<'_>,
    wake: impl Fn(usize),
    work: impl Fn(usize),
    looks: u32,
    park: impl Fn(),
) {
    /// Waits for the workers if this thread panics.
    struct Waiting<'a, J: Jobs, P: Fn()>(&'a [Giver<J>], P);

    impl<J: Jobs, P: Fn()> Drop for Waiting<'_, J, P> {
        fn drop(&mut self) {
            for Giver(slot) in self.0 {
                slot.take_back();
                slot.wait(0, &self.1);
            }
        }
    }

    // SAFETY: it is the same type but for its lifetime, which ends after that of a taker's use, by
    // the file's last invariant.
    let job = unsafe { std::ptr::from_ref(&job).cast::<J::Job<'static>>().read() };
    let waiting = Waiting(slots, park);
    for (nth, Giver(slot)) in waiting.0.iter().enumerate() {
        if slot.offer(job) {
            wake(nth);
        }
    }
    work(0);
    // A job that no worker has begun by now is done here sooner.
    for (nth, Giver(slot)) in waiting.0.iter().enumerate() {
        if slot.take_back() {
            work(nth + 1);
        }
    }
    waiting.0.iter().for_each(|Giver(slot)| slot.wait(looks, &waiting.1));
    std::mem::forget(waiting);
}

impl<J: Jobs> Giver<J> {
    /// Tells the worker, which has no job, that there will be no more. Whether it must be woken up.
    pub(super) fn close(&mut self) -> bool {
        self.0.tell(CLOSED, &self.0.asleep)
    }
}

impl<J: Jobs> Taker<J> {
    /// Does all jobs, until there are no more. Waits for them as [`launch`] does. `wake` wakes the
    /// launching thread up.
    #[inline]
    pub(super) fn work(
        self,
        work: impl for<'a> Fn(J::Job<'a>),
        wake: impl Fn(),
        looks: u32,
        park: impl Fn(),
    ) {
        while let Some(job) = self.0.next(looks, &park) {
            work(job);
            if self.0.done() {
                wake();
            }
        }
    }
}

impl<J: Jobs> Slot<J> {
    /// Offers the worker a job. Whether the worker must be woken up. The giver calls this while the
    /// slot is idle.
    #[inline]
    fn offer(&self, job: J::Job<'static>) -> bool {
        // SAFETY: the file's first invariant: `launch` has the giver to itself, and leaves the slot
        // idle.
        self.job.with_mut(|place| unsafe { place.write(Some(job)) });
        self.tell(OFFERED, &self.asleep)
    }

    /// Takes a job back that the worker has not begun. Whether there is one.
    #[inline]
    fn take_back(&self) -> bool {
        self.take(IDLE)
    }

    /// Waits until the worker is done with the job that it has: looks `looks` times, then sleeps by
    /// `park`, which may also return for other reasons than to be woken up.
    #[inline]
    fn wait(&self, looks: u32, park: impl Fn()) {
        self.sleep_while(TAKEN, &self.awaited, looks, park);
    }

    /// The worker's next job; `None` if there are no more. Waits for it as [`Slot::wait`] does. The
    /// taker calls this without a job.
    #[inline]
    fn next(&self, looks: u32, park: impl Fn()) -> Option<J::Job<'static>> {
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
    fn done(&self) -> bool {
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
