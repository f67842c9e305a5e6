//! Every interleaving of threads that look a name up with threads that give it to other functions:
//! what is found is alive, and a function that nobody has ends.

mod sync {
    pub(super) use std::sync::PoisonError;

    pub(super) use loom::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
    pub(super) use loom::sync::{Mutex, MutexGuard};
}

#[path = "../../src/registry/place.rs"]
mod place;

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;
use place::Place;

struct Alive(UnsafeCell<bool>);

// SAFETY: loom checks every use.
#[expect(unsafe_code, reason = "loom's cells give pointers")]
unsafe impl Sync for Alive {}

/// Something counted, as functions are. Loom finds who copies it while it ends, or later.
struct Counted {
    /// What each copy says.
    number: u32,
    /// Read by copies, written by the end.
    alive: Arc<Alive>,
    /// Is there as long as any of them.
    there: Arc<()>,
    is_copy: bool,
}

impl Counted {
    fn new(number: u32, there: &Arc<()>) -> Self {
        Self { number, alive: Arc::new(Alive(UnsafeCell::new(true))), there: there.clone(), is_copy: false }
    }
}

#[expect(unsafe_code, reason = "loom's cells give pointers")]
impl Clone for Counted {
    fn clone(&self) -> Self {
        // SAFETY: loom checks that nobody writes meanwhile.
        assert!(self.alive.0.with(|alive| unsafe { *alive }));
        Self { alive: self.alive.clone(), there: self.there.clone(), is_copy: true, ..*self }
    }
}

#[expect(unsafe_code, reason = "loom's cells give pointers")]
impl Drop for Counted {
    fn drop(&mut self) {
        if !self.is_copy {
            // SAFETY: loom checks that nobody reads meanwhile.
            self.alive.0.with_mut(|alive| unsafe { *alive = false });
        }
    }
}

/// All interleavings of few switches: those of any number take long.
fn check(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(model);
}

fn place_of(number: u32, there: &Arc<()>) -> Arc<Place<Counted>> {
    let place = Place::empty();
    assert!(place.put(Some(Counted::new(number, there)), false).is_empty());
    Arc::new(place)
}

/// By this name, runs that look for something else leave these out: they take long.
mod every_interleaving {
    use super::*;

    #[test]
    fn what_is_replaced_ends_with_its_last_reader() {
        check(|| {
            let there = Arc::new(());
            let place = place_of(1, &there);
            let readers: Vec<_> = (0..2)
                .map(|_| {
                    let place = place.clone();
                    thread::spawn(move || place.copied().map(|copy| copy.number))
                })
                .collect();
            drop(place.put(Some(Counted::new(2, &there)), false));
            for reader in readers {
                assert!(matches!(reader.join(), Ok(Some(1 | 2))));
            }
            assert_eq!(Arc::strong_count(&there), 2, "the one that is in its place");
            assert_eq!(place.copied().map(|copy| copy.number), Some(2));
            assert_eq!(place.put(None, false).len(), 1);
            assert!(place.is_empty() && place.copied().is_none());
            assert_eq!(Arc::strong_count(&there), 1);
        });
    }

    #[test]
    fn one_who_reads_twice_sees_what_came_later_later() {
        check(|| {
            let there = Arc::new(());
            let place = place_of(1, &there);
            let reader = {
                let place = place.clone();
                thread::spawn(move || {
                    let number = || place.copied().map_or(4, |copy| copy.number);
                    (number(), number())
                })
            };
            drop(place.put(Some(Counted::new(2, &there)), false));
            drop(place.put(None, false));
            let (first, second) = reader.join().unwrap();
            assert!(first <= second, "{second} came after {first}");
            assert_eq!(Arc::strong_count(&there), 1);
        });
    }

    #[test]
    fn what_is_borrowed_stays() {
        check(|| {
            let there = Arc::new(());
            let place = place_of(1, &there);
            let borrower = {
                let place = place.clone();
                thread::spawn(move || place.for_good())
            };
            let reader = {
                let place = place.clone();
                thread::spawn(move || place.copied().map(|copy| copy.number))
            };
            drop(place.put(Some(Counted::new(2, &there)), false));
            let borrowed = borrower.join().unwrap().unwrap();
            assert!(matches!(reader.join(), Ok(Some(1 | 2))));
            drop(place.put(None, false));
            drop(borrowed.clone());
            // Loom asks that nothing of its own is left when a run ends: what is kept for good is taken apart.
            assert_eq!(Arc::strong_count(&there), 2, "the one that was borrowed");
            end(borrowed);
        });
    }

    /// Ends what was kept for good.
    #[expect(unsafe_code, reason = "nobody else has it any more")]
    fn end(kept: &'static Counted) {
        // SAFETY: it is the content of a leaked box, which no place refers to as its own any more.
        drop(unsafe { Box::from_raw(std::ptr::from_ref(kept).cast_mut()) });
    }
}
