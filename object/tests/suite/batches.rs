//! Objects that are made by a batch.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::scaled;
use objet::ObjectBatch;
use objet::prelude::*;

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "batches.Number")]
struct NumberNode {
    base: Object,
    value: usize,
}

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "batches.Counted", is_final)]
struct CountedNode {
    base: NumberNode,
    drops: Drops,
}

/// A node that is larger than a block.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "batches.Large", is_final)]
struct LargeNode {
    base: NumberNode,
    rest: [u8; 10_000],
}

/// Counts its drops, which may panic.
#[derive(Clone)]
struct Drops {
    count: Arc<AtomicUsize>,
    panics: bool,
}

impl Drop for Drops {
    fn drop(&mut self) {
        self.count.fetch_add(1, Ordering::Relaxed);
        if self.panics {
            panic!("a field fails to drop");
        }
    }
}

fn number(value: usize) -> NumberNode {
    NumberNode { base: Object::new(), value }
}

fn counted(value: usize, count: &Arc<AtomicUsize>, panics: bool) -> CountedNode {
    CountedNode { base: number(value), drops: Drops { count: count.clone(), panics } }
}

#[test]
fn objects_of_a_batch_are_like_other_objects() {
    let mut batch = ObjectBatch::new();
    let mut numbers: Vec<Number> = (0..500).map(|value| batch.make(number(value)).into()).collect();
    drop(batch);
    for (index, number) in numbers.iter_mut().enumerate() {
        assert_eq!((number.value, number.type_key()), (index, "batches.Number"));
        assert_eq!((number.strong_count(), number.weak_count()), (1, 0));
        let address = std::ptr::from_ref(&**number);
        *number.make_mut().value += 1;
        assert_eq!(std::ptr::from_ref(&**number), address, "an unshared object is changed in place");
    }
    let shared = numbers[3].clone();
    *numbers[3].make_mut().value = 0;
    assert_eq!((shared.value, shared.strong_count()), (4, 1));
    let weak = shared.downgrade();
    assert_eq!((shared.weak_count(), weak.strong_count()), (1, 1));
    assert!(numbers[4].get_mut().is_some());
    drop((shared, numbers));
    assert!(weak.upgrade().is_none());
}

#[test]
fn many_objects_need_few_allocations() {
    let mut batch = ObjectBatch::new();
    let numbers: Vec<Number> = (0..1000).map(|value| batch.make(number(value)).into()).collect();
    let addresses: Vec<usize> = numbers.iter().map(|number| std::ptr::from_ref(&**number).addr()).collect();
    let cell = size_of::<NumberNode>() + size_of::<usize>();
    let cell = cell.next_multiple_of(align_of::<NumberNode>());
    let blocks = 1 + addresses.windows(2).filter(|pair| pair[1] != pair[0] + cell).count();
    let full = 4096 / cell;
    assert!(blocks < 1000_usize.div_ceil(full) + 6, "{blocks} blocks");
}

#[test]
fn the_last_object_of_a_block_frees_it() {
    let count = Arc::new(AtomicUsize::new(0));
    let mut batch = ObjectBatch::new();
    let mut objects: Vec<ObjectRef> =
        (0..300).map(|value| Counted::from(batch.make(counted(value, &count, false))).into()).collect();
    let kept: Vec<ObjectRef> = objects.iter().step_by(100).cloned().collect();
    objects.reverse();
    drop(objects);
    assert_eq!(count.load(Ordering::Relaxed), 297);
    // The batch still has cells in the block of the last object.
    drop(kept);
    assert_eq!(count.load(Ordering::Relaxed), 300);
    let last = Counted::from(batch.make(counted(7, &count, false)));
    drop(batch);
    assert_eq!((last.value, count.load(Ordering::Relaxed)), (7, 300));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn a_panic_in_a_drop_frees_the_object() {
    let count = Arc::new(AtomicUsize::new(0));
    let mut batch = ObjectBatch::new();
    let objects: [Counted; 3] =
        std::array::from_fn(|value| batch.make(counted(value, &count, value == 1)).into());
    drop(batch);
    let [first, second, third] = objects;
    drop((first, third));
    assert!(catch_unwind(AssertUnwindSafe(|| drop(second))).is_err());
    assert_eq!(count.load(Ordering::Relaxed), 3);
}

#[test]
fn a_large_node_has_a_block_of_its_own() {
    let mut batch = ObjectBatch::new();
    let made: Vec<Large> = (0..3)
        .map(|value| batch.make(LargeNode { base: number(value), rest: [value as u8; 10_000] }).into())
        .collect();
    assert!(made.iter().enumerate().all(|(index, large)| {
        large.value == index && large.rest.iter().all(|byte| usize::from(*byte) == index)
    }));
    drop(ObjectBatch::<LargeNode>::default());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn objects_of_a_block_are_dropped_by_many_threads() {
    let count = Arc::new(AtomicUsize::new(0));
    let per_thread = scaled(200_000);
    let mut batch = ObjectBatch::new();
    let mut shares: [Vec<Counted>; 4] = std::array::from_fn(|_| Vec::with_capacity(per_thread));
    for value in 0..4 * per_thread {
        shares[value % 4].push(batch.make(counted(value, &count, false)).into());
    }
    thread::scope(|scope| {
        for share in shares {
            scope.spawn(move || drop(share));
        }
        drop(batch);
    });
    assert_eq!(count.load(Ordering::Relaxed), 4 * per_thread);
}
