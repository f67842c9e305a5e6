//! Every interleaving of a launching thread and a worker, as a job is handed over.

mod sync {
    pub(super) use loom::sync::atomic::{AtomicBool, AtomicU32, Ordering, fence};

    /// As the runtime's own, with loom looking.
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

#[path = "../../src/threading/slot.rs"]
mod slot;
#[path = "../../src/threading/spin.rs"]
mod spin;

use loom::cell::UnsafeCell;
use loom::sync::{Arc, Notify};
use loom::thread;
use slot::Slot;

/// Launches so many times, then closes. Who sleeps waits for a notice, which loom tells from the end of a thread. Either side looks once before it sleeps. Loom finds who uses what a launch works on
/// while the other one does.
#[expect(unsafe_code, reason = "loom's cells give pointers, and slots trust those who give")]
fn model(launches: u32) {
    let slot = Arc::new(Slot::<u32>::new());
    let count = Arc::new(UnsafeCell::new(0));
    let (wake_launcher, wake_worker) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let taken_back = Arc::new(UnsafeCell::new(0));
    thread::spawn({
        let taken_back = taken_back.clone();
        let (slot, count) = (slot.clone(), count.clone());
        let (wake_launcher, wake_worker) = (wake_launcher.clone(), wake_worker.clone());
        move || {
            let mut done = 0;
            while let Some(launch) = slot.next(0, || wake_worker.wait()) {
                done += 1;
                // SAFETY: as below.
                assert_eq!(launch, done + taken_back.with(|taken_back| unsafe { *taken_back }));
                // SAFETY: loom checks that nobody else uses it meanwhile.
                count.with_mut(|count| unsafe { *count += 1 });
                if slot.done() {
                    wake_launcher.notify();
                }
            }
            // SAFETY: there are no more launches.
            assert_eq!(done + taken_back.with(|taken_back| unsafe { *taken_back }), launches);
        }
    });
    for launch in 1..=launches {
        // SAFETY: the one before was waited for.
        if unsafe { slot.offer(launch) } {
            wake_worker.notify();
        }
        if slot.take_back() {
            // SAFETY: loom checks that nobody else uses them meanwhile.
            count.with_mut(|count| unsafe { *count += 1 });
            // SAFETY: as above.
            taken_back.with_mut(|taken_back| unsafe { *taken_back += 1 });
        }
        slot.wait(0, || wake_launcher.wait());
        // SAFETY: as above.
        count.with(|count| assert_eq!(unsafe { *count }, launch));
    }
    if slot.close() {
        wake_worker.notify();
    }
    // Not joined: a thread that is woken up while it joins another one is more than loom can do. It runs all threads to their ends.
}

/// All interleavings of few switches between the two: those of any number take long.
fn check(launches: u32) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(move || model(launches));
}

/// By this name, runs that look for something else leave these out: they take long.
mod every_interleaving {
    use super::check;

    #[test]
    fn a_worker_ends_without_a_job() {
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
