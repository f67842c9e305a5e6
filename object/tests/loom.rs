//! A program of its own, since its `sync` module holds loom's primitives: the modules that are
//! shared without a lock are compiled with them, and loom runs every interleaving of a few threads.

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

/// An object whose content and memory end as the counts say. Loom finds who reads what has ended.
struct Counted {
    counts: Counts,
    content: UnsafeCell<Option<u32>>,
    memory: UnsafeCell<bool>,
}

impl Counted {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            counts: Counts::lone(),
            content: UnsafeCell::new(Some(7)),
            memory: UnsafeCell::new(true),
        })
    }

    fn read(&self) -> u32 {
        // SAFETY: loom checks that nobody writes meanwhile.
        self.content.with(|content| unsafe { (*content).unwrap() })
    }

    /// What dropping a reference does.
    fn release(&self) {
        if self.counts.is_lone() {
            self.end_content();
            self.free();
        } else if self.counts.release_strong() {
            self.end_content();
            self.release_weak();
        }
    }

    /// What dropping a weak reference does: up to then its holder may look at the header.
    fn release_weak(&self) {
        // SAFETY: as above.
        self.memory.with(|memory| unsafe { assert!(*memory, "not freed yet") });
        if self.counts.release_weak() {
            self.free();
        }
    }

    fn end_content(&self) {
        // SAFETY: loom checks that nobody reads or writes meanwhile.
        self.content
            .with_mut(|content| unsafe { assert_eq!((*content).take(), Some(7), "the content ends once") });
    }

    fn free(&self) {
        // SAFETY: as above.
        self.memory
            .with_mut(|memory| unsafe { assert!(std::mem::replace(&mut *memory, false), "freed once") });
    }

    fn is_freed(&self) -> bool {
        // SAFETY: called when all threads have ended.
        self.memory.with(|memory| unsafe { !*memory })
    }
}

/// By this name, runs that cannot watch loom's threads leave the models out.
mod every_interleaving {
    use super::*;

    /// Models two references: another thread reads through one and gives it up; `act` is called
    /// with the other one, which is given up too.
    fn two_references(act: impl Fn(&Counted) + Sync + Send + 'static) {
        loom::model(move || {
            let object = Counted::new();
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
    fn the_last_of_two_references_ends_the_object() {
        two_references(|object| assert_eq!(object.read(), 7));
    }

    #[test]
    fn who_finds_itself_alone_may_write() {
        two_references(|object| {
            if object.counts.is_lone() {
                // SAFETY: loom checks that nobody reads or writes meanwhile.
                object.content.with_mut(|content| unsafe { *content = Some(7) });
            }
        });
    }

    #[test]
    fn a_weak_reference_finds_the_object_whole_or_not_at_all() {
        loom::model(|| {
            let object = Counted::new();
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
