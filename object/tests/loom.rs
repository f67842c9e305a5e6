//! Loom models of the modules that are shared without a lock. Loom runs every interleaving of a few
//! threads.
//!
//! The models are a separate program, because their `sync` module contains loom's primitives.

#![expect(unsafe_code, reason = "the modules under test use it")]

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicU64, Ordering};
}

#[path = "../src/counts.rs"]
#[expect(dead_code, reason = "not every method is under test")]
mod counts;

use counts::Counts;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;

/// A model of an object whose content is dropped, and whose memory is freed, by its counts. Loom
/// detects reads of dropped content.
struct Counted {
    counts: Counts,
    content: UnsafeCell<Option<u32>>,
    memory: UnsafeCell<bool>,
}

impl Counted {
    fn new(counts: Counts) -> Arc<Self> {
        Arc::new(Self { counts, content: UnsafeCell::new(Some(7)), memory: UnsafeCell::new(true) })
    }

    fn read(&self) -> u32 {
        // SAFETY: loom checks that no other thread writes concurrently.
        self.content.with(|content| unsafe { (*content).unwrap() })
    }

    /// Drops a strong reference.
    fn release(&self) {
        if self.counts.is_unique() {
            self.end_content();
            self.free();
        } else if self.counts.release_strong() {
            self.end_content();
            self.release_weak();
        }
    }

    /// Drops a weak reference. Until then, its holder may read the header.
    fn release_weak(&self) {
        // SAFETY: loom checks that no other thread writes concurrently.
        self.memory.with(|memory| unsafe { assert!(*memory, "already freed") });
        if self.counts.release_weak() {
            self.free();
        }
    }

    fn end_content(&self) {
        // SAFETY: loom checks that no other thread reads or writes concurrently.
        self.content.with_mut(|content| unsafe { assert_eq!((*content).take(), Some(7), "dropped twice") });
    }

    fn free(&self) {
        // SAFETY: loom checks that no other thread reads or writes concurrently.
        self.memory
            .with_mut(|memory| unsafe { assert!(std::mem::replace(&mut *memory, false), "freed twice") });
    }

    fn is_freed(&self) -> bool {
        // SAFETY: called after all threads have finished.
        self.memory.with(|memory| unsafe { !*memory })
    }
}

/// Runs that do not support loom's threads exclude the models by the name of this module.
mod every_interleaving {
    use super::*;

    /// Models two references. Another thread reads through one reference and drops it. This thread
    /// calls `act` with the other reference and drops it.
    fn two_references(act: impl Fn(&Counted) + Sync + Send + 'static) {
        loom::model(move || {
            let object = Counted::new(Counts::unique());
            object.counts.retain_strong();
            let other = object.clone();
            let thread = thread::spawn(move || {
                assert_eq!(other.read(), 7);
                other.release();
            });
            act(&object);
            object.release();
            thread.join().unwrap();
            assert!(object.is_freed());
        });
    }

    #[test]
    fn the_last_of_two_references_drops_the_object() {
        two_references(|object| assert_eq!(object.read(), 7));
    }

    #[test]
    fn the_holder_of_a_unique_reference_may_write() {
        two_references(|object| {
            if object.counts.is_unique() {
                // SAFETY: loom checks that no other thread reads or writes concurrently.
                object.content.with_mut(|content| unsafe { *content = Some(7) });
            }
        });
    }

    #[test]
    fn a_weak_reference_upgrades_only_to_a_live_object() {
        upgrades_to_a_live_object(Counts::unique);
    }

    #[test]
    fn a_weak_reference_upgrades_only_to_a_live_object_in_a_block() {
        upgrades_to_a_live_object(Counts::unique_in_block);
    }

    fn upgrades_to_a_live_object(counts: fn() -> Counts) {
        loom::model(move || {
            let object = Counted::new(counts());
            object.counts.retain_weak();
            let other = object.clone();
            let thread = thread::spawn(move || {
                if other.counts.try_retain_strong() {
                    assert_eq!(other.read(), 7);
                    other.release();
                }
                other.release_weak();
            });
            assert_eq!(object.read(), 7);
            object.release();
            thread.join().unwrap();
            assert!(object.is_freed());
        });
    }
}
