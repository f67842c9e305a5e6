//! Every interleaving of a launching thread and a worker: how a job is handed over. The module is compiled here a second time,
//! with loom's primitives in place of the standard library's.

mod sync {
    pub(super) use loom::sync::atomic::{AtomicPtr, Ordering};
}

#[path = "../src/threading/slot.rs"]
mod slot;
#[path = "../src/threading/spin.rs"]
mod spin;

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;
use slot::{PutBack, Slot};

/// What a launch works on. Loom finds who uses it while the other one does.
#[repr(align(4))]
struct Job(UnsafeCell<u32>);

/// Launches so many times, then closes. Either side looks once before it sleeps.
fn model(launches: u32) {
    let slot = Arc::new(Slot::<Job>::new());
    let job = Arc::new(Job(UnsafeCell::new(0)));
    let launcher = thread::current();
    let worker = thread::spawn({
        let (slot, job) = (slot.clone(), job.clone());
        move || {
            let mut done = 0;
            while let Some(address) = slot.next(0, thread::park) {
                assert_eq!(address.cast_const(), &raw const *job);
                #[expect(unsafe_code, reason = "loom's cells give pointers")]
                // SAFETY: loom checks that nobody else uses it meanwhile.
                job.0.with_mut(|count| unsafe { *count += 1 });
                if slot.put_back(address) == PutBack::Wake {
                    launcher.unpark();
                }
                done += 1;
            }
            done
        }
    });
    let address = (&raw const *job).cast_mut();
    for launch in 1..=launches {
        if slot.give(address) {
            worker.thread().unpark();
        }
        slot.wait(address, 0, thread::park);
        #[expect(unsafe_code, reason = "loom's cells give pointers")]
        // SAFETY: as above.
        job.0.with(|count| assert_eq!(unsafe { *count }, launch));
    }
    if slot.close() {
        worker.thread().unpark();
    }
    assert_eq!(worker.join().unwrap(), launches);
}

#[test]
fn a_job_goes_to_the_worker_and_comes_back() {
    loom::model(|| model(1));
}

#[test]
fn a_worker_may_sleep_between_two_jobs() {
    // All interleavings of few switches between the two: those of any number take long.
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(|| model(2));
}

#[test]
fn a_worker_ends_without_a_job() {
    loom::model(|| model(0));
}
