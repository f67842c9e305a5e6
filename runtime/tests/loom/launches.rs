//! Loom model of the hand-over of a job between a launching thread and a worker.

mod sync {
    pub(super) use loom::sync::atomic::{AtomicBool, AtomicU32, Ordering, fence};

    /// The runtime's cell, with accesses that loom checks.
    pub(super) struct UnsafeCell<T>(loom::cell::UnsafeCell<T>);

    impl<T> UnsafeCell<T> {
        pub(super) fn new(content: T) -> Self {
            Self(loom::cell::UnsafeCell::new(content))
        }

        pub(super) fn with_mut<R>(&self, work: impl FnOnce(*mut T) -> R) -> R {
            self.0.with_mut(work)
        }
    }
}

#[path = "../../src/threading/job_slot.rs"]
mod job_slot;
#[path = "../../src/threading/spin.rs"]
mod spin;

use job_slot::{Jobs, Receiver, Sender};
use loom::cell::UnsafeCell;
use loom::sync::{Arc, Notify};
use loom::thread;

struct Numbers;

impl Jobs for Numbers {
    type Job<'a> = u32;
}

/// Launches `launches` times, then closes the slot. A sleeping thread waits for a notification,
/// because loom has no parking that is independent of thread ends. Each thread polls once before it
/// sleeps. Loom reports concurrent uses of the counter.
#[expect(unsafe_code, reason = "loom's cells return pointers")]
fn model(launches: u32) {
    let (mut sender, receiver): (Sender<Numbers>, Receiver<Numbers>) = job_slot::job_slot();
    let count = Arc::new(UnsafeCell::new(0));
    let (wake_launcher, wake_worker) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    thread::spawn({
        let count = count.clone();
        let (wake_launcher, wake_worker) = (wake_launcher.clone(), wake_worker.clone());
        move || {
            let work = |launch| {
                // SAFETY: loom checks that there is no concurrent use.
                count.with_mut(|count| unsafe {
                    *count += 1;
                    assert_eq!(*count, launch);
                });
            };
            receiver.work(work, || wake_launcher.notify(), 0, || wake_worker.wait());
            // SAFETY: as above. There are no more launches.
            count.with(|count| assert_eq!(unsafe { *count }, launches));
        }
    });
    for launch in 1..=launches {
        let work = |task| {
            if task > 0 {
                // SAFETY: as above.
                count.with_mut(|count| unsafe { *count += 1 });
            }
        };
        let slots = std::slice::from_mut(&mut sender);
        job_slot::launch(slots, launch, |_| wake_worker.notify(), work, 0, || wake_launcher.wait());
        // SAFETY: as above.
        count.with(|count| assert_eq!(unsafe { *count }, launch));
    }
    if sender.close() {
        wake_worker.notify();
    }
    // The thread is not joined, because loom does not support waking a thread that joins another
    // one. Loom runs all threads to their ends.
}

/// Checks all interleavings with at most three preemptions. Unbounded checks take too long.
fn check(launches: u32) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(move || model(launches));
}

/// A separate module, so that runs with a test filter leave out these slow tests.
mod every_interleaving {
    use super::check;

    #[test]
    fn a_worker_exits_without_a_job() {
        check(0);
    }

    #[test]
    fn a_job_goes_to_the_worker_and_comes_back() {
        check(1);
    }

    #[test]
    fn a_worker_may_sleep_between_two_jobs() {
        check(2);
    }
}
